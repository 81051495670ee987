// A page in the frame of a Safe, whose messages are made with the Safe's own SDK: found by its origin, connected, signing and sending.
import { MessageFormatter, Methods, type SDKRequestData } from '@safe-global/safe-apps-sdk'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { sendCalls, waitForCallsStatus, waitForTransactionReceipt } from 'viem/actions'
import { mainnet as chain } from 'viem/chains'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FoundWallet } from '../../../src/connectors/connector.js'
import { discoverAll } from '../../../src/connectors/eip155/discover-all.js'
import { createConnector } from '../../../src/connectors/eip155/index.js'
import { findSafe } from '../../../src/connectors/eip155/safe-bridge.js'
import { createSafeProvider } from '../../../src/connectors/eip155/safe-provider.js'
import { createConnectorPort } from '../../../src/connectors/wallet-port.js'
import { namespaceRows } from '../../../src/root/namespaces.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { ada } from '../../support/calls.js'
import { world } from '../../support/connector-world.js'
import { plainWindow } from '../../support/plain-window.js'
import { testRows } from '../../support/rows.js'

const SAFE = 'https://app.safe.global'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hashOf = (digit: string): `0x${string}` => `0x${digit.repeat(64)}`
const signature = `0x${'12'.repeat(65)}`
const safeInfo = { safeAddress: ada, chainId: 1, threshold: 1, owners: [bob], isReadOnly: false }

interface SafeOptions {
  readonly origin?: string
  /** As Chromium and WebKit tell; absent: Firefox. */
  readonly ancestorOrigins?: readonly string[]
  /** What it answers, by method; a function throws to refuse. */
  readonly answers?: Readonly<Record<string, unknown>>
}

/** A page in a frame, and the Safe around it. */
function framed({ origin = SAFE, ancestorOrigins, answers = {} }: SafeOptions = {}) {
  const asked: SDKRequestData[] = []
  const targets: string[] = []
  const listeners = { count: 0 }
  const all: Record<string, unknown> = { getSafeInfo: safeInfo, ...answers }
  const parent = {
    postMessage(message: SDKRequestData, target: string) {
      asked.push(structuredClone(message))
      targets.push(target)
      if (target !== '*' && target !== origin) return
      const answer = all[message.method]
      if (answer === undefined) return
      void respond(message, answer)
    },
  }
  const respond = async ({ id, params }: SDKRequestData, answer: unknown) => {
    try {
      const data: unknown = await (typeof answer === 'function' ? (answer as (params: unknown) => unknown)(params) : answer)
      post(MessageFormatter.makeResponse(id, data, '1.0.0'))
    } catch (error) {
      post(MessageFormatter.makeErrorResponse(id, (error as Error).message, '1.0.0'))
    }
  }
  const post = (data: unknown, more: object = {}) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: parent, ...more }))
  const window = plainWindow({ parent, location: { ...(ancestorOrigins ? { ancestorOrigins } : {}) } })
  const add = window.addEventListener.bind(window)
  window.addEventListener = ((name: string, listener: () => void, options?: { signal?: AbortSignal }) => {
    add(name, listener, options)
    if (name !== 'message') return
    listeners.count++
    options?.signal?.addEventListener('abort', () => listeners.count--)
  }) as Window['addEventListener']
  return { window, asked, targets, post, listeners, all, methods: () => asked.map(({ method }) => method as string) }
}
const refuses = (text: string) => () => {
  throw new Error(text)
}
const alive = () => new AbortController().signal

/** A Safe that was found, and its provider. */
async function opened(answers: Readonly<Record<string, unknown>> = {}) {
  const page = framed({ answers })
  const bridge = await findSafe(page.window, alive())
  if (!bridge) throw new Error('no Safe')
  const provider = createSafeProvider(bridge)
  page.asked.length = 0
  page.targets.length = 0
  return {
    ...page,
    provider,
    ask: async (method: string, params?: unknown) => provider.request({ method, params: params as object }),
  }
}

afterEach(() => void vi.useRealTimers())

