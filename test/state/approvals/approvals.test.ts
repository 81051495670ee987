// The list of approvals and taking one back: pages, what is on its way, what has failed, and that nothing is asked of the wallet twice.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
// What the part loads when it needs it, so that nothing here waits for files.
import '../../../src/api/fees.js'
import '../../../src/api/outcomes.js'
import '../../../src/api/rpc.js'
import '../../../src/api/token-approvals.js'
import { type Approval, createApprovals, keyOf } from '../../../src/state/approvals/approvals.js'
import { createTransactions } from '../../../src/state/account/transactions.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 2), toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** Lets time pass, and then whatever waits for no time. */
async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
}

const [token, spender, other] = ['c0', '5e', '0b'].map((byte) => `0x${byte.repeat(20)}` as const) as [`0x${string}`, `0x${string}`, `0x${string}`] // oxfmt-ignore
const row = (to: string, amount: bigint, changes: object = {}) => ({
  id: `eip155:1/erc20:${token}/${to}`,
  chainId: 'eip155:1',
  kind: 'erc20',
  contract: token,
  name: 'Test Dollar',
  symbol: 'TUSD',
  decimals: 6,
  iconUrl: null,
  verified: true,
  spender: to,
  spenderName: null,
  amount: String(amount),
  hash: `granted ${to}`,
  grantedAt: null,
  ...changes,
})

interface World {
  /** What the services answer with, by cursor. */
  pages: Record<string, { data: object[]; next?: string } | Response>
  /** Of every transaction, once there is one. */
  receipt: '0x1' | '0x0' | undefined
  served: string[]
  /** What the contract answers to `allowance` and `isApprovedForAll`; undefined: it has no such method. */
  allowance: bigint | undefined
  /** The next nonce of the account: above 0, the one that was sent was replaced. */
  count: bigint
  /** No node knows what was sent. */
  isLost: boolean
}

async function start(storage = createMemoryStorage(), changes: Partial<World> = {}) {
  const world: World = {
    pages: { '': { data: [row(spender, 5n)] } },
    receipt: undefined,
    served: ['eip155:1'],
    allowance: 5n,
    count: 0n,
    isLost: false,
    ...changes,
  }
  const asked: string[] = []
  const wallet = new ScriptedWallet({ isGranted: true })
  const answer = (url: URL, init?: RequestInit): unknown => {
    if (url.pathname === '/v1/supported-chains') return { http: world.served, ws: [] }
    if (url.pathname.endsWith('/approvals')) {
      const cursor = url.searchParams.get('cursor') ?? ''
      asked.push(cursor)
      return world.pages[cursor]
    }
    type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
    const calls = JSON.parse(init?.body as string) as Call | Call[]
    const results: Readonly<Record<string, unknown>> = {
      eth_chainId: '0x1',
      eth_getTransactionCount: `0x${world.count.toString(16)}`,
      eth_call: world.allowance === undefined ? '0x' : `0x${world.allowance.toString(16).padStart(64, '0')}`,
      eth_estimateGas: '0x5208',
      eth_gasPrice: '0x3b9aca00',
      eth_feeHistory: null,
    }
    const receipt = ([transactionHash]: readonly unknown[]) =>
      world.receipt ? { transactionHash, status: world.receipt, blockNumber: '0x1' } : null
    const waiting = ([hash]: readonly unknown[]) =>
      world.isLost ? null : { hash, nonce: '0x0', from: wallet.addresses[0], blockNumber: null }
    const resultOf = ({ method, params }: Call) => {
      if (method === 'eth_getTransactionReceipt') return receipt(params)
      if (method === 'eth_getTransactionByHash') return waiting(params)
      return method in results ? results[method] : '0x0'
    }
    const reply = (call: Call) => ({ jsonrpc: '2.0', id: call.id, result: resultOf(call) })
    return Array.isArray(calls) ? calls.map(reply) : reply(calls)
  }
  const { core } = createTestCore({
    config: { networks: [mainnet], services: 'https://services.example', rpcUrls: { 'eip155:1': 'https://node.example' } },
    storage,
    connectors: createScriptedPort([wallet]),
    fetch: (input, init) => {
      const given = answer(new URL(input instanceof Request ? input.url : input), init)
      return Promise.resolve(given instanceof Response ? given.clone() : Response.json(given))
    },
  })
  core.use(createAccounts)
  await core.use(createConnection).connect(wallet.installed)
  const part = core.use(createApprovals)
  part.$list.listen(() => undefined)
  await pass()
  /** The chain is asked before the wallet, which takes a moment. */
  const revoke = async (approval: Approval) => {
    const outcome = part.revoke(approval)
    outcome.catch(() => undefined)
    await pass(100)
    return outcome
  }
  return {
    core,
    part,
    wallet,
    world,
    asked,
    revoke,
    list: () => part.$list.get(),
    shown: () => part.$list.get().value?.approvals ?? [],
  }
}

test('reads what is left, and tells limited amounts from those that are more than there is', async () => {
  const rows = [
    row(spender, 5n),
    row(other, 2n ** 256n - 1n, { symbol: '\u202eEVIL', iconUrl: 'javascript:1' }),
    row(token, 2n ** 96n - 1n),
    row(`0x${'aa'.repeat(20)}`, 2n ** 200n),
    row(`0x${'bb'.repeat(20)}`, 0n, { kind: 'collection', id: 'c', name: 'Drawings', symbol: '' }),
  ]
  const { shown } = await start(undefined, { pages: { '': { data: rows } } })
  expect(shown().map(({ label, isUnlimited, icon }) => [label, isUnlimited, icon])).toEqual([
    ['TUSD', false, undefined],
    ['EVIL', true, undefined],
    ['TUSD', true, undefined],
    ['TUSD', false, undefined],
    ['Drawings', true, undefined],
  ])
})

