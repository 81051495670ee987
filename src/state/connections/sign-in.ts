// Signing in, for pages with the setting `siwx`: whether the active account has signed in, and the text that it signs (specification §4). It navigates
// nowhere: see `interface/sign-in-reactions.ts`.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { SignedMessage, SignRequestPayload } from '../../connectors/connector.js'
import { accountIdOf } from '../../vocabulary/account.js'
import { type AccountId, isAccountId, parseAccountId } from '../../vocabulary/caip.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { SIGN_IN_TTL_MS, type SignInStatus } from '../../vocabulary/sign-in.js'
import type { Core } from '../core.js'
import { asWalletError, once, type Operation } from '../lib/operation.js'
import { createPersisted } from '../lib/persisted.js'
import { schemaOf } from '../lib/schema.js'
import { createNetworks } from '../networks/networks.js'
import { createAccounts } from './accounts.js'
import { type Connection, type ConnectionChange, createConnection } from './connection.js'
import { onOtherTab } from './cross-tab.js'
import { createSignInStore, domainOf } from './sign-in-store.js'
import { createSigning } from './signing.js'

/** A text that is older than this is written anew before it is signed, in ms: nonces end after ten minutes. */
const TEXT_MAX_AGE_MS = 300_000
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
   * Has the active account sign the text, and the store keep it. A second call joins a pending one.
   * @throws WalletError NOT_CONNECTED; ABORTED when another account became the active one meanwhile; as `prepare`, `Connector.sign` and `SiwxStore.add`
   */
  readonly sign: Operation<[], void>
  /**
   * The visitor does not sign in. Where it is required, the page goes back to the account that had signed in before, if it is still there, else the
   * wallet is disconnected. Otherwise the account is not asked again on this page load (`isDeclined`).
   * @throws WalletError DISCONNECT_FAILED
   */
  readonly decline: Operation<[], void>
  isDeclined(account: Account): boolean
  /** Asks the store again whether the active account has signed in. Never rejects. */
  check(): Promise<void>
  /** What a phone wallet is asked to sign with its approval; undefined where it cannot be asked. */
  request(): Promise<SignRequestPayload | undefined>
  /** Keeps what a phone wallet has signed with its approval. What the store refuses is dropped: the visitor signs in afterwards. */
  take(signed: readonly SignedMessage[]): void
  /** Resolves when the active account has signed in or need not. @throws WalletError MODAL_CLOSED when nothing is connected any more */
  settled(): Promise<void>
  /** Resolves when whatever was disconnected is signed out. */
  signedOut(): Promise<void>
}

