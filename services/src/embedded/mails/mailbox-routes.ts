// The mailbox of the loopback over HTTP. Only in development, whose services nobody else reaches.
import * as z from 'zod'
import { HttpError } from '../../http/errors.js'
import { pageDocument } from '../../http/page.js'
import { defineRoute, type Route } from '../../http/route.js'
import { isLoopback } from '../../settings/config.js'
import type { Mailbox } from './mailbox.js'

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  at: z.number(),
})

/** A mail as a document: it loads nothing, runs nothing, and is of no origin. */
const mailHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** `/dev/mailbox`, `/dev/mailbox.json`, and `/dev/mailbox/:id` for the HTML of one mail. */
export function mailboxRoutes(mailbox: Mailbox): readonly Route[] {
  const common = {
    method: 'GET',
    cost: 0,
    project: { rule: 'none', because: 'the mailbox is for the developer of this machine' },
    isLoopFree: true,
  } as const
  return [
    defineRoute({
      ...common,
      path: '/dev/mailbox.json',
      summary: 'Mails that were not sent, newest first (development only)',
      query: z.object({ to: z.string().max(254).optional() }),
      answers: { 200: z.object({ mails: z.array(mailSchema) }) },
      handle({ query: { to }, request }) {
        refuseOtherSites(request)
        return Response.json({ mails: mailbox.list(to) }, { headers: { 'cache-control': 'no-store' } })
      },
    }),
    defineRoute({
      ...common,
      path: '/dev/mailbox',
      summary: 'A page that shows these mails (development only)',
      answers: { 200: { type: 'text/html' } },
      handle() {
        const page = pageDocument('dev/mailbox.html')
        if (!page) throw new HttpError(503, 'page', 'The page was not built: run npm run build --workspace services')
        return page
      },
    }),
    defineRoute({
      ...common,
      path: '/dev/mailbox/:id',
      summary: 'One of these mails as its reader sees it (development only)',
      params: z.object({ id: z.string() }),
      answers: { 200: { type: 'text/html' } },
      handle({ params: { id }, request }) {
        refuseOtherSites(request)
        const mail = mailbox.list().find((one) => one.id === id)
        if (!mail) throw new HttpError(404, 'id', 'There is no such mail')
        return new Response(mail.html, { headers: mailHeaders })
      },
    }),
  ]
}

/** The services' answers are readable from every origin; the codes of a developer's mailbox are not for the pages that a browser has open. */
function refuseOtherSites(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const isStrange = !isLoopback(new URL(request.url).hostname) // a name of somebody's that leads to this machine
  const isOther =
    isStrange || (site !== null && site !== 'same-origin' && site !== 'none') || (origin !== null && !isOwn(origin, request))
  if (isOther) throw new HttpError(403, 'origin', 'Other pages may not read the mailbox')
}

const isOwn = (origin: string, request: Request) => URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