describe('a Safe around the page', () => {
  test('is found, and stands before the wallets of the page', async () => {
    const { window } = framed({ ancestorOrigins: [SAFE] })
    Object.assign(window, { ethereum: { request: () => undefined, isMetaMask: true } })
    const reports: (readonly FoundWallet[])[] = []
    discoverAll(window, (found) => reports.push(found), alive())
    await vi.waitFor(() => expect(reports.at(-1)?.map(({ wallet }) => wallet.name)).toEqual(['Safe', 'MetaMask']))
    expect(reports.at(-1)?.[0]?.wallet).toMatchObject({ id: 'safe', namespace: 'eip155', source: 'injected' })
  })

  test('is asked in its own protocol, and listened to no longer than it is asked', async () => {
    const { window, asked, targets, listeners } = framed()
    const bridge = await findSafe(window, alive())
    expect(bridge?.info).toEqual({ safeAddress: ada, chainId: 1 })
    const theirs = MessageFormatter.makeRequest(Methods.getSafeInfo, undefined)
    expect(asked).toEqual([{ ...theirs, id: expect.stringMatching(/^[\da-f]{32}$/) }])
    expect(targets).toEqual(['*'])
    expect(listeners.count).toBe(0)
    const answer = bridge?.send('getChainInfo', undefined)
    expect(listeners.count).toBe(1)
    expect(targets.at(-1)).toBe(SAFE)
    void answer
  })

  testRows([
    ['in no frame', () => plainWindow()],
    ['around which is itself', () => Object.assign(plainWindow(), { parent: undefined })],
    ['in the frame of another site', () => framed({ origin: 'https://safe.evil.example' }).window],
    ['in the frame of a look-alike', () => framed({ origin: 'https://app.safe.global.evil.example' }).window],
    ['in the frame of a Safe without encryption', () => framed({ origin: 'http://app.safe.global' }).window],
    ['in the frame of a site that says nothing', () => framed({ answers: { getSafeInfo: undefined } }).window],
    ['in the frame of a Safe that refuses', () => framed({ answers: { getSafeInfo: refuses('no') } }).window],
    ['in the frame of a Safe without an address', () => framed({ answers: { getSafeInfo: { chainId: 1 } } }).window],
    ['in the frame of a Safe on no chain', () => framed({ answers: { getSafeInfo: { safeAddress: ada, chainId: '1' } } }).window],
  ])('is not there for a page %s', async (_, page) => {
    vi.useFakeTimers()
    const found = findSafe(page(), alive())
    await vi.advanceTimersByTimeAsync(5_000)
    await expect(found).resolves.toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not asked where the browser says that another site is around the page', async () => {
    const { window, asked } = framed({ ancestorOrigins: ['https://other.example', SAFE] })
    await expect(findSafe(window, alive())).resolves.toBeUndefined()
    expect(asked).toEqual([])
  })

  test('is heard only from its own window and origin, whatever else is posted to the page', async () => {
    const { window, asked, post, all } = framed({ answers: { getSafeInfo: new Promise(() => undefined) } })
    const found = findSafe(window, alive())
    const answer = MessageFormatter.makeResponse(asked[0]?.id ?? '', { ...safeInfo, safeAddress: bob }, '1.0.0')
    post(answer, { source: {} })
    post(answer, { origin: 'https://evil.example' })
    const unreadable = new Proxy({}, { get: () => refuses('unreadable')(), ownKeys: () => refuses('unreadable')() })
    for (const data of [
      null,
      undefined,
      7,
      'x',
      { version: 1 },
      { ...answer, id: 'another' },
      { ...answer, success: 'yes' },
      unreadable,
    ])
      post(data)
    all['getSafeInfo'] = safeInfo
    post(MessageFormatter.makeResponse(asked[0]?.id ?? '', safeInfo, '1.0.0'))
    await expect(found).resolves.toMatchObject({ info: { safeAddress: ada } })
  })

  test('that still loads is asked again, until the search ends', async () => {
    vi.useFakeTimers()
    const { window, asked, all, listeners } = framed({ answers: { getSafeInfo: undefined } })
    const found = findSafe(window, alive())
    await vi.advanceTimersByTimeAsync(1_000)
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
    all['getSafeInfo'] = safeInfo
    await vi.advanceTimersByTimeAsync(500)
    await expect(found).resolves.toMatchObject({ info: { safeAddress: ada } })
    const life = new AbortController()
    const other = findSafe(framed({ answers: { getSafeInfo: undefined } }).window, life.signal)
    life.abort()
    await expect(other).resolves.toBeUndefined()
    expect([vi.getTimerCount(), listeners.count]).toEqual([0, 0])
  })
})

