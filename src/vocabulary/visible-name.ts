// Names of tokens, collectibles, applications and people are untrusted text: this file makes a line of them that can be shown. The services have it as well.
const GRAPHEMES_MAX = 64

/**
 * What nobody sees: formats (bidi, zero-width, tags), private and unassigned characters, lone surrogates, what is ignored by default (fillers, selectors),
 * and the empty Braille pattern. The first group stays: a flag of tags, an emoji with its selector and joiners, a keycap, and joiners within Arabic
 * and Indic words.
 */
const hidden =
  /(\u{1f3f4}[\u{e0061}-\u{e007a}]{2,5}\u{e007f}|(?:\p{ExtPict}\p{EMod}?\ufe0f?\u200d){0,6}\p{ExtPict}\p{EMod}?\ufe0f?|[#*\d]\ufe0f?\u20e3|[\p{sc=Arab}\p{M}][\u200c\u200d](?=\p{Lo}))|[\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{DI}\u2800]/gu

/** `text` as one line: one space for what is hidden, for control characters and for any blank, and at most three marks upon a letter, so that none reaches into another line. */
export const oneLineOf = (text: string): string =>
  text
    .replace(hidden, (_, kept: string | undefined) => kept ?? ' ')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()

/** One visible line of at most `most` graphemes; `undefined` when nothing is left that can be seen. */
export function visibleName(value: unknown, most = GRAPHEMES_MAX): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = oneLineOf(value.slice(0, 1024))
  if (!/[^\p{M} ]/u.test(name)) return undefined
  // Shorter ones need no look at what belongs together.
  if (name.length <= most) return name
  return Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
    .slice(0, most)
    .join('')
    .trim()
}
