// A store of sign-ins on the page's own server (`createSiwxServer`).
import type * as z from 'zod/mini'
import type { SignedMessage } from '../connectors/connector.js'
import { withTimeout } from '../vocabulary/timeout.js'
import { walletError, type WalletError } from '../vocabulary/errors.js'
import { invalid } from './message.js'
import { holdsAt, isOf, type SignIn, type SiwxStore, toSignIn } from './sign-in.js'
import { nonceAnswer, parseJson, refusalAnswer, sentOf, signInsAnswer } from './wire.js'

const TIMEOUT_MS = 30_000
const ANSWER_MAX_CHARACTERS = 1_000_000
const PROBLEM_MAX_CHARACTERS = 200

/** What `createHttpStore` is given. */
export interface HttpStoreOptions {
  /** Where the paths of the server begin, such as `/siwx/v1`: of the page's own origin. */
  readonly url: string
  readonly fetch?: typeof fetch | undefined
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
}

/**
 * Keeps sign-ins on the page's server, which verifies them. Besides what `SiwxStore` says, all functions
 * @throws WalletError NETWORK_ERROR, HTTP_TIMEOUT, HTTP_STATUS, MALFORMED_RESPONSE
 */
export function createHttpStore({ url, fetch: send = fetch, now = Date.now }: HttpStoreOptions): SiwxStore {
  const base = url.replace(/\/+$/, '')
  const ask = async <T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: z.ZodMiniType<T>,
    body?: unknown,
  ): Promise<T> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const [response, text] = await withTimeout(
      async (signal) => {
        const answer = await send(`${base}${path}`, { method, credentials: 'same-origin', redirect: 'error', signal, ...init })
        return [answer, await answer.text()] as const
      },
      { ms: TIMEOUT_MS, late: () => walletError('HTTP_TIMEOUT') },
    ).catch(toNetworkError)
    const data = text.length > ANSWER_MAX_CHARACTERS ? undefined : parseJson(text)
    if (!response.ok) throw toError(response.status, data)
    const parsed = schema.safeParse(data)
    if (!parsed.success) throw walletError('MALFORMED_RESPONSE')
    return parsed.data
  }
  return {
    getNonce: async () => (await ask('GET', '/nonce', nonceAnswer)).nonce,
    add: async (...signIns) => void (await ask('POST', '/verify', signInsAnswer, { signIns: signIns.map(sentOf) })),
    async list(chainId, address) {
      const { signIns } = await ask('GET', '/sessions', signInsAnswer)
      return readAll(signIns).filter((signIn) => isOf(signIn, chainId, address) && holdsAt(signIn.data, now()))
    },
    set: async (all) => void (await ask('POST', '/verify', signInsAnswer, { signIns: all.map(sentOf), replace: true })),
    delete: async (chainId, address) =>
      void (await ask('DELETE', `/sessions/${encodeURIComponent(`${chainId}:${address}`)}`, signInsAnswer)),
  }
}

/** @throws WalletError MALFORMED_RESPONSE for a text that is no sign-in */
function readAll(signIns: readonly SignedMessage[]): readonly SignIn[] {
  try {
    return signIns.map(toSignIn)
  } catch (cause) {
    throw walletError('MALFORMED_RESPONSE', { cause })
  }
}

function toNetworkError(cause: unknown): never {
  throw cause instanceof Error && cause.name === 'WalletError' ? cause : walletError('NETWORK_ERROR', { cause })
}

function toError(status: number, data: unknown): WalletError {
  const { code, problem = '' } = refusalAnswer.safeParse(data).data ?? {}
  if (code === 'SIGN_IN_INVALID') return invalid(problem.slice(0, PROBLEM_MAX_CHARACTERS))
  if (code === 'ORIGIN_NOT_ALLOWED' || code === 'RPC_ERROR') return walletError(code)
  return walletError('HTTP_STATUS', { details: { status } })
}
