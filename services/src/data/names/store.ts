// The names in the database. Every change takes its signed text with it in one transaction: no text counts twice.
import { createHash } from 'node:crypto'
import type { NameRecord } from '../../../../src/api/names.js'
import type { Db, Sql } from '../../db/db.js'
import { holdersOf, type Holder, type StorageBudget } from '../../limits/storage-budget.js'
import { HttpError } from '../../http/errors.js'
import { addressKey } from './coin-types.js'

/** A page of `reverse` shows no more. */
const NAMES_OF_MAX = 100

/** A registered name. */
export interface StoredName {
  readonly record: NameRecord
  /** As `addressKey` writes it. */
  readonly owner: string
  readonly ownerCoinType: number
}

/** A signed text, which counts once. */
export interface SignedText {
  readonly signer: string
  readonly message: string
  /** Unix milliseconds from which on its time alone refuses it. */
  readonly expiresAt: number
}

/** A name to register. */
export interface NewName {
  readonly name: string
  readonly address: string
  /** Coin types of the chains on which it has the address: first that of the signature. */
  readonly coinTypes: readonly [number, ...number[]]
  readonly attributes: Readonly<Record<string, string>>
  readonly holder: Holder
}

/** The table of names. */
export interface NameStore {
  /** `name` in lower case. */
  find(name: string): Promise<StoredName | undefined>
  /** How many names an address signed for. */
  countOf(address: string): Promise<number>
  areTaken(names: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Names that this address signed for and that still lead to it, newest first. An address that somebody else put on another
   * name does not bear that name.
   */
  ofAddress(address: string): Promise<readonly NameRecord[]>
  /** @throws HttpError 400 `name` when it is taken, `replay` when the text was used; StorageFullError */
  register(name: NewName, text: SignedText): Promise<NameRecord>
  /** @throws HttpError 400 `replay` */
  setAttributes(name: string, attributes: Readonly<Record<string, string>>, text: SignedText): Promise<void>
  /** Resolves with when. @throws HttpError 400 `replay` */
  setAddress(name: string, coinType: number, address: string, text: SignedText): Promise<number>
  /** Forgets texts whose time is over. */
  sweep(): Promise<void>
}

interface NameRow {
  name: string
  owner: string
  owner_coin_type: number
  attributes: string
  registered_at: number
  updated_at: number | null
}

interface AddressRow {
  name: string
  coin_type: number
  address: string
  created_at: number
}

/** The table in `db`; `now` is Unix milliseconds. */
export function createNameStore(db: Db, budget: StorageBudget, now: () => number): NameStore {
  async function load(sql: Sql, rows: readonly NameRow[]): Promise<readonly StoredName[]> {
    if (rows.length === 0) return []
    const names = rows.map(({ name }) => name)
    const addresses = await sql.query<AddressRow>('select * from name_addresses where name = any($1)', [names])
    return rows.map((row) => ({
      owner: row.owner,
      ownerCoinType: row.owner_coin_type,
      record: recordOf(
        row,
        addresses.filter(({ name }) => name === row.name),
      ),
    }))
  }

  async function change(name: string, { signer }: SignedText, sql: Sql, at: number): Promise<void> {
    await sql.query('update names set updated_at = $2 where name = $1', [name, at])
    await forgetIdentity(sql, signer)
  }

  async function find(name: string, sql: Sql = db): Promise<StoredName | undefined> {
    return (await load(sql, await sql.query<NameRow>('select * from names where name = $1', [name])))[0]
  }

  return {
    find: (name) => find(name),
    async areTaken(names) {
      const rows = await db.query<{ name: string }>('select name from names where name = any($1)', [names])
      return new Set(rows.map(({ name }) => name))
    },
    async countOf(address) {
      const [row] = await db.query<{ count: number }>('select count(*)::int as count from names where owner = $1', [
        addressKey(address),
      ])
      return row?.count ?? 0
    },
    async ofAddress(address) {
      const key = addressKey(address)
      const rows = await db.query<NameRow>(
        `select * from names where owner = $1
          and exists (select 1 from name_addresses a where a.name = names.name and lower(a.address) = $1)
          order by registered_at desc, name limit ${NAMES_OF_MAX}`,
        [key],
      )
      return (await load(db, rows)).map(({ record }) => record)
    },
    register: ({ name, address, coinTypes, attributes, holder }, text) =>
      db.transaction(async (sql) => {
        const at = now()
        await budget.reserve(sql, 'names', holder, 1)
        const added = await sql.query(
          `insert into names (name, owner, owner_coin_type, attributes, registered_at, holders, held)
            values ($1, $2, $3, $4, $5, $6, 1) on conflict (name) do nothing returning name`,
          [name, addressKey(address), coinTypes[0], JSON.stringify(attributes), at, holdersOf(holder)],
        )
        if (added.length === 0) throw nameTaken()
        await useText(sql, text)
        for (const coinType of new Set(coinTypes)) await putAddress(sql, { name, coinType, address, at })
        await forgetIdentity(sql, address)
        const stored = await find(name, sql)
        if (!stored) throw new Error('a name that was just written is not there')
        return stored.record
      }),
    setAttributes: (name, attributes, text) =>
      db.transaction(async (sql) => {
        await useText(sql, text)
        await sql.query('update names set attributes = $2 where name = $1', [name, JSON.stringify(attributes)])
        await change(name, text, sql, now())
      }),
    setAddress: (name, coinType, address, text) =>
      db.transaction(async (sql) => {
        const at = now()
        await useText(sql, text)
        await putAddress(sql, { name, coinType, address, at })
        await change(name, text, sql, at)
        return at
      }),
    async sweep() {
      await db.query('delete from name_messages where expires_at < $1', [now()])
    },
  }
}

/** The refusal of a name that is registered already: 400 `name`. */
export function nameTaken(): HttpError {
  return new HttpError(400, 'name', 'This name is registered already')
}

async function useText(sql: Sql, { signer, message, expiresAt }: SignedText): Promise<void> {
  const hash = createHash('sha256')
    .update(`${addressKey(signer)}\n${message}`)
    .digest('hex')
  const added = await sql.query(
    'insert into name_messages (hash, expires_at) values ($1, $2) on conflict (hash) do nothing returning hash',
    [hash, expiresAt],
  )
  if (added.length === 0) throw new HttpError(400, 'replay', 'This signed text was used already')
}

interface NewAddress {
  readonly name: string
  readonly coinType: number
  readonly address: string
  readonly at: number
}

async function putAddress(sql: Sql, { name, coinType, address, at }: NewAddress): Promise<void> {
  await sql.query(
    `insert into name_addresses (name, coin_type, address, created_at) values ($1, $2, $3, $4)
      on conflict (name, coin_type) do update set address = excluded.address, created_at = excluded.created_at`,
    [name, coinType, address, at],
  )
}

/** What was remembered about an address may have changed with its name. */
async function forgetIdentity(sql: Sql, address: string): Promise<void> {
  await sql.query('delete from identities where address = $1', [addressKey(address)])
}

function recordOf(row: NameRow, addresses: readonly AddressRow[]): NameRecord {
  return {
    name: row.name,
    registered_at: instant(row.registered_at),
    updated_at: row.updated_at === null ? null : instant(row.updated_at),
    attributes: JSON.parse(row.attributes) as Record<string, string>, // written above from such a record
    addresses: Object.fromEntries(
      addresses.map(({ coin_type, address, created_at }) => [String(coin_type), { address, created_at: instant(created_at) }]),
    ),
  }
}

/** RFC 3339 time of Unix milliseconds. */
export function instant(ms: number): string {
  return new Date(ms).toISOString()
}
