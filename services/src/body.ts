// Reads a request body as JSON whatever its content type says: some clients send JSON as text/plain to save a preflight.
import { HttpError } from './errors.js'

export const BODY_BYTES = 1024 * 1024
const DEPTH_MAX = 32

/** @throws HttpError 413 over 1 MiB, 400 when it is not JSON or nested deeper than 32. */
export async function readJson(request: Request, limit = BODY_BYTES): Promise<unknown> {
  const tooLong = new HttpError(413, 'body', `The body is longer than ${limit} bytes`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLong
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.byteLength
    if (bytes > limit) throw tooLong
    parts.push(part)
  }
  const value = parse(Buffer.concat(parts).toString('utf8'))
  if (!isShallow(value, DEPTH_MAX)) throw new HttpError(400, 'body', `The body is nested deeper than ${DEPTH_MAX}`)
  return value
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
