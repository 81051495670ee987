// What can wait lets others go first: in what order, in how small pieces, and at what cost to the database.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChains } from '../../../src/chain/chains.js'
import { chainDataSchema } from '../../../src/chain/chain-data.js'
import type { IndexContext } from '../../../src/data/context.js'
import { accountsOf } from '../../../src/data/history/accounts.js'
import { indexerOf } from '../../../src/data/history/indexer.js'
import type { IndexedTransaction } from '../../../src/data/history/model.js'
import { piecesOf } from '../../../src/data/history/pieces.js'
import { createPrecedence, precedenceOf } from '../../../src/data/history/precedence.js'
import type { Db } from '../../../src/db/connect.js'
import { createIndexCalls } from '../../../src/limits/index-calls.js'
import { createStorageBudget } from '../../../src/limits/storage-budget.js'
import { createLog } from '../../../src/operations/log.js'
import { storageLimits } from '../../support/budget.js'
import { countStatements, rowsTouched, type CountingDb } from '../../support/counting-db.js'
import { openDatabase } from '../../support/engines.js'
import { createFakeNode, type FakeNode } from '../../support/fake-node.js'

const chain = 'eip155:31337'
const never = new AbortController().signal
const asker = { address: '192.0.2.1', project: 'p' }
const account = `0x${'b0'.repeat(20)}`

afterEach(() => vi.useRealTimers())

/** Lets everything happen that needs no timer. */
const settle = async () => {
  for (let count = 0; count < 20; count++) await Promise.resolve()
}

test('what can wait does so while somebody waits, but not for ever', async () => {
  vi.useFakeTimers()
  const precedence = createPrecedence()
  const order: string[] = []
  const say = (what: string) => async () => void order.push(what)
  const [one, other] = [precedence.begin('one', 'account')!, precedence.begin('other', 'account')!]
  void precedence.stepAside().then(say('aside'))
  void precedence.behind('one', say('behind'))
  one()
  one() // the end of the same
  await settle()
  expect(order).toEqual([])
  other()
  await settle()
  expect(order).toEqual(['aside', 'behind'])
  precedence.begin('one', 'account')
  void precedence.behind('one', say('patient'))
  await settle()
  expect(order).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(order).toEqual(['aside', 'behind', 'patient'])
})

test('one account of each asker goes first, on all of its chains', async () => {
  const { begin } = createPrecedence()
  const ends = [begin('one', 'a'), begin('one', 'a'), begin('other', 'b')]
  expect(begin('one', 'b')).toBeUndefined()
  ends[0]!()
  ends[0]!() // the end of the same
  expect(begin('one', 'b')).toBeUndefined()
  ends[1]!()
  expect(begin('one', 'b')).toBeDefined()
  expect(begin('one', 'a')).toBeUndefined()
})

test('pieces of work run one at a time, and leave the database free for as long as they took; one that fails stops none', async () => {
  vi.useFakeTimers()
  const { behind } = createPrecedence()
  const order: string[] = []
  const piece = (name: string, ms: number) => () => {
    order.push(name)
    return new Promise<string>((resolve) => setTimeout(() => resolve(name), ms))
  }
  const first = behind('one', piece('first', 50))
  const failed = behind('one', () => Promise.reject(new Error('no room')))
  const second = behind('one', piece('second', 10))
  const complaint = failed.catch((error: unknown) => (error as Error).message)
  await vi.advanceTimersByTimeAsync(50)
  expect(await first).toBe('first') // its caller does not wait for the rest
  await vi.advanceTimersByTimeAsync(49)
  expect(order).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(11)
  expect(await complaint).toBe('no room')
  expect(order).toEqual(['first', 'second'])
  expect(await (await vi.advanceTimersByTimeAsync(10), second)).toBe('second')
  await vi.runAllTimersAsync()
  order.length = 0
  for (const name of ['one', 'one', 'one', 'other']) void behind(name, piece(name, 1))
  await vi.runAllTimersAsync()
  expect(order).toEqual(['one', 'one', 'other', 'one']) // askers take turns
})

let db: CountingDb
let engine: Db
let node: FakeNode
let context: { -readonly [Key in keyof IndexContext]: IndexContext[Key] }
beforeEach(async () => {
  engine = await openDatabase()
  db = countStatements(engine)
  node = createFakeNode(600)
  const data = { chains: { [chain]: chainDataSchema.parse({ logBlocks: 100, startBlock: 0 }) }, resettable: [] }
  context = {
    db,
    data,
    log: createLog({ level: 'silent' }),
    now: () => Date.UTC(2030, 0, 1),
    fetch: node.fetch,
    chains: createChains({ nodes: { [chain]: ['https://node.example'] }, chains: data.chains, fetch: node.fetch }),
    budget: createStorageBudget({ sql: db }),
    indexCalls: createIndexCalls({ limits: { account: 1e9, address: 1e9, project: 1e9 } }),
  } as unknown as IndexContext // what the index needs of it
})
afterEach(() => engine.close())

