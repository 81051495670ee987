// Names of wallets and accounts are untrusted text: this file makes a line of them that can be shown.
const MAX_CHARACTERS = 64

/** One visible line of at most 64 characters, without control, bidi or zero-width characters; `undefined` when nothing is left. */
export function displayName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  // \p{C} has the control and format characters by which a name could hide or reverse the text after it.
  const name = value
    .slice(0, 1024)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return Array.from(name).slice(0, MAX_CHARACTERS).join('').trim() || undefined
}
