// Who is signed in, for the pages that they have let in; and signing out.
import type { WireUser } from '../src/embedded/wire.js'
import { ApiError } from './api.js'
import { isAccountType, type ChainAccounts } from './accounts.js'
import type { SmartAccount } from './approvals/types.js'
import { wireChain } from './chains.js'
import { coded, loaded } from './frame-errors.js'
import { notSupported, userFor, type FrameParts, type Handler, type HandlerContext, type Handlers } from './parts.js'
import { NotSignedIn } from './session.js'

type Names = 'GET_USER' | 'IS_CONNECTED' | 'SIGN_OUT' | 'SET_PREFERRED_ACCOUNT' | 'INIT_SMART_ACCOUNT'

/** @param request asks the visitor to sign, where a page wants a signature with the login */
export function createUser(parts: FrameParts, request: Handler<'RPC_REQUEST'>): Handlers<Names> {
  const { accounts, chains, consents, nodes, screens, session, store, wallet } = parts
  let hasToldNotKept = false

  async function letIn(userId: string, { origin, signal }: HandlerContext): Promise<WireUser> {
    const isIn = await consents.has(userId, origin)
    const user = await session.call('/api/user', {}, { signal })
    if (user.userId !== userId) throw coded('SESSION_EXPIRED')
    if (isIn) return user
    const about = { origin, user: user.email ?? user.userName ?? undefined, mode: user.wallet?.mode }
    // A refusal looks like nobody being signed in: the page learns no more than it knew.
    if (!(await screens.askConsent(about, signal))) throw coded('NOT_CONNECTED')
    await consents.give(userId, origin, signal)
    return user
  }

  async function publish({ origin, signal }: HandlerContext): Promise<void> {
    const { token } = await session.call('/api/session/identity', { appOrigin: origin }, { signal })
    parts.emitToken(token)
  }

  /** The accounts on the active chain, of the user that the page was let in for. */
  async function activeAccounts(context: HandlerContext): Promise<ChainAccounts> {
    const { wallet: found } = await userFor(parts, context)
    if (!found) throw coded('NOT_CONNECTED')
    return accounts.on(await chains.active(), context.origin, found.addresses)
  }

  async function isDeployed(smart: SmartAccount, signal: AbortSignal): Promise<boolean> {
    return (await loaded(import('./smart/account.js'))).isDeployed(nodes, smart, signal)
  }

  return {
    async IS_CONNECTED(_, { origin }) {
      const userId = await session.userId()
      if (userId === undefined) return { isConnected: false }
      try {
        return { isConnected: await consents.has(userId, origin) }
      } catch (error) {
        if (error instanceof NotSignedIn || (error instanceof ApiError && error.failure === 'refused'))
          return { isConnected: false }
        throw error
      }
    },

    async GET_USER(payload, context) {
      const userId = await session.userId()
      if (userId === undefined) throw coded('NOT_CONNECTED')
      const user = await letIn(userId, context)
      const chainId = payload?.chainId === undefined ? await chains.active() : await useKnown(payload.chainId)
      const ready = await wallet.ready(user, context.signal)
      if (!store.isKept && !hasToldNotKept) {
        hasToldNotKept = true
        await screens.tellNotKept(context.signal)
      }
      const wanted = payload?.preferredAccountType
      if (isAccountType(wanted)) await accounts.prefer(context.origin, wanted)
      const { address, type, all, smart } = await accounts.on(chainId, context.origin, ready.addresses)
      // Of no weight for a login: where no node answers, nothing is said.
      const looking = smart ? isDeployed(smart, context.signal).catch(() => undefined) : false
      const [deployed] = await Promise.all([looking, publish(context)])
      const asked = payload?.siwxMessage
      const signing = asked && (await import('./sign-in.js').catch(() => undefined))
      return {
        ...(signing && (await signing.signWithLogin(parts, request, asked, { address, chainId }, context))),
        address,
        chainId: wireChain(chainId),
        email: user.email,
        userName: user.userName ?? null,
        accounts: [...all],
        ...(deployed === undefined ? {} : { smartAccountDeployed: deployed }),
        preferredAccountType: type,
        provider: user.provider,
        ...(ready.recovery ? { recovery: ready.recovery } : {}),
      }
    },

    async SIGN_OUT() {
      // Keys first, and without the network. The device stays one of the wallet's: its half opens nothing without a session.
      await wallet.lock()
      await consents.forget()
      await store.deleteAll('sent:calls:')
      await store.deleteAll('prefers:')
      await store.deleteAll('passkey:')
      await session.end()
    },

    async SET_PREFERRED_ACCOUNT({ type }, context) {
      // Where no chain has smart accounts, nothing is kept that would hold one day without having been asked for again.
      if (!isAccountType(type) || (type === 'smartAccount' && accounts.networks.length === 0)) throw coded('FAILED')
      await activeAccounts(context) // refuses pages that were not let in
      await accounts.prefer(context.origin, type)
      // On a chain without smart accounts, the answer is the account of the key.
      const { address, type: held } = await activeAccounts(context)
      return { type: held, address }
    },

    /** Sets nothing up: the contract is made with the first operation, which pays for it. */
    async INIT_SMART_ACCOUNT(_, context) {
      if (accounts.networks.length === 0) return notSupported()
      const { smart } = await activeAccounts(context)
      if (!smart) return notSupported()
      return { address: smart.address, isDeployed: await isDeployed(smart, context.signal) }
    },
  }

  /** A page may name a chain that the services do not have: then the account is the same, on the chain that is active. */
  async function useKnown(chain: string | number): Promise<string> {
    const chainId = await chains.resolve(chain).catch(() => undefined)
    return chainId === undefined ? chains.active() : chains.use(chainId)
  }
}
