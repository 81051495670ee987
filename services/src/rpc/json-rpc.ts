// JSON-RPC 2.0 shapes: what callers may send, what a node may answer, and the codes of our own refusals.
import * as z from 'zod'

export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  limitExceeded: -32005,
} as const

/** A call without an id (a notification) is refused: on a chain it would be a question that nobody hears the answer to. */
export const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(128), z.int()]),
  method: z.string().min(1).max(128),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
})

const errorSchema = z.looseObject({ code: z.number(), message: z.string() })

export const answerSchema = z
  .object({ id: z.union([z.string(), z.number(), z.null()]), result: z.unknown().optional(), error: errorSchema.optional() })
  .refine((answer) => answer.error !== undefined || answer.result !== undefined, 'neither result nor error')

export type RpcCall = z.output<typeof callSchema>
export type RpcId = RpcCall['id'] | null
export type RpcError = z.output<typeof errorSchema>
export type RpcOutcome = { readonly result: unknown } | { readonly error: RpcError }
export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: RpcId } & RpcOutcome

export function answer(id: RpcId, outcome: RpcOutcome): RpcAnswer {
  return { jsonrpc: '2.0', id, ...outcome }
}

export function refusal(code: number, message: string): RpcOutcome {
  return { error: { code, message } }
}
