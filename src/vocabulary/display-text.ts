// Texts from strangers that have more than one line, such as the description of an NFT.
import { oneLineOf } from './visible-name.js'

/** `value` with its line breaks, each line as that of a name; `undefined` when nothing is left that can be seen. */
export function displayText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value
    .split(/\r\n?|\n/)
    .map(oneLineOf)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return /[^\p{M}\s]/u.test(text) ? text : undefined
}
