// A page asks for permissions: the request is read, shown, asked of the wallet once, and its answer is held against the request. A session counts only when
// the services have activated it, which they do with what the wallet has granted.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { CreatedSmartSession } from '../../api/smart-sessions.js'
import type { PermissionsAnswer } from '../../api/permissions.js'
import type { AccountId } from '../../vocabulary/caip.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type {
  AppKey,
  SmartSessionPermission,
  SmartSessionQuestion,
  SmartSessionRequest,
  SmartSessionResult,
} from '../../vocabulary/smart-session.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createSigning } from '../connections/signing.js'
import type { Core } from '../core.js'
import { followOutcome, whenConnected } from '../interface/outcome.js'
import { createModal } from '../interface/modal.js'
import { createRouter } from '../interface/router.js'
import { apiOf } from '../lib/api.js'
import { asWalletError, once, type Operation } from '../lib/operation.js'
import { abilitiesOf, type Ability } from './abilities.js'
import { createPermissionsSupport } from './permissions-support.js'

/** The opening that carries a page's request: the same object as long as the view is shown. */
export interface SmartSessionOpening {
  readonly request: SmartSessionRequest
}

/** What the visitor is asked. */
export interface ShownQuestion extends SmartSessionQuestion {
  readonly abilities: readonly Ability[]
}

/** Requests of pages, by the opening that carries them. */
export interface SmartSessionRequests {
  /** What was read of each; a refusal is why it cannot be asked. Absent: not read yet. */
  readonly $read: ReadableAtom<ReadonlyMap<object, ShownQuestion | { readonly refusal: WalletError }>>
  /**
   * Reads a request, once for each opening, for the account that is active then.
   * @throws WalletError CONFIG_INVALID while `features.smartSessions` is off; NO_SERVICES; NOT_CONNECTED; CHAIN_NOT_SUPPORTED for an account that is not of
   * an EVM chain; UNSUPPORTED_METHOD for a wallet that says that it knows no permissions; INVALID_PARAMS, UNSUPPORTED_CHAIN, ACCOUNT_CHANGED as
   * `readPermissionsRequest`
   */
  read(opening: SmartSessionOpening): Promise<ShownQuestion>
  /**
   * Asks the services for a key, and the wallet for its consent. The wallet is asked once: where only the activation has failed, a further call repeats that
   * alone. A second call joins a pending one.
   * @throws WalletError as `read`; ACCOUNT_CHANGED as soon as another account is active; USER_REJECTED, UNSUPPORTED_METHOD, WALLET_FAILED; and as `post`
   */
  readonly allow: Operation<[SmartSessionOpening], SmartSessionResult>
  /** Whether the wallet has agreed already, and only the services do not know it yet. */
  hasConsent(opening: object): boolean
  /**
   * Resolves with what was granted. The wallet's consent counts no more once the visitor has left.
   * @throws WalletError as `read`; what the last attempt has failed with; ACCOUNT_CHANGED as soon as another account is active; MODAL_CLOSED; DESTROYED
   */
  outcome(opening: SmartSessionOpening): Promise<SmartSessionResult>
}

/** How far an opening has come: what must not be done twice. */
interface Progress {
  created?: { readonly pci: string; readonly key: AppKey }
  granted?: PermissionsAnswer
}

