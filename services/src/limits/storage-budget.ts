// The storage budget: how much one client key, one address and one project may store, counted in the table `storage_use`, so that instances
// count together and a restart keeps the counts. Relay mail, subscriptions, smart sessions, names,
// events of pages and the indexes of history and approvals ask the budget first.
import { createHash, createHmac } from 'node:crypto'
import type { Parameter, Sql } from '../db/db.js'
import { PROJECT_SHARDS } from '../db/migrations/0012-storage-use.js'
import type { Job } from '../operations/jobs.js'
import { addressGroup } from './limits.js'
import {
  defaultStorageLimits,
  kinds,
  RESERVE_PARTS,
  scopes,
  type StorageKind,
  type StorageLimits,
  type StorageScope,
} from './storage-limits.js'

/** The counters that a caller's rows count against; they stand in the column `holders` of each row. Without a key `client` is the address once more. */
export interface Holder {
  readonly client: string
  readonly address: string
  readonly project: string
  /** Of a relay client, which has a reserve in a full address: whether it was there before. Absent: no reserve. */
  readonly isRegular?: (() => boolean) | undefined
}

/** The budget of a client, an address or a project is used up. Nothing was stored. Over HTTP it becomes a 403 `storage`. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
  constructor(
    readonly kind: StorageKind,
    readonly scope: StorageScope,
  ) {
    super(`This ${scope} stores as much here as it may`)
  }
}

/** How much of one kind is stored: bytes or rows, as `StorageKind` says. */
export interface StorageMetrics {
  readonly kind: StorageKind
  /** Of all holders together. */
  readonly total: number
  /** Of the client and of the address that store most. */
  readonly largest: Readonly<Record<'client' | 'address', number>>
  /** Since the start of this instance. */
  readonly refused: Readonly<Record<StorageScope, number>>
}

/** Asks whether there is room, stores, and counts, all in one statement of the database. */
export interface StorageBudget {
  /** The counters of a caller. `client`: absent for who has no key; `address` is the IP address; `project` is the id that the caller names. */
  holderOf(caller: {
    readonly client?: string
    readonly address: string
    readonly project: string
    readonly isRegular?: Holder['isRegular']
  }): Holder
  /**
   * Stores `amount` more of `kind` through `write`, which runs one statement that contains `askFull(…)` and is given its six parameters. The
   * statement stores nothing unless that expression is null, and returns the expression as `full`. With an amount of 0 the statement adds
   * the amount itself (`more` of `askFull`).
   * @throws StorageFullError when a budget is used up
   */
  store<T extends { readonly full: StorageScope | null } | undefined>(
    kind: StorageKind,
    holder: Holder,
    amount: number,
    write: (question: readonly Parameter[]) => Promise<T>,
  ): Promise<T>
  /**
   * Asks inside a transaction that stores later; the room is held until the transaction ends.
   * @param hasMadeRoom a refusal of a moment ago counts no more
   * @throws StorageFullError when a budget is used up
   */
  reserve(sql: Sql, kind: StorageKind, holder: Holder, amount: number, hasMadeRoom?: boolean): Promise<void>
  /** Where many callers share a statement (`hasRoomTogether`), each asks this first. @throws StorageFullError when the same was refused a moment ago */
  assertNotRefused(kind: StorageKind, holder: Holder, amount: number): void
  /** The parameter of `hasRoomTogether`. */
  boundsOf(kind: StorageKind): readonly number[]
  metrics(): Promise<readonly StorageMetrics[]>
  /** Every 10 minutes: deletes counters at zero, and takes names, sessions and their spends older than 30 days, and events older than a day, off the counter of their address. */
  readonly job: Job
}

/** What `createStorageBudget` needs. */
export interface StorageBudgetOptions {
  readonly sql: Sql
  readonly limits?: StorageLimits | undefined
  /** Ids of the table. Other ids are any text, so all calls that name one share a single budget. */
  readonly projects?: ReadonlySet<string> | undefined
  /** Key of the hashes under which addresses are stored; the same in all instances. */
  readonly secret?: string | undefined
  readonly now?: (() => number) | undefined
}

/** A refusal is repeated for this long without asking the database, so that a flood does not cost a statement per message. */
const REFUSED_MS = 500
const REFUSALS_MAX = 10_000
const DAY_MS = 24 * 3600 * 1000
/** Names and sessions count against their address for this long: an address changes hands over the years. */
const ADDRESS_MS = 30 * DAY_MS
/** Events count for a day: thousands of visitors may share an address, and what they report is kept for a month. */
const EVENT_ADDRESS_MS = DAY_MS
const SWEEP_MS = 600_000

