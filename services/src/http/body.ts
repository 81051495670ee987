// Reads request bodies up to a limit. JSON is accepted under any content type, because some clients send it as text/plain to avoid a preflight.
import { HttpError } from './errors.js'
import { parse, type Refusal, type Schema } from './parse.js'
import { readUpTo } from './read-up-to.js'

const BODY_BYTES = 1024 * 1024
const DEPTH_MAX = 32

/** How the body of a route is read, and what the OpenAPI document says about it. */
export interface BodyDefinition<Output> {
  readonly schema: Schema<Output>
  /** Content types that the document names. */
  readonly types: readonly string[]
  /** @throws HttpError 400 for another shape, 413 when it is too long */
  readonly read: (request: Request) => Promise<Output>
}

/** How a body is read. */
export interface BodyOptions {
  /** Largest body in bytes; default 1 MiB. */
  readonly limit?: number
  /** Makes the error for a value that does not fit the schema; default: 400 of the parameter at fault. */
  readonly refusal?: Refusal
}

/** A JSON body under any content type, at most 32 levels deep. */
export function jsonBody<Output>(
  schema: Schema<Output>,
  { limit = BODY_BYTES, refusal }: BodyOptions = {},
): BodyDefinition<Output> {
  const types = ['application/json', 'text/plain']
  return { schema, types, read: async (request) => parse(schema, await readJson(request, limit), refusal) }
}

/** The fields of an HTML form (`application/x-www-form-urlencoded`); of a repeated field the last value. */
export function formBody<Output>(
  schema: Schema<Output>,
  { limit = BODY_BYTES, refusal }: BodyOptions = {},
): BodyDefinition<Output> {
  const read = async (request: Request) =>
    parse(schema, Object.fromEntries(new URLSearchParams(await readText(request, limit))), refusal)
  return { schema, types: ['application/x-www-form-urlencoded'], read }
}

/** The caller closed the connection before its body had arrived. Logged at level info: nobody reads the answer, and nothing is wrong here. */
export class BodyEndedError extends HttpError {
  constructor() {
    super(400, 'body', 'The body ended early')
  }
}

/** @throws HttpError 413 over 1 MiB, 400 when it is not JSON or nested deeper than 32. */
async function readJson(request: Request, limit = BODY_BYTES): Promise<unknown> {
  const value = parseJson(await readText(request, limit))
  if (!isShallow(value, DEPTH_MAX)) throw new HttpError(400, 'body', `The body is nested deeper than ${DEPTH_MAX}`)
  return value
}

/** Reads at most `limit` bytes, also without a `content-length`. @throws HttpError 413 above the limit, BodyEndedError */
async function readText(request: Request, limit: number): Promise<string> {
  const tooLong = new HttpError(413, 'body', `The body is longer than ${limit} bytes`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLong
  return readUpTo(untilLeft(request.body ?? []), limit, () => tooLong)
}

/** The body of a request fails only when the caller closes the connection. */
async function* untilLeft(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch {
    throw new BodyEndedError()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'body', 'The body is not JSON')
  }
}

function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return left > 0 && Object.values(value).every((child) => isShallow(child, left - 1))
}
