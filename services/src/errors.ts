// Refusals in the one JSON shape that clients parse: `{"status":"FAILED","reasons":[{"field","description"}]}`.
export interface Reason {
  /** The parameter or part at fault, such as `chainId`; empty when it is the whole request. */
  readonly field: string
  readonly description: string
}

/** A request that is answered with an HTTP status of 4xx or 5xx. The description is shown to the caller. */
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
