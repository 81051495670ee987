// What a window is shown and what it answers, as bytes. The bytes of a request have all that is signed: their hash stands for it.
import { encode } from '../encoding.js'
import * as z from 'zod/mini'
import { en, type MessageKey } from '../approvals/messages.js'
import type { Approval, CallView, EditableAllowance, Row, Value } from '../approvals/types.js'
import type { Bytes } from './seal.js'

/** A request, as the window draws it. */
export interface WindowRequest {
  /** Of the page that asks, as the browser has told the frame. */
  readonly origin: string
  /** BCP 47. */
  readonly locale: string
  readonly theme: 'light' | 'dark' | 'auto'
  /** False: the allowance that the visitor wanted could not be set. */
  readonly isChanged: boolean
  readonly approval: Approval
}

/** What the visitor has decided, about the request with this hash. */
export type WindowAnswer =
  | { readonly outcome: 'approved'; readonly hash: string }
  | { readonly outcome: 'rejected'; readonly hash: string }
  /** Another allowance is wanted: the frame asks anew. `path`: the places of its call and of those around it; empty: it is the request's own. */
  | { readonly outcome: 'edit'; readonly hash: string; readonly amount: bigint; readonly path: readonly number[] }

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const textOf = (bytes: Bytes): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))

export function writeRequest(request: WindowRequest): Bytes {
  return utf8(
    JSON.stringify(request, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? encode(value) : value,
    ),
  )
}

const digits = z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/))
const key = z.custom<MessageKey>((value) => typeof value === 'string' && Object.hasOwn(en, value))
const optionalText = z.optional(z.string())
const value = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('block'), text: z.string() }),
  z.object({ type: z.literal('phrase'), key }),
  z.object({ type: z.literal('address'), address: z.string(), name: optionalText, isSelf: z.optional(z.boolean()) }),
  z.object({ type: z.literal('amount'), amount: digits, decimals: z.int(), symbol: z.string(), unverified: optionalText }),
  z.object({ type: z.literal('unlimited'), symbol: z.string(), unverified: optionalText }),
  z.object({ type: z.literal('time'), at: z.optional(z.number()) }),
])
const rows = z.array(z.object({ label: key, value, danger: z.optional(z.boolean()) }))
const editable = z.optional(z.object({ amount: digits, isUnlimited: z.boolean(), decimals: z.int(), symbol: z.string() }))
/** Those within are parsed when they are read: a schema that names itself would make the file longer that all share. */
const call = z.object({ title: key, rows, calls: z.array(z.unknown()), editable })
const requestSchema = z.object({
  origin: z.string(),
  locale: z.string(),
  theme: z.enum(['light', 'dark', 'auto']),
  isChanged: z.boolean(),
  approval: z.object({
    kind: z.enum([
      'message',
      'signIn',
      'typedData',
      'permit',
      'transaction',
      'approval',
      'batch',
      'solanaMessage',
      'solanaTransaction',
    ]),
    title: key,
    action: key,
    risk: z.enum(['normal', 'risky']),
    warnings: z.array(z.object({ key, level: z.enum(['note', 'danger']), values: z.optional(z.record(z.string(), z.string())) })),
    head: rows,
    rows,
    calls: z.array(z.unknown()),
    raw: z.string(),
    simulation: z.optional(
      z.object({
        status: z.enum(['done', 'reverts']),
        changes: z.array(z.object({ direction: z.enum(['in', 'out']), value })),
      }),
    ),
    editable,
    // And `sign`, which is in the bytes for their hash: a window signs nothing.
  }),
})

/** An allowance without what only the frame can do: make the bytes of another one. */
export type ShownAllowance = Omit<EditableAllowance, 'with'>
export type ShownCall = Omit<CallView, 'calls' | 'editable'> & {
  readonly calls: readonly ShownCall[]
  readonly editable?: ShownAllowance | undefined
}
/** An approval that is drawn, and not signed. */
export type ShownApproval = Omit<Approval, 'calls' | 'editable' | 'sign'> & Pick<ShownCall, 'calls' | 'editable'>
export type ReadRequest = Omit<WindowRequest, 'approval'> & { readonly approval: ShownApproval }

/** @throws for what no frame writes */
export function readRequest(bytes: Bytes): ReadRequest {
  const { approval, ...about } = requestSchema.parse(textOf(bytes))
  const { head, rows, calls, simulation, editable, ...rest } = approval
  return {
    ...about,
    approval: {
      ...rest,
      head: toRows(head),
      rows: toRows(rows),
      calls: calls.map(toCall),
      simulation: simulation && {
        ...simulation,
        changes: simulation.changes.map(({ direction, value }) => ({ direction, value: toValue(value) })),
      },
      editable: toAllowance(editable),
    },
  }
}

const toAllowance = (read: z.output<typeof editable>): ShownAllowance | undefined =>
  read && { ...read, amount: BigInt(read.amount) }

function toValue(read: z.output<typeof value>): Value {
  if (read.type === 'amount') return { ...read, amount: BigInt(read.amount) }
  return read.type === 'time' ? { type: 'time', at: read.at } : read
}

const toRows = (read: z.output<typeof rows>): readonly Row[] =>
  read.map(({ label, value, danger = false }) => ({ label, value: toValue(value), danger }))

function toCall(read: unknown): ShownCall {
  const { title, rows, calls, editable } = call.parse(read)
  return { title, rows: toRows(rows), calls: calls.map(toCall), editable: toAllowance(editable) }
}

/** More than the calls within calls that approvals show. */
const PATH_MAX = 32
const hash = z.string().check(z.regex(/^[\w-]{43}$/))
const answerSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('approved'), hash }),
  z.strictObject({ outcome: z.literal('rejected'), hash }),
  z.strictObject({ outcome: z.literal('edit'), hash, amount: digits, path: z.array(z.int()).check(z.maxLength(PATH_MAX)) }),
])

export const writeAnswer = (answer: WindowAnswer): Bytes =>
  utf8(JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))

/** @throws for what no window writes */
export const readAnswer = (bytes: Bytes): WindowAnswer => {
  const read = answerSchema.parse(textOf(bytes))
  return read.outcome === 'edit' ? { ...read, amount: BigInt(read.amount) } : read
}