/** Calls `note` after each transaction, with its statements. */
function watchTransactions(note: (texts: readonly string[]) => void | Promise<void>): void {
  const { transaction } = db
  db.transaction = async (work) => {
    db.sent()
    const result = await transaction(work)
    await note(db.sent().map(({ text }) => text))
    return result
  }
}

/** Whether somebody goes first at this moment. */
async function hasToStepAside(): Promise<boolean> {
  let hasStepped = false
  void precedenceOf(context)
    .stepAside()
    .then(() => (hasStepped = true))
  await settle()
  return !hasStepped
}

test('everything else steps aside for what is new of a known account, and not for what is much or old', async () => {
  const indexer = indexerOf(context)
  const isAhead: boolean[] = []
  node.onCall = async (method) => {
    if (method !== 'eth_getLogs') return
    isAhead.push(await hasToStepAside())
  }
  const sync = async () => {
    isAhead.length = 0
    expect(await indexer.sync(chain, account, { asker, signal: never })).toBe(true)
    return new Set(isAhead)
  }
  node.transfers.set(account, (block) => (block % 10 === 0 ? 1 : 0))
  expect(await sync()).toEqual(new Set([false])) // a new account is read backwards
  node.head += 90
  expect(await sync()).toEqual(new Set([true]))
  node.transfers.set(account, () => 2)
  node.head += 90
  expect(await sync()).toEqual(new Set([true, false]))
  node.transfers.clear()
  node.head += 900
  expect(await sync()).toEqual(new Set([true, false]))
  node.head += 90
  await indexer.follow(never)
  expect(await sync()).toEqual(new Set([true]))
})

test('the history of a busy account is written and deleted in small pieces, and none looks at all of it again for each row', async () => {
  node.head = 250
  node.transfers.set(account, (block) => (block % 50 === 0 ? 40 : 1))
  expect(await indexerOf(context).sync(chain, account, { asker, signal: never })).toBe(true)
  const written = db
    .sent()
    .filter(({ text }) => text.includes('insert into index_account_transactions'))
    .map(({ parameters }) => (JSON.parse(String(parameters[2])) as unknown[]).length)
  expect(Math.max(...written)).toBe(25) // of three rows each
  const total = written.reduce((sum, count) => sum + count, 0)
  const [stored] = await db.query<{ count: number }>('select count(*)::int as count from index_account_transactions')
  expect(stored?.count).toBe(total)
  db.sent()
  await accountsOf(context).trim({ chain, account }, 100)
  const trimming = db.sent()
  await accountsOf(context).forget({ chain, account })
  const deletions = [...trimming, ...db.sent()].filter(({ text }) => text.includes('delete from index_account_transactions'))
  expect(deletions.length).toBeGreaterThan(total / 100)
  await indexerOf(context).sync(chain, account, { asker, signal: never })
  // The tables are read a few times over, not once for each row.
  expect(await rowsTouched(db, trimming)).toBeLessThan(20 * total)
})

const transaction = (block: number, position: number, count: number): IndexedTransaction => ({
  hash: `${block}-${position}`,
  block,
  position,
  minedAt: 0,
  sender: asker.address,
  failed: false,
  nonce: 0,
  value: 0n,
  transfers: Array.from({ length: count }, (_, logIndex) => ({
    logIndex,
    part: 0,
    kind: 'erc20',
    contract: '',
    sender: '',
    recipient: '',
    amount: 1n,
  })),
})

test('a block with more than one piece is written in several, remembered from the first of them, and read when the last is written', () => {
  const transactions = [
    transaction(5, 0, 1),
    transaction(7, 0, 60),
    transaction(7, 1, 60),
    transaction(7, 2, 9000),
    transaction(9, 0, 0),
  ]
  const blocks = [4, 5, 6, 7, 8, 9, 10].map((number) => ({ number, hash: `${number}` }))
  const pieces = (keep: 'newest' | 'oldest', from: { readonly low: number; readonly next: number }) =>
    piecesOf({ transactions, blocks, from: 5, to: 9 }, { from: { epoch: 0, ...from }, keep }).map((piece) => [
      piece.transactions.map(({ hash }) => hash),
      piece.blocks.map(({ number }) => number),
      piece.to,
    ])
  expect(pieces('oldest', { low: 2, next: 5 })).toEqual([
    [['5-0', '7-0'], [5, 6, 7], { low: 2, next: 7 }],
    [['7-1'], [5, 6, 7], { low: 2, next: 7 }],
    [['7-2'], [5, 6, 7], { low: 2, next: 9 }],
    [['9-0'], [5, 6, 7, 8, 9], { low: 2, next: 10 }],
  ])
  expect(pieces('newest', { low: 10, next: 20 })).toEqual([
    [['9-0', '7-0'], [7, 8, 9], { low: 8, next: 20 }],
    [['7-1'], [7, 8, 9], { low: 8, next: 20 }],
    [['7-2'], [7, 8, 9], { low: 6, next: 20 }],
    [['5-0'], [5, 6, 7, 8, 9], { low: 5, next: 20 }],
  ])
})