describe('as a wallet', () => {
  test('connects without a prompt, signs, and stays on its chain', async () => {
    const { provider, all } = await opened({ rpcCall: {}, signMessage: { messageHash: hashOf('a'), signature } })
    const wallet = { id: 'safe', uid: 'safe', namespace: 'eip155', name: 'Safe', source: 'injected' } as const
    const connector = createConnector({ wallet, provider }, world)
    const grant = await connector.connect({ networks: [toNetwork(mainnet)], silent: true })
    expect(grant).toMatchObject({ chain: 'eip155:1', accounts: [{ chain: 'eip155:1', address: ada }] })
    await expect(connector.sign({ account: `eip155:1:${ada}`, message: 'Hello' })).resolves.toEqual({ signature })
    await expect(connector.switchTo({ ...toNetwork(mainnet), caipNetworkId: 'eip155:137' })).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
    })
    all['signMessage'] = refuses('Message signing was rejected')
    await expect(connector.sign({ account: `eip155:1:${ada}`, message: 'Hello' })).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
    await expect(connector.disconnect()).resolves.toBeUndefined()
  })

  test('answers from what it knows, and reads from the node of the Safe', async () => {
    const { ask, asked, targets } = await opened({ rpcCall: '0x2a' })
    await expect(ask('eth_accounts')).resolves.toEqual([ada])
    await expect(ask('eth_chainId')).resolves.toBe('0x1')
    expect(asked).toEqual([])
    await expect(ask('eth_getBalance', [ada, 'latest'])).resolves.toBe('0x2a')
    expect(asked[0]).toMatchObject({ method: 'rpcCall', params: { call: 'eth_getBalance', params: [ada, 'latest'] } })
    expect(targets).toEqual([SAFE])
    for (const method of ['eth_sign', 'wallet_switchEthereumChain', 'wallet_watchAsset', 'toString'])
      await expect(ask(method, [])).rejects.toMatchObject({ code: 4200 })
  })
})

test('a stored connection to the Safe is opened again, and it alone of the page’s wallets is asked', async () => {
  const { window, methods } = framed()
  const port = createConnectorPort(window, { rows: namespaceRows, namespaces: ['eip155'] })
  const connector = await port.open({ id: 'safe', namespace: 'eip155' }, world)
  await expect(connector.connect({ networks: [toNetwork(mainnet)], silent: true })).resolves.toMatchObject({ chain: 'eip155:1' })
  expect(new Set(methods())).toEqual(new Set(['getSafeInfo']))
})

