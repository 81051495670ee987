// Reads a body up to a limit, whatever its sender says about its length.
import { requestHold } from './request-memory.js'

/**
 * The text of `body`, counted as held by the request that is being served.
 * @throws the error of `tooLong` beyond `most` bytes, whatever `body` throws, MemoryFullError
 */
export async function readUpTo(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null,
  most: number,
  tooLong: () => Error,
): Promise<string> {
  const hold = requestHold()
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > most) throw tooLong()
    hold(part.byteLength)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
