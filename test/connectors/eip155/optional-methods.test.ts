// Batches of calls (EIP-5792), permissions and assets, over wallets of either version, wallets that lack them, and sessions.
import { describe, expect, test } from 'vitest'
import type { ChainId } from '../../../src/vocabulary/caip.js'
import type { ConnectorChange, RequestArguments, SessionProperties } from '../../../src/connectors/connector.js'
import { createEip155 } from '../../../src/connectors/eip155/connector.js'
import { createSessionConnector } from '../../../src/connectors/eip155/index.js'
import { createInjectedChannel } from '../../../src/connectors/eip155/injected-channel.js'
import { methods } from '../../../src/connectors/eip155/methods.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { mainnet, polygon } from '../../../src/vocabulary/networks.js'
import { isNodeMethod, isWalletMethod } from '../../../src/vocabulary/rpc-methods.js'
import { ada } from '../../support/calls.js'
import { createFakeSession } from '../../support/fake-session.js'
import { testRows } from '../../support/rows.js'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const networks = [toNetwork(mainnet), toNetwork(polygon)]
const batch = (more: object = {}) => ({
  version: '2.0.0',
  chainId: '0x1',
  from: ada,
  atomicRequired: false,
  calls: [{ to: bob, value: '0x1' }],
  ...more,
})
const code = (number: number) => Promise.reject(Object.assign(new Error('no'), { code: number, data: { of: 'wallet' } }))

/** A connected wallet that answers as told, by method. */
async function installed(answers: Record<string, unknown>) {
  const asked: RequestArguments[] = []
  const all: Record<string, unknown> = { eth_requestAccounts: [ada], eth_accounts: [ada], eth_chainId: '0x1', ...answers }
  const request = async (args: RequestArguments) => {
    const answer = all[args.method]
    if (answer !== undefined) asked.push(args)
    return typeof answer === 'function' ? (answer(args.params) as unknown) : (answer ?? code(-32601))
  }
  const connector = createEip155(createInjectedChannel({ request }), { id: 'x', name: 'X' }, 'x')
  await connector.connect({ networks })
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  asked.length = 0
  return { asked, changes, all, ask: (method: string, params?: unknown) => connector.request('eip155:1', { method, params: params as object }) } // oxfmt-ignore
}

/** A connected session. */
async function paired(
  answer: (args: RequestArguments, chain: ChainId) => unknown,
  properties?: SessionProperties,
  granted = methods,
) {
  const { session, asked } = createFakeSession('eip155', { 'eip155:1': [ada], 'eip155:137': [ada] }, granted, answer)
  const connector = createSessionConnector({ ...session, properties: () => properties })
  await connector.connect({ networks, silent: true })
  return { asked, ask: (method: string, params?: unknown) => connector.request('eip155:1', { method, params: params as object }) }
}

