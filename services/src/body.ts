// Reads request bodies, never more than a limit. JSON is read whatever its content type says: some clients send it as text/plain to save a preflight.
import { HttpError } from './errors.js'

export const BODY_BYTES = 1024 * 1024
const DEPTH_MAX = 32

/** The caller left before its body was here: nobody hears the answer, and nothing is wrong with these services. */
export class BodyEndedError extends HttpError {
  constructor() {
    super(400, 'body', 'The body ended early')
  }
}

/** @throws HttpError 413 over 1 MiB, 400 when it is not JSON or nested deeper than 32. */
export async function readJson(request: Request, limit = BODY_BYTES): Promise<unknown> {
  const value = parse(await readText(request, limit))
  if (!isShallow(value, DEPTH_MAX)) throw new HttpError(400, 'body', `The body is nested deeper than ${DEPTH_MAX}`)
  return value
}

/** Reads no further than `limit` bytes, also where the caller did not say how many will come. @throws HttpError 413 over them, BodyEndedError */
export async function readText(request: Request, limit: number): Promise<string> {
  const tooLong = new HttpError(413, 'body', `The body is longer than ${limit} bytes`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLong
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of untilLeft(request.body ?? [])) {
    bytes += part.byteLength
    if (bytes > limit) throw tooLong
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** A stream of a request fails only when its caller leaves. */
async function* untilLeft(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch {
    throw new BodyEndedError()
  }
}

function parse(text: string): unknown {
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
