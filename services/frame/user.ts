// Who is signed in, for the pages that they have let in; and signing out.
import type { WireUser } from '../src/embedded/wire.js'
import { ApiError } from './api.js'
import { familyOf, wireChain, type Family } from './chains.js'
import { coded } from './frame-errors.js'
import { userFor, type FrameParts, type HandlerContext, type Handlers } from './parts.js'
import { NotSignedIn } from './session.js'

type Names = 'GET_USER' | 'IS_CONNECTED' | 'SIGN_OUT' | 'SET_PREFERRED_ACCOUNT'

export function createUser(parts: FrameParts): Handlers<Names> {
  const { chains, consents, screens, session, store, wallet } = parts
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

  const addressOf = (addresses: Readonly<Record<Family, string>>, chainId: string): string => addresses[familyOf(chainId)]

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
      const address = addressOf(ready.addresses, chainId)
      await publish(context)
      return {
        address,
        chainId: wireChain(chainId),
        email: user.email,
        userName: user.userName ?? null,
        accounts: [{ address, type: 'eoa' }],
        smartAccountDeployed: false,
        preferredAccountType: 'eoa',
        provider: user.provider,
        ...(ready.recovery ? { recovery: ready.recovery } : {}),
      }
    },

    async SIGN_OUT() {
      // Keys first, and without the network. The device stays one of the wallet's: its half opens nothing without a session.
      await wallet.lock()
      await consents.forget()
      await store.deleteAll('sent:calls:')
      await session.end()
    },

    async SET_PREFERRED_ACCOUNT({ type }, context) {
      if (type !== 'eoa') throw coded('FAILED')
      const { wallet: found } = await userFor(parts, context)
      if (!found) throw coded('NOT_CONNECTED')
      return { type, address: addressOf(found.addresses, await chains.active()) }
    },
  }

  /** A page may name a chain that the services do not have: then the account is the same, on the chain that is active. */
  async function useKnown(chain: string | number): Promise<string> {
    const chainId = await chains.resolve(chain).catch(() => undefined)
    return chainId === undefined ? chains.active() : chains.use(chainId)
  }
}
