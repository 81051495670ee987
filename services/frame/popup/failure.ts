// Why a call of the API has no answer, without a class to compare with: the files of a window are loaded apart from those of the API.
import type { ApiError } from '../api.js'

/** `refused`: the services have said no, and will again. `unreached`: trying again may help. */
export type Failure = 'refused' | 'unreached'

/** Undefined for what is no failure of a call. */
export function failureOf(error: unknown): Failure | undefined {
  if (!isApiError(error)) return undefined
  return error.failure === 'refused' && error.field !== 'rate_limited' ? 'refused' : 'unreached'
}

/** A network that is away for a moment ends nothing. @throws what `act` throws, unless trying again may help and `mayRetry` says so */
export async function patiently<T>(
  act: () => Promise<T>,
  { signal, mayRetry = () => true }: { readonly signal?: AbortSignal; readonly mayRetry?: () => boolean } = {},
): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (signal?.aborted || failureOf(error) !== 'unreached' || !mayRetry()) throw error
      await pause((isApiError(error) ? error.retryAfterMs : undefined) ?? RETRY_MS, signal)
    }
  }
}

const RETRY_MS = 1_000
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

/** Ends at once when `signal` aborts. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}