/** A part. */
export function createSmartSessionRequests(core: Core): SmartSessionRequests {
  const { $account } = core.publicState
  const api = apiOf(core, core.config.services.data)
  const $read = atom<ReadonlyMap<object, ShownQuestion | { readonly refusal: WalletError }>>(new Map())
  const reading = new WeakMap<object, Promise<ShownQuestion>>()
  const progressOf = new WeakMap<object, Progress>()
  const load = () => Promise.all([import('../../api/smart-sessions.js'), import('../../api/permissions.js')]).catch(unreachable)
  const seconds = () => Math.floor(core.deps.now() / 1000)

  async function readNow({ request }: SmartSessionOpening): Promise<ShownQuestion> {
    if (core.config.features.smartSessions !== true)
      throw walletError('CONFIG_INVALID', { details: { setting: 'features.smartSessions', problem: 'smart sessions are off' } })
    if (core.config.services.data === undefined) throw walletError('NO_SERVICES')
    const account = $account.get()
    if (!account) throw walletError('NOT_CONNECTED')
    if (account.namespace !== 'eip155') throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: account.chainId } })
    const [, { readPermissionsRequest }] = await load()
    const { accountId, chainId, address } = account
    const now = seconds()
    const question = readPermissionsRequest(request, { account: accountId, chainId, address, now })
    if ((await core.use(createPermissionsSupport)(accountId)) === false)
      throw walletError('UNSUPPORTED_METHOD', { details: { method: 'wallet_grantPermissions' } })
    const abilities = abilitiesOf(question.permissions, { from: now, until: question.expiry })
    return { ...question, abilities }
  }
  const note = (opening: object, read: ShownQuestion | { readonly refusal: WalletError }) =>
    $read.set(new Map([...$read.get()].slice(-OPENINGS_MAX)).set(opening, read))

  function read(opening: SmartSessionOpening): Promise<ShownQuestion> {
    const known = reading.get(opening)
    if (known) return known
    const promise = readNow(opening)
    reading.set(opening, promise)
    promise.then(
      (question) => note(opening, question),
      (error: unknown) => {
        const refusal = asWalletError(error)
        note(opening, { refusal })
        if (refusal.code === 'NETWORK_ERROR') reading.delete(opening) // the next call loads it again
      },
    )
    return promise
  }

  /** Rejects with ACCOUNT_CHANGED as soon as another account is active, and when `signal` aborts. */
  function whileActive(account: AccountId, signal: AbortSignal) {
    let stop = () => {}
    const ended = new Promise<never>((_, reject) => {
      const stopAccount = $account.subscribe((now) => now?.accountId !== account && reject(walletError('ACCOUNT_CHANGED')))
      const abort = () => reject(asWalletError(signal.reason))
      signal.addEventListener('abort', abort)
      stop = () => {
        stopAccount()
        signal.removeEventListener('abort', abort)
      }
    })
    ended.catch(() => undefined) // it is awaited with each step
    return { during: <T>(step: Promise<T>): Promise<T> => Promise.race([ended, step]), stop }
  }

  const allow = once(core, async (signal, opening: SmartSessionOpening): Promise<SmartSessionResult> => {
    const question = await read(opening)
    const { account } = question
    const progress = progressOf.get(opening) ?? {}
    progressOf.set(opening, progress)
    const { during, stop } = whileActive(account, signal)
    try {
      const [services, { readSessionKey, readPermissionsAnswer }] = await during(load())
      const terms = { expiry: question.expiry, permissions: termsOf(question.permissions), policies: [] }
      const created = (progress.created ??= await during(
        services
          .createSmartSession(api, {
            account,
            request: { ...terms, signer: signerOf(question.keys), chainId: question.chainId },
            signal,
          })
          .then(({ pci, key }: CreatedSmartSession) => ({ pci, key: readSessionKey(key) })),
      ))
      const keys = [created.key, ...question.keys]
      const granted = (progress.granted ??= await during(
        core
          .use(createSigning)
          .ask({ from: account, method: 'wallet_grantPermissions', params: [toWallet(question, keys)] })
          .then((answer) => readPermissionsAnswer(answer, { ...question, keys, now: seconds() })),
      ))
      const { pci } = created
      const { context, expiry } = granted
      const kept = { ...terms, expiry, permissions: termsOf(granted.permissions), signer: signerOf(keys) }
      await during(services.activateSmartSession(api, { account, activation: { ...kept, pci, context }, signal }))
      const result: SmartSessionResult = { pci, account, key: created.key, ...granted }
      show(result)
      return result
    } finally {
      stop()
    }
  })

  function show(result: SmartSessionResult) {
    const router = core.use(createRouter)
    const isShown = router.$history.get().some((view) => core.deps.views.find(view)?.task === 'smartSession')
    if (core.use(createModal).$open.get() && isShown) router.reset({ name: 'SmartSessionCreated', smartSession: result })
  }

  return {
    $read: readonlyType($read),
    read,
    allow,
    hasConsent: (opening) => progressOf.get(opening)?.granted !== undefined,
    async outcome(opening) {
      await whenConnected(core)
      const { account } = await read(opening)
      const followed = followOutcome(core, { $state: allow.$state, task: 'smartSession', onLeave: () => allow.cancel() })
      followed.catch(() => undefined) // another account may end it first
      let stop = () => {}
      const changed = new Promise<never>((_, reject) => {
        stop = $account.subscribe((now) => now?.accountId !== account && reject(walletError('ACCOUNT_CHANGED')))
      })
      return Promise.race([followed, changed]).finally(() => stop())
    },
  }
}

/** What was read of openings before these is forgotten: a view shows the last. */
const OPENINGS_MAX = 4

const termsOf = (permissions: readonly SmartSessionPermission[]) =>
  permissions.map(({ type, data }) => ({ type, data: { ...data } }))

const signerOf = (keys: readonly AppKey[]) => ({ type: 'keys', data: { keys: [...keys] } })

/** The parameter of `wallet_grantPermissions` (wire reference §2.21). */
const toWallet = ({ chainId, address, expiry, permissions }: SmartSessionQuestion, keys: readonly AppKey[]) => ({
  chainId,
  address,
  expiry,
  signer: signerOf(keys),
  permissions,
  policies: [],
})
