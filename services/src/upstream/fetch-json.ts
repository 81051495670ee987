// Asks a provider's HTTP API for JSON and checks the shape of the answer.
import type * as z from 'zod/mini'
import { readUpTo } from '../http/read-up-to.js'

const ANSWER_BYTES = 8 * 1024 * 1024

/** The provider refused, was not reachable, or answered another shape than it documents. */
export class AdapterError extends Error {
  override readonly name = 'AdapterError'
  /** HTTP status; 0 when there was no answer to read. */
  readonly status: number
  /** What the provider said, cut to 500 characters; of a 4xx it names the caller's mistake. */
  readonly explanation: string
  constructor(status: number, explanation: string) {
    super(`HTTP ${status}: ${explanation.slice(0, 200)}`)
    this.status = status
    this.explanation = explanation.slice(0, 500)
  }
}

/** What to ask and what to expect. */
export interface JsonRequest<S extends z.ZodMiniType> {
  readonly schema: S
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** POSTed as JSON; absent: GET. */
  readonly body?: unknown
}

/**
 * One request to a provider. Redirects are errors, because keys travel in headers. The answer may have 8 MiB.
 * @throws AdapterError with status 0 when there was no answer, or not all of it, else with the HTTP status: for a refusal, a body that is no JSON, and a body
 * that does not fit `schema`
 */
export async function fetchJson<S extends z.ZodMiniType>(
  fetch: typeof globalThis.fetch,
  url: string | URL,
  { schema, signal, headers = {}, body }: JsonRequest<S>,
): Promise<z.output<S>> {
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const { ok, status, text } = await exchange(() =>
    fetch(url, {
      ...post,
      headers: { accept: 'application/json', ...type, ...headers },
      redirect: 'error', // keys travel in headers: never to another host
      ...(signal && { signal }),
    }),
  ).catch((cause: unknown) => {
    throw cause instanceof AdapterError ? cause : new AdapterError(0, signal?.aborted ? 'aborted' : 'not reachable')
  })
  if (!ok) throw new AdapterError(status, text)
  const parsed = schema.safeParse(parse(text, status))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new AdapterError(status, `an unexpected shape at ${issue?.path.join('.') ?? ''}`)
  }
  return parsed.data
}

async function exchange(ask: () => Promise<Response>) {
  const { body, ok, status } = await ask()
  const text = await readUpTo(body, ANSWER_BYTES, () => new AdapterError(status, 'the answer is too long'))
  return { ok, status, text }
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AdapterError(status, 'not JSON')
  }
}
