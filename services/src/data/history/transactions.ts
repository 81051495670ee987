// The tables of transactions and of what they moved, which EVM chains and Solana share.
import type { Sql } from '../../db/db.js'
import type { IndexedTransaction, IndexedTransfer, TransferKind } from './model.js'

/** Transfers of one account that are kept of one transaction: anyone can make a transaction that moves something to it thousands of times. */
const TRANSFERS_MAX = 100

/**
 * As something that this account did, with what it got and gave. The transaction itself is kept once for all accounts that did it; the transfers are kept for
 * each, as the source of that account told them: logs and explorers number the same transfer differently, and may name other parties of it. Three statements,
 * however many there are. Resolves with how many rows the account has more.
 */
export async function writeTransactions(
  sql: Sql,
  { chain, account }: { readonly chain: string; readonly account: string },
  told: readonly IndexedTransaction[],
): Promise<number> {
  if (told.length === 0) return 0
  // One statement may not change a row twice.
  const found = [...new Map(told.map((transaction) => [transaction.hash, transaction])).values()]
  const own = new Map(found.map(({ hash, transfers }) => [hash, ownTransfers(account, transfers)]))
  const rows = JSON.stringify(
    found.map(({ minedAt, value, transfers: _, isGuessed: __, ...rest }) => ({
      ...rest,
      mined_at: minedAt,
      value: String(value),
      held: 2 + (own.get(rest.hash)?.length ?? 0),
    })),
  )
  const exact = found.flatMap(({ hash, isGuessed }) => (isGuessed ? [] : [hash]))
  await sql.query(
    `insert into index_transactions as kept (chain, hash, block, position, mined_at, sender, recipient, creates, failed, nonce, value)
     select $1, hash, block, position, mined_at, sender, recipient, creates, failed, nonce, value
     from jsonb_to_recordset($2::jsonb) as t(hash text, block bigint, position integer, mined_at bigint, sender text, recipient text,
       creates text, failed boolean, nonce bigint, value text)
     on conflict (chain, hash) do update set sender = excluded.sender, recipient = excluded.recipient, creates = excluded.creates,
       failed = excluded.failed, nonce = excluded.nonce, value = excluded.value
     where excluded.hash = any($3) and (kept.sender, kept.recipient, kept.creates, kept.failed, kept.nonce, kept.value)
       is distinct from (excluded.sender, excluded.recipient, excluded.creates, excluded.failed, excluded.nonce, excluded.value)`,
    [chain, rows, exact],
  )
  const added = await sql.query<{ hash: string; held: number }>(
    `insert into index_account_transactions (chain, account, hash, block, position, mined_at, held)
     select $1, $2, hash, block, position, mined_at, held
     from jsonb_to_recordset($3::jsonb) as t(hash text, block bigint, position integer, mined_at bigint, held integer)
     on conflict (chain, account, hash) do nothing returning hash, held`,
    [chain, account, rows],
  )
  const isAdded = new Set(added.map(({ hash }) => hash))
  const transfers = found.flatMap(({ hash, block }) =>
    (isAdded.has(hash) ? (own.get(hash) ?? []) : []).map(({ logIndex, amount, tokenId, ...rest }) => ({
      ...rest,
      hash,
      block,
      log_index: logIndex,
      amount: String(amount),
      token_id: tokenId === undefined ? null : String(tokenId),
    })),
  )
  if (transfers.length > 0)
    await sql.query(
      `insert into index_transfers (chain, account, hash, log_index, part, block, kind, contract, sender, recipient, amount, token_id, decimals)
     select $1, $2, hash, log_index, part, block, kind, contract, sender, recipient, amount, token_id, decimals
     from jsonb_to_recordset($3::jsonb) as t(hash text, log_index integer, part integer, block bigint, kind text, contract text,
       sender text, recipient text, amount text, token_id text, decimals integer)
     on conflict (chain, account, hash, log_index, part) do nothing`,
      [chain, account, JSON.stringify(transfers)],
    )
  return added.reduce((sum, { held }) => sum + held, 0)
}

/** The most rows that a transaction of an account has here. */
export function rowsOf({ transfers }: Pick<IndexedTransaction, 'transfers'>): number {
  return 2 + Math.min(transfers.length, TRANSFERS_MAX)
}

/** Pages show no others. */
function ownTransfers(account: string, transfers: readonly IndexedTransfer[]): readonly IndexedTransfer[] {
  return transfers.filter(({ sender, recipient }) => sender === account || recipient === account).slice(0, TRANSFERS_MAX)
}

/** A row of `index_transfers`. */
export interface TransferRow {
  readonly chain: string
  readonly hash: string
  readonly log_index: number
  readonly part: number
  readonly kind: TransferKind
  readonly contract: string
  readonly sender: string
  readonly recipient: string
  readonly amount: string
  readonly token_id: string | null
  readonly decimals: number | null
}

/** The transfer of a row. */
export function toTransfer(row: TransferRow): IndexedTransfer {
  const { log_index: logIndex, part, kind, contract, sender, recipient } = row
  const tokenId = row.token_id === null ? undefined : BigInt(row.token_id)
  const decimals = row.decimals ?? undefined
  return { logIndex, part, kind, contract, sender, recipient, amount: BigInt(row.amount), tokenId, decimals }
}
