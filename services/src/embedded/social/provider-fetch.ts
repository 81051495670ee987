// How providers are asked: never in the clear, never for long, never for more than a page of JSON, and never past a redirect.
import { readUpTo } from '../../http/read-up-to.js'
import { isLoopback } from '../../settings/config-error.js'
import { signalAfter } from '../../timeout.js'

/** Time limit of one request to a provider. */
const PROVIDER_TIMEOUT_MS = 10_000
const ANSWER_BYTES = 512 * 1024

/** A provider did not answer, or not in a way that could be read. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** What `createProviderFetch` needs. */
export interface ProviderFetchOptions {
  readonly fetch: typeof globalThis.fetch
  /** `http:` on the loopback is allowed. */
  readonly dev: boolean
  /** Milliseconds; default 10 s. */
  readonly timeoutMs?: number | undefined
}

/** @throws ProviderUnreachable for a url that is not to be asked, no answer in time, an answer of 5xx or 429, and one over 512 KiB */
export function createProviderFetch({
  fetch,
  dev,
  timeoutMs = PROVIDER_TIMEOUT_MS,
}: ProviderFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!isAllowed(url, dev)) throw new ProviderUnreachable(`${url.host} would be asked in the clear`)
    const signal = signalAfter(timeoutMs, init?.signal ?? undefined)
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal })
      const { status, headers } = response
      if (status >= 500 || status === 429) throw new ProviderUnreachable(`${url.host} answered ${status}`)
      const body = await readUpTo(response.body, ANSWER_BYTES, () => new ProviderUnreachable('an answer over 512 KiB'))
      return new Response(body === '' ? null : body, { status, headers: plainHeaders(headers) })
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw error
      throw new ProviderUnreachable(`${url.host} did not answer`, { cause: error })
    }
  }
}

/** Whether a url of a provider may be asked or opened. */
export function isAllowed(url: URL, dev: boolean): boolean {
  return url.protocol === 'https:' || (dev && url.protocol === 'http:' && isLoopback(url.hostname))
}

/** The body is read and unpacked: its old length and encoding are wrong now. */
function plainHeaders(headers: Headers): Headers {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  return kept
}