describe('wallet_sendCalls', () => {
  test('goes to the wallet as the page wrote it, and its answer back', async () => {
    const answer = { id: '0x01', capabilities: { caip345: { transactionHashes: ['0x02'] } } }
    const { ask, asked } = await installed({ wallet_sendCalls: answer })
    const sent = batch({ id: 'mine', capabilities: { paymasterService: { url: 'https://pay.example', optional: true } } })
    await expect(ask('wallet_sendCalls', [sent])).resolves.toMatchObject({ id: '0x01' })
    expect(asked).toEqual([{ method: 'wallet_sendCalls', params: [sent] }])
  })

  testRows([
    ['2.0.0', '0x01', { id: '0x01' }],
    ['2.0.0', { id: '0x01' }, { id: '0x01' }],
    ['1.0', '0x01', '0x01'],
    ['1.0', { id: '0x01' }, '0x01'],
  ])('in version %s with the answer %j is %j for the page', async (version, answer, seen) => {
    const { ask } = await installed({ wallet_sendCalls: () => answer })
    await expect(ask('wallet_sendCalls', [batch({ version })])).resolves.toEqual(seen)
  })

  testRows([[null], [7], [''], [{ id: 7 }], [{}], [[]]])(
    'with the answer %j may have been sent, which the error says',
    async (answer) => {
      const { ask, asked } = await installed({ wallet_sendCalls: () => answer })
      await expect(ask('wallet_sendCalls', [batch()])).rejects.toMatchObject({
        code: -32603,
        message: expect.stringContaining('may have sent'),
      })
      expect(asked).toHaveLength(1)
    },
  )

  testRows([
    ['nothing', undefined, -32602],
    ['no calls', [batch({ calls: [] })], -32602],
    ['a receiver without 0x', [batch({ calls: [{ to: 'ab'.repeat(20) }] })], -32602],
    ['a receiver that is cut', [batch({ calls: [{ to: '0x12' }] })], -32602],
    ['no version', [batch({ version: undefined })], -32602],
    ['a chain with a leading zero', [batch({ chainId: '0x01' })], -32602],
    ['a chain as number', [batch({ chainId: 1 })], -32602],
    ['an id that is too long', [batch({ id: 'x'.repeat(4097) })], -32602],
    ['an account that was not granted', [batch({ from: bob })], 4100],
  ])('with %s does not reach the wallet', async (_, params, number) => {
    const { ask, asked } = await installed({ wallet_sendCalls: '0x01' })
    await expect(ask('wallet_sendCalls', params)).rejects.toMatchObject({ code: number })
    expect(asked).toEqual([])
  })

  testRows([4001, 4100, 5700, 5710, 5720, 5730, 5740, 5750, 5760])(
    'keeps the code %i of the wallet, and its data',
    async (number) => {
      const { ask } = await installed({ wallet_sendCalls: () => code(number) })
      await expect(ask('wallet_sendCalls', [batch()])).rejects.toMatchObject({ code: number, data: { of: 'wallet' } })
    },
  )

  test('over a session goes to its own chain, where its status is asked too', async () => {
    const { ask, asked } = await paired(({ method }) => (method === 'wallet_sendCalls' ? { id: 'b' } : { status: 100 }))
    await ask('wallet_sendCalls', [batch({ chainId: '0x89' })])
    await ask('wallet_getCallsStatus', ['b'])
    await ask('wallet_getCallsStatus', ['of another page load'])
    expect(asked.map(({ chain, method }) => [chain, method])).toEqual([
      ['eip155:137', 'wallet_sendCalls'],
      ['eip155:137', 'wallet_getCallsStatus'],
      ['eip155:1', 'wallet_getCallsStatus'],
    ])
  })

  testRows([4001, 5700, 5710, 5720, 5730, 5740, 5750, 5760])('over a session keeps the code %i, and its data', async (number) => {
    const { ask, asked } = await paired(() => code(number))
    await expect(ask('wallet_sendCalls', [batch()])).rejects.toMatchObject({ code: number, data: { of: 'wallet' } })
    expect(asked).toHaveLength(1)
  })

  test('over a session in version 1.0 has the bare id, and its status is told in numbers, on its own chain', async () => {
    const { ask } = await paired(({ method }) => (method === 'wallet_sendCalls' ? '0x01' : { status: 'CONFIRMED' }))
    await expect(ask('wallet_sendCalls', [batch({ version: '1.0', chainId: '0x89' })])).resolves.toBe('0x01')
    await expect(ask('wallet_getCallsStatus', ['0x01'])).resolves.toEqual({
      version: '2.0.0',
      id: '0x01',
      chainId: '0x89',
      atomic: false,
      status: 200,
    })
  })

  test('over a session to a chain that it does not grant is 5710', async () => {
    const { ask, asked } = await paired(() => ({ id: 'b' }))
    await expect(ask('wallet_sendCalls', [batch({ chainId: '0xa' })])).rejects.toMatchObject({ code: 5710 })
    expect(asked).toEqual([])
  })
})

