// Remembers identities in the database, so that all instances share them: a day, and ten minutes that an address has none.
import type { Db } from '../../db/db.js'
import { addressKey } from '../names/coin-types.js'

const FOUND_MS = 24 * 3_600_000
const NONE_MS = 600_000
/** Whoever asks for addresses without end has those forgotten first that expire first. */
const ROWS_MAX = 100_000

/** A cached answer. */
export interface CachedIdentity {
  readonly name: string | null
  readonly avatar: string | null
  readonly provider: string
  /** Unix milliseconds. */
  readonly resolvedAt: number
  readonly expiresAt: number
}

/** The cache of identities. */
export interface IdentityCache {
  get(address: string): Promise<CachedIdentity | undefined>
  put(address: string, found: Pick<CachedIdentity, 'name' | 'avatar' | 'provider'>): Promise<CachedIdentity>
  sweep(): Promise<void>
}

interface Row {
  name: string | null
  avatar: string | null
  provider: string
  resolved_at: number
  expires_at: number
}

/** A cache in the database; `now` is Unix milliseconds. @param rowsMax what a sweep leaves */
export function createIdentityCache(db: Db, now: () => number, rowsMax = ROWS_MAX): IdentityCache {
  return {
    async get(address) {
      const [row] = await db.query<Row>('select * from identities where address = $1 and expires_at > $2', [
        addressKey(address),
        now(),
      ])
      if (!row) return undefined
      const { name, avatar, provider } = row
      return { name, avatar, provider, resolvedAt: row.resolved_at, expiresAt: row.expires_at }
    },
    async put(address, { name, avatar, provider }) {
      const resolvedAt = now()
      const expiresAt = resolvedAt + (name === null ? NONE_MS : FOUND_MS)
      await db.query(
        `insert into identities (address, name, avatar, provider, resolved_at, expires_at) values ($1, $2, $3, $4, $5, $6)
          on conflict (address) do update set name = excluded.name, avatar = excluded.avatar, provider = excluded.provider,
            resolved_at = excluded.resolved_at, expires_at = excluded.expires_at`,
        [addressKey(address), name, avatar, provider, resolvedAt, expiresAt],
      )
      return { name, avatar, provider, resolvedAt, expiresAt }
    },
    async sweep() {
      const [beyond] = await db.query<{ expires_at: number }>(
        'select expires_at from identities order by expires_at desc offset $1 limit 1',
        [rowsMax],
      )
      await db.query('delete from identities where expires_at < $1 or expires_at <= $2', [now(), beyond?.expires_at ?? 0])
    },
  }
}
