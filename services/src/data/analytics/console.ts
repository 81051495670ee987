// The console's page of counts: plain HTML without scripts, made here, with names from strangers escaped.
import { createHash } from 'node:crypto'
import type { EventCount } from './store.js'

const style =
  ':root{color-scheme:light dark;color:CanvasText;background:Canvas}' +
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-inline-size:60rem;padding-inline:1rem}' +
  '.wide{overflow-x:auto}table{border-collapse:collapse;inline-size:100%}' +
  'th,td{padding:.375rem .5rem;border-block-end:1px solid GrayText;text-align:start;overflow-wrap:anywhere}' +
  'tbody th{font-weight:400;min-inline-size:10rem}' +
  'th.n,td.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}caption{text-align:start;padding-block:.5rem}' +
  'nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}nav a{display:inline-block;padding-block:.25rem}' +
  '[aria-current]{font-weight:700;text-decoration:none}'

/** Headers of the page, with a policy that allows no script. */
export const consoleHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** What the page shows. */
export interface CountsPage {
  readonly counts: readonly EventCount[]
  readonly projects: readonly string[]
  readonly project: string | undefined
  readonly retentionDays: number
}

/** The HTML of the page. */
export function countsPage({ counts, projects, project, retentionDays }: CountsPage): string {
  const number = new Intl.NumberFormat('en')
  const cell = (value: number) => `<td class="n">${number.format(value)}</td>`
  const rows = counts.map(
    ({ name, day, week, month }) => `<tr><th scope="row">${escape(name)}</th>${cell(day)}${cell(week)}${cell(month)}</tr>`,
  )
  const links = projects.map((id) => link(`?project=${encodeURIComponent(id)}`, id === '' ? '(none)' : id, id === project))
  const caption = project === undefined ? 'Of all projects' : `Of ${project === '' ? 'callers without a project' : project}`
  const table =
    rows.length === 0
      ? '<p>No events.</p>'
      : `<div class="wide" role="region" aria-label="Counts" tabindex="0"><table><caption>${escape(caption)}</caption><thead><tr><th scope="col">Event</th><th scope="col" class="n">24 hours</th>` +
        `<th scope="col" class="n">7 days</th><th scope="col" class="n">30 days</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>Events</title><style>${style}</style></head><body><main><h1>Events</h1>` +
    `<nav aria-label="Projects"><ul>${link('?', 'All projects', project === undefined)}${links.join('')}</ul></nav>${table}` +
    `<p>Events are kept for ${number.format(retentionDays)} days.</p></main></body></html>`
  )
}

function link(href: string, text: string, isCurrent: boolean): string {
  return `<li><a href="${escape(href)}"${isCurrent ? ' aria-current="page"' : ''}>${escape(text)}</a></li>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
