// The few calls that the devnet makes to its own anvil, without retries and with anvil's words when it refuses.
import * as z from 'zod'

const TIMEOUT_MS = 5_000

const answerSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ result: z.unknown() }).transform(({ result }) => ({ result })),
])

export interface RpcClient {
  /** @throws Error when no node listens, or the call is refused. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>
}

export function createRpcClient(url: string, timeoutMs = TIMEOUT_MS): RpcClient {
  let id = 0
  return {
    async request(method, params = []) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer = answerSchema.parse(await response.json())
      if ('error' in answer) throw new Error(`${method}: ${answer.error.message}`)
      return answer.result
    },
  }
}
