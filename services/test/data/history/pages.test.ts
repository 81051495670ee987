// Pages of a history while it is read, replaced and deleted: each transaction once, with what it moved.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import { accountsOf, type Accounts } from '../../../src/data/history/accounts.js'
import type { IndexedTransaction } from '../../../src/data/history/model.js'
import { readPage, type Position } from '../../../src/data/history/pages.js'
import { createStorageBudget } from '../../../src/limits/storage-budget.js'
import { openDatabase } from '../../support/engines.js'

const chain = 'eip155:1'
const [account, other] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const asker = { address: '192.0.2.1', project: '' }
const key = { chain, account }
const now = 1_700_000_000_000

let db: Db
let accounts: Accounts
beforeEach(async () => {
  db = await openDatabase()
  accounts = accountsOf({ db, budget: createStorageBudget({ sql: db }), now: () => now })
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
