// Sends what was signed, once. The bytes are stored before they leave: when the network fails in between, nobody knows whether they have arrived, and the
// same request sends the same bytes again instead of new ones.
import * as z from 'zod/mini'
import { FrameError } from '../../../src/frame/frame-error.js'
import { coded } from '../frame-errors.js'
import { NodeError, type Call, type Nodes } from '../nodes.js'
import type { FrameStore } from '../store.js'

/** Something signed, and how the chain calls it. */
export interface Signed {
  readonly chainId: string
  /** Hash of an EVM transaction or of a user operation, signature of a Solana transaction. */
  readonly hash: string
  /** The call that sends it. */
  readonly call: Call
}

export interface Sender {
  /**
   * The hash of an equal request whose fate was unknown, once it is known or was sent again; undefined when there is none.
   * @param key of the request: what is equal is the same
   */
  resume(key: string, signal: AbortSignal): Promise<string | undefined>
  /** @returns the hash @throws FrameError: refused by the node, or OFFLINE and SERVICES_UNAVAILABLE, when nobody knows */
  send(key: string, signed: Signed): Promise<string>
}

/** A request that comes later than this means another payment. */
const UNKNOWN_FOR_MS = 10 * 60_000
const METHOD_NOT_FOUND = -32601

const keptSchema = z.object({
  chainId: z.string(),
  hash: z.string(),
  call: z.object({ method: z.string(), params: z.array(z.unknown()) }),
  at: z.number(),
})

export function createSender({ nodes, store, now }: { nodes: Nodes; store: FrameStore; now: () => number }): Sender {
  /** Whether a node knows it; undefined when none says. */
  async function isKnown({ chainId, hash, call }: Signed): Promise<boolean | undefined> {
    try {
      const isOperation = call.method === 'eth_sendUserOperation'
      const method = isOperation ? 'eth_getUserOperationByHash' : 'eth_getTransactionByHash'
      if (chainId.startsWith('eip155:')) return (await nodes.read(chainId, { method, params: [hash] })) !== null
      const statuses = await nodes.read(chainId, {
        method: 'getSignatureStatuses',
        params: [[hash], { searchTransactionHistory: true }],
      })
      const found = z.object({ value: z.array(z.nullable(z.unknown())) }).safeParse(statuses)
      return found.success ? found.data.value[0] !== null : undefined
    } catch (error) {
      // A bundler without that call: it will never say.
      return error instanceof NodeError && error.rpcCode === METHOD_NOT_FOUND ? false : undefined
    }
  }

  async function broadcast(key: `sent:${string}`, signed: Signed): Promise<string> {
    try {
      await nodes.read(signed.chainId, signed.call)
    } catch (error) {
      // Also a node that says no may have it already: it says so of bytes that it gets twice.
      const known = await isKnown(signed)
      if (known) {
        await store.delete(key)
        return signed.hash
      }
      if (!(error instanceof NodeError)) throw error // its fate is unknown: it stays stored
      // As well when a node says no and none says whether it has it: the no may mean that it came twice, and asked anew it would be paid twice.
      if (known === undefined) throw coded('SERVICES_UNAVAILABLE')
      await store.delete(key)
      throw new FrameError('FAILED', error.message || 'An error occurred', { rpcCode: error.rpcCode })
    }
    await store.delete(key)
    return signed.hash // not what the node says: the bytes are ours
  }

  return {
    async resume(key) {
      const at = `sent:${key}` as const
      const kept = keptSchema.safeParse(await store.get(at))
      if (!kept.success) return undefined
      if (kept.data.at + UNKNOWN_FOR_MS < now()) {
        await store.delete(at)
        return undefined
      }
      if ((await isKnown(kept.data)) === true) {
        await store.delete(at)
        return kept.data.hash
      }
      try {
        return await broadcast(at, kept.data)
      } catch (error) {
        // Refused for good, as a transaction whose nonce another has used: this request is asked anew.
        if (error instanceof FrameError && error.code === 'FAILED') return undefined
        throw error
      }
    },
    async send(key, signed) {
      const at = `sent:${key}` as const
      await store.set(at, { ...signed, at: now() })
      return broadcast(at, signed)
    },
  }
}

/** A key for requests that are equal in every part. */
export async function requestKey(...parts: readonly unknown[]): Promise<string> {
  const text = JSON.stringify(parts, (_, part: unknown) => (typeof part === 'bigint' ? `0x${part.toString(16)}` : part))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
