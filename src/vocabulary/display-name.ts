// Names of wallets and of accounts in them are untrusted text: this file makes a line of them that can be shown. Connect waits for it, so that it is
// shorter than `visible-name.ts`, which keeps the joiners of emoji and of Indic words.

/**
 * One visible line of at most 64 letters with at most three marks each: nothing hidden, a space for any blank; `undefined` when nothing is left that can
 * be seen. More marks end it: they would reach into other lines.
 */
export function displayName(value: unknown): string | undefined {
  // \p{C} has the control and format characters, \p{DI} fillers and selectors, U+2800 is the empty Braille pattern.
  return typeof value === 'string'
    ? /(\P{M}\p{M}{0,3}){1,64}/u.exec(value.replace(/[\p{C}\p{DI}\s\u2800]+/gu, ' ').trim())?.[0]
    : undefined
}