test('goes past pages without rows, and loads one more page when asked', async () => {
  const pages = {
    '': { data: [], next: 'b' },
    b: { data: [row(spender, 1n)], next: 'c' },
    c: { data: [row(other, 2n)] },
  }
  const { part, asked, list, shown } = await start(undefined, { pages })
  expect([asked, shown().length, list().value?.hasMore]).toEqual([['', 'b'], 1, true])
  void part.loadMore()
  await pass()
  expect([shown().length, list().value?.hasMore]).toEqual([2, false])
})

test('never says that nothing is approved where nobody has looked', async () => {
  const { list } = await start(undefined, { served: ['eip155:10'] })
  expect(list()).toMatchObject({ status: 'error', error: { code: 'CHAIN_NOT_SUPPORTED' } })
  expect(list().value).toBeUndefined()
})

test('an approval that is taken back is on its way until its transaction is on the chain, and then gone', async () => {
  const { core, part, wallet, world, shown, revoke } = await start()
  const [approval] = shown()
  const fee = part.estimate(approval!)
  await pass(100)
  expect(await fee).toBe(25_200n * 1_000_000_000n)
  await Promise.all([revoke(approval!), revoke(approval!)])
  expect(wallet.called).toEqual([
    {
      from: approval!.account,
      to: token,
      value: 0n,
      data: `0x095ea7b3${spender.slice(2).padStart(64, '0')}${'0'.repeat(64)}`,
    },
  ])
  await pass()
  expect(shown()).toMatchObject([{ id: approval!.id, isRevoking: true }])
  world.receipt = '0x1'
  await pass(2_000)
  expect(shown()).toEqual([]) // although the services still say so
  expect(core.use(createNotices).$notice.get()).toMatchObject({ code: 'approvalRevoked' })
  world.pages = { '': { data: [row(spender, 9n, { hash: 'granted again' })] } }
  await part.refresh()
  expect(shown()).toMatchObject([{ amount: 9n, isRevoking: false }])
})

test('declined and failed ones stay in the list, and can be tried again', async () => {
  const { core, wallet, world, shown, revoke } = await start()
  wallet.onCall = walletError('USER_REJECTED')
  await expect(revoke(shown()[0]!)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect([shown().length, core.use(createTransactions).$transactions.get().length]).toEqual([1, 0])
  wallet.onCall = undefined
  world.receipt = '0x0'
  await revoke(shown()[0]!)
  await pass(4_000) // a failure is asked for twice
  expect(shown()).toMatchObject([{ isRevoking: false }])
  expect(core.use(createNotices).$notice.get()).toMatchObject({ code: 'TRANSACTION_FAILED' })
  await revoke(shown()[0]!)
  expect(wallet.called.length).toBe(2)
})

test('nothing is asked of the wallet where the chain knows of no approval, which a collection would take for one', async () => {
  const { wallet, world, shown, revoke } = await start()
  world.allowance = undefined // a collection has no allowances: `approve(spender, 0)` would give its collectible 0 away
  await expect(revoke(shown()[0]!)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
  world.allowance = 0n
  await expect(revoke(shown()[0]!)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
  expect(wallet.called).toEqual([])
})

test('one whose transaction was replaced is not said to be revoked', async () => {
  const { core, world, shown, revoke } = await start()
  await revoke(shown()[0]!)
  await pass(600) // a node has had it
  world.count = 1n
  world.isLost = true
  await pass(60_000)
  expect(shown()).toMatchObject([{ isRevoking: false, isReplaced: true }])
  expect(core.use(createNotices).$notice.get()).toBeUndefined()
})

test('while the wallet is asked about one, another one is refused and not taken for it', async () => {
  const { part, wallet, shown, revoke } = await start(undefined, { pages: { '': { data: [row(spender, 5n), row(other, 6n)] } } })
  const [one, two] = shown()
  const first = revoke(one!)
  await expect(part.revoke(two!)).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
  expect(part.$revoked.get()).toBe(keyOf(one!))
  await first
  expect(wallet.called).toHaveLength(1)
})

test('the same approval of another account is not on its way with it', async () => {
  const { wallet, shown, revoke } = await start()
  await revoke(shown()[0]!)
  await pass()
  wallet.say({ type: 'accounts', accounts: ['eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
  await pass(1_000)
  expect(shown()).toMatchObject([{ isRevoking: false }])
})

test('more than twenty pages are shown one by one', async () => {
  const cursors = Array.from({ length: 25 }, (_, index) => (index === 0 ? '' : String(index)))
  const pages = Object.fromEntries(
    cursors.map((cursor, index) => [
      cursor,
      { data: [row(spender, 1n, { id: `row ${index}` })], ...(index < 24 ? { next: String(index + 1) } : {}) },
    ]),
  )
  const { part, shown, list } = await start(undefined, { pages })
  for (let times = 0; times < 24; times++) await Promise.all([part.loadMore(), pass()])
  expect([shown().length, list().value?.hasMore]).toEqual([25, false])
})

test('what is on its way is so after a reload, and another account revokes nothing', async () => {
  const storage = createMemoryStorage()
  const first = await start(storage)
  const approval = first.shown()[0]!
  await first.revoke(approval)
  await pass()
  first.core.destroy()
  const second = await start(storage)
  expect(second.shown()).toMatchObject([{ isRevoking: true }])
  second.wallet.say({ type: 'accounts', accounts: ['eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
  await expect(second.revoke(approval)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
  expect(second.wallet.called).toEqual([])
})
