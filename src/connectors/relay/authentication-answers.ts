// Answers of wallets to a request to sign in (wc_sessionAuthenticate), before the library gets them.
import * as z from 'zod/mini'
import { problemOf } from '../wallet-errors.js'

/**
 * Changes three things of how client 2.21.8 takes an answer.
 * - It gets only signatures of keys (EIP-191, 65 bytes), and refusals. That of a contract (`eip1271`) it would verify by asking a node of its vendor, which no
 *   option turns off. Any other answer counts as a refusal with `UNSUPPORTED_METHOD`; the visitor then connects without signing in one step.
 * - Its listener is async, and nobody holds the promise. When it throws, for a signature without a key or a recap that cannot be read, that is such a refusal,
 *   too: it would be an uncaught error, and the request would stay open.
 * - It drops the code of a refusal, so that it is put into its text.
 *
 * May go when the client verifies by a node of ours, rejects when its listener throws, and with the error itself.
 * @param engine the library's engine; its `onSessionAuthenticateResponse` is replaced
 */
export function adaptAnswers(engine: object): void {
  const { events } = engine as { readonly events?: Events } // as the library declares it
  if (!events || handling.has(engine)) return
  handling.set(engine, Promise.resolve())
  Reflect.set(engine, 'onSessionAuthenticateResponse', (_topic: unknown, payload: unknown) => {
    const { id } = answerSchema.parse(payload) // the library has found its request by this id
    const name = `session_request:${id}`
    const listeners = events.listeners(name)
    events.removeAllListeners(name)
    const handled = Promise.all([handling.get(engine), ...listeners.map((listener) => give(listener, readAnswer(payload)))])
    handling.set(
      engine,
      handled.then(() => undefined),
    )
  })
}

/** Resolves when the library has done all that it does with the answers that have come: it goes on after it has rejected one. */
export const answersHandled = async (engine: object): Promise<void> => handling.get(engine)

/** The engines that are changed, each with what it does with the answers that have come. */
const handling = new WeakMap<object, Promise<void>>()

/** The part of the engine's events that is used here. */
interface Events {
  listeners(name: string): readonly ((answer: Answer) => unknown)[]
  removeAllListeners(name: string): unknown
}

/** What the library's listener is given. */
type Answer = { readonly result: unknown } | { readonly error: Refusal }

interface Refusal {
  readonly code: number
  readonly message?: string | undefined
}

const answerSchema = z.object({ id: z.union([z.number(), z.string()]) })
const signedSchema = z.object({
  cacaos: z.array(z.object({ s: z.object({ t: z.literal('eip191'), s: z.string().check(z.regex(/^0x[\da-f]{130}$/i)) }) })),
})
const refusedSchema = z.object({ error: z.object({ code: z.number(), message: z.optional(z.string()) }) })

/** EIP-1193 */
const UNSUPPORTED_METHOD = 4200
const unverifiable = { code: UNSUPPORTED_METHOD, message: 'the signature cannot be verified here' } as const satisfies Refusal

function readAnswer(payload: unknown): Answer {
  const refused = refusedSchema.safeParse(payload)
  if (refused.success) return refusal(refused.data.error)
  const { result } = payload as { readonly result?: unknown } // an object: it has an id
  return signedSchema.safeParse(result).success ? { result } : refusal(unverifiable)
}

const refusal = ({ code, message = '' }: Refusal): Answer => ({ error: { code, message: `[${code}] ${message}` } })

/** Never rejects. */
async function give(listener: (answer: Answer) => unknown, answer: Answer): Promise<void> {
  try {
    await listener(answer)
  } catch {
    // Only the listener can reject what `authenticate` has returned, and it does so for a refusal.
    await Promise.resolve(refusal(unverifiable))
      .then(listener)
      .catch(() => undefined)
  }
}

/** The library's own error for a signature that is not of its account. */
const isUnverified = (thrown: unknown) => /signature verification failed/i.test(problemOf(thrown))

/** The error behind what the library rejects with: a text of `refusal`. A signature that is not of its account counts as one that cannot be verified. */
export function refusalOf(thrown: unknown): unknown {
  const [, code, message] = /^\[(-?\d+)\] ([^]*)$/.exec(String(thrown)) ?? []
  if (code !== undefined) return Object.assign(new Error(message), { code: Number(code) })
  return isUnverified(thrown) ? Object.assign(new Error(unverifiable.message), { code: UNSUPPORTED_METHOD }) : thrown
}
