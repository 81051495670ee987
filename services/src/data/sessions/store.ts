// The table of sessions and of what was co-signed in them.
import type { Db, Sql } from '../../db/db.js'
import { askFull, holdersOf, type Holder, type StorageBudget } from '../../limits/storage-budget.js'
import type { StorageScope } from '../../limits/storage-limits.js'
import type { Spend } from './permissions.js'

/** A session of the table. */
export interface StoredSession {
  readonly pci: string
  readonly chain: string
  /** Lower case. */
  readonly address: string
  readonly project: string
  /** Unix seconds, as all moments here. */
  readonly expiry: number
  readonly createdAt: number
  readonly signer: unknown
  /** What the wallet has granted; until activation, what was asked for. */
  readonly permissions: unknown
  /** What was asked for, where the wallet has granted less. */
  readonly asked: unknown
  readonly policies: unknown
  readonly context: string | null
  readonly revokedAt: number | null
  readonly cosignerAddress: string
  readonly cosignerKey: string
}

/** What a wallet has granted. */
export interface Granted {
  readonly context: string
  readonly expiry: number
  readonly permissions: unknown
}

/** What an operation takes. */
export interface Spending {
  readonly nonce: string
  readonly spends: readonly Spend[]
  /** Unix seconds. */
  readonly now: number
  /** Unix seconds: what was spent before counts against no allowance of the session any more, and is forgotten. */
  readonly oldest: number
}

/** Whose sessions. */
export interface AccountKey {
  /** Absent: on any chain. */
  readonly chain?: string | undefined
  readonly address: string
}

/** Where a session stands in a list. */
export interface Position {
  /** 0: active, 1: revoked, 2: never activated. */
  readonly rank: number
  readonly createdAt: number
  readonly pci: string
}

/** The table of sessions. */
export interface SessionStore {
  /** @throws StorageFullError */
  add(session: StoredSession, holder: Holder): Promise<void>
  /** One page; `next` is the position of its last session when there are more. */
  list(
    account: AccountKey,
    after?: Position,
  ): Promise<{ readonly sessions: readonly StoredSession[]; readonly next: Position | undefined }>
  find(account: AccountKey, pci: string): Promise<StoredSession | undefined>
  /**
   * Keeps what was granted. Again the same is no change, and no fault: an answer may be lost. False when it was activated with something else, is
   * revoked or gone.
   * @throws StorageFullError
   */
  activate(session: StoredSession, granted: Granted, holder: Holder): Promise<boolean>
  revoke(pci: string, now: number): Promise<void>
  /**
   * Writes down what an operation takes, unless an allowance would be exceeded or the session is no longer alive: then false.
   * The same nonce again replaces what it took before, since only one of the two can be executed.
   * @throws StorageFullError
   */
  spend(pci: string, spending: Spending, holder: Holder): Promise<boolean>
  collect(now: number): Promise<number>
}

const PAGE_SIZE = 255
/** Of what strangers wrote into the sessions of a page. A single one is never longer. */
const PAGE_BYTES = 1024 * 1024
/** What a session takes beside its terms: keys, names, the context that activation brings. */
const ROW_BYTES = 1024
/** Sessions that were never activated, and ended ones, are kept for this long. */
const INACTIVE_S = 24 * 3600
const OVER_S = 30 * 24 * 3600

interface Stored extends Record<string, unknown> {
  pci: string
  chain: string
  address: string
  project: string
  expiry: number
  created_at: number
  signer: string
  permissions: string
  policies: string
  asked: string | null
  context: string | null
  revoked_at: number | null
  cosigner_address: string
  cosigner_key: string
}

interface Place extends Record<string, unknown> {
  pci: string
  rank: number
  created_at: number
  bytes: number
}

