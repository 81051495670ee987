// Refusals in the one JSON shape that clients parse: `{"status":"FAILED","reasons":[{"field","description"}]}`.
import type { Verdict } from '../limits/limits.js'

/** One reason of a refusal. */
export interface Reason {
  /** The parameter or part at fault, such as `chainId`; empty when it is the whole request. */
  readonly field: string
  readonly description: string
}

/** Answers the request with an HTTP status of 4xx or 5xx. The caller sees the description. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly reasons: readonly Reason[]
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, field: string, description: string, headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${field}: ${description}`)
    this.status = status
    this.reasons = [{ field, description }]
    this.headers = headers
  }
}

/** The 429 `rate_limited` of a limiter's verdict, with `retry-after` in seconds; undefined when the verdict lets the call through. */
export function tooMany(verdict: Verdict, description: string): HttpError | undefined {
  if (verdict.ok) return undefined
  return new HttpError(429, 'rate_limited', description, { 'retry-after': String(verdict.retryAfterSeconds) })
}

/** The body of a refusal. */
export function failure(reasons: readonly Reason[]): { status: 'FAILED'; reasons: readonly Reason[] } {
  return { status: 'FAILED', reasons }
}

/** The refusal as a response of the given status. */
export function failureResponse(error: HttpError): Response {
  return Response.json(failure(error.reasons), {
    status: error.status,
    headers: { 'cache-control': 'no-store', ...error.headers },
  })
}
