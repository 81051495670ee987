// The transactions of an account: the right ones, in order, each once, and those that were sent here among them.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActivity, type ActivityList } from '../../../src/state/activity/activity.js'
import { createTransactions } from '../../../src/state/account/transactions.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import type { Core } from '../../../src/state/core.js'
import type { QueryState } from '../../../src/state/lib/query.js'
import type { ModalEvent } from '../../../src/vocabulary/events.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import '../../../src/api/outcomes.js' // loaded by the time that a transaction is followed: fake time does not wait for it
import { createTestCore } from '../../support/core.js'
import { collectible, historyOf, token, transactionOf } from '../../support/past.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { testRows } from '../../support/rows.js'

const [first, second] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)
const hash = (digit: string) => `0x${digit.repeat(64)}`

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

type Answer = (url: URL) => unknown
/** A node that says of each transaction what `receipts` has; the services answer with `history`. */
async function setup(history: Answer, { services = 'https://services.example' }: { readonly services?: string | null } = {}) {
  const asked: URL[] = []
  const receipts = new Map<string, '0x1' | '0x0'>()
  const reply = (call: { id: number; method: string; params: string[] }) => ({
    jsonrpc: '2.0',
    id: call.id,
    result:
      call.method === 'eth_chainId'
        ? '0x1'
        : call.method === 'eth_getTransactionReceipt' && receipts.has(call.params[0]!)
          ? { transactionHash: call.params[0], status: receipts.get(call.params[0]!), blockNumber: '0x1' }
          : null,
  })
  const wallet = new ScriptedWallet({ addresses: [first, second] })
  const { core, clock } = createTestCore({
    config: { networks: [mainnet, base], rpcUrls: { 'eip155:1': 'https://node.example' }, ...(services ? { services } : {}) },
    connectors: createScriptedPort([wallet]),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.hostname === 'node.example') {
        const body = JSON.parse(init?.body as string) as Parameters<typeof reply>[0] | Parameters<typeof reply>[0][]
        return Response.json(Array.isArray(body) ? body.map(reply) : reply(body))
      }
      if (url.pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1', 'eip155:8453'], ws: [] })
      if (!url.pathname.endsWith('/history')) throw new TypeError('fetch failed')
      asked.push(url)
      const given = await history(url)
      return given instanceof Response ? given : Response.json(given)
    },
  })
  core.use(createAccounts)
  await core.use(createConnection).connect(wallet.installed)
  const events: ModalEvent[] = []
  core.on('event', (event) => void events.push(event))
  const activity = core.use(createActivity)
  let state: QueryState<ActivityList> | undefined
  const read = () => activity.$activity.subscribe((next) => void (state = next))
  return {
    core,
    clock,
    wallet,
    asked,
    receipts,
    activity,
    read,
    state: () => state,
    list: () => state?.value,
    ids: () => state?.value?.rows.map(({ id }) => id),
    events: (name: ModalEvent['name']) => events.filter((event) => event.name === name),
    settled: () => vi.waitFor(() => expect(state?.fetchStatus).toBe('idle')),
  }
}
const page = (data: readonly unknown[], next: string | null = null) => ({ data, next })
const add = (core: Core, digit: string, kind: 'send' | 'swap' = 'send') =>
  core.use(createTransactions).add({ hash: hash(digit), chainId: 'eip155:1', account: `eip155:1:${first}`, kind, to: second })

