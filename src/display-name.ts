// Names that wallets and accounts give themselves are text from outside: cut to a line that can be shown, or refused.
const MAX_CHARACTERS = 64

/** One visible line of at most 64 characters, without control, bidi or zero-width characters; `undefined` when nothing is left. */
export function displayName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  // \p{C} holds the control and format characters with which a name could hide or turn around what follows it.
  const name = value
    .slice(0, 1024)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return Array.from(name).slice(0, MAX_CHARACTERS).join('').trim() || undefined
}
