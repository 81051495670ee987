// E-mail addresses and codes, as the visitor types them. The services look closer.

/** Longest address (RFC 5321). */
const EMAIL_MAX_CHARACTERS = 254

/** Whether it looks like an address: no spaces or control characters, a name, and a domain of two labels or more. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX_CHARACTERS &&
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u.test(text)

/** Longest address that is shown whole, in characters, and what is shown of a longer one. */
const [SHOWN_MAX_CHARACTERS, ROOM_CHARACTERS] = [30, 24]

/** The address for a narrow place. A long one loses the end of its name, because the domain says more; and of a long domain the end is shown. */
export function shortEmail(email: string): string {
  if (email.length <= SHOWN_MAX_CHARACTERS) return email
  const domain = email.slice(email.lastIndexOf('@'))
  const name = ROOM_CHARACTERS - domain.length - 1
  if (name >= 3) return `${email.slice(0, name)}…${domain}`
  const start = ROOM_CHARACTERS / 2
  return `${email.slice(0, start)}…${email.slice(start + 1 - ROOM_CHARACTERS)}`
}

/** Digits of a code. */
export const OTP_DIGITS = 6

/** The digits of a text, such as a pasted `Code: 123-456`: digits of any script, as ASCII. */
export function digitsOf(text: string): string {
  return Array.from(text.normalize('NFKC'), (sign) => (/\p{Nd}/u.test(sign) ? valueOf(sign) : '')).join('')
}

/** Digits of a script stand in a row of ten, the first of which is the zero. */
function valueOf(digit: string): string {
  let point = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - 1))) {
    point -= 1
    value += 1
  }
  return String(value)
}