describe('the list', () => {
  test('has the transactions of the connected chain, by month, newest first whatever the order they come in', async () => {
    const at = (minedAt: string, index: number, chain: string | null = 'eip155:1') => transactionOf(index, { minedAt, chain })
    const { read, settled, ids, list } = await setup(() =>
      page([
        at('2025-12-15T12:00:00Z', 1),
        at('2026-01-01T12:00:00Z', 2),
        at('2025-12-20T12:00:00Z', 3, 'eip155:8453'),
        at('2024-12-20T12:00:00Z', 4, null),
        at('2025-12-16T12:00:00Z', 5),
      ]),
    )
    read()
    await settled()
    expect(ids()).toEqual(['tx-2', 'tx-5', 'tx-1', 'tx-4'])
    expect(list()?.months.map(({ month, from }) => [Math.floor(month / 12), (month % 12) + 1, from])).toEqual([
      [2026, 1, 0],
      [2025, 12, 1],
      [2024, 12, 3],
    ])
  })

  test('hides what is spam in all its transfers, with its number, and nothing else', async () => {
    const of = (index: number, transfers: readonly unknown[] | null) => transactionOf(index, { transfers })
    const { read, settled, ids, list } = await setup(() =>
      page([
        of(1, [collectible('in', 'Win', true)]),
        of(2, [collectible('in', 'Win', true), collectible('in', 'More', true)]),
        of(3, [collectible('in', 'Win', true), token('out', '1')]),
        of(4, []),
        of(5, null),
        of(6, [collectible('in', 'Drawing')]),
      ]),
    )
    read()
    await settled()
    expect(ids()).toEqual(['tx-3', 'tx-4', 'tx-5', 'tx-6'])
    expect(list()?.hidden).toBe(2)
  })

  test('goes on by cursor, and tells the page once', async () => {
    const { core, read, settled, activity, ids, asked, events } = await setup((url) =>
      url.searchParams.get('cursor') ? historyOf(2, { from: 2 }) : historyOf(2, { next: 'more' }),
    )
    read()
    await settled()
    activity.loadMore()
    activity.loadMore()
    await vi.waitFor(() => expect(ids()).toHaveLength(4))
    expect(asked.map(({ searchParams }) => [searchParams.get('chainId'), searchParams.get('cursor')])).toEqual([
      ['eip155:1', null],
      ['eip155:1', 'more'],
    ])
    expect(events('LOAD_MORE_TRANSACTIONS')).toEqual([
      { name: 'LOAD_MORE_TRANSACTIONS', address: first, projectId: core.config.projectId, cursor: 'more', isSmartAccount: false },
    ])
  })

  test('is that of the account and chain that are chosen: a late answer for another one does not come in', async () => {
    let answerFirst: (value: unknown) => void = () => undefined
    const { core, read, settled, ids, wallet } = await setup((url) => {
      if (url.searchParams.get('chainId') === 'eip155:8453') return page([transactionOf(30, { chain: 'eip155:8453' })])
      return url.pathname.includes(first) ? new Promise((resolve) => (answerFirst = resolve)) : historyOf(1, { from: 20 })
    })
    read()
    await vi.waitFor(() => expect(answerFirst.length).toBe(1))
    core.use(createAccounts).select(`eip155:1:${second}`)
    await settled()
    answerFirst(historyOf(3))
    await vi.advanceTimersByTimeAsync(0)
    expect(ids()).toEqual(['tx-20'])
    wallet.say({ type: 'chain', chain: 'eip155:8453' })
    await vi.waitFor(() => expect(ids()).toEqual(['tx-30']))
  })

  test('is asked for again while it is read, each 15 seconds', async () => {
    const { clock, read, settled, asked } = await setup(() => historyOf(1))
    const stop = read()
    await settled()
    await clock.tickAsync(31_000)
    expect(asked).toHaveLength(3)
    stop()
    await clock.tickAsync(60_000)
    expect(asked).toHaveLength(3)
  })

  test('is not asked for without services', async () => {
    const { read, state } = await setup(() => historyOf(1), { services: null })
    read()
    expect(state()).toEqual({ status: 'pending', fetchStatus: 'idle' })
  })
})

describe('failures', () => {
  testRows([
    ['an error of the server', () => new Response('', { status: 400 })],
    ['a list that is none', () => ({ data: 'all' })],
    ['a transaction without a hash', () => page([{ ...transactionOf(1), metadata: {} }])],
    ['an amount that is a text', () => page([transactionOf(1, { transfers: [token('in', '1e9')] })])],
  ])('%s is HISTORY_UNAVAILABLE, and the list is empty', async (_, answer) => {
    const { read, state, events, clock } = await setup(answer)
    read()
    await clock.tickAsync(20_000)
    expect(state()).toMatchObject({ status: 'error', error: { code: 'HISTORY_UNAVAILABLE' }, value: { rows: [], more: 'end' } })
    expect(state()?.error?.cause).toBeDefined()
    expect(events('ERROR_FETCH_TRANSACTIONS')).toHaveLength(1)
  })

  test('of a later page keep the rows', async () => {
    let isDown = true
    const { read, settled, activity, ids, list, events } = await setup((url) => {
      if (!url.searchParams.get('cursor')) return historyOf(2, { next: 'more' })
      return isDown ? new Response('', { status: 400 }) : historyOf(2, { from: 2 })
    })
    read()
    await settled()
    activity.loadMore()
    await vi.waitFor(() => expect(list()?.more).toBe('failed'))
    expect(ids()).toHaveLength(2)
    expect(events('ERROR_FETCH_TRANSACTIONS')).toMatchObject([{ cursor: 'more' }])
    isDown = false
    activity.loadMore()
    await vi.waitFor(() => expect(ids()).toHaveLength(4))
  })
})

