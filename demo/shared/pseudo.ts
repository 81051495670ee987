// Test languages made from English: `en-XA` is accented and 40 % longer, `ar-XB` runs from right to left. They show what a real translation would break.

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀçđéƒǧĥíĵķĺɱñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑǦĤÍĴĶĹṀÑÓƤɊŘŠŦÚṼŴẊÝŽ'

function accent(text: string): string {
  const letters = text.replace(/\{\w+\}|[a-zA-Z]/g, (match) =>
    match.length > 1 ? match : (accented[plain.indexOf(match)] ?? match),
  )
  return `[${letters}${'·'.repeat(Math.ceil(text.length * 0.4))}]`
}
/** RIGHT-TO-LEFT OVERRIDE around the words, so that mirrored text is seen at once. */
const mirror = (text: string): string =>
  text.replace(/\{\w+\}|[^{}]+/g, (part) => (part.startsWith('{') ? part : `\u202E${part}\u202C`))

/** Tag → what becomes of an English text. */
export const pseudo: Readonly<Record<string, (text: string) => string>> = { 'en-XA': accent, 'ar-XB': mirror }