describe('wallet_getCallsStatus', () => {
  test('of version 2 is passed on', async () => {
    const status = { version: '2.0.0', id: 'b', chainId: '0x1', status: 600, atomic: true, receipts: [{ status: '0x1' }] }
    const { ask, asked } = await installed({ wallet_getCallsStatus: status })
    await expect(ask('wallet_getCallsStatus', ['b'])).resolves.toEqual(status)
    expect(asked).toEqual([{ method: 'wallet_getCallsStatus', params: ['b'] }])
  })

  testRows([
    ['PENDING', undefined, 100],
    ['CONFIRMED', ['0x1', '0x1'], 200],
    ['CONFIRMED', ['0x0', '0x0'], 500],
    ['CONFIRMED', ['0x1', '0x0'], 600],
    ['CONFIRMED', undefined, 200],
  ])('of version 1, %s with %j, is %i', async (status, results, number) => {
    const receipts = results?.map((each) => ({ status: each, transactionHash: '0x2' }))
    const { ask } = await installed({ wallet_getCallsStatus: { status, ...(receipts ? { receipts } : {}) } })
    await expect(ask('wallet_getCallsStatus', ['b'])).resolves.toEqual({
      version: '2.0.0',
      id: 'b',
      chainId: '0x1',
      atomic: false,
      status: number,
      ...(receipts ? { receipts } : {}),
    })
  })

  test('without an id is not asked, and an answer that is none is an error', async () => {
    const { ask, asked } = await installed({ wallet_getCallsStatus: () => 'soon' })
    await expect(ask('wallet_getCallsStatus', [])).rejects.toMatchObject({ code: -32602 })
    expect(asked).toEqual([])
    await expect(ask('wallet_getCallsStatus', ['b'])).rejects.toMatchObject({ code: -32603 })
  })
})

describe('wallet_getCapabilities', () => {
  const atomic = { atomic: { status: 'supported' } }

  test('comes from the wallet', async () => {
    const { ask, asked } = await installed({ wallet_getCapabilities: { '0x1': atomic } })
    await expect(ask('wallet_getCapabilities', [ada, ['0x1']])).resolves.toEqual({ '0x1': atomic })
    expect(asked).toEqual([{ method: 'wallet_getCapabilities', params: [ada, ['0x1']] }])
  })

  testRows<[string, SessionProperties, object]>([
    [
      'for all chains',
      { session: { atomic: '{"status":"supported"}', bundler_url: 'https://x' } },
      { '0x1': atomic, '0x89': atomic },
    ],
    ['by chain', { session: { capabilities: JSON.stringify({ '0x89': atomic }) } }, { '0x89': atomic }],
    ['under 0x0', { session: { capabilities: { '0x0': atomic } } }, { '0x1': atomic, '0x89': atomic }],
    ['by CAIP-2 chain', { session: { capabilities: { 'eip155:137': atomic } } }, { '0x89': atomic }],
    ['of a scope', { scoped: { 'eip155:137': { atomic: '{"status":"supported"}' } } }, { '0x89': atomic }],
    [
      'of the account in a scope, before those of all',
      {
        session: { atomic: { status: 'unsupported' } },
        scoped: { 'eip155:137': { [`eip155:137:${ada.toLowerCase()}`]: atomic } },
      },
      { '0x1': { atomic: { status: 'unsupported' } }, '0x89': atomic },
    ],
  ])('is read from the properties of a session, %s, without asking', async (_, properties, seen) => {
    const { ask, asked } = await paired(() => ({}), properties, [])
    await expect(ask('wallet_getCapabilities', [ada])).resolves.toEqual(seen)
    expect(asked).toEqual([])
  })

  test('is read for the chains that are asked for', async () => {
    const { ask } = await paired(() => ({}), { session: { atomic: { status: 'ready' } } })
    await expect(ask('wallet_getCapabilities', [ada, ['0x89']])).resolves.toEqual({ '0x89': { atomic: { status: 'ready' } } })
  })

  testRows<[string, SessionProperties | undefined]>([
    ['no properties', undefined],
    ['other properties', { session: { bip122_getAccountAddresses: '{}' }, scoped: { solana: atomic } }],
    ['malformed ones', { session: { atomic: '{', capabilities: '[]' }, scoped: 7 }],
    ['unreadable ones', { session: new Proxy({}, { ownKeys: () => hostile() }) }],
  ])('asks the wallet where the session has %s', async (_, properties) => {
    const { ask } = await paired(() => ({ '0x1': atomic }), properties)
    await expect(ask('wallet_getCapabilities', [ada])).resolves.toEqual({ '0x1': atomic })
  })

  test('of an account that the session does not share is up to the wallet', async () => {
    const { ask } = await paired(() => code(4100), { session: atomic })
    await expect(ask('wallet_getCapabilities', [bob])).rejects.toMatchObject({ code: 4100 })
  })
})

