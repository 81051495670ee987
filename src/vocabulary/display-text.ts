// Texts from strangers that have more than one line, such as the description of an NFT.

/** `value` without control, bidi and zero-width characters, with its line breaks; `undefined` when nothing is left. */
export function displayText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const lines = value.split(/\r\n?|\n/).map((line) => line.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
  return (
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim() || undefined
  )
}
