// JSON with whole numbers of any size, as Solana's nodes write lamports, and JSON-RPC's errors.
import { randomUUID } from 'node:crypto'

export class RpcFault extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly details?: unknown,
  ) {
    super(message)
  }
}

export const invalidParams = (message: string) => new RpcFault(-32602, message)

// Random, so that no text from outside can pass for a number.
const mark = `bigint-${randomUUID()}:`
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${mark}${part}` : part)).replace(marked, '$1')
}
