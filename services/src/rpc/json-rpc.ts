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

/**
 * One call. A notification (a call without an id) is refused, because its answer would reach nobody. An id is a text, or an integer that a double
 * holds exactly: another number would come back to the caller as a different one.
 */
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

/** The outcome in a node's answer. */
export function outcomeOf({ result, error }: Pick<z.output<typeof answerSchema>, 'result' | 'error'>): RpcOutcome {
  return error ? { error } : { result }
}

/** The outcome of a call that is refused here. */
export function refusal(code: number, message: string, data?: unknown): RpcOutcome {
  return { error: { code, message, ...(data !== undefined && { data }) } }
}

/** A call that may be sent on, or why it may not. `id` is null where none could be read. */
export type ParsedCall =
  | { readonly call: RpcCall }
  | { readonly call?: undefined; readonly id: RpcId; readonly code: number; readonly message: string }

/** Levels of objects and lists in the parameters of a call. */
const DEPTH_MAX = 32

/**
 * Reads one call of a stranger. Only the result may be sent to a node, never the text it was read from: parsers disagree about repeated names,
 * and Go's takes `Method` for `method` (https://pkg.go.dev/encoding/json#Unmarshal), so a node could read another call than was checked here.
 *
 * Refused with -32602 are parameters that two parsers could read differently: names of one object that differ in case only, `__proto__`, integers
 * beyond 2^53 and numbers beyond a double, text that is not well-formed Unicode, more than 32 levels.
 */
export function parseCall(value: unknown): ParsedCall {
  const { data: call } = callSchema.safeParse(value)
  if (!call || (typeof call.id === 'string' && !call.id.isWellFormed()))
    return { id: null, code: codes.invalidRequest, message: 'Not a JSON-RPC 2.0 call with an id' }
  // The schema has left out `__proto__` at the top of the parameters, so the value as it came is looked at.
  const problem = findAmbiguity((value as { readonly params?: unknown }).params, DEPTH_MAX)
  return problem === undefined ? { call } : { id: call.id, code: codes.invalidParams, message: problem }
}

/** The form in which Go compares names: `FromBlock`, `fromBlock` and `fromBloc\u212a` are one. */
export function foldKey(key: string): string {
  return key.toUpperCase().toLowerCase()
}

/** The first part of a value that parsers of JSON do not agree about, in words; undefined when there is none. */
function findAmbiguity(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : 'A text is not well-formed Unicode'
  if (typeof value === 'number') return isExact(value) ? undefined : 'A number is too large: write it as a text'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === 0) return `The parameters are nested deeper than ${DEPTH_MAX}`
  if (!Array.isArray(value)) {
    const keys = Object.keys(value)
    if (keys.includes('__proto__')) return 'The name __proto__ is not allowed'
    if (!keys.every((key) => key.isWellFormed())) return 'A name is not well-formed Unicode'
    if (new Set(keys.map(foldKey)).size < keys.length) return 'Two names of one object differ in case only'
  }
  for (const child of Object.values(value)) {
    const problem = findAmbiguity(child, depth - 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** False for what JSON.parse may have rounded to another integer, and for Infinity (`1e999`), which JSON cannot say. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
}
