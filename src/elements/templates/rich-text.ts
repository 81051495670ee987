// Puts templates into a text of the catalogue, such as a link into "I agree to the {terms}". The text of each language has its own word order.
import { html, type TemplateResult } from 'lit'
import type { MessageKey, Translate } from '../lib/localize.js'

/** The text of `key` with each `{name}` replaced by `pieces[name]`, or by that of `params`. The text itself is never parsed as markup. */
export function richText(
  t: Translate,
  key: MessageKey,
  pieces: Readonly<Record<string, TemplateResult>>,
  params: Readonly<Record<string, string | number>> = {},
): unknown[] {
  const open = Object.fromEntries(Object.keys(pieces).map((name) => [name, `{${name}}`]))
  return t(key, { ...params, ...open })
    .split(/(\{\w+\})/)
    .map((segment) => pieces[segment.slice(1, -1)] ?? segment)
}

/** A link to another site. It opens in a new tab, and a visually hidden text says so. */
export function externalLink(t: Translate, href: string, text: string): TemplateResult {
  return html`<a href=${href} target="_blank" rel="noopener noreferrer"
    >${text}<span class="visually-hidden"> ${t('common.opensNewTab')}</span></a
  >`
}
