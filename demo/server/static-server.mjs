// A small server of static files with strict headers and a few answers made on the fly: for the demo pages, and for pages of tests.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * The policy of every demo page: scripts and styles from its own origin only, no markup from strings.
 * @param {readonly string[]} connect origins that the page may call besides its own
 * @param {readonly string[]} [frames] origins that it may show in a frame
 * @param {string} [nonce] of scripts and styles that are inline, which only Vite's development server writes
 */
export function contentSecurityPolicy(connect, frames = [], nonce) {
  const own = nonce ? `'self' 'nonce-${nonce}'` : `'self'`
  return [
    `default-src 'none'`,
    `script-src ${own}`,
    `style-src ${own}`,
    `img-src 'self' data: blob: https: ${connect.filter((origin) => origin.startsWith('http')).join(' ')}`.trim(),
    `connect-src 'self' ${connect.join(' ')}`.trim(),
    `media-src 'self' blob:`,
    `manifest-src 'self'`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    `frame-ancestors 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
    // lit makes one policy, which passes on nothing but its own static templates
    `trusted-types lit-html`,
  ].join('; ')
}

/**
 * Serves `folders`: url prefix → folder, the longest prefix first.
 * @param {object} options
 * @param {Readonly<Record<string, string>>} options.folders
 * @param {Readonly<Record<string, string>>} [options.rewrites] exact path → path, such as `/` → `/dapp/index.html`
 * @param {Readonly<Record<string, () => unknown>>} [options.json] exact path → answer, never cached
 * @param {() => Readonly<Record<string, string>>} [options.headers]
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<boolean>} [options.handle] answers
 *   first; resolves with false for what it does not serve
 */
export function createStaticServer({ folders, ...options }) {
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length)
  return createPageServer({
    ...options,
    serveFile: (request, response, path, headers) => serveFile(folders, prefixes, request, response, path, headers),
  })
}

/**
 * The same, whose files come from somewhere else.
 * @param {object} options as those of `createStaticServer`, and
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, path: string, headers: Readonly<Record<string, string>>) => unknown} options.serveFile
 */
export function createPageServer({ serveFile, rewrites = {}, json = {}, headers = () => ({}), handle = async () => false }) {
  return createServer(async (request, response) => {
    try {
      if (await handle(request, response)) return
    } catch {
      return response.headersSent ? response.destroy() : sendText(response, 500, 'Something went wrong')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(response, 405, 'Method not allowed')
    const path = decodePath(request.url ?? '/')
    if (path === undefined) return sendText(response, 400, 'Bad path')
    const answer = Object.hasOwn(json, path) ? json[path] : undefined
    const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', ...headers() }
    if (answer !== undefined) {
      response.writeHead(200, { ...common, 'content-type': types['.json'], 'cache-control': 'no-store' })
      return response.end(request.method === 'HEAD' ? undefined : JSON.stringify(answer()))
    }
    return serveFile(request, response, Object.hasOwn(rewrites, path) ? rewrites[path] : path, common)
  })
}

const sendText = (response, status, text) =>
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }).end(text)

async function serveFile(folders, prefixes, request, response, path, headers) {
  const found = await locate(folders, prefixes, path)
  if (found === undefined) return sendText(response, 404, 'Not found')
  if (found.folder) return response.writeHead(308, { location: `${encodeURI(path)}/` }).end()
  response.writeHead(200, {
    ...headers,
    'content-type': types[extname(found.file)] ?? 'application/octet-stream',
    'content-length': found.size,
    // built names carry a hash; everything else is asked for again
    'cache-control': /-[\w-]{8}\.\w+$/.test(found.file) ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (request.method === 'HEAD') return response.end()
  // a visitor who leaves half-way is no fault
  await pipeline(createReadStream(found.file), response).catch(() => response.destroy())
}

/** The decoded path, or nothing when it tries to leave the folder or cannot be decoded. */
function decodePath(url) {
  const raw = url.split(/[?#]/, 1)[0] ?? '/'
  let path
  try {
    path = decodeURIComponent(raw)
  } catch {
    return undefined
  }
  if (!path.startsWith('/') || path.includes('\0') || path.includes('\\')) return undefined
  return path.split('/').some((piece) => piece === '..' || piece === '.') ? undefined : path
}

async function locate(folders, prefixes, path) {
  const prefix = prefixes.find((candidate) => path.startsWith(candidate))
  if (prefix === undefined) return undefined
  const folder = resolve(folders[prefix])
  const file = join(folder, path.slice(prefix.length))
  // `decodePath` refused dots already; this holds even if it did not
  if (!`${file}${sep}`.startsWith(folder + sep)) return undefined
  const stats = await stat(file).catch(() => undefined)
  if (stats === undefined) return undefined
  if (stats.isFile()) return { file, size: stats.size }
  if (!path.endsWith('/')) return { folder: true }
  const index = join(file, 'index.html')
  const indexStats = await stat(index).catch(() => undefined)
  return indexStats?.isFile() ? { file: index, size: indexStats.size } : undefined
}

/** Listens; resolves with the port. */
export async function listen(server, { host, port }) {
  server.listen(port, host)
  await once(server, 'listening')
  return server.address().port
}
