// The table of sessions and of what was co-signed in them.
import type { Db, Sql } from '../../db/db.js'
import type { Spend } from './permissions.js'

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
  readonly permissions: unknown
  readonly policies: unknown
  readonly context: string | null
  readonly revokedAt: number | null
  readonly cosignerAddress: string
  readonly cosignerKey: string
}

export interface AccountKey {
  /** Absent: on any chain. */
  readonly chain?: string | undefined
  readonly address: string
}

export interface SessionStore {
  add(session: StoredSession): Promise<void>
  list(account: AccountKey): Promise<readonly StoredSession[]>
  find(account: AccountKey, pci: string): Promise<StoredSession | undefined>
  /** Again with the same context is no change, and no fault: an answer may be lost. False when it has another one, is revoked or gone. */
  activate(pci: string, context: string): Promise<boolean>
  revoke(pci: string, now: number): Promise<void>
  /**
   * Writes down what an operation takes, unless an allowance would be exceeded or the session is no longer alive: then false.
   * The same nonce again replaces what it took before, since only one of the two can be executed.
   */
  spend(pci: string, nonce: string, spends: readonly Spend[], now: number): Promise<boolean>
  collect(now: number): Promise<number>
}

const LISTED_MAX = 255
/** One that nobody activated, and one that is over, are kept this long. */
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
  context: string | null
  revoked_at: number | null
  cosigner_address: string
  cosigner_key: string
}

export function createSessionStore(db: Db): SessionStore {
  return {
    async add({ pci, chain, address, project, expiry, createdAt, cosignerAddress, cosignerKey, ...terms }) {
      const [signer, permissions, policies] = [terms.signer, terms.permissions, terms.policies].map((term) =>
        JSON.stringify(term),
      )
      await db.query(
        `insert into sessions (pci, chain, address, project, expiry, created_at, signer, permissions, policies, cosigner_address, cosigner_key)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          pci,
          chain,
          address,
          project,
          expiry,
          createdAt,
          signer ?? '',
          permissions ?? '',
          policies ?? '',
          cosignerAddress,
          cosignerKey,
        ],
      )
    },
    async list({ chain, address }) {
      // Activated ones first: anyone may ask for a key in an account's name, and must not push its sessions out of the list.
      const rows = await db.query<Stored>(
        `select * from sessions where address = $1 and ($2::text is null or chain = $2)
         order by context is null, created_at desc, pci limit $3`,
        [address, chain ?? null, LISTED_MAX],
      )
      return rows.map(toSession)
    },
    async find({ chain, address }, pci) {
      const rows = await db.query<Stored>(
        'select * from sessions where pci = $1 and address = $2 and ($3::text is null or chain = $3)',
        [pci, address, chain ?? null],
      )
      return rows.map(toSession)[0]
    },
    async activate(pci, context) {
      const rows = await db.query(
        'update sessions set context = $2 where pci = $1 and (context is null or context = $2) and revoked_at is null returning pci',
        [pci, context],
      )
      return rows.length > 0
    },
    async revoke(pci, now) {
      await db.query('update sessions set revoked_at = $2 where pci = $1 and revoked_at is null', [pci, now])
    },
    spend: (pci, nonce, spends, now) => db.transaction((sql) => spend(sql, pci, { nonce, spends, now })),
    async collect(now) {
      const rows = await db.query(
        'delete from sessions where expiry < $1 or (context is null and created_at < $2) returning pci',
        [now - OVER_S, now - INACTIVE_S],
      )
      return rows.length
    },
  }
}

async function spend(
  sql: Sql,
  pci: string,
  { nonce, spends, now }: { nonce: string; spends: readonly Spend[]; now: number },
): Promise<boolean> {
  // The lock makes two operations at once count one after the other.
  const alive = await sql.query('select 1 from sessions where pci = $1 and revoked_at is null and expiry > $2 for update', [
    pci,
    now,
  ])
  if (alive.length === 0) return false
  for (const { asset, amount, allowance, since } of spends) {
    const rows = await sql.query<{ amount: string }>(
      'select amount from session_spends where pci = $1 and asset = $2 and nonce <> $3 and at >= $4',
      [pci, asset, nonce, since],
    )
    const before = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n)
    if (before + amount > allowance) return false
  }
  for (const { asset, amount } of spends) {
    await sql.query(
      `insert into session_spends (pci, asset, nonce, amount, at) values ($1, $2, $3, $4, $5)
       on conflict (pci, asset, nonce) do update set
         amount = greatest(session_spends.amount::numeric, excluded.amount::numeric)::text, at = excluded.at`,
      [pci, asset, nonce, String(amount), now],
    )
  }
  return true
}

function toSession({
  created_at,
  revoked_at,
  cosigner_address,
  cosigner_key,
  signer,
  permissions,
  policies,
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
  }
}
