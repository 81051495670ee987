// What the parts of the page have in common.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { FrameLocale } from '../messages.js'
import { failureText, type PageFailure } from './failure.js'
import type { PageMessages } from './messages.js'

/** What went wrong, in words and with its code. */
export const failureOfAct = (texts: PageMessages, failure: PageFailure | undefined): TemplateResult | typeof nothing =>
  failure
    ? html`<p class="failure" role="alert">${failureText(texts, failure)} <code dir="ltr">(${failure.code})</code></p>`
    : nothing

/** A press by a person: a script that could press it could do worse, but not by accident. */
export const pressed = (act: () => void) => (event: Event) => {
  if (event.isTrusted) act()
}

/** The digits 0–9 in every language: what is compared with a mail must look as it does there. */
export function timeText(locale: FrameLocale, at: number): string {
  const tag = new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

const TEXT_MOST = 80

/** What a device or a browser is called by itself: no signs that turn the text around it, and no more than fits. */
export function plain(text: string): string {
  const seen = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
  const characters = Array.from(seen)
  return characters.length > TEXT_MOST ? `${characters.slice(0, TEXT_MOST).join('')}…` : seen
}
