// What strangers can make the index do: rows and questions stay within budgets, those who ask take turns, what nobody asks for is forgotten, and nobody
// reads for a caller who has left.
import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { createChains } from '../../../src/chain/chains.js'
import { chainDataSchema } from '../../../src/chain/chain-data.js'
import type { Db } from '../../../src/db/connect.js'
import { createApprovalStore } from '../../../src/data/approvals/store.js'
import type { NftsContext } from '../../../src/data/context.js'
import { accountsOf } from '../../../src/data/history/accounts.js'
import { catchUp } from '../../../src/data/history/catch-up.js'
import { indexerOf } from '../../../src/data/history/indexer.js'
import { readPage } from '../../../src/data/history/pages.js'
import { createTurns } from '../../../src/limits/turns.js'
import { createJoined } from '../../../src/data/joined.js'
import { createNftLibrary } from '../../../src/data/nfts/metadata.js'
import { createIndexCalls, type IndexCallLimits } from '../../../src/limits/index-calls.js'
import { createStorageBudget } from '../../../src/limits/storage-budget.js'
import { createLog } from '../../../src/operations/log.js'
import { storageLimits } from '../../support/budget.js'
import { openDatabase } from '../../support/engines.js'
import { createFakeNode, type FakeNode } from '../../support/fake-node.js'

const chain = 'eip155:31337'
const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000
const never = new AbortController().signal
const stranger = { address: '192.0.2.1', project: 'p' }
const neighbour = { address: '192.0.2.2', project: 'p' }
const address = (digits: number) => `0x${digits.toString(16).padStart(40, '0')}`
const busy = (count: number) => Array.from({ length: count }, (_, index) => address(0xb0000 + index))
const quiet = address(0xa1)

let db: Db
let node: FakeNode
let now = Date.UTC(2030, 0, 1)
beforeEach(async () => {
  db = await openDatabase()
  node = createFakeNode()
  for (const account of busy(8)) node.transfers.set(account, () => 20)
  node.transfers.set(quiet, (block) => (block % 100 === 0 ? 1 : 0))
})
afterEach(() => db.close())

interface Bounds {
  readonly rows?: Partial<Record<'client' | 'address' | 'project', number>>
  readonly calls?: Partial<IndexCallLimits>
  readonly logBlocks?: number
}

function contextOf({ rows = {}, calls = {}, logBlocks = 200 }: Bounds = {}) {
  const data = { chains: { [chain]: chainDataSchema.parse({ logBlocks, startBlock: 0 }) }, resettable: [] }
  return {
    db,
    data,
    log: createLog({ level: 'silent' }),
    now: () => now,
    fetch: node.fetch,
    chains: createChains({ nodes: { [chain]: ['https://node.example'] }, chains: data.chains, fetch: node.fetch }),
    budget: createStorageBudget({ sql: db, limits: storageLimits({ history: rows, approvals: rows }), now: () => now }),
    indexCalls: createIndexCalls({ limits: { account: 1e9, address: 1e9, project: 1e9, ...calls }, now: () => now }),
  } as unknown as NftsContext // what the index needs of it
}

