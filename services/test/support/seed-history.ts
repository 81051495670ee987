// Fills a database with the past of accounts, as the indexer would have written it, and marks them as read up to the newest block.
import type { Db } from '../../src/db/db.js'
import { STABLE } from '../../devnet/manifest.js'

export interface SeededAccount {
  readonly address: string
  readonly operations: number
}

export function addressOf(number: number): string {
  return `0x${number.toString(16).padStart(4, '0').repeat(10)}`
}

/** One transfer of a token in each operation, a minute between them, half of them in, half of them out. */
export async function seedHistory(
  db: Db,
  {
    chain,
    head,
    now,
    accounts,
  }: { readonly chain: string; readonly head: number; readonly now: number; readonly accounts: readonly SeededAccount[] },
): Promise<void> {
  for (const { address, operations } of accounts) {
    const other = addressOf(9999)
    // The hash of an operation: two digests of the account and the operation's number.
    const hash = `'0x' || md5($2 || n) || md5(n || $2)`
    const when = '($3::bigint - ($4::bigint - n) * 60000)'
    // All within the chain's length: what stands above its head would look like a reorganisation.
    const block = `1 + n % ${head}`
    await db.query(
      `insert into index_transactions (chain, hash, block, position, mined_at, sender, recipient, failed, nonce, value)
       select $1, ${hash}, ${block}, n, ${when}, case when n % 2 = 0 then $2 else $5 end, $6, false, n, '0'
       from generate_series(1, $4::integer) n`,
      [chain, address, now, operations, other, STABLE.address.toLowerCase()],
    )
    await db.query(
      `insert into index_account_transactions (chain, account, hash, block, position, mined_at)
       select $1, $2, ${hash}, ${block}, n, ${when} from generate_series(1, $4::integer) n`,
      [chain, address, now, operations],
    )
    await db.query(
      `insert into index_transfers (chain, account, hash, log_index, part, block, kind, contract, sender, recipient, amount)
       select $1, $2, ${hash}, 0, 0, ${block}, 'erc20', $5, case when n % 2 = 0 then $2 else $4 end, case when n % 2 = 0 then $4 else $2 end, '1000000'
       from generate_series(1, $3::integer) n`,
      [chain, address, operations, other, STABLE.address.toLowerCase()],
    )
    await db.query('insert into index_accounts (chain, account, low_block, next_block, asked_at) values ($1, $2, 0, $3, $4)', [
      chain,
      address,
      head + 1,
      now,
    ])
  }
  await db.query('insert into index_chains (chain) values ($1) on conflict do nothing', [chain])
  // What autovacuum does on a server that lives longer than this.
  for (const table of ['index_transactions', 'index_account_transactions', 'index_transfers']) await db.query(`analyze ${table}`)
}
