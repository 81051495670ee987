// Cleans text of strangers before it goes into a table or onto a page.

/** Control and format characters (direction marks among them), line and paragraph separators: Postgres takes no zero byte, and a name is one line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** `text` without control and format characters and line separators. @param instead replaces each of them; default: nothing */
export function oneLine(text: string, instead = ''): string {
  return text.replace(unprintable, instead)
}