/** The table in `db`. */
export function createSessionStore(db: Db, budget: StorageBudget): SessionStore {
  return {
    async add({ pci, chain, address, project, expiry, createdAt, cosignerAddress, cosignerKey, ...terms }, holder) {
      const texts = [terms.signer, terms.permissions, terms.policies].map((term) => JSON.stringify(term) ?? '')
      const bytes = ROW_BYTES + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      await budget.store('sessions', holder, bytes, async (question) => {
        const [row] = await db.query<{ full: StorageScope | null }>(
          `with room as materialized (select ${askFull(14)} as "full"),
           added as (
             insert into sessions (pci, chain, address, project, expiry, created_at, signer, permissions, policies,
               cosigner_address, cosigner_key, holders, held)
             select $1, $2, $3, $4, $5::bigint, $6::bigint, $7, $8, $9, $10, $11, $12::text[], $13::integer from room where "full" is null)
           select "full" from room`,
          [
            ...[pci, chain, address, project, expiry, createdAt],
            ...[...texts, cosignerAddress, cosignerKey, holdersOf(holder), bytes],
            ...question,
          ],
        )
        return row
      })
    },
    async list({ chain, address }, after) {
      // Anyone may ask for a key in an account's name, and say that it is active: no order keeps such sessions behind the account's own,
      // so every one must be within reach, however many and however long they are. Those that the owner ended go behind.
      const places = await db.query<Place>(
        `select * from (
           select pci, created_at, case when context is null then 2 when revoked_at is not null then 1 else 0 end as rank,
             octet_length(signer) + octet_length(permissions) + octet_length(policies) + coalesce(octet_length(context), 0) as bytes
           from sessions where address = $1 and ($2::text is null or chain = $2)
         ) listed
         where $3::int is null or (rank, -created_at, pci) > ($3::int, -$4::bigint, $5::text)
         order by rank, -created_at, pci limit $6`,
        [address, chain ?? null, after?.rank ?? null, after?.createdAt ?? null, after?.pci ?? null, PAGE_SIZE + 1],
      )
      const shown = fitting(places.slice(0, PAGE_SIZE))
      const rows = await db.query<Stored>('select * from sessions where pci = any($1)', [shown.map(({ pci }) => pci)])
      const found = new Map(rows.map((row) => [row.pci, toSession(row)]))
      const last = shown.length < places.length ? shown.at(-1) : undefined
      return {
        sessions: shown.flatMap(({ pci }) => found.get(pci) ?? []),
        next: last && { rank: last.rank, createdAt: last.created_at, pci: last.pci },
      }
    },
    async find({ chain, address }, pci) {
      const rows = await db.query<Stored>(
        'select * from sessions where pci = $1 and address = $2 and ($3::text is null or chain = $3)',
        [pci, address, chain ?? null],
      )
      return rows.map(toSession)[0]
    },
    async activate({ pci, permissions: asked }, { context, expiry, permissions }, holder) {
      const terms = JSON.stringify(permissions)
      // What was asked for stays beside a lesser grant.
      const bytes = context.length + (terms === JSON.stringify(asked) ? 0 : Buffer.byteLength(terms))
      const row = await budget.store('sessions', holder, bytes, async (question) => {
        const [found] = await db.query<{ full: StorageScope | null; isActive: boolean }>(
          `with found as (
             select context is not null as "isActive" from sessions
             where pci = $1 and (context is null or (context = $2 and expiry = $3 and permissions = $4)) and revoked_at is null),
           room as materialized (select case when "isActive" then null else ${askFull(6)} end as "full" from found),
           changed as (
             update sessions set context = $2, expiry = $3, permissions = $4,
               asked = case when permissions <> $4 then permissions end, held = held + $5::integer
             where pci = $1 and context is null and revoked_at is null and (select "full" is null from room) returning pci)
           select room."full", found."isActive" or exists (select 1 from changed) as "isActive" from found, room`,
          [pci, context, expiry, terms, bytes, ...question],
        )
        return found
      })
      return row?.isActive ?? false
    },
    async revoke(pci, now) {
      await db.query('update sessions set revoked_at = $2 where pci = $1 and revoked_at is null', [pci, now])
    },
    spend: (pci, spending, holder) =>
      db.transaction(async (sql) => {
        if (!(await isWithin(sql, pci, spending))) return false
        if (spending.spends.length > 0) await budget.reserve(sql, 'spends', holder, spending.spends.length)
        await write(sql, pci, spending, holder)
        return true
      }),
    async collect(now) {
      const rows = await db.query(
        'delete from sessions where expiry < $1 or (context is null and created_at < $2) returning pci',
        [now - OVER_S, now - INACTIVE_S],
      )
      return rows.length
    },
  }
}

/** The first of them that make a page together. */
function fitting(places: readonly Place[]): readonly Place[] {
  let bytes = 0
  const end = places.findIndex((place) => (bytes += place.bytes) > PAGE_BYTES)
  return end === -1 ? places : places.slice(0, Math.max(end, 1))
}

async function isWithin(sql: Sql, pci: string, { nonce, spends, now, oldest }: Spending): Promise<boolean> {
  // The lock makes two operations at once count one after the other.
  const alive = await sql.query('select 1 from sessions where pci = $1 and revoked_at is null and expiry > $2 for update', [
    pci,
    now,
  ])
  if (alive.length === 0) return false
  await sql.query('delete from session_spends where pci = $1 and at < $2', [pci, oldest])
  for (const { asset, amount, allowance, since } of spends) {
    const rows = await sql.query<{ amount: string }>(
      'select amount from session_spends where pci = $1 and asset = $2 and nonce <> $3 and at >= $4',
      [pci, asset, nonce, since],
    )
    const before = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n)
    if (before + amount > allowance) return false
  }
  return true
}

async function write(sql: Sql, pci: string, { nonce, spends, now }: Spending, holder: Holder): Promise<void> {
  for (const { asset, amount } of spends) {
    await sql.query(
      `insert into session_spends (pci, asset, nonce, amount, at, holders) values ($1, $2, $3, $4, $5, $6)
       on conflict (pci, asset, nonce) do update set
         amount = greatest(session_spends.amount::numeric, excluded.amount::numeric)::text, at = excluded.at`,
      [pci, asset, nonce, String(amount), now, holdersOf(holder)],
    )
  }
}

function toSession({
  created_at,
  revoked_at,
  cosigner_address,
  cosigner_key,
  signer,
  permissions,
  policies,
  asked,
  ...rest
}: Stored): StoredSession {
  return {
    ...rest,
    createdAt: created_at,
    revokedAt: revoked_at,
    cosignerAddress: cosigner_address,
    cosignerKey: cosigner_key,
    signer: JSON.parse(signer) as unknown,
    permissions: JSON.parse(permissions) as unknown,
    policies: JSON.parse(policies) as unknown,
    asked: asked === null ? null : (JSON.parse(asked) as unknown),
  }
}
