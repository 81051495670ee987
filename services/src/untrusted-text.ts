// Text that strangers chose, on its way into a table or onto a page.

/** Control and format characters (direction marks among them), line and paragraph separators: Postgres takes no zero byte, and a name is one line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** @param instead of each character that is taken out; default: nothing */
export function oneLine(text: string, instead = ''): string {
  return text.replace(unprintable, instead)
}
