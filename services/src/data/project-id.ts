// The project that a caller names, as it is kept beside what they leave here.
import type { Context } from 'hono'

/** By query or header, as `Projects.of` reads it; empty when none is named. Cut, since without a table it is any text. */
export function projectIdOf(c: Context): string {
  const id = c.req.query('projectId') || c.req.header('x-project-id') || ''
  return id.replace(/\p{Cc}/gu, '').slice(0, 64)
}
