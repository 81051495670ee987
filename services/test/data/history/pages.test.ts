// Pages of a history while it is read, replaced and deleted: each transaction once, with what it moved, and whose account is read on next.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import { accountsOf, type Accounts } from '../../../src/data/history/accounts.js'
import type { IndexedTransaction } from '../../../src/data/history/model.js'
import { readPage, type Position } from '../../../src/data/history/pages.js'
import { createSolanaStore } from '../../../src/data/history/solana/store.js'
import { createStore, type Store } from '../../../src/data/history/store.js'
import { createStorageBudget } from '../../../src/limits/storage-budget.js'
import { openDatabase } from '../../support/engines.js'

const chain = 'eip155:1'
const [account, other] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const asker = { address: '192.0.2.1', project: '' }
const key = { chain, account }
const now = 1_700_000_000_000

let db: Db
let accounts: Accounts
let store: Store
beforeEach(async () => {
  db = await openDatabase()
  accounts = accountsOf({ db, budget: createStorageBudget({ sql: db }), now: () => now })
  store = createStore(db, accounts)
})
afterEach(() => db.close())

/** @param position explorers do not tell it of all transactions: 0 then */
const transaction = (block: number, position: number, name: string): IndexedTransaction => ({
  hash: `0x${name}`,
  block,
  position,
  minedAt: block * 1000,
  sender: other,
  recipient: account,
  failed: false,
  nonce: 0,
  value: 0n,
  transfers: [{ logIndex: 0, part: 0, kind: 'native', contract: '', sender: other, recipient: account, amount: 5n }],
})

async function add(transactions: readonly IndexedTransaction[], who = account): Promise<void> {
  const kept = await accounts.open({ chain, account: who }, asker, 0)
  if (!kept) throw new Error('no room')
  await db.transaction((sql) => accounts.add(sql, { chain, account: who }, { holder: kept.holder, transactions }))
}

/** The hashes of all pages. */
async function allPages(onPage: (count: number) => Promise<void> = () => Promise.resolve()): Promise<readonly string[]> {
  const hashes: string[] = []
  let after: Position | undefined
  for (let count = 1; count < 20; count++) {
    const { entries, next } = await readPage(db, { account, chainIds: [chain], after })
    hashes.push(...entries.map(({ transaction: { hash } }) => hash))
    if (!next) return hashes
    after = next
    await onPage(count)
  }
  throw new Error('pages without an end')
}

test('what an explorer does not number is shown once, however many there are in a block', async () => {
  const names = Array.from({ length: 130 }, (_, index) => index.toString(16).padStart(4, '0'))
  await add(names.map((name) => transaction(100, 0, name)))
  expect(await allPages()).toEqual(names.map((name) => `0x${name}`).reverse())
})

test('a transaction that two sources number differently is shown once to each account', async () => {
  const told = Array.from({ length: 120 }, (_, index) => transaction(100 + (index >> 2), 50 + (index % 4), `${1000 + index}`))
  await add(told, other)
  await add(told.map((one) => ({ ...one, position: 0, isGuessed: true })))
  const hashes = await allPages()
  expect([hashes.length, new Set(hashes).size]).toEqual([120, 120])
})

test('pages stay as they are while what is new is written before them, and what is old is found or deleted behind them', async () => {
  const some = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => transaction(from + index, 1, `${from + index}`))
  await add(some(1000, 1150))
  const hashes = await allPages(async (count) => {
    await add(some(2000 * count, 2000 * count + 30))
    if (count === 1) await add(some(900, 950))
    if (count === 2) await accounts.trim(key, 30)
  })
  // Without those that were deleted before their page was read.
  const shown = [...some(930, 950), ...some(1000, 1150)].map(({ hash }) => hash)
  expect(hashes).toEqual(shown.reverse())
})

test('whoever deletes while a page is read leaves no entry without what it moved', async () => {
  await add([transaction(100, 0, '1')])
  const { query } = db
  const late: Db = {
    ...db,
    async query(text, parameters) {
      const rows = await query<never>(text, parameters)
      await accounts.forget(key)
      return rows
    },
  }
  const { entries } = await readPage(late, { account, chainIds: [chain], after: undefined })
  expect(entries.map(({ transaction: { transfers } }) => transfers.length)).toEqual([1])
})

test('a reorganisation leaves alone what was read below it', async () => {
  await db.query(
    `insert into index_accounts (chain, account, low_block, next_block, asked_at)
     values ($1, 'below', 50, 90, 0), ($1, 'edge', 50, 101, 0), ($1, 'above', 50, 102, 0), ($1, 'new', 200, 200, 0)`,
    [chain],
  )
  const rows = () =>
    db.query<{ account: string; version: string; low: number; next: number }>(
      `select account, xmin::text as version, low_block as low, next_block as next from index_accounts order by account`,
    )
  const before = await rows()
  await store.rollback(chain, 100)
  const after = await rows()
  expect(after.map(({ account: name, low, next }) => [name, low, next])).toEqual([
    ['above', 50, 101],
    ['below', 50, 90],
    ['edge', 50, 101],
    ['new', 101, 101],
  ])
  const isWritten = after.map(({ version }, index) => version !== before[index]?.version)
  expect(isWritten).toEqual([true, false, false, true])
})

test('jobs read on for all who ask in turn, however many accounts one of them asks for', async () => {
  const solana = createSolanaStore(db, accounts)
  const insert = (holder: string, count: number, asked: number) =>
    db.query(
      `with added as (
         insert into index_accounts (chain, account, low_block, next_block, asked_at, holders)
           select $1, $2 || n, 5, 5, $4::bigint + n, array[$2] from generate_series(1, $3::integer) n returning account, asked_at)
       insert into index_signatures (chain, account, source, state, asked_at) select $1, account, account, '{}', asked_at from added`,
      [chain, holder, count, asked],
    )
  await insert('neighbour', 2, now)
  await insert('stranger', 600, now + 1000)
  const [evm, lists] = [await store.accountsSince(now), await solana.unreadSince(now)]
  expect([evm.length, lists.length]).toEqual([500, 100])
  for (const list of [evm, lists])
    expect(list.slice(0, 4).map((one) => one.account)).toEqual(['stranger600', 'neighbour2', 'stranger599', 'neighbour1'])
})
