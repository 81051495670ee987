// Signing in, for pages with the setting `siwx`: whether the active account has signed in, and the text that it signs (specification §4). It navigates
// nowhere: see `interface/sign-in-reactions.ts`.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { SignedMessage, SignRequestPayload } from '../../connectors/connector.js'
import type { AccountId, Namespace } from '../../vocabulary/caip.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { requiresSignIn, SIGN_IN_TTL_MS, type SignInStatus } from '../../vocabulary/sign-in.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import type { Core } from '../core.js'
import { asWalletError, once, type Operation } from '../lib/operation.js'
import { createNetworks } from '../networks/networks.js'
import { createAccounts } from './accounts.js'
import { type Connection, createConnection } from './connection.js'
import { onOtherTab } from './cross-tab.js'
import { createKeptSignIns } from './kept-sign-ins.js'
import { createSignInStore, domainOf } from './sign-in-store.js'
import { createSigning } from './signing.js'

/** A text that is older than this is written anew before it is signed, in ms: nonces end after ten minutes. */
const TEXT_MAX_AGE_MS = 300_000
/** How long Cancel waits for a wallet to go back to the network on which the visitor had signed in, in ms. */
const GO_BACK_LIMIT_MS = 20_000
/** Longest time of a timer in a browser, in ms. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** What `createSignIns` makes. */
export interface SignIns {
  /** Whether an account that does not sign in is disconnected. */
  readonly isRequired: boolean
  readonly $signIn: ReadableAtom<SignInStatus>
  /** The text that the active account will sign, as far as `prepare` has written it. */
  readonly $text: ReadableAtom<string | undefined>
  /** The wallet has signed, and the store has not answered yet. */
  readonly $isVerifying: ReadableAtom<boolean>
  /**
   * Writes the text ahead, so that the wallet is asked within the visitor's click. It is written anew when it is too old.
   * @throws WalletError SIGN_IN_INVALID for a setting that cannot stand in a text, and as `SignInStore.ask`
   */
  prepare(): Promise<void>
  /**
   * Has the active account sign the text, and the store keep it. A second call joins a pending one. What the store has taken when the call is cancelled is
   * ended again.
   * @throws WalletError NOT_CONNECTED; ABORTED when another account became the active one meanwhile; SIGN_IN_INVALID when the store does not know what it
   *   has taken; as `prepare`, `Connector.sign`, `SiwxStore.add` and `SiwxStore.list`
   */
  readonly sign: Operation<[], void>
  /**
   * The visitor does not sign in. Where it is required, the page goes back to the account that had signed in before, if it is still there, and a wallet
   * without it is disconnected. Otherwise the account is not asked again on this page load (`isDeclined`).
   * @throws WalletError DISCONNECT_FAILED
   */
  readonly decline: Operation<[], void>
  isDeclined(account: Account): boolean
  /** Asks the store again whether the active account has signed in. Never rejects. */
  check(): Promise<void>
  /** What a phone wallet is asked to sign with its approval; undefined where it cannot be asked. */
  request(): Promise<SignRequestPayload | undefined>
  /**
   * Keeps what a phone wallet has signed with its approval. What the store refuses is dropped: the visitor signs in afterwards. The returned function ends
   * what was kept of accounts that no connection has, for a session that the page does not join.
   */
  take(signed: readonly SignedMessage[]): () => void
  /** Resolves when it is known whether the active account has signed in. Never rejects. */
  known(): Promise<void>
  /**
   * Resolves with the active account when it has signed in or need not.
   * @throws WalletError MODAL_CLOSED when it is not one of `namespace`, or nothing is connected any more
   */
  settled(namespace: Namespace): Promise<Account>
  /**
   * Signs out what was disconnected, also before this part was made: whatever account of `namespace` (default: of all) no connection has. Never rejects: an
   * account that the store cannot sign out is logged.
   */
  signOut(namespace?: Namespace): Promise<void>
}