test.each([
  ['itself', 22, 0],
  ['what it did', 30, 0],
  ['what is new of it', 46, 100],
])('nobody steps aside for an account while room is made for %s', async (_, rows, blocks) => {
  context.budget = createStorageBudget({ sql: db, limits: storageLimits({ history: { address: rows } }), now: context.now })
  let now = Date.UTC(2030, 0, 1)
  context.now = () => now
  const other = `0x${'b1'.repeat(20)}`
  for (const one of [account, other]) node.transfers.set(one, (block) => (block % 100 === 0 ? 1 : 0))
  const isAhead: boolean[] = []
  watchTransactions(async (texts) => {
    if (!texts.some((text) => text.includes('delete from index_account_transactions'))) return
    isAhead.push(await hasToStepAside())
  })
  await indexerOf(context).sync(chain, account, { asker, signal: never })
  now += 3_600_000
  if (blocks > 0) expect(await indexerOf(context).sync(chain, other, { asker, signal: never })).toBe(true)
  node.head += blocks
  expect(await indexerOf(context).sync(chain, other, { asker, signal: never })).toBe(false)
  expect(new Set(isAhead)).toEqual(new Set([false]))
})

test('whoever leaves while much is written is written for no longer than one piece', async () => {
  node.head = 60
  node.transfers.set(account, () => 5)
  const leaving = new AbortController()
  let written = 0
  watchTransactions((texts) => {
    if (!texts.some((text) => text.includes('insert into index_account_transactions'))) return
    written += 1
    leaving.abort()
  })
  expect(await indexerOf(context).sync(chain, account, { asker, signal: leaving.signal })).toBe(false)
  expect(written).toBe(1)
  expect(await indexerOf(context).sync(chain, account, { asker, signal: never })).toBe(true)
  const [stored] = await db.query<{ count: number }>('select count(*)::int as count from index_account_transactions')
  expect(stored?.count).toBe(5 * 61)
})

test('blocks that were remembered for one account are not read again for another, and a reorganisation takes back what both have there', async () => {
  const other = `0x${'b1'.repeat(20)}`
  const indexer = indexerOf(context)
  for (const one of [account, other]) node.transfers.set(one, (block) => (block % 100 === 99 ? 1 : 0))
  const read = async (one: string) => {
    const before = node.calls.get('eth_getBlockByNumber') ?? 0
    expect(await indexer.sync(chain, one, { asker, signal: never })).toBe(true)
    return (node.calls.get('eth_getBlockByNumber') ?? 0) - before
  }
  const blocks = async (one: string) =>
    (
      await db.query<{ block: number }>('select block from index_account_transactions where account = $1 order by block', [one])
    ).map(({ block }) => block)
  const first = await read(account)
  expect(first).toBeGreaterThan(128)
  expect(await read(other)).toBe(first - 128 + 2) // those of its two transactions in there
  expect(await blocks(other)).toEqual([99, 199, 299, 399, 499, 599])
  node.transfers.clear()
  node.fork = 550
  node.head += 50
  await read(account)
  await read(other)
  for (const one of [account, other]) expect(await blocks(one)).toEqual([99, 199, 299, 399, 499])
})

test('two instances that read and forget an account at the same time keep each transaction once, and count what is there', async () => {
  const twin = { ...context }
  const [one, other] = [indexerOf(context), indexerOf(twin)]
  node.transfers.set(account, (block) => (block % 10 === 0 ? 2 : 0))
  const read = (indexer: typeof one) => indexer.sync(chain, account, { asker, signal: never })
  const expectWhole = async () => {
    // What one has written the other leaves for its next time.
    for (let tries = 0; tries < 10 && !(await read(one)); tries++) node.head += 1
    const [kept] = await db.query<{ count: number; transactions: number; transfers: number; held: number; used: number }>(
      `select (select count(*)::int from index_account_transactions) as count, (select count(*)::int from index_transactions) as transactions,
         (select count(*)::int from index_transfers) as transfers, (select held from index_accounts) as held,
         (select max(amount) from storage_use where kind = 'history') as used`,
    )
    const count = 2 * (Math.floor(node.head / 10) + 1)
    expect(kept).toEqual({ count, transactions: count, transfers: count, held: 1 + 3 * count, used: 1 + 3 * count })
  }
  for (let round = 0; round < 3; round++) {
    await Promise.all([read(one), read(other)])
    await expectWhole()
    node.head += 150
  }
  await Promise.all([accountsOf(context).forget({ chain, account }), read(other)])
  await expectWhole()
})
