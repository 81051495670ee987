// Cursors of pages: where the next page begins, signed, so that a caller can neither forge one nor use one for another account.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Db } from '../../db/db.js'
import { HttpError } from '../../http/errors.js'
import type { CursorContext } from '../context.js'
import { oncePer } from '../once.js'

const CURSOR_CHARS = 1024
const SECRET_NAME = 'cursor'

/** Writes and reads signed cursors. */
export interface Cursors {
  /** `scope`: everything that must be the same on the next page, such as route, account and chain. */
  write(scope: string, position: unknown): Promise<string>
  /** @throws HttpError 400 `cursor` unless it was written here, for this scope */
  read<S extends z.ZodMiniType>(scope: string, cursor: string, schema: S): Promise<z.output<S>>
}

/** The cursors of a context, made once. */
export const cursorsOf = oncePer((ctx: CursorContext) => createCursors(ctx.db))

/** Cursors signed with a secret of the database, which all instances share. */
export function createCursors(db: Db): Cursors {
  let secret: Promise<string> | undefined
  const key = () => {
    secret ??= readSecret(db).catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return secret
  }
  const sign = async (scope: string, body: string) =>
    createHmac('sha256', await key())
      .update(`${scope}\n${body}`)
      .digest()
      .subarray(0, 18)
      .toString('base64url')
  const refused = () => new HttpError(400, 'cursor', 'This cursor is not of this list')
  return {
    async write(scope, position) {
      const body = Buffer.from(JSON.stringify(position)).toString('base64url')
      return `${body}.${await sign(scope, body)}`
    },
    async read(scope, cursor, schema) {
      const [, body = '', mac = ''] = (cursor.length <= CURSOR_CHARS && /^([\w-]+)\.([\w-]{24})$/.exec(cursor)) || []
      const given = Buffer.from(mac)
      const expected = Buffer.from(await sign(scope, body))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused()
      const parsed = schema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
      if (!parsed.success) throw refused() // written by an older release
      return parsed.data
    },
  }
}

/** Made by the first instance that needs it; all of one database share it. */
async function readSecret(db: Db): Promise<string> {
  await db.query('insert into service_secrets (name, secret) values ($1, $2) on conflict (name) do nothing', [
    SECRET_NAME,
    randomBytes(32).toString('hex'),
  ])
  const [row] = await db.query<{ secret: string }>('select secret from service_secrets where name = $1', [SECRET_NAME])
  if (!row) throw new Error('no secret for cursors')
  return row.secret
}
