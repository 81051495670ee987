// The page at `/`: what these services are and which provider answers what. The build makes it from services/page; services that run from their
// sources serve the page of the last build.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { HttpError } from './errors.js'
import { defineRoute, type Route } from './route.js'

/** Beside the compiled services, or in the folder of the last build. */
const places = [new URL('./www/', import.meta.url), new URL('../../dist/www/', import.meta.url)]

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'", // the mailbox shows a mail in a sandbox
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const pageFolder = () => places.find((place) => existsSync(new URL('index.html', place)))

function answerFrom(folder: URL, file: string, caching: string): Response {
  return new Response(readFileSync(new URL(file, folder)), {
    headers: { ...headers, 'content-type': typeOf(file), 'cache-control': caching },
  })
}

/** A further document of the build, such as `dev/mailbox.html`; undefined where the page was not built. */
export function pageDocument(file: string): Response | undefined {
  const folder = pageFolder()
  return folder && existsSync(new URL(file, folder)) ? answerFrom(folder, file, 'no-cache') : undefined
}

/** `GET /` and `GET /page/:name`; no routes where the page was not built. File names are listed once, so no text of a caller becomes part of a path. */
export function pageRoutes(): readonly Route[] {
  const folder = pageFolder()
  if (folder === undefined) return []
  const answer = (file: string, caching: string) => answerFrom(folder, file, caching)
  const parts = readdirSync(fileURLToPath(new URL('page/', folder)))
  const common = {
    method: 'GET',
    cost: 0,
    project: { rule: 'none', because: 'a person has no project, and the page shows no more than /ready does' },
    isLoopFree: true,
  } as const
  return [
    defineRoute({
      ...common,
      path: '/',
      summary: 'A page about these services',
      answers: { 200: { type: 'text/html' } },
      handle: () => answer('index.html', 'no-cache'),
    }),
    defineRoute({
      ...common,
      path: '/page/:name',
      summary: 'A part of that page',
      params: z.object({ name: z.string() }),
      answers: { 200: { type: 'text/plain' } },
      handle({ params: { name } }) {
        if (!parts.includes(name)) throw new HttpError(404, 'path', 'There is nothing at this path')
        // The names of scripts and styles change with their content.
        return answer(`page/${name}`, extname(name) === '.md' ? 'no-cache' : 'public, max-age=31536000, immutable')
      },
    }),
  ]
}

function typeOf(file: string): string {
  return types[extname(file)] ?? 'application/octet-stream'
}
