// Keeps calls about chains that the services do not list from the Data API (specification §5: unsupported network → empty
// result). The list is that of `GET v1/supported-chains`, fetched once per modal.
import { type ErrorCode, isWalletError, walletError } from '../vocabulary/errors.js'
import { withTimeout } from '../vocabulary/timeout.js'
import { getSupportedChains, type SupportedChains } from './chains.js'
import type { Api } from './http.js'

/** The list by `Api` object, so that two modals with different services do not share one. */
const answers = new WeakMap<Api, Promise<SupportedChains>>()

/**
 * Failures on the side of the caller: it aborted or was destroyed, or its settings are wrong. As an empty result they would look like an
 * empty account.
 */
const callerErrors: readonly ErrorCode[] = ['ABORTED', 'DESTROYED', 'NO_SERVICES', 'CONFIG_INVALID']

/** Whether a failure is on the side of the caller, so that no empty or built-in result may stand for it. */
export const isCallerError = (error: unknown): boolean => isWalletError(error) && callerErrors.includes(error.code)

/**
 * The chains that the services serve. Sends one request per `Api` object; later callers get the same answer. A failure and an
 * empty list are not kept, so the next caller asks again. `signal` ends only the wait of this caller.
 * @throws WalletError `ABORTED`; further as `get`
 */
export function supportedChains(api: Api, signal?: AbortSignal): Promise<SupportedChains> {
  if (signal?.aborted) return Promise.reject(walletError('ABORTED', { cause: signal.reason }))
  const answer = answers.get(api) ?? ask(api)
  return signal ? withTimeout(answer, { signal }) : answer
}

/**
 * Whether the services serve this chain (CAIP-2). `false` also when the list could not be fetched.
 * @throws WalletError `ABORTED`, `NO_SERVICES`, `CONFIG_INVALID`
 */
export async function isSupported(api: Api, chainId: string, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await supportedChains(api, signal)).http.includes(chainId)
  } catch (error) {
    if (isCallerError(error)) throw error
    return false // the list did not arrive: the same as an empty one (specification §5)
  }
}

/**
 * For calls that have no empty result.
 * @throws WalletError `code`, with `details.chain`, when the services do not serve the chain (CAIP-2); further as `isSupported`
 */
export async function assertSupported(api: Api, chainId: string, code: ErrorCode, signal?: AbortSignal): Promise<void> {
  if (!(await isSupported(api, chainId, signal))) throw walletError(code, { details: { chain: chainId } })
}

/**
 * As `isSupported`, for calls whose caller must know the difference: without the list it is unknown whether the chain is served, and an empty result would
 * read as an empty account.
 * @throws WalletError as `supportedChains`
 */
export async function isServed(api: Api, chainId: string, signal?: AbortSignal): Promise<boolean> {
  return (await supportedChains(api, signal)).http.includes(chainId)
}

/**
 * As `isServed`, for calls that have no empty result.
 * @throws WalletError `code`, with `details.chain`, when the services do not serve the chain; further as `supportedChains`
 */
export async function assertServed(
  api: Api,
  chainId: string,
  signal?: AbortSignal,
  code: ErrorCode = 'CHAIN_NOT_SUPPORTED',
): Promise<void> {
  if (!(await isServed(api, chainId, signal))) throw walletError(code, { details: { chain: chainId } })
}

/** Sends the request without a signal: a caller that aborts must not end it for the others that wait for it. */
function ask(api: Api): Promise<SupportedChains> {
  const answer = getSupportedChains(api)
  answers.set(api, answer)
  const forget = () => answers.delete(api)
  answer.then((chains) => {
    if (chains.http.length === 0) forget()
  }, forget)
  return answer
}