describe('signing', () => {
  test('asks for a signature without a transaction, and passes message and typed data on', async () => {
    const { ask, asked } = await opened({ rpcCall: {}, signMessage: { signature }, signTypedMessage: { signature } })
    await expect(ask('personal_sign', ['0x48656c6c6f', ada])).resolves.toBe(signature)
    expect(asked[0]).toMatchObject({ params: { call: 'safe_setSettings', params: [{ offChainSigning: true }] } })
    expect(asked[1]).toMatchObject({ method: 'signMessage', params: { message: '0x48656c6c6f' } })
    const typed = { domain: { chainId: 1 }, types: { Mail: [] }, primaryType: 'Mail', message: {} }
    for (const data of [typed, JSON.stringify(typed)]) {
      await expect(ask('eth_signTypedData_v4', [ada.toLowerCase(), data])).resolves.toBe(signature)
      expect(asked.at(-1)).toMatchObject({ method: 'signTypedMessage', params: { typedData: typed } })
    }
  })

  testRows([
    ['personal_sign', ['0x48', bob], 4100],
    ['personal_sign', ['0x48'], -32602],
    ['eth_signTypedData_v4', [ada, 'text'], -32602],
    ['eth_signTypedData_v4', [bob, { domain: {}, types: {}, message: {} }], 4100],
  ])('%s with %j does not reach the Safe', async (method, params, code) => {
    const { ask, methods } = await opened({ rpcCall: {} })
    await expect(ask(method, params)).rejects.toMatchObject({ code })
    expect(methods()).not.toContain('signMessage')
  })

  test('of several owners waits for the others, and says where to go on after five minutes', async () => {
    vi.useFakeTimers()
    let whole = ''
    const { ask } = await opened({ rpcCall: {}, signMessage: { messageHash: hashOf('b') }, getOffChainSignature: () => whole })
    const first = ask('personal_sign', ['0x48', ada])
    await vi.advanceTimersByTimeAsync(10_000)
    whole = signature
    await vi.advanceTimersByTimeAsync(3_000)
    await expect(first).resolves.toBe(signature)
    whole = ''
    const second = expect(ask('personal_sign', ['0x48', ada])).rejects.toMatchObject({
      code: -32002,
      data: { messageHash: hashOf('b') },
    })
    await vi.advanceTimersByTimeAsync(310_000)
    await second
    expect(vi.getTimerCount()).toBe(0)
  })

  test('of an old Safe is a transaction, whose signature is empty (ERC-1271)', async () => {
    const { ask } = await opened({ rpcCall: refuses('unknown setting'), signMessage: { safeTxHash: hashOf('c') } })
    await expect(ask('personal_sign', ['0x48', ada])).resolves.toBe('0x')
  })

  testRows([[null], [{}], ['0x'], [{ signature: 7 }]])('with the answer %j is an error', async (answer) => {
    const { ask } = await opened({ rpcCall: {}, signMessage: answer })
    await expect(ask('personal_sign', ['0x48', ada])).rejects.toMatchObject({ code: -32603 })
  })
})

