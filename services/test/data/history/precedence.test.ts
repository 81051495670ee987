// What can wait lets others go first: in what order, in how small pieces, and at what cost to the database.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChains } from '../../../src/chain/chains.js'
import { chainDataSchema } from '../../../src/chain/chain-data.js'
import type { IndexContext } from '../../../src/data/context.js'
import { accountsOf } from '../../../src/data/history/accounts.js'
import { indexerOf } from '../../../src/data/history/indexer.js'
import { createPrecedence, precedenceOf } from '../../../src/data/history/precedence.js'
import type { Db } from '../../../src/db/connect.js'
import { createIndexCalls } from '../../../src/limits/index-calls.js'
import { createStorageBudget } from '../../../src/limits/storage-budget.js'
import { createLog } from '../../../src/operations/log.js'
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
  const [one, other] = [precedence.begin(), precedence.begin()]
  void precedence.stepAside().then(say('aside'))
  void precedence.behind(say('behind'))
  one()
  one() // the end of the same
  await settle()
  expect(order).toEqual([])
  other()
  await settle()
  expect(order).toEqual(['aside', 'behind'])
  precedence.begin()
  void precedence.behind(say('patient'))
  await settle()
  expect(order).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(order).toEqual(['aside', 'behind', 'patient'])
})

test('pieces of work run one at a time, and leave the database free for as long as they took; one that fails stops none', async () => {
  vi.useFakeTimers()
  const { behind } = createPrecedence()
  const order: string[] = []
  const piece = (name: string, ms: number) => () => {
    order.push(name)
    return new Promise<string>((resolve) => setTimeout(() => resolve(name), ms))
  }
  const first = behind(piece('first', 50))
  const failed = behind(() => Promise.reject(new Error('no room')))
  const second = behind(piece('second', 10))
  const complaint = failed.catch((error: unknown) => (error as Error).message)
  await vi.advanceTimersByTimeAsync(50)
  expect(await first).toBe('first') // its caller does not wait for the rest
  await vi.advanceTimersByTimeAsync(49)
  expect(order).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(11)
  expect(await complaint).toBe('no room')
  expect(order).toEqual(['first', 'second'])
  expect(await (await vi.advanceTimersByTimeAsync(10), second)).toBe('second')
})

let db: CountingDb
let engine: Db
let node: FakeNode
let context: IndexContext
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

test('everything else steps aside for what is new of a known account, and not for what is much or old', async () => {
  const indexer = indexerOf(context)
  const isAhead: boolean[] = []
  node.onCall = async (method) => {
    if (method !== 'eth_getLogs') return
    let aside = false
    void precedenceOf(context)
      .stepAside()
      .then(() => (aside = true))
    await settle()
    isAhead.push(!aside)
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
  expect(Math.max(...written)).toBe(40) // those of one block stay together
  expect(written.filter((count) => count > 25 && count !== 40)).toEqual([])
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
