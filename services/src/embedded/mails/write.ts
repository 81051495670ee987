// Mails as plain text and as HTML: what, where and when, without anything that a mail program would have to load.
import { oneLineOf } from '../../../../src/vocabulary/visible-name.js'
import { directionOf, textsOf, type MailLocale } from './catalogue.js'
import type { MailTexts } from './en.js'

/** Where and when something was asked for. */
export interface Occasion {
  /** Origin of the app's page. */
  readonly app?: string | undefined
  readonly browser: string
  readonly at: number
}

type CodeKind = keyof MailTexts['code']

/** What a mail is made of. */
export type MailContent =
  | ({ readonly kind: 'device'; readonly link: string; readonly matchCode: string; readonly minutes: number } & Occasion)
  | ({
      readonly kind: 'code'
      readonly use: CodeKind
      readonly code: string
      readonly matchCode: string
      readonly minutes: number
    } & Occasion)
  | ({ readonly kind: 'newDevice' | 'stolen' | 'exported' | 'passkeyAdded' | 'passkeyAsked' } & Occasion)
  | ({ readonly kind: 'recoveryHeld' | 'recoveryReady'; readonly link: string; readonly heldUntil: number } & Occasion)
  | ({ readonly kind: 'changed'; readonly link: string; readonly oldEmail: string; readonly newEmail: string } & Occasion)

/** A mail, ready to be sent. */
export interface WrittenMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#3b5bdb;color:#ffffff;text-decoration:none;font-weight:600'
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"

/** Writes a mail in a language. */
export function writeMail(content: MailContent, locale: MailLocale): WrittenMail {
  const texts = textsOf(locale)
  const own = content.kind === 'code' ? texts.code[content.use] : texts[content.kind]
  const code = content.kind === 'code' ? content.code : undefined
  const link = 'link' in content ? content.link : undefined
  const fill = (text: string) =>
    // A function, so that a $ in a value stays one.
    text.replace(/\{(app|code)\}/g, (_, name: string) => (name === 'code' ? (code ?? '') : hostOf(content.app ?? '')))
  const rows = rowsOf(content, texts, locale)
  const validity =
    'minutes' in content
      ? texts.validFor.replace('{minutes}', new Intl.NumberFormat(tagOf(locale)).format(content.minutes))
      : undefined
  const notes = [...(validity && content.kind === 'code' ? [validity] : []), fill(own.note)]
  const subject = oneLineOf(fill(own.subject)) // a header has one line
  const text = [
    fill(own.heading),
    fill(own.intro),
    ...(code === undefined ? [] : [code]),
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...(link === undefined ? [] : [`${own.button ?? ''}:\n${link}`]),
    ...notes,
  ].join('\n\n')
  const html = htmlOf({
    locale,
    subject,
    heading: fill(own.heading),
    intro: fill(own.intro),
    code,
    rows,
    link,
    button: own.button,
    notes,
  })
  return { subject, text: `${text}\n`, html }
}

type Rows = readonly (readonly [label: string, value: string])[]

function rowsOf(content: MailContent, texts: MailTexts, locale: MailLocale): Rows {
  return [
    ...(content.app ? [[texts.app, content.app] as const] : []),
    [texts.browser, content.browser],
    [texts.time, timeOf(content.at, locale)],
    ...('matchCode' in content ? [[texts.matchCode, content.matchCode] as const] : []),
    ...('heldUntil' in content ? [[texts.releasedAt, timeOf(content.heldUntil, locale)] as const] : []),
    ...('oldEmail' in content
      ? [[texts.oldAddress, content.oldEmail] as const, [texts.newAddress, content.newEmail] as const]
      : []),
  ]
}

interface HtmlParts {
  readonly locale: MailLocale
  readonly subject: string
  readonly heading: string
  readonly intro: string
  readonly code: string | undefined
  readonly rows: Rows
  readonly link: string | undefined
  readonly button: string | undefined
  readonly notes: readonly string[]
}

function htmlOf({ locale, subject, heading, intro, code, rows, link, button, notes }: HtmlParts): string {
  const direction = directionOf(locale)
  const align = direction === 'rtl' ? 'right' : 'left'
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" style="padding:4px 0;padding-inline-end:16px;text-align:${align};font-weight:400;color:#5c6270;vertical-align:top">${escape(label)}</th>` +
      `<td style="padding:4px 0;text-align:${align};overflow-wrap:anywhere"><bdi>${escape(value)}</bdi></td></tr>`,
  )
  const parts = [
    `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.3">${escape(heading)}</h1>`,
    `<p style="margin:0 0 20px">${escape(intro)}</p>`,
    code === undefined
      ? ''
      : `<p dir="ltr" style="margin:0 0 20px;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:6px;text-align:${align}">${escape(code)}</p>`,
    `<table role="presentation" style="border-collapse:collapse;margin:0 0 20px;font-size:15px">${cells.join('')}</table>`,
    link === undefined
      ? ''
      : `<p style="margin:0 0 20px"><a href="${escape(link)}" style="${BUTTON}">${escape(button ?? '')}</a></p>`,
    ...notes.map((note) => `<p style="margin:0 0 12px;font-size:14px;color:#5c6270">${escape(note)}</p>`),
  ]
  return (
    `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light"><title>${escape(subject)}</title></head>` +
    `<body style="margin:0;padding:24px;background:#f3f4f7;color:#171a21;font-size:16px;line-height:1.5;${FONT}">` +
    `<div style="max-width:520px;margin:0 auto;padding:28px;border-radius:16px;background:#ffffff;text-align:${align}">${parts.join('')}</div></body></html>`
  )
}

/** Western digits: a number that is compared must look alike in mail and app. */
const tagOf = (locale: MailLocale) => (locale === 'ar' ? 'ar-u-nu-latn' : locale)

function timeOf(at: number, locale: MailLocale): string {
  return new Intl.DateTimeFormat(tagOf(locale), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(at)
}

/** `app.example:8080` of an origin. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : origin)

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
