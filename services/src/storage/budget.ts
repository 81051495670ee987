// The storage budget: what one client key, one address and one project may store here, counted in the database (`storage_use`), so that
// instances count together and a restart forgets nothing. Whoever stores rows of strangers asks here first.
import { createHash, createHmac } from 'node:crypto'
import type { Parameter, Sql } from '../db/db.js'
import { PROJECT_SHARDS } from '../db/migrations/0012-storage-use.js'
import type { Job } from '../jobs.js'
import { addressGroup } from '../limits.js'
import {
  defaultStorageLimits,
  kinds,
  RESERVE_PARTS,
  scopes,
  type StorageKind,
  type StorageLimits,
  type StorageScope,
} from './limits.js'

/** The counters that a caller's rows count against; they stand in the column `holders` of each row. */
export interface Holder {
  readonly client: string
  readonly address: string
  readonly project: string
}

/** One holder's budget is used up. Nothing was stored. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
  constructor(
    readonly kind: StorageKind,
    readonly scope: StorageScope,
  ) {
    super(`This ${scope} stores as much here as it may`)
  }
}

export interface StorageFigures {
  readonly kind: StorageKind
  /** Of all holders together. */
  readonly total: number
  /** Of the client, and of the address, that stores most. */
  readonly largest: Readonly<Record<'client' | 'address', number>>
  /** Since the start of this instance. */
  readonly refused: Readonly<Record<StorageScope, number>>
}

export interface StorageBudget {
  /** Whose counters they are. `address` as the network says it; `project` as the caller names it. */
  holderOf(caller: { readonly client: string; readonly address: string; readonly project: string }): Holder
  /**
   * Stores `amount` more of `kind` by `write`. That runs one statement with `askFull(…)` in it, whose six parameters it is given, and stores
   * nothing unless the answer is null; the answer comes back as `full`. An amount of 0: the statement adds to it what only it can know.
   * @throws StorageFullError
   */
  store<T extends { readonly full: StorageScope | null } | undefined>(
    kind: StorageKind,
    holder: Holder,
    amount: number,
    write: (question: readonly Parameter[]) => Promise<T>,
  ): Promise<T>
  /** Asks in a transaction that stores later: room that was given is kept for it until it ends. @throws StorageFullError */
  reserve(sql: Sql, kind: StorageKind, holder: Holder, amount: number): Promise<void>
  figures(): Promise<readonly StorageFigures[]>
  /** Forgets counters at zero, and who stored names and sessions from where a month ago. */
  readonly job: Job
}

export interface StorageBudgetOptions {
  readonly sql: Sql
  readonly limits?: StorageLimits | undefined
  /** Projects of the table. Another id is any text: whoever used up one would write another, so all of them share one budget. */
  readonly projects?: ReadonlySet<string> | undefined
  /** The same in all instances: makes the hashes of addresses ours alone. */
  readonly secret?: string | undefined
  readonly now?: (() => number) | undefined
}

/** A refusal holds for so long without asking again: who floods must not cost the database a statement per message. */
const REFUSED_MS = 500
const REFUSALS_MAX = 10_000
/** An address has many people behind it over the years. */
const ADDRESS_MS = 30 * 24 * 3600 * 1000
const SWEEP_MS = 600_000

/** The question as SQL, with its six parameters from `$first` on; `more`: an expression to add to the amount. */
export function askFull(first: number, more = '0'): string {
  const types = ['text', 'text', 'text', 'text', 'bigint[]', 'bigint']
  return `storage_full(${types.map((type, index) => `$${first + index}::${type}`).join(', ')} + ${more})`
}

/** The value of the column `holders`: the address comes first, because it lapses first. */
export const holdersOf = ({ client, address, project }: Holder): readonly string[] => [address, client, project]

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

  /** A full project refuses an address, not all of them. */
  const keyOf = (kind: StorageKind, { client, address }: Holder, scope: StorageScope) =>
    `${kind} ${scope} ${scope === 'client' ? client : address}`

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

  function question(kind: StorageKind, { client, address, project }: Holder, amount: number): readonly Parameter[] {
    const of = limits[kind]
    const bounds = [of.client, of.address, of.project, Math.ceil(of.address / RESERVE_PARTS)]
    return [kind, client, address, project, bounds, amount]
  }

  const store: StorageBudget['store'] = async (kind, holder, amount, write) => {
    assertNotRefused(kind, holder, amount)
    const written = await write(question(kind, holder, amount))
    return written?.full ? noteRefusal(kind, holder, { scope: written.full, amount }) : written
  }

  return {
    holderOf({ client, address, project }) {
      const hash = createHmac('sha256', secret).update(addressGroup(address)).digest('base64url').slice(0, 22)
      const shard = createHash('sha256').update(client).digest().readUInt8(0) % PROJECT_SHARDS
      return {
        client: `client:${client}`,
        address: `address:${hash}`,
        project: `project:${projects.has(project) ? project : ''}#${shard}`,
      }
    },
    store,
    async reserve(sql, kind, holder, amount) {
      await store(kind, holder, amount, async (asked) => {
        const [row] = await sql.query<{ full: StorageScope | null }>(`select ${askFull(1)} as "full"`, asked)
        return row
      })
    },
    async figures() {
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
        await db.query(
          `delete from storage_use where (kind, holder) in (
             select kind, holder from storage_use where amount <= 0 for update skip locked)`,
        )
      },
    },
  }
}

/** What stays for long counts against its client and project as long as it is there, and against its address for a month only. */
function lapse(table: 'names' | 'sessions', since: string): string {
  return `update ${table} set holders = holders[2:3] where cardinality(holders) = 3 and ${since} < $1`
}
