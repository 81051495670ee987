// The transactions that were sent here: followed until they are on their chain, over page loads and beside other tabs.
import type { WalletError } from '../../../src/vocabulary/errors.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTransactions } from '../../../src/state/account/transactions.js'
import type { Core } from '../../../src/state/core.js'
import { storageKey } from '../../../src/state/lib/storage.js'
import { createSendWorld, evmNode, other, own, solanaNode, solanaOwn, type SendWorldOptions } from '../../support/send-world.js'
import { createMemoryStorage } from '../../support/core.js'
import { solana } from '../../../src/vocabulary/networks.js'

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const HASH = hashOf(1)
const sent = { hash: HASH, chainId: 'eip155:1', account: `eip155:1:${own}`, kind: 'send', to: other } as const
const mined = (status: '0x0' | '0x1', transactionHash = HASH) => ({ transactionHash, status, blockNumber: '0x5' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function begin(options: SendWorldOptions = {}) {
  const world = await createSendWorld({ rpc: evmNode(1n), ...options })
  const transactions = world.core.use(createTransactions)
  const status = (hash = HASH) => transactions.$transactions.get().find((each) => each.hash === hash)?.status
  return {
    ...world,
    transactions,
    status,
    count: (method: string) => world.asked.filter((each) => each.method === method).length,
  }
}
const outcome = (promise: Promise<{ readonly status: string }>) =>
  promise.then(
    ({ status }) => status,
    (error: unknown) => (error as WalletError).code,
  )

test.each([
  ['0x1', 'confirmed', 'confirmed'],
  ['0x0', 'failed', 'TRANSACTION_FAILED'],
] as const)('a receipt with status %s: %s', async (given, status, ended) => {
  const { transactions, nodes, clock, status: now, count } = await begin()
  transactions.add(sent)
  const settled = outcome(transactions.settled(HASH))
  await clock.tickAsync(5_000)
  expect(now()).toBe('pending')
  nodes.rpc['eth_getTransactionReceipt'] = mined(given)
  await clock.tickAsync(9_000)
  expect(now()).toBe(status)
  expect(await settled).toBe(ended)
  const asked = count('eth_getTransactionReceipt')
  await clock.tickAsync(60_000)
  expect(count('eth_getTransactionReceipt')).toBe(asked) // nobody asks any more
})

test('the receipt of another transaction says nothing', async () => {
  const { transactions, nodes, clock, status } = await begin()
  transactions.add(sent)
  nodes.rpc['eth_getTransactionReceipt'] = mined('0x1', hashOf(2))
  await clock.tickAsync(20_000)
  expect(status()).toBe('pending')
})

test('another one with its nonce took its place, also after a page load', async () => {
  const storage = createMemoryStorage()
  const first = await begin({ storage })
  first.transactions.add(sent)
  first.nodes.rpc['eth_getTransactionByHash'] = { hash: HASH, from: own, nonce: '0x7', blockNumber: null }
  await first.clock.tickAsync(5_000)
  first.core.destroy()
  const { nodes, clock, status } = await begin({ storage })
  nodes.rpc['eth_getTransactionCount'] = '0x7'
  await clock.tickAsync(10_000)
  expect(status()).toBe('pending')
  nodes.rpc['eth_getTransactionCount'] = '0x8'
  await clock.tickAsync(10_000)
  expect(status()).toBe('replaced')
})

test('nodes that do not answer are asked again, ever more rarely', async () => {
  const { transactions, nodes, clock, status, count } = await begin()
  delete nodes.rpc['eth_getTransactionReceipt']
  transactions.add(sent)
  await clock.tickAsync(120_000)
  expect(status()).toBe('pending')
  expect(count('eth_getTransactionReceipt')).toBeLessThan(45) // of two nodes
  nodes.rpc['eth_getTransactionReceipt'] = mined('0x1')
  await clock.tickAsync(10_000)
  expect(status()).toBe('confirmed')
})

test('one that no node knows is given up: after half an hour, on Solana after its blocks', async () => {
  const { transactions, clock, status } = await begin()
  transactions.add(sent)
  await clock.tickAsync(29 * 60_000)
  expect(status()).toBe('pending')
  await clock.tickAsync(2 * 60_000)
  expect(status()).toBe('replaced')
  const other = await begin({ namespace: 'solana', rpc: solanaNode(1n) })
  other.transactions.add({ ...sent, chainId: solana.caipNetworkId, account: `${solana.caipNetworkId}:${solanaOwn}` })
  await other.clock.tickAsync(4 * 60_000)
  expect(other.status()).toBe('pending')
  await other.clock.tickAsync(2 * 60_000)
  expect(other.status()).toBe('failed')
})

test('what another tab has sent stays, and is followed when it is looked at', async () => {
  const storage = createMemoryStorage()
  const [one, two] = [await begin({ storage }), await begin({ storage })]
  one.transactions.add(sent)
  two.transactions.add({ ...sent, hash: hashOf(2) })
  expect(two.transactions.$transactions.get().map(({ hash }) => hash)).toEqual([hashOf(2), HASH])
  two.nodes.rpc['eth_getTransactionReceipt'] = ([hash]: [string]) => mined('0x1', hash)
  await two.clock.tickAsync(10_000)
  expect(two.status(HASH)).toBe('confirmed')
  expect(two.status(hashOf(2))).toBe('confirmed')
})

test('at most 99 are kept, those that are pending rather than older ones that have ended', async () => {
  const { core, storage } = await createSendWorld({ rpc: evmNode(1n) })
  const stored = (core_: Core) => storageKey(core_, 'transactions')
  const ended = Array.from({ length: 98 }, (_, index) => ({ ...sent, hash: hashOf(100 + index), status: 'confirmed', sentAt: 1 }))
  storage.setItem(stored(core), JSON.stringify([...ended, { ...sent, status: 'pending', sentAt: 1 }]))
  const { transactions } = await begin({ storage })
  transactions.add({ ...sent, hash: hashOf(2) })
  const kept = transactions.$transactions.get()
  expect(kept).toHaveLength(99)
  expect(kept[0]?.hash).toBe(hashOf(2))
  expect(kept.at(-1)?.hash).toBe(HASH)
  expect(kept.map(({ hash }) => hash)).not.toContain(hashOf(100 + 97))
})

test('a stored transaction with a time that is none is left out', async () => {
  const { core, storage } = await createSendWorld({ rpc: evmNode(1n) })
  const times = [1, -1, 1.5, 9e15, 1e300, null].map((sentAt, index) => ({
    ...sent,
    hash: hashOf(index),
    status: 'confirmed',
    sentAt,
  }))
  storage.setItem(storageKey(core, 'transactions'), JSON.stringify(times))
  const { transactions } = await begin({ storage })
  expect(transactions.$transactions.get().map(({ hash }) => hash)).toEqual([hashOf(0), hashOf(1)])
})

test('waiting ends with its signal, and for what is not kept at once', async () => {
  const { transactions } = await begin()
  transactions.add(sent)
  const controller = new AbortController()
  const waiting = outcome(transactions.settled(HASH, controller.signal))
  controller.abort()
  expect(await waiting).toBe('ABORTED')
  expect(await outcome(transactions.settled(hashOf(9)))).toBe('UNKNOWN')
})

test.each([
  ['a failure', 'eth_getTransactionReceipt', mined('0x0')],
  ['a replacement', 'eth_getTransactionCount', '0x8'],
])('%s that a node has told of once, and no longer, is none', async (_what, method, wrong) => {
  const { transactions, nodes, clock, status } = await begin()
  transactions.add(sent)
  nodes.rpc['eth_getTransactionByHash'] = { hash: HASH, from: own, nonce: '0x7', blockNumber: null }
  await clock.tickAsync(10_000)
  expect(transactions.$own.get()[0]?.nonce).toBe(7)
  nodes.rpc['eth_getTransactionByHash'] = null
  const right = nodes.rpc[method]
  let isWrong = true
  nodes.rpc[method] = () => {
    const now = isWrong
    isWrong = false
    return now ? wrong : right
  }
  await clock.tickAsync(60_000)
  expect(isWrong).toBe(false)
  expect(status()).toBe('pending')
})

test.each([
  ['of another transaction', { hash: hashOf(2), from: own, nonce: '0x7' }],
  ['of another sender', { hash: HASH, from: other, nonce: '0x7' }],
])('the nonce %s is not kept', async (_what, known) => {
  const { transactions, nodes, clock } = await begin()
  transactions.add(sent)
  nodes.rpc['eth_getTransactionByHash'] = { ...known, blockNumber: null }
  await clock.tickAsync(10_000)
  const [kept] = transactions.$own.get()
  expect([kept?.status, kept?.nonce]).toEqual(['pending', undefined])
})

describe('the transaction of a contract’s account', () => {
  const contract = { ...evmNode(1n), eth_getCode: '0x6080' }

  test('waits for its other owners, and ends as its wallet says', async () => {
    const { transactions, wallet, clock, status } = await begin({ rpc: contract })
    transactions.add(sent)
    await clock.tickAsync(60 * 60_000) // twice as long as others are waited for
    expect(status()).toBe('pending')
    wallet.answer = mined('0x1', hashOf(9))
    await clock.tickAsync(10_000)
    expect(status()).toBe('confirmed')
  })

  test('is not that of a person, whose wallet may not speak of another one', async () => {
    const { transactions, wallet, clock, status } = await begin()
    transactions.add(sent)
    wallet.answer = mined('0x1', hashOf(9))
    await clock.tickAsync(60_000)
    expect(status()).toBe('pending')
    expect(wallet.requests.at(-1)?.args).toEqual({ method: 'eth_getTransactionReceipt', params: [HASH] })
    wallet.answer = mined('0x1')
    await clock.tickAsync(20_000)
    expect(status()).toBe('confirmed')
  })
})
