// The rule in front of the Data API: a chain that the services do not list is never asked about (specification §5: unsupported network → empty result).
import { type ErrorCode, isWalletError, WalletError } from '../errors.js'
import { getSupportedChains, type SupportedChains } from './chains.js'
import type { Api } from './http.js'

/** Keyed by the caller's object, so that two modals with other services never share an answer. */
const answers = new WeakMap<Api, Promise<SupportedChains>>()

/** No answer of the server: the caller left, or set things up wrongly. Hiding these would look like an empty account. */
const own: readonly ErrorCode[] = ['ABORTED', 'NO_SERVICES', 'CONFIG_INVALID']

/**
 * Asked once per Api object; callers that come meanwhile join. A failure, or an empty list, is forgotten and asked again.
 * @throws WalletError as `get`
 */
export function supportedChains(api: Api, signal?: AbortSignal): Promise<SupportedChains> {
  if (signal?.aborted) return Promise.reject(new WalletError('ABORTED', { cause: signal.reason }))
  const answer = answers.get(api) ?? ask(api)
  return signal ? orAborted(answer, signal) : answer
}

/**
 * Whether the services serve this chain (CAIP-2). While they do not say, they serve none.
 * @throws WalletError `ABORTED`, `NO_SERVICES`, `CONFIG_INVALID`
 */
export async function isSupported(api: Api, chainId: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await supportedChains(api, signal)).http.includes(chainId)
  } catch (error) {
    if (isWalletError(error) && own.includes(error.code)) throw error
    return false // the list did not arrive: the same as an empty one (specification §5)
  }
}

/** @throws WalletError with this code when the services do not serve the chain; further as `isSupported` */
export async function assertSupported(api: Api, chainId: string, code: ErrorCode, signal?: AbortSignal): Promise<void> {
  if (!(await isSupported(api, chainId, signal))) throw new WalletError(code, { details: { chain: chainId } })
}

/** Without anybody's signal: who leaves must not take the answer away from those who joined. */
function ask(api: Api): Promise<SupportedChains> {
  const answer = getSupportedChains(api)
  answers.set(api, answer)
  const forget = () => answers.delete(api)
  answer.then((chains) => {
    if (chains.http.length === 0) forget()
  }, forget)
  return answer
}

function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new WalletError('ABORTED', { cause: signal.reason }))
    const end = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(end)
  })
}
