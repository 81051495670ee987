// Sending as a page asks for it: what it has filled in is checked before anything is shown, and it is told what has become of it.
import { parseUnits } from '../../vocabulary/amount.js'
import { type Asset, coinId } from '../../vocabulary/asset.js'
import { isChainId, parseAssetId, type AssetId } from '../../vocabulary/caip.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createAssets } from '../account/assets.js'
import { createPortfolio } from '../account/portfolio.js'
import { createAccounts } from '../connections/accounts.js'
import type { Core } from '../core.js'
import { createModal } from '../interface/modal.js'
import { followOutcome, whenConnected } from '../interface/outcome.js'
import { createRouter } from '../interface/router.js'
import { createNetworks } from '../networks/networks.js'
import { createDraft } from './draft.js'
import { createSend } from './send.js'

/** What a page fills in. */
export interface SendPreset {
  /** An address or a name. */
  readonly to?: string | undefined
  /** In whole units of the asset: a decimal number with a point, such as `1.5`. */
  readonly amount?: string | undefined
  /** CAIP-19, or a symbol. Default: the coin of the network. */
  readonly asset?: string | undefined
}

/** Sending for a page. */
export interface SendFlow {
  /** Whether `fill` has nothing left to do. */
  isFilled(preset: SendPreset): boolean
  /**
   * Checks what the page has filled in, and puts it into the draft, once for one object. Waits up to 5 s for the account's tokens.
   * @throws WalletError NOT_CONNECTED; CHAIN_NOT_SUPPORTED where nothing can be sent; AMOUNT_INVALID; ADDRESS_INVALID; UNSUPPORTED_CHAIN for an asset
   * of another chain than the account is on; TOKEN_REQUIRED for an asset that the account does not have; REQUEST_PENDING while a transfer waits for the
   * wallet; ACCOUNT_CHANGED; ABORTED when another draft was begun or the view was left meanwhile
   */
  fill(preset: SendPreset): Promise<void>
  /**
   * Resolves with the hash of the next transaction that is sent. A visitor may try again after a failure, so that it ends only when they leave, or when
   * `outcome` is called for another request.
   * @throws WalletError what the last attempt has failed with, such as USER_REJECTED; MODAL_CLOSED without an attempt; ABORTED when another request took
   * its place; REQUEST_PENDING at once while a transfer of an earlier request waits for the wallet; DESTROYED
   */
  outcome(): Promise<string>
  /**
   * `fill` and then `outcome`, once an account is connected. A field that is none ends it; the view stays.
   * @throws WalletError as both; MODAL_CLOSED when the visitor connects no account
   */
  ask(preset: SendPreset): Promise<string>
}

/** How long the account's tokens are waited for (reference §4.2). In ms. */
const TOKENS_WAIT_MS = 5_000

/** A part. */
export function createSendFlow(core: Core): SendFlow {
  const filled = new WeakSet<SendPreset>()
  /** The checks that are under way: the view and the page's call ask for the same. */
  const filling = new WeakMap<SendPreset, Promise<void>>()
  let newest: SendPreset | undefined
  /** Ends the waiting for the outcome of the request before. */
  let dismiss = new AbortController()
  const isPending = () => core.use(createSend).$state.get().status === 'pending'
  const isShown = (preset: SendPreset) =>
    core.use(createModal).$open.get() &&
    core
      .use(createRouter)
      .$history.get()
      .some((view): boolean => view === preset)

  const fillIn = async (preset: SendPreset): Promise<void> => {
    const { to, amount, asset } = preset
    const { $account } = core.use(createAccounts)
    const { $draft, change } = core.use(createDraft)
    const [account, entered, wasShown] = [$account.get(), $draft.get(), isShown(preset)]
    newest = preset
    if (!account) throw walletError('NOT_CONNECTED')
    if (isPending()) throw walletError('REQUEST_PENDING')
    if (!['eip155', 'solana'].includes(account.namespace) || !core.use(createNetworks).find(account.chainId))
      throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: account.chainId } })
    if (amount !== undefined) checkNumber(amount, 255)
    if (to !== undefined) await checkReceiver(core, account, to)
    const found = asset === undefined ? undefined : await findAsset(core, account, asset)
    const { decimals } = found ?? core.use(createAssets).$assets.get()[0] ?? {}
    if (amount !== undefined && decimals !== undefined) checkNumber(amount, decimals)
    // The checks took their time: what the visitor or the page has begun since is not overwritten.
    if (isPending()) throw walletError('REQUEST_PENDING')
    if ($account.get()?.accountId !== account.accountId) throw walletError('ACCOUNT_CHANGED')
    if (newest !== preset || $draft.get() !== entered || (wasShown && !isShown(preset))) throw walletError('ABORTED')
    change({
      asset: found?.id, // also of a coin: on another chain it must not become that chain's
      to: to ?? '',
      amount: amount ?? '',
      entry: 'asset',
      isMax: false,
      locale: 'en',
    })
    filled.add(preset)
  }
  const flow: SendFlow = {
    async ask(preset) {
      await whenConnected(core)
      const outcome = flow.outcome() // first: the visitor may leave while the fields are checked
      outcome.catch(() => undefined) // it is awaited below, unless a field is none
      if (!flow.isFilled(preset)) await Promise.race([flow.fill(preset), outcome]) // else the visitor may have typed meanwhile
      return outcome
    },
    isFilled: (preset) => filled.has(preset) || (preset.to ?? preset.amount ?? preset.asset) === undefined,
    fill(preset) {
      if (filled.has(preset)) return Promise.resolve()
      const running = filling.get(preset) ?? fillIn(preset).finally(() => filling.delete(preset))
      filling.set(preset, running)
      return running
    },
    outcome() {
      // What waits in the wallet is the transfer of an earlier request, whose hash is not this one's.
      if (isPending()) return Promise.reject(walletError('REQUEST_PENDING'))
      dismiss.abort()
      dismiss = new AbortController()
      // What waits in the wallet may still be sent.
      return followOutcome(core, { $state: core.use(createSend).$state, task: 'send', signal: dismiss.signal })
    },
  }
  return flow
}