const hostile = () => {
  throw new Error('unreadable')
}
/** EIP-5792, EIP-2255, ERC-7715 by its old and its present names, ERC-7811. */
const all = [
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_getCapabilities',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'wallet_revokePermissions',
  'wallet_grantPermissions',
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
  'wallet_getAssets',
]
const paramsOf = (method: string) => ({ wallet_sendCalls: [batch()], wallet_getCallsStatus: ['b'] })[method] ?? [{ of: method }]

testRows(all)('%s is the wallet’s alone', (method) => {
  expect(isWalletMethod(method)).toBe(true)
  expect(isNodeMethod(method)).toBe(false)
})

testRows(all)('%s is 4200 of a wallet that lacks it, installed or over a session', async (method) => {
  const { ask } = await installed({})
  await expect(ask(method, paramsOf(method))).rejects.toMatchObject({ name: 'ProviderRpcError', code: 4200 })
  for (const number of [5101, 10_001, -32601, 4200]) {
    const session = await paired(() => code(number))
    await expect(session.ask(method, paramsOf(method))).rejects.toMatchObject({ code: 4200 })
  }
  const limited = await paired(() => 'reached', undefined, ['personal_sign'])
  await expect(limited.ask(method, paramsOf(method))).rejects.toMatchObject({ code: 4200 })
  expect(limited.asked).toEqual([])
})

describe('permissions and assets', () => {
  testRows(all.slice(4))('%s is passed on with its parameters and its answer', async (method) => {
    const { ask, asked } = await installed({ [method]: { context: '0x00', of: method } })
    await expect(ask(method, { account: ada })).resolves.toEqual({ context: '0x00', of: method })
    expect(asked[0]).toEqual({ method, params: { account: ada } })
  })

  testRows(all.slice(4))('%s is passed on over a session that grants it, to the chain of the request', async (method) => {
    const { ask, asked } = await paired(() => ({ context: '0x00', of: method }), undefined, [...methods, method])
    await expect(ask(method, [{ account: ada, chainId: '0x1' }])).resolves.toEqual({ context: '0x00', of: method })
    expect(asked).toEqual([{ chain: 'eip155:1', method, params: [{ account: ada, chainId: '0x1' }] }])
  })

  testRows([
    ['wallet_grantPermissions', 4001],
    ['wallet_requestExecutionPermissions', 4001],
    ['wallet_getAssets', 4100],
    ['wallet_getCapabilities', 4100],
    ['wallet_getCallsStatus', 5730],
  ])('%s over a session keeps the wallet’s code %i', async (method, number) => {
    const { ask } = await paired(() => code(number), undefined, [...methods, method])
    await expect(ask(method, paramsOf(method))).rejects.toMatchObject({ code: number })
  })

  test('assets and permissions are asked for in the sessions of this package by the names that phone wallets know', () => {
    expect(methods).toEqual(
      expect.arrayContaining(['wallet_grantPermissions', 'wallet_revokePermissions', 'wallet_getAssets', 'wallet_sendCalls']),
    )
  })

  test('a wallet that takes its accounts back on the page’s wish, and tells nobody, is disconnected', async () => {
    const { ask, changes, all } = await installed({
      wallet_revokePermissions: () => {
        all['eth_accounts'] = []
        return null
      },
    })
    await expect(ask('wallet_revokePermissions', [{ eth_accounts: {} }])).resolves.toBeNull()
    expect(changes).toEqual([{ type: 'disconnect' }])
  })

  test('a wallet that keeps its accounts stays connected', async () => {
    const { ask, changes } = await installed({ wallet_revokePermissions: () => null })
    await ask('wallet_revokePermissions', { permissionContext: '0x00' })
    expect(changes).toEqual([])
  })
})
