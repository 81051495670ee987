// JSON-RPC 2.0: schemas of calls and answers, and the error codes of our own refusals.
import * as z from 'zod'

/** Error codes of JSON-RPC 2.0; `limitExceeded` is of EIP-1474. */
export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  limitExceeded: -32005,
} as const

/** One call. A notification (a call without an id) is refused, because its answer would reach nobody. */
export const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(128), z.int()]),
  method: z.string().min(1).max(128),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
})

const errorSchema = z.looseObject({ code: z.number(), message: z.string() })

/** One answer of a node. */
export const answerSchema = z
  .object({ id: z.union([z.string(), z.number(), z.null()]), result: z.unknown().optional(), error: errorSchema.optional() })
  .refine((answer) => answer.error !== undefined || answer.result !== undefined, 'neither result nor error')

/** A parsed call. */
export type RpcCall = z.output<typeof callSchema>
/** The id of an answer; null where the call could not be read. */
export type RpcId = RpcCall['id'] | null
/** The `error` of an answer. */
export type RpcError = z.output<typeof errorSchema>
/** An answer without its id. */
export type RpcOutcome = { readonly result: unknown } | { readonly error: RpcError }
/** An answer to a caller. */
export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: RpcId } & RpcOutcome

/** The answer with this outcome to the call with this id. */
export function answer(id: RpcId, outcome: RpcOutcome): RpcAnswer {
  return { jsonrpc: '2.0', id, ...outcome }
}

/** The outcome of a call that is refused here. */
export function refusal(code: number, message: string): RpcOutcome {
  return { error: { code, message } }
}
