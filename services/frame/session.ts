// The session of this browser. One tab refreshes for all of them, and ends for all of them. The access token is kept beside the refresh token, which can do
// more: a page that is loaded anew goes on with it, instead of refreshing, whose answer would be lost if the page were left at that moment.
import * as z from 'zod/mini'
import type { WireAnswer, WireBody, WirePath, WireSession } from '../src/embedded/wire.js'
import { ApiError, type Api, type CallOptions } from './api.js'
import type { Lock } from './locks.js'
import type { FrameStore } from './store.js'

/** The part of `BroadcastChannel` that is used. */
export interface TabChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  close(): void
}

/** The channel of this browser's tabs; absent where storage is blocked. */
export function openTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('wallet-frame')
  } catch {
    return undefined
  }
}

export interface SessionOptions {
  readonly api: Api
  readonly store: FrameStore
  readonly lock: Lock
  /** To the other tabs of this browser; absent where there is none. */
  readonly tabs?: TabChannel | undefined
}

/** Who is signed in. */
export interface FrameSession {
  /** Reads what was kept. Resolves with the user's id, if somebody is signed in. */
  userId(): Promise<string | undefined>
  /** Takes over a session that the API has just given. */
  begin(session: WireSession, userId: string): Promise<void>
  /** A call that needs the session. @throws NotSignedIn without one, or when it has ended; ApiError */
  call<P extends WirePath>(path: P, body: WireBody<P>, options?: Omit<CallOptions, 'token'>): Promise<WireAnswer<P>>
  /** Ends it here, in the other tabs, and then at the API, for which it waits `REMOTE_LIMIT_MS` at most. Never fails. */
  end(): Promise<void>
  /** Called whenever it has ended: by `end`, by another tab, or by the API. */
  onEnd(listener: () => void): void
  close(): void
}

/** There is no session. `hasEnded`: there was one, which the API no longer takes. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'
  constructor(readonly hasEnded: boolean) {
    super(hasEnded ? 'The session has ended' : 'Nobody is signed in')
  }
}

/** A page waits 3 s for a sign-out. */
export const REMOTE_LIMIT_MS = 2_500
/** An access token with less to live is refreshed first. */
const MARGIN_MS = 30_000

const stateSchema = z.object({
  userId: z.string(),
  refreshToken: z.string(),
  refreshExpiresAt: z.number(),
  token: z.string(),
  expiresAt: z.number(),
})
type State = z.infer<typeof stateSchema>
const messageSchema = z.union([
  z.object({ type: z.literal('ended') }),
  z.object({ type: z.literal('session'), state: stateSchema }),
])

export function createSession({ api, store, lock, tabs }: SessionOptions): FrameSession {
  let state: State | undefined
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()

  tabs?.addEventListener('message', ({ data }) => {
    const message = messageSchema.safeParse(data)
    if (!message.success) return
    if (message.data.type === 'ended') return forget()
    const told = message.data.state
    if (state && state.userId !== told.userId) forget() // another person has signed in
    state = told
    loading = Promise.resolve()
  })

  function forget(): void {
    const had = state !== undefined
    state = undefined
    loading = Promise.resolve() // what is kept is gone as well, or going
    if (had) for (const listener of listeners) listener()
  }

  async function load(): Promise<void> {
    const found = stateSchema.safeParse(await store.get('session'))
    if (found.success && !state && found.data.refreshExpiresAt > api.now()) state = found.data
  }

  async function current(): Promise<State | undefined> {
    await (loading ??= load())
    return state
  }

  async function take(session: WireSession, userId: string): Promise<State> {
    const { token, expiresAt, refreshToken, refreshExpiresAt } = session
    const taken = { userId, refreshToken, refreshExpiresAt, token, expiresAt }
    state = taken
    loading = Promise.resolve()
    await store.set('session', taken)
    tabs?.postMessage({ type: 'session', state: taken })
    return taken
  }

  /** @param refused the access token that the API no longer took */
  const isFresh = ({ token, expiresAt }: State, refused?: string): boolean =>
    token !== refused && expiresAt - MARGIN_MS > api.now()

  async function endLocally(): Promise<void> {
    forget()
    tabs?.postMessage({ type: 'ended' })
    await store.delete('session')
  }

  async function token(refused?: string, signal?: AbortSignal): Promise<string> {
    const now = await current()
    if (!now) throw new NotSignedIn(false)
    if (isFresh(now, refused)) return now.token
    return lock('session', async () => {
      // While this tab waited, another may have refreshed, or signed out.
      const latest = state
      if (!latest) throw new NotSignedIn(true)
      if (isFresh(latest, refused)) return latest.token
      const kept = stateSchema.safeParse(await store.get('session'))
      const known = kept.success && kept.data.userId === latest.userId ? kept.data : latest
      if (isFresh(known, refused)) {
        state = known
        return known.token
      }
      try {
        const session = await api.post('/api/session/refresh', { refreshToken: known.refreshToken }, { signal })
        if (state?.userId !== known.userId) throw new NotSignedIn(true) // signed out meanwhile
        return (await take(session, known.userId)).token
      } catch (error) {
        if (!isDead(error)) throw error
        await endLocally()
        throw new NotSignedIn(true)
      }
    })
  }

  return {
    userId: async () => (await current())?.userId,
    async begin(session, userId) {
      const before = await current()
      if (before && before.userId !== userId) forget()
      await take(session, userId)
    },
    async call(path, body, options = {}) {
      const first = await token(undefined, options.signal)
      try {
        return await api.post(path, body, { ...options, token: first })
      } catch (error) {
        if (!isDead(error)) throw error
      }
      const second = await token(first, options.signal)
      try {
        return await api.post(path, body, { ...options, token: second })
      } catch (error) {
        if (!isDead(error)) throw error
        await endLocally()
        throw new NotSignedIn(true)
      }
    },
    async end() {
      const before = await current().catch(() => undefined)
      await endLocally()
      if (!before) return
      await revoke(api, before).catch(() => undefined) // it ends by itself in time, and its key is needed to use it
    },
    onEnd: (listener) => void listeners.add(listener),
    close: () => tabs?.close(),
  }
}

/** Tells the API, within `REMOTE_LIMIT_MS` in all; with an access token that has run out, a new one is needed for that. */
async function revoke(api: Api, { token, expiresAt, refreshToken }: State): Promise<void> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), REMOTE_LIMIT_MS)
  const { signal } = controller
  try {
    const live = expiresAt > api.now() ? token : (await api.post('/api/session/refresh', { refreshToken }, { signal })).token
    await api.post('/api/session/end', {}, { token: live, signal })
  } finally {
    clearTimeout(timer)
  }
}

/** True when the API takes this token no longer. */
function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.failure === 'refused' && error.status === 401 && error.field === 'session'
}