/** @throws WalletError AMOUNT_INVALID unless it is above zero, and has no more decimal places than the asset */
function checkNumber(text: unknown, decimals: number): void {
  if (typeof text !== 'string' || parseUnits(text, decimals) <= 0n)
    throw walletError('AMOUNT_INVALID', { details: { value: String(text).slice(0, 80) } })
}

/** An address of the account's ecosystem, or a text that may be a name. @throws WalletError ADDRESS_INVALID */
async function checkReceiver(core: Core, { namespace }: Account, to: unknown): Promise<void> {
  const { readReceiver } = await import('../../api/receivers.js').catch(unreachable)
  const { isNameLike } = await import('../../api/resolve-name.js').catch(unreachable)
  const isKnown =
    typeof to === 'string' &&
    (readReceiver(namespace, to.trim()) !== undefined || (core.deps.namespaces[namespace]?.hasNames && isNameLike(to.trim())))
  if (!isKnown) throw walletError('ADDRESS_INVALID', { details: { value: String(to).slice(0, 80) } })
}

/** The asset of an id or a symbol. A symbol means the coin before a token, and a token with a price before one that may have any name. */
async function findAsset(core: Core, account: Account, wanted: unknown): Promise<Asset> {
  const missing = () => walletError('TOKEN_REQUIRED', { details: { asset: String(wanted).slice(0, 200) } })
  if (typeof wanted !== 'string' || wanted === '') throw missing()
  const id = idOf(wanted)
  if (id !== undefined && parseAssetId(id).chainId !== account.chainId)
    throw walletError('UNSUPPORTED_CHAIN', { details: { chain: parseAssetId(id).chainId } })
  const { $assets } = core.use(createAssets)
  const { $balances } = core.use(createPortfolio)
  const isCoin = id === coinId(account.chainId)
  const find = (): Asset | undefined => {
    const assets = $assets.get()
    if (isCoin) return assets[0]
    const isIt = (each: Asset) => (id ? each.id.toLowerCase() === id.toLowerCase() : sameText(each.symbol, wanted))
    return assets.find((each) => isIt(each) && (each.contract === undefined || each.price !== undefined)) ?? assets.find(isIt)
  }
  let stop = () => {}
  const loaded = new Promise<void>((resolve) => {
    stop = $balances.subscribe(({ status }) => (status !== 'pending' || find()) && resolve())
  })
  const stopAssets = $assets.subscribe(() => undefined)
  try {
    await withTimeout(loaded, { ms: TOKENS_WAIT_MS, signal: core.signal })
    const found = find()
    if (!found) throw missing()
    return found
  } catch (error) {
    throw isWalletError(error, 'WALLET_TIMEOUT') ? missing() : error
  } finally {
    stop()
    stopAssets()
  }
}

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The text as an asset id, if it is one. */
function idOf(text: string): AssetId | undefined {
  const [chain = ''] = text.split('/')
  return isChainId(chain) && text.includes('/') ? (text as AssetId) : undefined // read by `parseAssetId` next, which throws for another form
}