describe('what was sent here', () => {
  test('stands on top until the service has it, and is there once', async () => {
    let data = [transactionOf(1)]
    const { core, read, settled, ids, list, activity, receipts } = await setup(() => page(data))
    read()
    await settled()
    add(core, 'a')
    expect(ids()).toEqual([`sent ${hash('a')}`, 'tx-1'])
    expect(list()?.rows[0]).toMatchObject({ status: 'pending', kind: 'send', party: { role: 'to', address: second } })
    data = [transactionOf(0, { hash: hash('A') }), transactionOf(1)]
    receipts.set(hash('a'), '0x1')
    activity.refresh()
    await vi.waitFor(() => expect(list()?.rows.map(({ hash }) => hash)).toEqual([hash('A'), transactionOf(1).metadata.hash]))
    expect(ids()).toEqual([`sent ${hash('a')}`, 'tx-1']) // the same row, so that it keeps focus
  })

  test('asks the service again when it is on its chain', async () => {
    const { core, clock, read, settled, asked, list, receipts } = await setup(() => page([]))
    read()
    await settled()
    add(core, 'a')
    receipts.set(hash('a'), '0x1')
    await clock.tickAsync(3_000)
    expect(list()?.rows[0]?.status).toBe('confirmed')
    expect(asked).toHaveLength(2)
  })

  test('is shown as failed, and a pending row of the service ends with it', async () => {
    const { core, clock, read, settled, list, receipts } = await setup(() =>
      page([transactionOf(1, { hash: hash('b'), status: 'pending' })]),
    )
    read()
    await settled()
    add(core, 'a')
    add(core, 'b')
    for (const digit of 'ab') receipts.set(hash(digit), '0x0')
    await clock.tickAsync(3_000)
    expect(list()?.rows.map(({ hash, status }) => [hash[2], status])).toEqual([
      ['a', 'failed'],
      ['b', 'failed'],
    ])
  })

  test('does not stand below rows that are loaded, while more of them are not', async () => {
    const { core, clock, read, settled, ids, receipts, activity } = await setup((url) =>
      url.searchParams.get('cursor')
        ? page([transactionOf(8, { minedAt: new Date(NOW - 86_400_000).toISOString() })])
        : page([transactionOf(7, { minedAt: new Date(NOW + 3_600_000).toISOString() })], 'more'),
    )
    receipts.set(hash('a'), '0x1')
    add(core, 'a')
    await clock.tickAsync(3_000)
    read()
    await settled()
    expect(ids()).toEqual(['tx-7'])
    activity.loadMore()
    await vi.waitFor(() => expect(ids()).toEqual(['tx-7', `sent ${hash('a')}`, 'tx-8']))
  })
})

test('ten thousand rows in a hundred pages are put together', async () => {
  vi.useRealTimers()
  const { read, settled, activity, list } = await setup((url) => {
    const from = Number(url.searchParams.get('cursor') ?? 0)
    return historyOf(100, { from, next: from < 9_900 ? String(from + 100) : null, stepMs: 3_600_000 })
  })
  read()
  await settled()
  for (let pages = 2; pages <= 100; pages++) {
    activity.loadMore()
    await vi.waitFor(() => expect(list()?.rows).toHaveLength(pages * 100), { interval: 1 })
  }
  expect(list()?.rows).toHaveLength(10_000)
  expect(new Set(list()?.rows.map(({ id }) => id)).size).toBe(10_000)
})
