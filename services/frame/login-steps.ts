// What all ways to log in have in common: the wait for somebody who is elsewhere, and what follows once the services have given a session.
import type { WireAnswer } from '../src/embedded/wire.js'
import { ApiError } from './api.js'
import { aborted } from './frame-errors.js'
import type { FrameParts, HandlerContext } from './parts.js'

/** A page waits 30 s for an answer, begun again by each sign that it takes longer. */
const PENDING_EVERY_MS = 10_000
/** One wait at the services lasts 20 s. */
export const WAIT_LIMIT_MS = 30_000
/** While somebody is elsewhere the network may come and go: so often in a row, after so long. */
const RETRIES = 5
const RETRY_MS = 2_000

/** Does `act`, and tells the page meanwhile that it takes longer. */
export async function whilePending<T>({ pending }: Pick<HandlerContext, 'pending'>, act: () => Promise<T>): Promise<T> {
  const ticking = setInterval(pending, PENDING_EVERY_MS)
  try {
    return await act()
  } finally {
    clearInterval(ticking)
  }
}

/**
 * Asks the services until they say something else than that it is still open.
 * @throws FrameError ABORTED; ApiError when they refuse, or are out of reach for long
 */
export async function untilEnded<T extends { readonly state: string }>(
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<Exclude<T, { readonly state: 'pending' }>> {
  let failed = 0
  for (;;) {
    try {
      const answer = await ask()
      failed = 0
      if (answer.state !== 'pending') return answer as Exclude<T, { readonly state: 'pending' }>
    } catch (error) {
      if (signal.aborted) throw aborted()
      if (!(error instanceof ApiError) || error.failure === 'refused' || ++failed > RETRIES) throw error
      await pause(RETRY_MS, signal)
    }
  }
}

/** Takes over the session of somebody who has just proved who they are, to the page at `origin`. */
export async function signIn(
  { consents, session, wallet }: Pick<FrameParts, 'consents' | 'session' | 'wallet'>,
  given: WireAnswer<'/api/email/verify'>,
  { origin, signal }: Pick<HandlerContext, 'origin' | 'signal'>,
): Promise<void> {
  const { userId } = given.user
  await wallet.lock() // whoever was signed in before
  await session.begin(given.session, userId)
  // Who logs in where the site was named to them has let the site in.
  try {
    await consents.give(userId, origin, signal)
  } catch (error) {
    // Signed in all the same: where this could not be said, the visitor is asked when the page wants to know who they are.
    if (!(error instanceof ApiError) || error.failure === 'refused') throw error
  }
}

/** @throws FrameError ABORTED */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(aborted())
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
