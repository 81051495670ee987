// What the handlers of the frame share, and how each of them is called.
import { FrameError } from '../../src/frame/frame-error.js'
import type { FramePayload, FrameReply, FrameRequestName } from '../../src/frame/messages.js'
import type { FrameConfig, WireUser } from '../src/embedded/wire.js'
import type { Accounts } from './accounts.js'
import type { Api } from './api.js'
import type { Chains } from './chains.js'
import type { Consents } from './consents.js'
import { coded } from './frame-errors.js'
import type { FrameLocale } from './messages.js'
import type { Nodes } from './nodes.js'
import type { Screens } from './screens.js'
import type { FrameSession } from './session.js'
import type { FrameStore } from './store.js'
import type { FrameWallet } from './wallet.js'

export interface FrameParts {
  /** Of this page, and of the wallet API. */
  readonly origin: string
  readonly projectId: string
  readonly config: FrameConfig
  readonly locale: () => FrameLocale
  readonly api: Api
  readonly store: FrameStore
  readonly session: FrameSession
  readonly consents: Consents
  readonly chains: Chains
  readonly accounts: Accounts
  readonly nodes: Nodes
  readonly wallet: FrameWallet
  readonly screens: Screens
  /** Sends the page a token that proves who has signed in. */
  readonly emitToken: (token: string) => void
}

/** What a handler knows of a request. */
export interface HandlerContext {
  /** Of the page at the other end of the channel, as the browser tells it. */
  readonly origin: string
  readonly signal: AbortSignal
  /** Tells the page that the answer takes longer. */
  pending(): void
}

export type Handler<N extends FrameRequestName> = (payload: FramePayload<N>, context: HandlerContext) => Promise<FrameReply<N>>
/** Some of the handlers. */
export type Handlers<N extends FrameRequestName> = { readonly [K in N]: Handler<K> }

/** The user, for a page that they have let in. @throws FrameError NOT_CONNECTED for any other; what the session's call throws */
export async function userFor(
  { session, consents }: Pick<FrameParts, 'session' | 'consents'>,
  { origin, signal }: HandlerContext,
): Promise<WireUser> {
  const userId = await session.userId()
  if (userId === undefined || !(await consents.has(userId, origin))) throw coded('NOT_CONNECTED')
  const user = await session.call('/api/user', {}, { signal })
  if (user.userId !== userId) throw coded('SESSION_EXPIRED')
  return user
}

/** @throws FrameError METHOD_NOT_SUPPORTED */
export function notSupported(): never {
  throw new FrameError('METHOD_NOT_SUPPORTED', 'method not supported')
}

/** A code as it was typed: full-width digits of some keyboards, and spaces, are fine. @throws FrameError OTP_INVALID */
export function readCode(typed: string): string {
  const code = typed.normalize('NFKC').replace(/\s/g, '')
  if (!/^[0-9]{6,10}$/.test(code)) throw coded('OTP_INVALID')
  return code
}
