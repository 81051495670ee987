// Texts from strangers, made safe to show: what is invisible or turns the direction is spelled out, and nothing is endless.
const GRAPHEMES_MAX = 64
/** A grapheme may stack marks without end; more than these are cut. */
const MARKS_MAX = 4
const manyMarks = new RegExp(`(\\p{M}{${String(MARKS_MAX)}})\\p{M}+`, 'gu')
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const LINE_BREAKS = /\r\n?|\n/

/** Controls, formats (bidi, zero-width), private and unassigned characters, lone surrogates, separators but the space, and blanks that are letters. */
const hidden =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0\u2800\u034f\u{e0100}-\u{e01ef}]/gu
/** The joiner within an emoji, and the selectors of its look, are part of it. */
const emojiParts = /(?<=\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)\u200d(?=\p{Extended_Pictographic})/u

/** `⟦U+202E⟧` */
const spelled = (character: string): string =>
  `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`

/** One line of `text` with everything hidden spelled out. */
function spellOut(text: string): string {
  return text
    .replace(hidden, (character, at: number) =>
      character === '\u200d' && emojiParts.test(text.slice(Math.max(0, at - 4), at + 3)) ? character : spelled(character),
    )
    .replace(manyMarks, '$1')
}

function graphemesOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** One line of at most 64 graphemes, with everything hidden spelled out. */
export function visibleText(value: string, most = GRAPHEMES_MAX): string {
  // A grapheme of a stranger may be of any length: no more is looked at than could be shown.
  const line = spellOut(value.slice(0, most * 16))
  const graphemes = graphemesOf(line)
  return graphemes.length > most || value.length > most * 16 ? `${graphemes.slice(0, most).join('')}…` : line
}

/** A text with its lines, of which nothing is left out: who signs it sees all of it. Everything hidden but line breaks and tabs is spelled out. */
export function visibleLines(value: string): string {
  return value
    .split(LINE_BREAKS)
    .map((line) => line.split('\t').map(spellOut).join('\t'))
    .join('\n')
}

/** Whether `text` has characters that are hidden or turn its direction. */
export function hasHidden(text: string): boolean {
  return text.split(LINE_BREAKS).some((line) => line.split('\t').some((part) => spellOut(part) !== part))
}

/** The bytes as UTF-8 text, or undefined when they are none or have controls that no text has. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /[\u0000-\u0008\u000e-\u001f\u007f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** The host of an origin as the browser's address bar would write it at its most careful: `xn--…` stays as it is. */
export function originOf(origin: string): { readonly text: string; readonly host: string; readonly isIdn: boolean } {
  const url = new URL(origin)
  return { text: url.origin, host: url.host, isIdn: url.hostname.split('.').some((label) => label.startsWith('xn--')) }
}
