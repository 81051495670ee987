// A transaction that several indexed accounts did, told by the logs of a node to one of them and by an explorer to another: each page has each transfer once.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import { ownTransfers } from '../../../src/db/migrations/0024-own-transfers.js'
import { accountsOf, type Accounts } from '../../../src/data/history/accounts.js'
import { readExplorer } from '../../../src/data/history/explorer.js'
import type { IndexedTransaction, IndexedTransfer } from '../../../src/data/history/model.js'
import { readPage } from '../../../src/data/history/pages.js'
import { createStorageBudget } from '../../../src/limits/storage-budget.js'
import { openDatabase } from '../../support/engines.js'

const chain = 'eip155:1'
const [alice, bob, relayer] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`, `0x${'c'.repeat(40)}`]
const [token, market] = [`0x${'7'.repeat(40)}`, `0x${'8'.repeat(40)}`]
const hash = `0x${'1'.repeat(64)}`
const asker = { address: '192.0.2.1', project: '' }

let db: Db
let accounts: Accounts
beforeEach(async () => {
  db = await openDatabase()
  const budget = createStorageBudget({ sql: db })
  accounts = accountsOf({ db, budget, now: () => 1_700_000_000_000 })
})
afterEach(() => db.close())

const transfer = (logIndex: number, sender: string, recipient: string, more: Partial<IndexedTransfer> = {}): IndexedTransfer => ({
  logIndex,
  part: 0,
  kind: 'erc20',
  contract: token,
  sender,
  recipient,
  amount: 5n,
  ...more,
})
const collectible = { kind: 'erc721', contract: market, amount: 1n, tokenId: 9n } as const

/** As the logs of its receipt tell it: the same amount twice, a collectible, and something between others. */
const byLogs: IndexedTransaction = {
  hash,
  block: 100,
  position: 3,
  minedAt: 1_700_000_000_000,
  sender: relayer,
  recipient: market,
  failed: false,
  nonce: 7,
  value: 250n,
  transfers: [
    transfer(0, relayer, market),
    transfer(1, alice, bob),
    transfer(2, alice, bob),
    transfer(3, bob, alice, collectible),
  ],
}

/** The same as an explorer tells it to `account`. */
async function byExplorer(account: string): Promise<readonly IndexedTransaction[]> {
  const common = { blockNumber: '100', timeStamp: '1700000000', hash, transactionIndex: '3' }
  const rows = byLogs.transfers
    .filter(({ sender, recipient }) => sender === account || recipient === account)
    .map(({ kind, sender, recipient, contract, amount, tokenId }) => ({
      action: kind === 'erc20' ? 'tokentx' : 'tokennfttx',
      row: {
        ...common,
        from: sender,
        to: recipient,
        value: String(amount),
        contractAddress: contract,
        tokenID: tokenId?.toString(),
      },
    }))
  const fetch = (input: unknown) => {
    const action = new URL(String(input)).searchParams.get('action')
    const result = rows.flatMap((one) => (one.action === action ? [one.row] : []))
    return Promise.resolve(Response.json({ status: '1', message: 'OK', result }))
  }
  const range = { from: 0, to: 200, scanFrom: 200, rememberFrom: 200 }
  const explorer = { kind: 'blockscout', url: 'https://scan.example/api' } as const
  return (await readExplorer(fetch, explorer, { account, chainId: chain, range })).transactions
}

async function add(account: string, transactions: readonly IndexedTransaction[]): Promise<void> {
  const key = { chain, account }
  const kept = await accounts.open(key, asker, 101)
  if (!kept) throw new Error('no room')
  await db.transaction((sql) => accounts.add(sql, key, { holder: kept.holder, transactions }))
}

async function pageOf(account: string) {
  const { entries } = await readPage(db, { account, chainIds: [chain], after: undefined })
  return entries.map(({ transaction: { sender, recipient, nonce, value, transfers } }) => ({
    told: { sender, recipient, nonce, value },
    moved: transfers.map(({ kind, sender: from, recipient: to, amount }) => `${kind} ${from} ${to} ${amount}`),
  }))
}

const orders = ['logs first', 'explorer first', 'explorers alone'] as const

test.each(orders)('is one row with each transfer once in the page of each account: %s', async (order) => {
  if (order === 'logs first') await add(alice, [byLogs])
  await add(bob, await byExplorer(bob))
  if (order === 'explorer first') await add(alice, [byLogs])
  if (order === 'explorers alone') await add(alice, await byExplorer(alice))
  // Told again, by the other source: another instance may have read it.
  await add(bob, [byLogs])
  await add(alice, await byExplorer(alice))
  const between = [`erc20 ${alice} ${bob} 5`, `erc20 ${alice} ${bob} 5`, `erc721 ${bob} ${alice} 1`]
  const told = { sender: relayer, recipient: market, nonce: 7, value: 250n }
  expect(await pageOf(alice)).toEqual([{ told, moved: between }])
  expect(await pageOf(bob)).toEqual([{ told, moved: between }])
  // A third one, whose transfer has the number that the explorer gave another.
  await add(relayer, [byLogs])
  expect(await pageOf(relayer)).toEqual([{ told, moved: [`erc20 ${relayer} ${market} 5`] }])
})

test('whatever one account forgets, the others keep, and nothing stays of it', async () => {
  await add(alice, [byLogs])
  await add(bob, await byExplorer(bob))
  const [before] = await pageOf(bob)
  await accounts.forget({ chain, account: alice })
  expect(await pageOf(bob)).toEqual([before])
  expect(await db.query('select distinct account from index_transfers')).toEqual([{ account: bob }])
  const [use] = await db.query<{ held: number }>('select held from index_accounts')
  expect(use?.held).toBe(1 + 2 + 3)
})

test('databases of earlier versions give each account its transfers', async () => {
  for (const account of [alice, bob]) await add(account, [{ ...byLogs, transfers: [] }])
  await db.query('alter table index_transfers drop column account, add primary key (chain, hash, log_index, part)')
  const rows = byLogs.transfers.map(({ logIndex, sender, recipient }) => [logIndex, sender, recipient] as const)
  for (const row of rows)
    await db.query(
      `insert into index_transfers (chain, hash, log_index, part, block, kind, contract, sender, recipient, amount)
       values ($1, $2, $3, 0, 100, 'erc20', 'x', $4, $5, '1')`,
      [chain, hash, ...row],
    )
  for (const statement of ownTransfers.statements) await db.query(statement)
  const numbers = async (account: string) =>
    (
      await db.query<{ log_index: number }>('select log_index from index_transfers where account = $1 order by log_index', [
        account,
      ])
    ).map((row) => row.log_index)
  expect(await Promise.all([alice, bob, relayer].map(numbers))).toEqual([[1, 2, 3], [1, 2, 3], []])
})
