// Images drawn here: an initial on a colour for what has no icon, and the sign of a currency. The same name always gives the same image.
import { createHash } from 'node:crypto'

/** An SVG square with the first letter or digit of `name` on a colour that follows from `seed`. */
export function monogram(name: string, seed: string = name): string {
  const initial = /[\p{L}\p{N}]/u.exec(name.normalize('NFKC'))?.[0].toLocaleUpperCase('en') ?? '•'
  return square(seed, initial, 22)
}

/** An SVG square with the sign of an ISO 4217 currency (`USD` → `$`). */
export function currencySign(code: string): string | undefined {
  const upper = code.toUpperCase()
  if (!/^[A-Z]{3}$/.test(upper)) return undefined
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: upper,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  const sign = parts.find((part) => part.type === 'currency')?.value ?? upper
  return square(upper, escape(sign), sign.length > 2 ? 13 : 20)
}

/** The background is dark enough for white text at every hue (contrast 4.5 or more). */
function square(seed: string, text: string, size: number): string {
  const hue = (createHash('sha256').update(seed).digest().readUInt16BE(0) * 360) >>> 16
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 40 40">',
    `<rect width="40" height="40" fill="hsl(${hue},60%,28%)"/>`,
    `<text x="20" y="20" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="600" font-size="${size}" fill="#fff">${text}</text>`,
    '</svg>',
  ].join('')
}

function escape(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
