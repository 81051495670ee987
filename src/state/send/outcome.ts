// Sending as a page asks for it: what it has filled in is checked before anything is shown, and it is told what has become of it.
import { parseUnits } from '../../vocabulary/amount.js'
import { type Asset, coinId } from '../../vocabulary/asset.js'
import { isChainId, parseAssetId, type AssetId } from '../../vocabulary/caip.js'
import { isWalletError, walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createAssets } from '../account/assets.js'
import { createPortfolio } from '../account/portfolio.js'
import { createAccounts } from '../connections/accounts.js'
import type { Core } from '../core.js'
import { createModal } from '../interface/modal.js'
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
   * of another chain than the account is on; TOKEN_REQUIRED for an asset that the account does not have
   */
  fill(preset: SendPreset): Promise<void>
  /**
   * Resolves with the hash of the next transaction that is sent. A visitor may try again after a failure, so that it ends only when they leave.
   * @throws WalletError what the last attempt has failed with, such as USER_REJECTED; MODAL_CLOSED without an attempt; DESTROYED
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
  const fillIn = async (preset: SendPreset): Promise<void> => {
    const { to, amount, asset } = preset
    const account = core.use(createAccounts).$account.get()
    if (!account) throw walletError('NOT_CONNECTED')
    if (!['eip155', 'solana'].includes(account.namespace) || !core.use(createNetworks).find(account.chainId))
      throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: account.chainId } })
    if (amount !== undefined) checkNumber(amount, 255)
    if (to !== undefined) await checkReceiver(core, account, to)
    const found = asset === undefined ? undefined : await findAsset(core, account, asset)
    const { decimals } = found ?? core.use(createAssets).$assets.get()[0] ?? {}
    if (amount !== undefined && decimals !== undefined) checkNumber(amount, decimals)
    core.use(createDraft).change({
      asset: found?.contract === undefined ? undefined : found.id,
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
      await connected(core)
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
      const { $state } = core.use(createSend)
      const { $open } = core.use(createModal)
      const { $history } = core.use(createRouter)
      // A step may lead elsewhere, such as to another wallet, and back.
      const isThere = () => $history.get().some((view) => core.deps.views.find(view)?.task === 'send')
      return new Promise<string>((resolve, reject) => {
        const begun = $state.get()
        let failure: WalletError | undefined
        let isLeft = false
        const end = (act: () => void) => {
          for (const stop of stops) stop()
          core.signal.removeEventListener('abort', destroyed)
          act()
        }
        const destroyed = () => end(() => reject(walletError('DESTROYED')))
        const leave = () => {
          isLeft = true
          // What waits in the wallet may still be sent.
          if ($state.get().status !== 'pending') end(() => reject(failure ?? walletError('MODAL_CLOSED')))
        }
        const stops = [
          $state.listen((state) => {
            if (state === begun) return
            if (state.status === 'done') end(() => resolve(state.value))
            else if (state.status === 'failed') {
              failure = state.error
              if (isLeft) end(() => reject(state.error))
            }
          }),
          core.on('close', leave),
          $history.listen(() => {
            if ($open.get() && !isThere()) leave()
          }),
        ]
        core.signal.addEventListener('abort', destroyed)
        // While this code was on its way. From Connect the view follows.
        if (!$open.get() || !(isThere() || $history.get()[0]?.name === 'Connect')) leave()
      })
    },
  }
  return flow
}

/** Resolves when an account is connected. @throws WalletError MODAL_CLOSED, DESTROYED */
function connected(core: Core): Promise<void> {
  const { $account } = core.publicState
  if ($account.get()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      for (const stop of stops) stop()
      core.signal.removeEventListener('abort', destroyed)
      act()
    }
    const destroyed = () => end(() => reject(walletError('DESTROYED')))
    if (!core.use(createModal).$open.get()) return reject(walletError('MODAL_CLOSED')) // while this code was on its way
    const stops = [
      $account.listen((account) => account && end(resolve)),
      core.on('close', () => end(() => reject(walletError('MODAL_CLOSED')))),
    ]
    core.signal.addEventListener('abort', destroyed)
  })
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
