// Reads the body of an answer up to a limit, so that a server cannot fill the memory of the page.

/**
 * The body as UTF-8 text, `''` when there is none. `undefined` when it is longer than `maxBytes`; the rest is then not
 * downloaded.
 */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
