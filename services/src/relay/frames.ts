// JSON-RPC text frames, in and out. Ids are kept as JSON text: clients send 19-digit numbers, which a JavaScript number cannot hold, and expect
// the same digits back.
import { z } from 'zod'

/** Error codes of JSON-RPC 2.0, and two of the relay: `internal` and `limit`. */
export const RPC_ERRORS = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  badParams: -32602,
  internal: -32000,
  limit: -32005,
} as const

/** A refusal whose code and message the client gets. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** The JSON text of an id: digits, or a quoted string. */
export type RawId = string

/** A parsed frame: a request, a reply to a push, or the error to answer with. */
export type Frame =
  | { readonly kind: 'request'; readonly id: RawId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'reply'; readonly id: string; readonly ok: boolean }
  | { readonly kind: 'malformed'; readonly id: RawId; readonly error: RpcError }

const MAX_ID_LENGTH = 66
const requestSchema = z.object({ jsonrpc: z.literal('2.0'), method: z.string().max(100), params: z.unknown().optional() })
const replySchema = z.union([
  z.object({ jsonrpc: z.literal('2.0'), result: z.unknown().refine((value) => value !== undefined) }),
  z.object({ jsonrpc: z.literal('2.0'), error: z.object({}) }),
])

/** Reads one text frame. Never throws. */
export function parseFrame(text: string): Frame {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return malformed('null', RPC_ERRORS.parse, 'Parse error')
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return malformed('null', RPC_ERRORS.invalidRequest, 'Invalid request')
  const id = rawIdOf(text)
  if (id === undefined) return malformed('null', RPC_ERRORS.invalidRequest, 'Invalid request: id')
  if ('method' in json) {
    const request = requestSchema.safeParse(json)
    if (!request.success) return malformed(id, RPC_ERRORS.invalidRequest, 'Invalid request')
    return { kind: 'request', id, method: request.data.method, params: request.data.params }
  }
  const reply = replySchema.safeParse(json)
  if (!reply.success) return malformed(id, RPC_ERRORS.invalidRequest, 'Invalid request')
  return { kind: 'reply', id: pushIdOf(id), ok: 'result' in reply.data }
}

/** The text of a successful response. */
export function resultFrame(id: RawId, result: unknown): string {
  return `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** The text of an error response. */
export function errorFrame(id: RawId, error: RpcError): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code: error.code, message: error.message })}}`
}

/** The part of a message that its subscribers get. */
export interface Push {
  readonly topic: string
  readonly message: string
  readonly tag: number
  /** Unix milliseconds. */
  readonly publishedAt: number
  readonly attestation: string | null
}

/** The text of an `irn_subscription` request; the client's response with the same id is the acknowledgement. */
export function pushFrame(id: number, subscriptionId: string, push: Push): string {
  const { topic, message, attestation, publishedAt, tag } = push
  const body = { topic, message, attestation, publishedAt, tag }
  return JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: subscriptionId, data: body } })
}

function malformed(id: RawId, code: number, message: string): Frame {
  return { kind: 'malformed', id, error: new RpcError(code, message) }
}

/** The id of a push without quotes: clients read large integers as BigInt and may answer with a string that ends in `n`. */
function pushIdOf(raw: RawId): string {
  return raw.replace(/^"|"$/g, '').replace(/n$/, '')
}

/** The JSON text of the top-level `id` of a JSON object; the last one counts, as in JSON.parse. Undefined: absent, too long, or another type. */
function rawIdOf(text: string): RawId | undefined {
  let found: string | undefined
  let depth = 0
  let isKey = false
  let at = 0
  while (at < text.length) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (depth === 1 && isKey && JSON.parse(text.slice(at, end)) === 'id') found = scalarAfterColon(text, end)
      isKey = false
      at = end
      continue
    }
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    if (depth === 1 && (character === '{' || character === ',')) isKey = true
    at += 1
  }
  return found
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function scalarAfterColon(text: string, from: number): RawId | undefined {
  const start = from + (/^[\s:]*/.exec(text.slice(from, from + MAX_ID_LENGTH))?.[0].length ?? 0)
  const raw = text[start] === '"' ? text.slice(start, endOfString(text, start)) : /^-?\d+(?![\d.eE])/.exec(text.slice(start))?.[0]
  return raw !== undefined && raw.length <= MAX_ID_LENGTH ? raw : undefined
}