const countOf = async (table: string) =>
  (await db.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count ?? 0
async function rowsOfAll(): Promise<number> {
  const tables = ['index_accounts', 'index_account_transactions', 'index_transactions', 'index_transfers']
  return (await Promise.all(tables.map(countOf))).reduce((sum, count) => sum + count, 0)
}
const pageOf = (account: string) => readPage(db, { account, chainIds: [chain], after: undefined })
const held = async (account: string) =>
  (await db.query<{ held: number }>('select held from index_accounts where account = $1', [account]))[0]?.held ?? 0

describe('budgets', () => {
  test('an account that has more than there is room for shows its newest part, says so, and grows no more', async () => {
    const indexer = indexerOf(contextOf({ rows: { client: 500 } }))
    const [account = ''] = busy(1)
    expect(await indexer.sync(chain, account, { asker: stranger, signal: never })).toBe(false)
    expect(await held(account)).toBeLessThanOrEqual(500)
    expect(await held(account)).toBeGreaterThan(250)
    expect((await pageOf(account)).entries[0]?.transaction.block).toBe(node.head)
    const before = node.total()
    expect(await indexer.sync(chain, account, { asker: stranger, signal: never })).toBe(false)
    await indexer.follow(never)
    expect(node.total() - before).toBeLessThan(10) // a look at the chain
    // What is new is shown in the place of what is oldest.
    node.head += 3
    await indexer.sync(chain, account, { asker: stranger, signal: never })
    expect((await pageOf(account)).entries[0]?.transaction.block).toBe(node.head)
    expect(await held(account)).toBeLessThanOrEqual(500)
    // After a long time it begins anew at the newest block, and does not read all that happened in between.
    node.head += 5000
    const asked = node.total()
    await indexer.sync(chain, account, { asker: stranger, signal: never })
    expect((await pageOf(account)).entries[0]?.transaction.block).toBe(node.head)
    expect(await held(account)).toBeLessThanOrEqual(500)
    expect(node.total() - asked).toBeLessThan(1500)
  })

  test('busy addresses that one address asks for, for hours, cost it no more than its budgets', async () => {
    const indexer = indexerOf(contextOf({ rows: { client: 300, address: 700 }, calls: { account: 250, address: 500 } }))
    let looks = 0
    const hours = 3
    for (let hour = 0; hour < hours; hour++) {
      for (const account of busy(5)) {
        await indexer.sync(chain, account, { asker: stranger, signal: never })
        looks += 1
      }
      await indexer.follow(never)
      now += HOUR_MS
      node.head += 300
    }
    // A full bucket, what it gains in this time, and for each request and job what shows whether the chain was reorganised.
    expect(node.total()).toBeLessThan(500 * (1 + hours) + 3 * looks + 45 * hours + 130)
    expect(await rowsOfAll()).toBeLessThanOrEqual(700)
    const [total] = await db.query<{ amount: number }>(
      `select max(amount) as amount from storage_use where holder like 'address:%'`,
    )
    expect(total?.amount).toBeLessThanOrEqual(700)
    const [row] = await db.query<{ held: number }>('select sum(held)::int as held from index_accounts')
    expect(row?.held).toBe(await rowsOfAll())
  })

  test('what others were shown before costs them the same questions while a stranger reads busy addresses', async () => {
    const indexer = indexerOf(contextOf({ rows: { client: 600, address: 2500 }, logBlocks: 1000 }))
    // The node refuses lists of so many logs.
    for (const account of busy(8)) node.transfers.set(account, () => 160)
    expect(await indexer.sync(chain, quiet, { asker: neighbour, signal: never })).toBe(true)
    let own = 0
    node.onCall = (method, params) => {
      if (method === 'eth_getLogs' && JSON.stringify(params).includes(quiet.slice(2))) own += 1
    }
    const page = async () => {
      own = 0
      node.head += 400
      expect(await indexer.sync(chain, quiet, { asker: neighbour, signal: never })).toBe(true)
      return own
    }
    const before = await page()
    const hostile = busy(4).map((account) => indexer.sync(chain, account, { asker: stranger, signal: never }))
    const during = [await page(), await page()]
    await Promise.all(hostile)
    during.push(await page())
    expect(during).toEqual([before, before, before])
    expect((await pageOf(quiet)).entries.map(({ transaction }) => transaction.block)).toEqual(
      Array.from({ length: 27 }, (_, index) => 2600 - index * 100),
    )
  })

  test('no list of a busy account is long, neither at first nor when it is asked for again', async () => {
    const indexer = indexerOf(contextOf({ rows: { client: 400 }, logBlocks: 1000 }))
    const [account = ''] = busy(1)
    let longest = 0
    node.onCall = (method, [filter]) => {
      if (method !== 'eth_getLogs') return
      const { fromBlock, toBlock } = filter as Readonly<Record<string, string>>
      longest = Math.max(longest, Number(toBlock) - Number(fromBlock) + 1)
    }
    await indexer.sync(chain, account, { asker: stranger, signal: never })
    expect(longest).toBe(64)
    for (let count = 0; count < 3; count++) {
      node.head += 500
      longest = 0
      await indexer.sync(chain, account, { asker: stranger, signal: never })
      expect(longest).toBeLessThanOrEqual(64)
    }
  })

  test('an answer that is larger than the client reads is asked for in parts', async () => {
    const indexer = indexerOf(contextOf({ rows: { client: 400 }, logBlocks: 1000 }))
    const [account = ''] = busy(1)
    node.transfers.set(account, () => 9)
    node.padding = 20_000
    expect(await indexer.sync(chain, account, { asker: stranger, signal: never })).toBe(false)
    expect((await pageOf(account)).entries[0]?.transaction.block).toBe(node.head)
  })

  test('one address without room makes room by what it has not asked for in a while', async () => {
    const context = contextOf({ rows: { address: 100 } })
    const indexer = indexerOf(context)
    const quietOnes = Array.from({ length: 6 }, (_, index) => address(0xc0 + index))
    for (const account of quietOnes) node.transfers.set(account, (block) => (block % 100 === 0 ? 1 : 0))
    const ask = (account: string) => indexer.sync(chain, account, { asker: stranger, signal: never })
    const [first = '', ...others] = quietOnes
    expect(await ask(first)).toBe(true)
    for (const account of others) {
      now += HOUR_MS
      for (let tries = 0; tries < 3 && !(await ask(account)); tries++) now += 1000
    }
    expect((await pageOf(first)).entries).toHaveLength(0)
    expect((await pageOf(others.at(-1) ?? '')).entries).toHaveLength(11)
    expect(await rowsOfAll()).toBeLessThanOrEqual(100)
    // Somebody else has room of their own.
    expect(await indexer.sync(chain, first, { asker: neighbour, signal: never })).toBe(true)
  })
})

test('those who ask take turns, and what is new of known accounts waits for nobody', async () => {
  const turns = createTurns(3)
  const order: string[] = []
  const ends: (() => void)[] = []
  const step = (asker: string, isUpdate = false) =>
    turns.run({ asker, isUpdate, signal: never }, () => {
      order.push(asker)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const all = [...Array.from({ length: 6 }, () => step('a')), step('b'), step('b'), step('c')]
  await settle()
  expect(order).toEqual(['a', 'a']) // one place is kept
  all.push(step('known', true))
  await settle()
  expect(order).toEqual(['a', 'a', 'known'])
  for (let count = 0; count < 10; count++) {
    ends.shift()?.()
    await settle()
  }
  expect(order.slice(3)).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  for (const end of ends.splice(0)) end()
  await settle()
  // Of what is new, too, one asker has no more than half of the places.
  const wide = createTurns(4)
  order.length = 0
  for (const asker of ['a', 'a', 'a', 'b']) {
    const work = () => (order.push(asker), new Promise<void>((resolve) => ends.push(resolve)))
    all.push(wide.run({ asker, isUpdate: true, signal: never }, work))
  }
  await settle()
  expect(order).toEqual(['a', 'a', 'b'])
  ends.shift()?.()
  await settle()
  expect(order).toEqual(['a', 'a', 'b', 'a'])
  const leaving = new AbortController()
  const held = [step('x'), step('y')]
  const waits = turns.run({ asker: 'z', isUpdate: false, signal: leaving.signal }, () => Promise.resolve('ran'))
  leaving.abort()
  expect(await waits).toBeUndefined()
  for (const end of ends.splice(0)) end()
  await settle()
  for (const end of ends.splice(0)) end()
  await Promise.all([...all, ...held])
})

describe('a caller who leaves', () => {
  test('ends the work that nobody else waits for, and none that others wait for', async () => {
    const joined = createJoined<string>()
    const [one, other, third] = [new AbortController(), new AbortController(), new AbortController()]
    let ended: AbortSignal | undefined
    const work = (signal: AbortSignal) =>
      new Promise<string>((resolve) => {
        ended = signal
        signal.addEventListener('abort', () => resolve('early'))
      })
    const waits = [joined.run('k', one.signal, work), joined.run('k', other.signal, work)]
    await Promise.resolve().then(() => Promise.resolve())
    one.abort()
    expect([ended?.aborted, joined.has('k')]).toEqual([false, true])
    other.abort()
    expect([ended?.aborted, joined.has('k')]).toEqual([true, false])
    expect(await Promise.all(waits)).toEqual(['early', 'early'])
    // Whoever comes then has it begun anew.
    expect(await joined.run('k', third.signal, () => Promise.resolve('anew'))).toBe('anew')
  })

  test('is read for no longer: not one step more is asked of the node', async () => {
    const indexer = indexerOf(contextOf())
    const [account = ''] = busy(1)
    const leaving = new AbortController()
    let steps = 0
    node.onCall = (method) => {
      if (method !== 'eth_getLogs') return
      steps += 1
      leaving.abort()
    }
    expect(await indexer.sync(chain, account, { asker: stranger, signal: leaving.signal })).toBe(false)
    expect(steps).toBe(3) // the queries of one step
    expect(node.calls.get('eth_getTransactionReceipt') ?? 0).toBe(0)
  })

  test('is known to the reader of each chain', async () => {
    const leaving = new AbortController()
    const signals: AbortSignal[] = []
    const reader = {
      sync: (_chain: string, _account: string, { signal }: { readonly signal: AbortSignal }) => {
        signals.push(signal)
        return new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)))
      },
    }
    const log = createLog({ level: 'silent' })
    const question = { chainIds: [chain, 'eip155:5'], account: quiet, asker: stranger, signal: leaving.signal }
    const asked = catchUp({ log }, reader, question)
    await new Promise((resolve) => setImmediate(resolve))
    leaving.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(await asked).toBe(2)
  })
})