/**
 * The SQL expression that is null when there is room, else the scope that is full. It takes six parameters from `$first` on.
 * @param more an SQL expression to add to the amount
 */
export function askFull(first: number, more = '0'): string {
  const types = ['text', 'text', 'text', 'text', 'bigint[]', 'bigint']
  return `storage_full(${types.map((type, index) => `$${first + index}::${type}`).join(', ')} + ${more})`
}

/**
 * SQL columns for `hasRoomTogether`: what all rows up to this one ask of the same client, of the same address, and all rows of their projects.
 * @param amount, place names of columns beside `client`, `address` and `shard`, a counter of a project
 */
export const askedTogether = (amount: string, place: string): string => {
  const sum = (of: string) => `sum(${amount}) over (partition by "${of}" order by ${place}) as "of${of}"`
  return `${sum('client')}, ${sum('address')}, sum(${amount}) over () as "ofall"`
}

/** The SQL statement that gives the counters of client and address of all rows of `asked`, and locks them in the order in which all do. */
export const lockCounters = (kind: StorageKind, asked: string): string =>
  `insert into storage_use as use (kind, holder, amount)
     select '${kind}', holder, 0 from (select "address" as holder from ${asked} union select "client" from ${asked}) as holders order by holder
     on conflict (kind, holder) do update set amount = use.amount returning kind, holder, amount`

/**
 * The SQL condition of one of many rows that are stored together: there is certainly room, also when all before it are stored. Who gets no
 * asks again alone (`reserve`). @param counters name of what `lockCounters` gives @param bounds a parameter: `boundsOf`
 */
export function hasRoomTogether(asked: string, counters: string, bounds: string): string {
  const bound = (index: number) => `(${bounds}::bigint[])[${index}]`
  const counter = (of: string) => `(select amount from ${counters} where holder = ${asked}."${of}")`
  const shards = `array(select split_part(${asked}."shard", '#', 1) || '#' || number from generate_series(0, ${PROJECT_SHARDS - 1}) number)`
  return `${counter('client')} + ${asked}."ofclient" <= ${bound(1)} and ${counter('address')} + ${asked}."ofaddress" <= ${bound(2)}
    and (${counter('address')} + ${asked}."ofaddress" <= ${bound(4)}
      or (select coalesce(sum(amount), 0) from storage_use
          where kind = (select min(kind) from ${counters}) and holder = any(${shards})) + ${asked}."ofall" <= ${bound(3)})`
}

/** The value of the column `holders`: the address first, because it is removed first. */
export const holdersOf = ({ client, address, project }: Holder): readonly string[] => [...new Set([address, client, project])]

/** `holdersOf` as an SQL expression, of columns `address`, `client` and `shard`. */
export const HOLDERS_TOGETHER = `case when "client" = "address" then array["address", "shard"] else array["address", "client", "shard"] end`