/** A part. */
export function createSignIns(core: Core): SignIns {
  const { config, deps, publicState } = core
  const settings = config.siwx ?? {}
  const isRequired = settings.required !== false
  const accounts = core.use(createAccounts)
  const connection = core.use(createConnection)
  const networks = core.use(createNetworks)
  const store = core.use(createSignInStore)
  const $signIn = atom<SignInStatus>({ status: 'off' })
  const $text = atom<string | undefined>()
  const $isVerifying = atom(false)
  const declined = new Set<AccountId>()
  /** The accounts that have signed in and were not signed out, also by earlier page loads. */
  const signedIn = createPersisted<readonly AccountId[]>(core, 'signed-in', schemaOf(parseAccounts), [])
  /** The account that had signed in last on this page load. */
  let last: { readonly account: Account; readonly connectionId: string } | undefined
  let prepared: { readonly account: AccountId; readonly text: Promise<string>; readonly at: number } | undefined
  let expiry: ReturnType<typeof setTimeout> | undefined
  let leaving: Promise<unknown> = Promise.resolve()
  /** What came with an approval is being kept. Never rejects. */
  let taking: Promise<unknown> = Promise.resolve()

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
      note([account.accountId])
      const left = Date.parse(next.expirationTime ?? '') - deps.now()
      if (left > 0) expiry = setTimeout(() => void check(), Math.min(left, TIMER_MAX_MS))
    }
    if (account?.accountId !== $signIn.get().account?.accountId) $text.set(undefined)
    $signIn.set(next)
  }

  const note = (added: readonly AccountId[]) => signedIn.set([...new Set([...signedIn.get(), ...added])])

  async function check(): Promise<void> {
    const account = current()
    if (!account) return set({ status: 'off' })
    if ($signIn.get().account?.accountId !== account.accountId) set({ status: 'checking', account })
    try {
      const { isOf, holdsAt } = await store.code()
      await taking
      const { chainId, address } = account
      const all = await store.ask((kept) => kept.list(chainId, address))
      const found = all.find((signIn) => isOf(signIn, chainId, address) && holdsAt(signIn.data, deps.now()))
      if (!isCurrent(account) || core.signal.aborted) return
      if (!found) return set({ status: 'needed', account })
      const { message, signature, data } = found
      set({ status: 'signedIn', account, message, signature, expirationTime: data.expirationTime })
    } catch (thrown) {
      const error = asWalletError(thrown)
      if (!isCurrent(account) || core.signal.aborted) return
      deps.log.error('cannot find out whether the account has signed in', error)
      set({ status: 'needed', account, error })
    }
  }

  async function keep(signed: readonly SignedMessage[]): Promise<void> {
    const { toSignIn } = await store.code()
    const all = signed.map(toSignIn).filter(({ data }) => networks.find(data.chainId))
    if (all.length === 0) return
    await store.ask((kept) => kept.add(...all))
    note(all.map(({ data }) => accountIdOf({ chain: data.chainId, address: data.address })))
  }

  async function request(): Promise<SignRequestPayload> {
    const { statement, resources, ttlMs = SIGN_IN_TTL_MS } = settings
    const nonce = await store.ask((kept) => kept.getNonce())
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
    if (prepared && isUsable) return prepared.text
    const text = write(account)
    const mine = { account: account.accountId, text, at: deps.now() }
    prepared = mine
    text.then(
      (written) => isCurrent(account) && prepared === mine && $text.set(written),
      () => prepared === mine && (prepared = undefined), // the next call tries again
    )
    return text
  }

  const sign = once(core, async (signal): Promise<void> => {
    const account = current()
    if (!account) throw walletError('NOT_CONNECTED')
    core.emit('event', { name: 'CLICK_SIGN_SIWX_MESSAGE', ...eventOf(account) })
    try {
      const text = await textOf(account)
      signal.throwIfAborted()
      const { signature, publicKey } = await core.use(createSigning).sign(text, account.namespace)
      signal.throwIfAborted()
      if (!isCurrent(account)) throw walletError('ABORTED')
      prepared = undefined // its nonce is used up, whatever the store answers
      $isVerifying.set(true)
      const { toSignIn } = await store.code()
      await store.ask((kept) => kept.add(toSignIn({ message: text, signature, publicKey })))
    } catch (error) {
      const { code } = asWalletError(error)
      if (code !== 'ABORTED' && code !== 'DESTROYED') core.emit('event', { name: 'SIWX_AUTH_ERROR', ...eventOf(account) })
      throw error
    } finally {
      $isVerifying.set(false)
    }
    core.emit('event', { name: 'SIWX_AUTH_SUCCESS', ...eventOf(account) })
    await check()
  })

  const decline = once(core, async (): Promise<void> => {
    const account = current()
    sign.cancel()
    if (!account || $signIn.get().status === 'signedIn') return
    core.emit('event', { name: 'CLICK_CANCEL_SIWX', ...eventOf(account) })
    if (!isRequired) return void declined.add(account.accountId)
    if (last && (await goBackTo(last).catch(() => false))) return
    const { id } = connection.find(account.namespace) ?? {}
    if (id !== undefined && isCurrent(account)) await connection.disconnect({ id })
  })

  /** Makes an account that has signed in the active one again. Returns false when that is not possible. */
  async function goBackTo({ account, connectionId }: NonNullable<typeof last>): Promise<boolean> {
    const owner = connection.$connections.get().find(({ id }) => id === connectionId)
    if (!owner) return false
    if (connection.find() !== owner) connection.activate(owner.id)
    const network = networks.find(account.chainId)
    if (network && owner.grant.chain !== account.chainId) await connection.switchTo(network)
    accounts.select(account.accountId)
    return isCurrent(account)
  }

  /** Ends the sign-ins of the accounts of a connection that has ended, unless another connection has them. */
  async function signOut({ namespace, grant }: Connection): Promise<void> {
    const isOf = (each: Connection, address: string) =>
      each.namespace === namespace && each.grant.accounts.some((account) => account.address === address)
    const isLeft = (address: string) => connection.$connections.get().some((each) => isOf(each, address))
    const ended = signedIn.get().filter((id) => {
      const { address, ...parsed } = parseAccountId(id)
      return parsed.namespace === namespace && grant.accounts.some((account) => account.address === address) && !isLeft(address)
    })
    signedIn.set(signedIn.get().filter((id) => !ended.includes(id)))
    const deletions = ended.map((id) => {
      const { chainId, address } = parseAccountId(id)
      return store.ask((kept) => kept.delete(chainId, address))
    })
    for (const outcome of await Promise.allSettled(deletions))
      if (outcome.status === 'rejected') deps.log.error('a sign-in did not end', outcome.reason)
  }

  function onConnectionChange(change: ConnectionChange): void {
    if (change.type !== 'ended' || settings.signOutOnDisconnect === false) return
    const { connection: ended, by } = change
    // A wallet that locks is still the visitor's; a session that the wallet has ended is not.
    if (by !== 'user' && !(by === 'wallet' && ended.transport === 'relay')) return
    leaving = Promise.all([leaving, signOut(ended)])
  }

  const stops = [
    publicState.$account.subscribe(() => {
      const { status, account } = $signIn.get()
      // The same account with another name in the wallet is no news.
      if (current()?.accountId !== account?.accountId || status === 'off') void check()
    }),
    connection.onChange(onConnectionChange),
  ]
  core.onEnd(() => {
    for (const stop of stops) stop()
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
        deps.log.warn('the phone wallet is not asked to sign in', error) // the visitor signs in afterwards
        return undefined
      }
    },
    take(signed) {
      if (signed.length === 0) return
      taking = keep(signed).catch((error: unknown) => deps.log.warn('what came with the approval was refused', error))
    },
    settled: () => settled($signIn, publicState),
    async signedOut() {
      await leaving
    },
  }
}

const isPending = (operation: { readonly $state: ReadableAtom<{ readonly status: string }> }) =>
  operation.$state.get().status === 'pending'

/** See `SignIns.settled`. */
function settled($signIn: ReadableAtom<SignInStatus>, { $account }: Core['publicState']): Promise<void> {
  return new Promise((resolve, reject: (error: WalletError) => void) => {
    const stops: (() => void)[] = []
    const look = () => {
      const { status } = $signIn.get()
      const isGone = $account.get() === undefined
      if (!isGone && status !== 'signedIn' && status !== 'off') return
      for (const stop of stops) stop()
      if (isGone) reject(walletError('MODAL_CLOSED'))
      else resolve()
    }
    stops.push($signIn.listen(look), $account.listen(look))
    look()
  })
}

function parseAccounts(value: unknown): readonly AccountId[] | undefined {
  return Array.isArray(value) ? value.filter((entry): entry is AccountId => isAccountId(entry)) : undefined
}