test('an answer waits six seconds for the chains, also for one that does not listen, and says how many it lacks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const ways: Readonly<Record<string, () => Promise<boolean>>> = {
      read: () => Promise.resolve(true),
      full: () => Promise.resolve(false),
      away: () => Promise.reject(new Error('away')),
      slow: () => new Promise(() => undefined),
    }
    const reader = { sync: (chainId: string) => ways[chainId]?.() ?? Promise.reject(new Error(chainId)) }
    const ask = (...chainIds: readonly string[]) =>
      catchUp({ log: createLog({ level: 'silent' }) }, reader, { chainIds, account: quiet, asker: stranger, signal: never })
    expect(await ask('read')).toBe(0)
    expect(await ask('away', 'away')).toBe('all')
    let missing: unknown
    const asked = ask('read', 'full', 'away', 'slow').then((count) => (missing = count))
    await vi.advanceTimersByTimeAsync(5999)
    expect(missing).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(missing).toBe(3)
    await asked
  } finally {
    vi.useRealTimers()
  }
})

describe('what nobody has asked for in thirty days', () => {
  test('is deleted, in the history: what others asked for stays, though jobs have read it', async () => {
    const context = contextOf()
    const [indexer, accounts] = [indexerOf(context), accountsOf(context)]
    const [left = ''] = busy(1)
    node.transfers.set(left, () => 1)
    await indexer.sync(chain, left, { asker: stranger, signal: never })
    await indexer.sync(chain, quiet, { asker: neighbour, signal: never })
    expect(await countOf('index_transactions')).toBe(1001 + 11)
    for (let day = 0; day < 31; day++) {
      now += DAY_MS
      node.head += 10
      await indexer.follow(never)
      if (day === 20) await indexer.sync(chain, quiet, { asker: neighbour, signal: never })
      if (day < 29) await accounts.forgetOld(never)
      if (day === 28) expect((await pageOf(left)).entries.length).toBeGreaterThan(0)
    }
    await accounts.forgetOld(never)
    expect((await pageOf(left)).entries).toHaveLength(0)
    expect((await pageOf(quiet)).entries.length).toBeGreaterThan(10)
    const tables = ['index_transactions', 'index_account_transactions', 'index_transfers']
    expect(new Set(await Promise.all(tables.map(countOf))).size).toBe(1)
    expect(await countOf('index_accounts')).toBe(1)
    const uses = await db.query<{ amount: number }>(`select amount from storage_use where kind = 'history' and amount > 0`)
    expect(new Set(uses.map(({ amount }) => amount))).toEqual(new Set([await held(quiet)]))
    // Asked for again, it is there again.
    expect(await indexer.sync(chain, left, { asker: stranger, signal: never })).toBe(true)
    expect((await pageOf(left)).entries).toHaveLength(50)
  })

  test('is deleted, of approvals and collectibles, too', async () => {
    const context = contextOf()
    const approvals = createApprovalStore(context)
    const holder = context.budget.holderOf({ client: 'c', address: '192.0.2.1', project: '' })
    const grant = { kind: 'erc20', contract: '0x1', spender: '0x2', block: 5, hash: '0x3' } as const
    for (const account of ['left', 'kept']) {
      await approvals.progress(chain, account, { next: 10, holder })
      expect(await approvals.write(chain, account, { low: 1, next: 10 }, [grant])).toBe(true)
    }
    const library = createNftLibrary({ ...context, data: { ...context.data, ipfsGateway: undefined } }, undefined as never, 3)
    const seen = (id: number, at: number) =>
      db.query(`insert into nft_metadata (chain, contract, token_id, state, again_at) values ('c', '0x1', $1, 'found', $2)`, [
        String(id),
        at,
      ])
    for (let id = 0; id < 600; id++) await seen(id, now + id)
    now += 29 * DAY_MS
    await approvals.progress(chain, 'kept', { next: 10, holder })
    await approvals.forgetOld(never)
    expect(await countOf('approval_grants')).toBe(2)
    now += 2 * DAY_MS
    for (let id = 1000; id < 1005; id++) await seen(id, now + id)
    await approvals.forgetOld(never)
    await library.forgetOld(never)
    const left = await db.query<{ account: string }>('select account from approval_accounts')
    expect([left, await countOf('approval_grants')]).toEqual([[{ account: 'kept' }], 1])
    const kept = await db.query<{ token_id: string }>('select token_id from nft_metadata order by token_id')
    expect(kept.map((row) => row.token_id)).toEqual(['1002', '1003', '1004'])
    const [use] = await db.query<{ amount: number }>(`select amount from storage_use where kind = 'approvals' and holder = $1`, [
      holder.address,
    ])
    expect(use?.amount).toBe(2)
  })
})
