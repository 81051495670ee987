// Answers of wallets to a request to sign in (wc_sessionAuthenticate), before the library gets them.
import * as z from 'zod/mini'

/**
 * Changes two answers before the library gets them. One that a contract has signed (`eip1271`) is refused: client 2.21.8 verifies it by asking a node of its
 * vendor, which no option turns off; the visitor then connects without signing in one step. And the library drops the code of a refusal, so that it is
 * put into its text. May go when the client verifies by a node of ours and rejects with the error itself.
 * @param engine the library's engine; its `onSessionAuthenticateResponse` is replaced
 */
export function adaptAnswers(engine: object): void {
  const receive: unknown = Reflect.get(engine, 'onSessionAuthenticateResponse')
  if (typeof receive !== 'function' || adapted.has(engine)) return
  adapted.add(engine)
  Reflect.set(engine, 'onSessionAuthenticateResponse', (topic: unknown, payload: unknown) => {
    const { data: signed } = signedAnswerSchema.safeParse(payload)
    const { data: refused } = refusalSchema.safeParse(payload)
    const isByContract = signed?.result.cacaos.some(({ s }) => s.t !== 'eip191') ?? false
    const error = isByContract ? { code: UNSUPPORTED_METHOD, message: 'a contract has signed' } : refused?.error
    const answer = error ? { id: (signed ?? refused)?.id, jsonrpc: '2.0', error: withCode(error) } : payload
    return Reflect.apply(receive, engine, [topic, answer]) as unknown
  })
}

/** The engines whose answers are changed already. */
const adapted = new WeakSet<object>()

/** EIP-1193 */
const UNSUPPORTED_METHOD = 4200
const idSchema = z.union([z.number(), z.string()])
const signedAnswerSchema = z.object({
  id: idSchema,
  result: z.object({ cacaos: z.array(z.object({ s: z.object({ t: z.string() }) })) }),
})
const refusalSchema = z.object({ id: idSchema, error: z.object({ code: z.number(), message: z.string() }) })

const withCode = ({ code, message }: { readonly code: number; readonly message: string }) => ({
  code,
  message: `[${code}] ${message}`,
})

/** The error behind what the library rejects with: a text of `withCode`. */
export function refusalOf(thrown: unknown): unknown {
  const [, code, message] = /^\[(-?\d+)\] ([^]*)$/.exec(String(thrown)) ?? []
  return code === undefined ? thrown : Object.assign(new Error(message), { code: Number(code) })
}
