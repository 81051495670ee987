// Reads a body up to a limit, whatever its sender says about its length.

/** The text of `body`. @throws the error of `tooLong` beyond `most` bytes, whatever `body` throws */
export async function readUpTo(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null,
  most: number,
  tooLong: () => Error,
): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > most) throw tooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
