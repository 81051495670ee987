// The page at `/`: what this is and who answers what, for a person who opens the services' address. The build makes it (services/page); services that run from
// their sources have it once it was built.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HttpError } from './errors.js'
import type { Route } from './route.js'

/** Beside the compiled services, or in the folder of the last build. */
const places = [new URL('./www/', import.meta.url), new URL('../dist/www/', import.meta.url)]

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

/** None where the page was not built. The names of its files are read once: nothing that a caller sends becomes part of a path. */
export function pageRoutes(): readonly Route[] {
  const folder = places.find((place) => existsSync(new URL('index.html', place)))
  if (folder === undefined) return []
  const answer = (file: string, caching: string) =>
    new Response(readFileSync(new URL(file, folder)), {
      headers: { ...headers, 'content-type': typeOf(file), 'cache-control': caching },
    })
  const parts = readdirSync(fileURLToPath(new URL('page/', folder)))
  // A person has no project, and the page shows no more than /ready does.
  const common = { method: 'GET', cost: 0, access: 'open', isLoopFree: true } as const
  return [
    {
      ...common,
      path: '/',
      doc: { summary: 'A page about these services', contentType: 'text/html' },
      answer: () => answer('index.html', 'no-cache'),
    },
    {
      ...common,
      path: '/page/:name',
      doc: { summary: 'A part of that page', contentType: 'text/plain' },
      answer(c) {
        const name = c.req.param('name') ?? ''
        if (!parts.includes(name)) throw new HttpError(404, 'path', 'There is nothing at this path')
        // The names of scripts and styles change with their content.
        return answer(`page/${name}`, extname(name) === '.md' ? 'no-cache' : 'public, max-age=31536000, immutable')
      },
    },
  ]
}

function typeOf(file: string): string {
  return types[extname(file)] ?? 'application/octet-stream'
}
