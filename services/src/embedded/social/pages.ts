// The two pages of social logins: one asks before a browser that we do not know goes to the provider, one says how it ended. Static, with their styles
// and script inside, and nothing of an answer of the provider in them.
import { createHash } from 'node:crypto'
import { pageHeaders } from '../headers.js'
import { directionOf, type MailLocale } from '../mails/catalogue.js'
import { pageTextsOf, type PageEnd } from './texts.js'

const style = `:root{color-scheme:light dark;--ink:#1c1c1e;--quiet:#555;--paper:#fff;--line:#d1d1d6;--main:#1c4fd6}
@media(prefers-color-scheme:dark){:root{--ink:#f2f2f7;--quiet:#b3b3ba;--paper:#1c1c1e;--line:#3a3a3c;--main:#2f62e6}}
body{font:16px/1.5 system-ui,sans-serif;max-inline-size:26rem;margin:3rem auto;padding-inline:1rem;color:var(--ink);background:var(--paper)}
h1{font-size:1.4rem;line-height:1.25}.warning{border-inline-start:4px solid var(--main);padding-inline-start:.75rem;color:var(--quiet)}
a{display:inline-block;background:var(--main);color:#fff;text-decoration:none;padding:.7rem 1.4rem;border-radius:.6rem;min-block-size:24px}
a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}bdi{overflow-wrap:anywhere;font-weight:600}`
/** A popup closes itself; a tab that the person opened stays. */
const script = 'window.close()'
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const policy = (scripts: string) =>
  [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${scripts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Asks before the login goes on. */
export function askPage(
  locale: MailLocale,
  { provider, app, href, cookie }: { provider: string; app: string; href: string; cookie: string },
): Response {
  const { ask } = pageTextsOf(locale)
  const fill = (text: string) =>
    escape(text)
      .replace('{provider}', escape(provider))
      .replace('{app}', `<bdi>${escape(app)}</bdi>`)
  const body = `<h1>${fill(ask.title)}</h1><p>${fill(ask.text)}</p><p class="warning">${fill(ask.warning)}</p><p><a href="${escape(href)}">${fill(ask.go)}</a></p>`
  return html(locale, fill(ask.title), body, { 'content-security-policy': policy("'none'"), 'set-cookie': cookie })
}

/** Says how it ended, and closes itself where the browser lets it. */
export function endPage(locale: MailLocale, end: PageEnd): Response {
  const { title, text } = pageTextsOf(locale).end[end]
  const role = end === 'failed' ? 'alert' : 'status'
  const body = `<h1>${escape(title)}</h1><p role="${role}">${escape(text)}</p><script>${script}</script>`
  return html(locale, escape(title), body, { 'content-security-policy': policy(hash(script)) })
}

function html(locale: MailLocale, title: string, body: string, more: Readonly<Record<string, string>>): Response {
  const page = `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main>${body}</main></body></html>`
  return new Response(page, { headers: { ...pageHeaders, ...more } })
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
