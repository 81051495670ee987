// Reads an answer up to a limit, whatever its sender says about its length.

/** The text of the body. @throws beyond `most` bytes, and what reading throws */
export async function readText(response: Response, most: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > most) {
      await reader.cancel()
      throw new Error('The answer is too long')
    }
    text += decoder.decode(value, { stream: true })
  }
}