describe('sending', () => {
  /** A Safe that executes what it is sent when `execute` is called, and its node. */
  async function sending() {
    let txStatus = 'AWAITING_CONFIRMATIONS'
    const receipt = {
      transactionHash: hashOf('d'), blockHash: hashOf('e'), blockNumber: '0x1', transactionIndex: '0x0', status: '0x1', logs: [],
      from: bob, to: ada, gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1', logsBloom: '0x', type: '0x0', contractAddress: null,
    } // oxfmt-ignore
    const safe = await opened({
      sendTransactions: { safeTxHash: hashOf('c') },
      getTxBySafeTxHash: ({ safeTxHash }: { safeTxHash: string }) =>
        safeTxHash === hashOf('c') ? { txStatus, txHash: txStatus === 'SUCCESS' ? hashOf('d') : null } : refuses('Not found')(),
      rpcCall: ({ call, params }: { call: string; params: unknown[] }) =>
        call === 'eth_getTransactionReceipt'
          ? params[0] === hashOf('d')
            ? receipt
            : null
          : call === 'eth_blockNumber'
            ? '0x1'
            : null,
    })
    const transport = custom({ request: ({ method, params }: { method: string; params?: object }) => safe.ask(method, params) })
    const client = createWalletClient({ account: ada, chain, transport, pollingInterval: 20 })
    return { ...safe, client, node: createPublicClient({ chain, transport, pollingInterval: 20 }), execute: (as = 'SUCCESS') => void (txStatus = as) } // oxfmt-ignore
  }

  test('is known by the hash of the Safe until it is executed, and viem waits for that', async () => {
    const { client, node, asked, execute } = await sending()
    const hash = await client.sendTransaction({
      to: bob,
      value: 5n,
      gas: 1n,
      nonce: 0,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    })
    expect(hash).toBe(hashOf('c'))
    const sent = asked.find(({ method }) => (method as string) === 'sendTransactions')
    expect(sent?.params).toEqual({ txs: [{ to: bob, value: '5', data: '0x' }] })
    const receipt = waitForTransactionReceipt(node, { hash })
    execute()
    await expect(receipt).resolves.toMatchObject({ transactionHash: hashOf('d'), status: 'success' })
  })

  test('of several calls is one transaction, with its status', async () => {
    const { client, asked, execute, ask } = await sending()
    await expect(ask('wallet_getCapabilities', [ada])).resolves.toEqual({ '0x1': { atomic: { status: 'supported' } } })
    const { id } = await sendCalls(client, {
      calls: [
        { to: bob, value: 1n },
        { to: bob, data: '0xab' },
      ],
      forceAtomic: true,
    })
    expect(id).toBe(hashOf('c'))
    const sent = asked.filter(({ method }) => (method as string) === 'sendTransactions')
    expect(sent.map(({ params }) => params)).toEqual([{ txs: [{ to: bob, value: '1', data: '0x' }, { to: bob, value: '0', data: '0xab' }] }]) // oxfmt-ignore
    await expect(ask('wallet_getCallsStatus', [id])).resolves.toMatchObject({ id, chainId: '0x1', atomic: true, status: 100 })
    execute()
    await expect(waitForCallsStatus(client, { id })).resolves.toMatchObject({
      status: 'success',
      receipts: [{ status: 'success' }],
    })
    for (const [as, status] of [['CANCELLED', 400], ['FAILED', 500], ['AWAITING_EXECUTION', 100]] as const) {
      execute(as)
      await expect(ask('wallet_getCallsStatus', [id])).resolves.toMatchObject({ status })
    } // oxfmt-ignore
    await expect(ask('wallet_getCallsStatus', [hashOf('9')])).rejects.toMatchObject({ code: 5730 })
  })

  const batch = (more: object) => [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: [{ to: bob }], ...more }]
  testRows([
    ['another chain', batch({ chainId: '0x89' }), 5710],
    ['a capability that it needs', batch({ capabilities: { paymasterService: { url: 'https://pay.example' } } }), 5700],
    ['another account', batch({ from: bob }), 4100],
    ['no calls', batch({ calls: [] }), -32602],
    ['a call that deploys', batch({ calls: [{ data: '0x00' }] }), -32602],
  ])('a batch with %s sends nothing', async (_, params, code) => {
    const { ask, methods } = await sending()
    await expect(ask('wallet_sendCalls', params)).rejects.toMatchObject({ code })
    expect(methods()).not.toContain('sendTransactions')
  })

  test('a batch with an id of the page is known by it, and sent once', async () => {
    const { ask, methods } = await sending()
    const twice = [ask('wallet_sendCalls', batch({ id: 'mine' })), ask('wallet_sendCalls', batch({ id: 'mine' }))]
    const [first, second] = await Promise.allSettled(twice)
    expect(first).toMatchObject({ value: { id: 'mine' } })
    expect(second).toMatchObject({ reason: { code: 5720 } })
    expect(methods().filter((method) => method === 'sendTransactions')).toHaveLength(1)
    await expect(ask('wallet_getCallsStatus', ['mine'])).resolves.toMatchObject({ id: 'mine', status: 100 })
  })

  test('that the person refuses is 4001, and an answer without a hash says that it may have been sent', async () => {
    const { ask, all } = await sending()
    all['sendTransactions'] = refuses('Transaction was rejected')
    await expect(ask('eth_sendTransaction', [{ from: ada, to: bob, value: '0x1' }])).rejects.toMatchObject({ code: 4001 })
    all['sendTransactions'] = { safeTxHash: '0x1' }
    await expect(ask('eth_sendTransaction', [{ from: ada, to: bob }])).rejects.toMatchObject({ code: -32603 })
    await expect(ask('eth_sendTransaction', [{ from: bob, to: bob }])).rejects.toMatchObject({ code: 4100 })
  })
})