/** A storage budget over `storage_use`. Triggers of the tables keep the counters (`db/migrations/0012-storage-use.ts`); refusals are counted per instance. */
export function createStorageBudget({
  sql: db,
  limits = defaultStorageLimits,
  projects = new Set(),
  secret = '',
  now = Date.now,
}: StorageBudgetOptions): StorageBudget {
  /** Kind and counter → the amount that was refused, and until when that counts. */
  const refusals = new Map<string, { readonly amount: number; readonly until: number }>()
  const refused = new Map<string, number>()

  function refuse(kind: StorageKind, scope: StorageScope): never {
    refused.set(`${kind} ${scope}`, (refused.get(`${kind} ${scope}`) ?? 0) + 1)
    throw new StorageFullError(kind, scope)
  }

  /** A refusal is remembered for who was refused: another client or address may still have its reserve. */
  const keyOf = (kind: StorageKind, { client, address, project }: Holder, scope: StorageScope) =>
    `${kind} ${scope} ${{ client, address: `${address} ${client}`, project: `${address} ${project}` }[scope]}`

  function assertNotRefused(kind: StorageKind, holder: Holder, amount: number): void {
    for (const scope of scopes) {
      const known = refusals.get(keyOf(kind, holder, scope))
      if (known && amount >= known.amount && now() < known.until) refuse(kind, scope)
    }
  }

  function noteRefusal(kind: StorageKind, holder: Holder, { scope, amount }: { scope: StorageScope; amount: number }): never {
    if (amount === 0) return refuse(kind, scope)
    const key = keyOf(kind, holder, scope)
    refusals.delete(key)
    refusals.set(key, { amount, until: now() + REFUSED_MS })
    if (refusals.size > REFUSALS_MAX) refusals.delete(refusals.keys().next().value ?? '')
    return refuse(kind, scope)
  }

  function boundsOf(kind: StorageKind): readonly number[] {
    const of = limits[kind]
    const ofClient = 'client' in of ? of.client : Number.MAX_SAFE_INTEGER
    return [ofClient, of.address, of.project, Math.ceil(of.address / RESERVE_PARTS)]
  }

  function question(kind: StorageKind, { client, address, project, isRegular }: Holder, amount: number): readonly Parameter[] {
    const bounds = boundsOf(kind)
    const [ofClient = 0, , , reserve = 0] = bounds
    const inFullAddress = isRegular ? [Math.ceil(ofClient / RESERVE_PARTS), isRegular() ? 2 * reserve : reserve] : [0, 0]
    return [kind, client, address, project, [...bounds, ...inFullAddress], amount]
  }

  const store: StorageBudget['store'] = async (kind, holder, amount, write) => {
    assertNotRefused(kind, holder, amount)
    const written = await write(question(kind, holder, amount))
    return written?.full ? noteRefusal(kind, holder, { scope: written.full, amount }) : written
  }

  return {
    holderOf({ client, address, project, isRegular }) {
      const hash = createHmac('sha256', secret).update(addressGroup(address)).digest('base64url').slice(0, 22)
      const shard =
        createHash('sha256')
          .update(client ?? hash)
          .digest()
          .readUInt8(0) % PROJECT_SHARDS
      return {
        client: client === undefined ? `address:${hash}` : `client:${client}`,
        address: `address:${hash}`,
        project: `project:${projects.has(project) ? project : ''}#${shard}`,
        isRegular,
      }
    },
    store,
    assertNotRefused,
    boundsOf,
    async reserve(sql, kind, holder, amount, hasMadeRoom = false) {
      if (hasMadeRoom) for (const scope of scopes) refusals.delete(keyOf(kind, holder, scope))
      await store(kind, holder, amount, async (asked) => {
        const [row] = await sql.query<{ full: StorageScope | null }>(`select ${askFull(1)} as "full"`, asked)
        return row
      })
    },
    async metrics() {
      const rows = await db.query<{ kind: StorageKind; scope: StorageScope; total: number; largest: number }>(
        `select kind, split_part(holder, ':', 1) as scope, sum(amount) as total, max(amount) as largest from storage_use group by 1, 2`,
      )
      const found = (kind: StorageKind, scope: StorageScope) => rows.find((row) => row.kind === kind && row.scope === scope)
      const count = (kind: StorageKind, scope: StorageScope) => refused.get(`${kind} ${scope}`) ?? 0
      return kinds.map((kind) => ({
        kind,
        total: found(kind, 'project')?.total ?? 0,
        largest: { client: found(kind, 'client')?.largest ?? 0, address: found(kind, 'address')?.largest ?? 0 },
        refused: { client: count(kind, 'client'), address: count(kind, 'address'), project: count(kind, 'project') },
      }))
    },
    job: {
      name: 'storage budget',
      everyMs: SWEEP_MS,
      async run() {
        await db.query(lapse('names', 'registered_at'), [now() - ADDRESS_MS])
        await db.query(lapse('sessions', 'created_at'), [Math.floor((now() - ADDRESS_MS) / 1000)])
        await db.query(lapse('session_spends', 'at'), [Math.floor((now() - ADDRESS_MS) / 1000)])
        await db.query(lapse('analytics_events', 'received_at'), [now() - EVENT_ADDRESS_MS])
        await db.query(
          `delete from storage_use where (kind, holder) in (
             select kind, holder from storage_use where amount <= 0 for update skip locked)`,
        )
      },
    },
  }
}

/** The statement that takes rows older than `$1` off the counter of their address; client and project still count them. */
function lapse(table: 'names' | 'sessions' | 'session_spends' | 'analytics_events', since: string): string {
  return `update ${table} set holders = holders[2:] where holders[1] like 'address:%' and ${since} < $1`
}
