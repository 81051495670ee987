// Conditional answers. `hono/etag` would read every answer a second time to hash it, and would drop our headers from a 304.
import { createHash } from 'node:crypto'

/** 200 with `body`, or 304 when `if-none-match` names its ETag (base64url of its SHA-256, cut to 27 characters). Both carry `headers`. */
export function ifChanged(request: Request, body: string, headers: Readonly<Record<string, string>>): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const held = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (held.includes(etag) || held.includes('*')) return new Response(null, { status: 304, headers: { ...headers, etag } })
  return new Response(body, { headers: { ...headers, etag } })
}
