// Logging in with an account elsewhere: at a provider, in a window that the page opens, or in the Farcaster app. The services tell the end to this device's
// key alone; the page has an address, which opens a window and proves nothing. One login is open at a time, and none ends for a page that has left it.
import type { WireUser } from '../src/embedded/wire.js'
import { aborted, coded } from './frame-errors.js'
import { signIn, untilEnded, WAIT_LIMIT_MS, whilePending } from './login-steps.js'
import type { FrameParts, Handler, HandlerContext, Handlers } from './parts.js'

type Names = 'GET_SOCIAL_REDIRECT_URI' | 'CONNECT_SOCIAL' | 'GET_FARCASTER_URI' | 'CONNECT_FARCASTER' | 'GET_USER'
type Parts = Pick<FrameParts, 'api' | 'config' | 'consents' | 'locale' | 'origin' | 'projectId' | 'session' | 'wallet'>

/** Logins elsewhere. */
export interface Social {
  readonly handlers: Handlers<Names>
  /** Ends the open login: whoever waits for it is told ABORTED, and nobody is signed in by it any more. */
  end(): void
}

interface Attempt {
  readonly at: 'social' | 'farcaster'
  readonly id: string
  /** What the page was given. */
  readonly address: string
  /** Of the page. */
  readonly origin: string
  readonly controller: AbortController
  /** Begun by the first who waits; further ones wait for the same. */
  user?: Promise<WireUser>
}

const reasons = {
  cancelled: 'CANCELLED',
  refused: 'LOGIN_REFUSED',
  expired: 'LOGIN_EXPIRED',
  provider: 'PROVIDER_UNAVAILABLE',
} as const

/** @param getUser answers who is signed in, and makes the wallet where there is none */
export function createSocial(parts: Parts, getUser: Handler<'GET_USER'>): Social {
  const { api, config, locale, origin: own, projectId, session } = parts
  let open: Attempt | undefined
  /** Grows with each start and end: what was asked for before is not opened after it. */
  let turns = 0

  function end(): void {
    turns += 1
    open?.controller.abort()
    open = undefined
  }

  async function begin(
    at: Attempt['at'],
    { origin }: HandlerContext,
    start: () => Promise<{ readonly id: string; readonly address: string }>,
  ): Promise<string> {
    end()
    const turn = turns
    const { id, address } = await start()
    if (turn !== turns) throw aborted()
    open = { at, id, address, origin, controller: new AbortController() }
    return address
  }

  /** @throws FrameError LOGIN_EXPIRED for a login that is not open, or is another page's; CANCELLED, LOGIN_REFUSED, PROVIDER_UNAVAILABLE, ABORTED */
  async function finish(at: Attempt['at'], address: string | undefined, { origin, signal }: HandlerContext): Promise<WireUser> {
    const attempt = open
    if (attempt?.at !== at || attempt.origin !== origin) throw coded('LOGIN_EXPIRED')
    if (address !== undefined && address !== attempt.address) throw coded('LOGIN_EXPIRED')
    const leave = () => (open === attempt ? end() : attempt.controller.abort())
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      return await (attempt.user ??= wait(attempt))
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  async function wait(attempt: Attempt): Promise<WireUser> {
    const { id, at, origin } = attempt
    const { signal } = attempt.controller
    try {
      const ask = () => api.post(`/api/${at}/wait`, { attempt: id }, { signal, limitMs: WAIT_LIMIT_MS })
      const answer = await untilEnded(ask, signal)
      if (answer.state === 'failed') throw coded(reasons[answer.reason])
      // From here on it is not left half done: a signal that ends it now ends the session again.
      await signIn(parts, answer, { origin, signal: new AbortController().signal })
      if (!signal.aborted) return answer.user
      await session.end()
      throw aborted()
    } finally {
      if (open === attempt) open = undefined
    }
  }

  /** Logs in, and answers as GET_USER. A page that leaves before it has its answer has nobody signed in. */
  async function connect(uri: string, asked: Parameters<Handler<'GET_USER'>>[0], context: HandlerContext) {
    return whilePending(context, async () => {
      await finish('social', uri, context)
      try {
        return await getUser(asked, context)
      } catch (error) {
        if (context.signal.aborted) await session.end()
        throw error
      }
    })
  }

  const handlers: Handlers<Names> = {
    async GET_SOCIAL_REDIRECT_URI({ provider }, context) {
      if (!config.features.socials.includes(provider)) throw coded('PROVIDER_NOT_OFFERED')
      const uri = await begin('social', context, async () => {
        const body = { projectId, appOrigin: context.origin, provider, locale: locale() }
        const { attempt, uri: given } = await api.post('/api/social/start', body, { isCookieKept: true })
        return { id: attempt, address: given }
      })
      // Windows of the page open on this origin alone.
      if (URL.canParse(uri) && new URL(uri).origin === own) return { uri }
      end()
      throw coded('SERVICES_UNAVAILABLE')
    },

    async CONNECT_SOCIAL({ uri, rpcUrl: _, ...asked }, context) {
      const user = await connect(uri, asked, context)
      const { address, chainId, email, userName, accounts, preferredAccountType, signature, message, siwxMessage } = user
      const signed = siwxMessage && { signature, message, siwxMessage }
      return { address, chainId, email, userName, accounts, preferredAccountType, ...signed }
    },

    async GET_USER(payload, context) {
      const { socialUri, ...asked } = payload ?? {}
      return socialUri === undefined ? getUser(payload, context) : connect(socialUri, asked, context)
    },

    async GET_FARCASTER_URI(_, context) {
      if (!config.features.farcaster) throw coded('PROVIDER_NOT_OFFERED')
      const url = await begin('farcaster', context, async () => {
        const body = { projectId, appOrigin: context.origin, locale: locale() }
        const { attempt, url: given } = await api.post('/api/farcaster/start', body)
        return { id: attempt, address: given }
      })
      if (isLink(url, config.allowLoopback)) return { url }
      end()
      throw coded('SERVICES_UNAVAILABLE')
    },

    async CONNECT_FARCASTER(_, context) {
      const { userName } = await whilePending(context, () => finish('farcaster', undefined, context))
      return { userName: userName ?? '' }
    },
  }
  return { handlers, end }
}

/** Whether a page may open it: never a script, and without https nothing but the machine itself. */
function isLink(text: string, allowLoopback: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && allowLoopback && /^(?:127\.0\.0\.1|localhost)$/.test(hostname))
}
