// What one request over HTTP holds in memory, on an account of the budget: its body, answers that are read for it elsewhere, and what its caller has
// not taken of the answer. Whatever reads bytes while a request is served charges them here, through any number of calls.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressGroup } from '../limits/limits.js'
import type { MemoryAccount, MemoryBudget } from '../limits/memory-budget.js'

const accounts = new AsyncLocalStorage<{ readonly account: MemoryAccount; readonly address: string }>()

/** The connection was closed because its address, or all together, held too much. */
export class MemoryFullError extends Error {
  override readonly name = 'MemoryFullError'
  constructor() {
    super('Too much is held in memory')
  }
}

/** Serves a request on an account of `address`, which ends with the connection or the answer. */
export async function serveOnAccount(
  budget: MemoryBudget,
  address: string,
  { socket }: IncomingMessage,
  outgoing: ServerResponse,
  serve: () => Promise<void>,
): Promise<void> {
  const account = budget.open('request', address, () => socket.destroy())
  outgoing.once('finish', account.end)
  outgoing.once('close', account.end)
  await accounts.run({ account, address: addressGroup(address) }, serve)
  if (!outgoing.writableFinished) account.add(outgoing.writableLength)
}

/** Counts `bytes` that are held for the request that is being served, until it ends; nothing outside of one. @throws MemoryFullError */
export type HoldForRequest = (bytes: number) => void

/** For the request that is being served at the time of this call; listeners of a connection are called outside of it. */
export function requestHold(): HoldForRequest {
  const account = accounts.getStore()?.account
  return (bytes) => {
    if (account?.add(bytes) === false) throw new MemoryFullError()
  }
}

/** Whose request is being served, as addresses are limited; empty outside of one. */
export function requestAddress(): string {
  return accounts.getStore()?.address ?? ''
}
