// Puts templates into a text of the catalogue: "I agree to the {terms}" with a real link in it, whatever the order of words in a language.
import { html, type TemplateResult } from 'lit'
import type { MessageKey, Translate } from '../lib/localize.js'

/** `pieces` takes the place of the placeholders of the same name; the text itself is never markup. */
export function richText(t: Translate, key: MessageKey, pieces: Readonly<Record<string, TemplateResult>>): unknown[] {
  const open = Object.fromEntries(Object.keys(pieces).map((name) => [name, `{${name}}`]))
  return t(key, open)
    .split(/(\{\w+\})/)
    .map((part) => pieces[part.slice(1, -1)] ?? part)
}

/** A link to a page of somebody else: opens in a new tab, and says so. */
export function externalLink(t: Translate, href: string, text: string): TemplateResult {
  return html`<a href=${href} target="_blank" rel="noopener noreferrer"
    >${text}<span class="visually-hidden"> ${t('common.opensNewTab')}</span></a
  >`
}
