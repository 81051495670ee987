// What the worker of the keys says, and the port it is said through: all of the messages that the page has to read.
import * as z from 'zod/mini'
import { keyErrorCodes } from './errors.js'

/** A reply, or the news that the keys are locked or unlocked. */
export const replySchema = z.union([
  z.strictObject({ id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ id: z.int(), ok: z.literal(false), code: z.enum(keyErrorCodes) }),
  z.strictObject({ isUnlocked: z.boolean() }),
])
export type KeyReply = z.infer<typeof replySchema>

/** What both ends need of a port: a worker, the inside of one, and a `MessagePort` have it. */
export interface KeyPort {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  start?(): void
}