/** A part. */
export function createSignIns(core: Core): SignIns {
  const { config, deps, publicState } = core
  const settings = config.siwx ?? {}
  const isRequired = requiresSignIn(config)
  const accounts = core.use(createAccounts)
  const connection = core.use(createConnection)
  const networks = core.use(createNetworks)
  const store = core.use(createSignInStore)
  const kept = core.use(createKeptSignIns)
  const $signIn = atom<SignInStatus>({ status: 'off' })
  const $text = atom<string | undefined>()
  const $isVerifying = atom(false)
  const declined = new Set<AccountId>()
  /** The account that had signed in last on this page load. */
  let last: { readonly account: Account; readonly connectionId: string } | undefined
  let prepared: { readonly account: AccountId; readonly text: Promise<string>; readonly at: number } | undefined
  let expiry: ReturnType<typeof setTimeout> | undefined
  /** Only the latest answer about the active account counts. */
  let checks = 0

  /** The active account; undefined on a network that is not of the page. */
  const current = (): Account | undefined => {
    const account = publicState.$account.get()
    return config.siwx && account && networks.find(account.chainId) ? account : undefined
  }
  const isCurrent = ({ accountId }: Account) => current()?.accountId === accountId
  const eventOf = ({ chainId, type }: Account) => ({ network: chainId, isSmartAccount: type === 'smartAccount' })

  function set(next: SignInStatus): void {
    clearTimeout(expiry)
    const { status, account } = next
    if (status === 'signedIn' && account) {
      const connectionId = connection.find(account.namespace)?.id
      if (connectionId !== undefined) last = { account, connectionId }
      kept.note(account.accountId)
      const left = Date.parse(next.expirationTime ?? '') - deps.now()
      if (left > 0) expiry = setTimeout(() => void check(), Math.min(left, TIMER_MAX_MS))
    }
    if (status === 'needed' && account?.accountId === last?.account.accountId) last = undefined
    if (account?.accountId !== $signIn.get().account?.accountId) $text.set(undefined)
    $signIn.set(next)
  }

  async function check(): Promise<void> {
    const mine = ++checks
    const account = current()
    if (!account) return set({ status: 'off' })
    if ($signIn.get().account?.accountId !== account.accountId) set({ status: 'checking', account })
    const isNews = () => mine === checks && isCurrent(account) && !core.signal.aborted
    try {
      const { isOf, holdsAt } = await store.code()
      const { chainId, address } = account
      const all = await kept.list(account)
      const found = all.find((signIn) => isOf(signIn, chainId, address) && holdsAt(signIn.data, deps.now()))
      if (!isNews()) return
      if (!found) return set({ status: 'needed', account })
      const { message, signature, data } = found
      set({ status: 'signedIn', account, message, signature, expirationTime: data.expirationTime })
    } catch (thrown) {
      const error = asWalletError(thrown)
      if (!isNews()) return
      deps.log.error('cannot find out whether the account has signed in', error)
      set({ status: 'needed', account, error })
    }
  }

  async function request(): Promise<SignRequestPayload> {
    const { statement, resources, ttlMs = SIGN_IN_TTL_MS } = settings
    const nonce = await store.ask((signIns) => signIns.getNonce())
    return {
      domain: domainOf(core),
      uri: settings.uri ?? `${deps.window?.location.origin ?? ''}/`,
      nonce,
      ...(statement === undefined ? {} : { statement }),
      expirationTime: new Date(deps.now() + ttlMs).toISOString(),
      ...(resources && resources.length > 0 ? { resources } : {}),
    }
  }

  async function write({ address, chainId }: Account): Promise<string> {
    const { writeMessage } = await store.code()
    const issuedAt = new Date(deps.now()).toISOString()
    return writeMessage({ ...(await request()), version: '1', address, chainId, issuedAt })
  }

  /** The text of an account: the one that was written ahead, unless it is too old. */
  function textOf(account: Account): Promise<string> {
    const isUsable = prepared?.account === account.accountId && deps.now() - prepared.at < TEXT_MAX_AGE_MS
    const mine = prepared && isUsable ? prepared : { account: account.accountId, text: write(account), at: deps.now() }
    prepared = mine
    mine.text.then(
      (written) => isCurrent(account) && prepared === mine && $text.set(written),
      () => prepared === mine && (prepared = undefined), // the next call tries again
    )
    return mine.text
  }

  const sign = once(core, async (signal): Promise<void> => {
    const account = current()
    if (!account) throw walletError('NOT_CONNECTED')
    const isLeft = () => signal.aborted || !isCurrent(account)
    if ($signIn.get().status === 'needed') checks++ // an answer that is still to come says nothing of what is signed now
    $isVerifying.set(false)
    core.emit('event', { name: 'CLICK_SIGN_SIWX_MESSAGE', ...eventOf(account) })
    try {
      const text = await textOf(account)
      if (isLeft()) throw walletError('ABORTED') // the wallet would be asked to sign for another account
      const { signature, publicKey } = await core.use(createSigning).sign(text, account.namespace)
      if (isLeft()) throw walletError('ABORTED')
      prepared = undefined // its nonce is used up, whatever the store answers
      $isVerifying.set(true)
      const { toSignIn } = await store.code()
      await kept.add([toSignIn({ message: text, signature, publicKey })])
      if (isLeft()) {
        if (kept.has(account.accountId)) await kept.end([account.accountId])
        throw walletError('ABORTED')
      }
      await check()
      const { status, error } = $signIn.get()
      if (status === 'needed')
        throw error ?? walletError('SIGN_IN_INVALID', { details: { problem: 'the store did not keep it' } })
    } catch (error) {
      const { code } = asWalletError(error)
      if (code !== 'ABORTED' && code !== 'DESTROYED') core.emit('event', { name: 'SIWX_AUTH_ERROR', ...eventOf(account) })
      throw error
    } finally {
      if (!signal.aborted) $isVerifying.set(false) // else another one may have begun
    }
    core.emit('event', { name: 'SIWX_AUTH_SUCCESS', ...eventOf(account) })
  })

  const decline = once(core, async (): Promise<void> => {
    const account = current()
    sign.cancel()
    if (!account || $signIn.get().status === 'signedIn') return
    core.emit('event', { name: 'CLICK_CANCEL_SIWX', ...eventOf(account) })
    if (!isRequired) return void declined.add(account.accountId)
    const from = connection.find(account.namespace)
    if (!from) return
    const isElsewhere = last && last.account.accountId !== account.accountId && kept.has(last.account.accountId)
    const before = isElsewhere ? last : undefined
    const isBack = before !== undefined && (await goBack(before, from).catch(() => false))
    if (isBack && connection.sharing(from).some(({ id }) => id === before.connectionId)) return
    await connection.disconnect({ id: from.id })
  })

  /**
   * Makes the account that has signed in the active one again. Returns false when that is not possible. Only the wallet whose account was declined is asked
   * to change its network.
   */
  async function goBack({ account, connectionId }: NonNullable<typeof last>, from: Connection): Promise<boolean> {
    const owner = connection.$connections.get().find(({ id }) => id === connectionId)
    const network = networks.find(account.chainId)
    if (!owner || !network) return false
    if (owner.grant.chain !== account.chainId) {
      if (owner.id !== from.id) return false
      const switching = connection.switchTo(network)
      await withTimeout(switching, { ms: GO_BACK_LIMIT_MS, signal: core.signal }).finally(connection.switchTo.cancel)
    }
    connection.activate(owner.id)
    accounts.select(account.accountId)
    return isCurrent(account)
  }

  const stop = publicState.$account.subscribe(() => {
    const { status, account } = $signIn.get()
    // The same account with another name in the wallet is no news.
    if (current()?.accountId === account?.accountId && status !== 'off') return
    sign.cancel() // it is for the account before
    void check()
  })
  core.onEnd(() => {
    stop()
    clearTimeout(expiry)
  })
  onOtherTab(core, () => void ($signIn.get().status === 'needed' && !isPending(sign) && check()))

  return {
    isRequired,
    $signIn: readonlyType($signIn),
    $text: readonlyType($text),
    $isVerifying: readonlyType($isVerifying),
    async prepare() {
      const account = current()
      if (account) await textOf(account)
    },
    sign,
    decline,
    isDeclined: ({ accountId }) => declined.has(accountId),
    check,
    async request() {
      const isPossible = settings.oneClick !== false && config.namespaces.every((namespace) => namespace === 'eip155')
      if (!config.siwx || !isPossible) return undefined
      try {
        return await request()
      } catch (error) {
        deps.log.warn('the wallet is not asked to sign in', error) // the visitor signs in afterwards
        return undefined
      }
    },
    take: kept.take,
    known: () => until($signIn, ({ status }) => status !== 'checking'),
    settled: (namespace) => settled($signIn, publicState, namespace),
    signOut: kept.signOut,
  }
}

const isPending = (operation: { readonly $state: ReadableAtom<{ readonly status: string }> }) =>
  operation.$state.get().status === 'pending'

/** Resolves when the value fits. */
function until<T>($value: ReadableAtom<T>, fits: (value: T) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (fits($value.get())) return resolve()
    const stop = $value.listen((value) => {
      if (!fits(value)) return
      stop()
      resolve()
    })
  })
}

/** See `SignIns.settled`. */
function settled($signIn: ReadableAtom<SignInStatus>, { $account }: Core['publicState'], namespace: Namespace): Promise<Account> {
  return new Promise((resolve, reject: (error: WalletError) => void) => {
    const stops: (() => void)[] = []
    const look = () => {
      const { status } = $signIn.get()
      const account = $account.get()
      const isGone = account?.namespace !== namespace
      if (!isGone && status !== 'signedIn' && status !== 'off') return
      for (const stop of stops) stop()
      if (isGone) reject(walletError('MODAL_CLOSED'))
      else resolve(account)
    }
    stops.push($signIn.listen(look), $account.listen(look))
    look()
  })
}
