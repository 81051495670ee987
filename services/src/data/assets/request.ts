// Reads a query or a body with the schema that the client shares; what does not fit is the caller's fault and says where.
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { readJson } from '../../body.js'
import { HttpError } from '../../errors.js'

/** An empty parameter is an absent one. @throws HttpError 400 of the parameter at fault */
export function readQuery<S extends z.ZodMiniType>(c: Context, schema: S): z.output<S> {
  const given = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''))
  return read(schema, given, () => 400)
}

/** @throws HttpError 400 or 413 as `readJson`; for a wrong shape what `statusOf` says of the field at fault, default 400 */
export async function readBody<S extends z.ZodMiniType>(
  c: Context,
  schema: S,
  statusOf: (field: string) => number = () => 400,
): Promise<z.output<S>> {
  return read(schema, await readJson(c.req.raw), statusOf)
}

function read<S extends z.ZodMiniType>(schema: S, value: unknown, statusOf: (field: string) => number): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const field = String(parsed.error.issues[0]?.path[0] ?? 'body')
  const isMissing = typeof value === 'object' && value !== null && !(field in value)
  throw new HttpError(statusOf(field), field, isMissing ? 'This parameter is needed' : 'This parameter has a wrong form')
}

/** The answer with the name of who gave it. */
export function answerJson(body: unknown, provider: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store', 'x-provider': provider, ...headers } })
}
