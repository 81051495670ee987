// The EVM connector over a mock wallet with real keys, and over objects that misbehave on purpose.
import { erc20Abi, verifyMessage } from 'viem'
import { decodeFunctionData } from 'viem/utils'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ConnectorChange } from '../../../src/connectors/connector.js'
import { createEip155, type MultiChainChannel } from '../../../src/connectors/eip155/connector.js'
import { createInjectedChannel } from '../../../src/connectors/eip155/injected-channel.js'
import { createMockWallet, type MockWalletOptions } from '../../../src/connectors/mock/wallet.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { ada, callsOn, granted, tellsGrant } from '../../support/calls.js'
import { testRows } from '../../support/rows.js'

const { sign, send } = callsOn('eip155:1')
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const network = (id: number) =>
  toNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://rpc.example/${id}`] } },
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
    imageUrl: 'https://img.example/chain.png',
  })
const networks = [network(1), network(137)]

function connected(options: MockWalletOptions = {}) {
  const wallet = createMockWallet({ accounts: [keys[0]], chains: [1, 137], ...options })
  const connector = wallet.connector()
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  const methods = () => wallet.requests.map(({ method }) => method)
  return { wallet, connector, changes, methods }
}

/** A connector over an object that answers as told, by method. */
function over(answers: Record<string, unknown>, extra: object = {}) {
  const asked: { method: string; params?: unknown }[] = []
  const provider = {
    request: (args: { method: string; params?: unknown }) => {
      asked.push(args)
      const answer = answers[args.method]
      return typeof answer === 'function' ? answer(args.params) : answer
    },
  }
  Object.defineProperties(provider, Object.getOwnPropertyDescriptors(extra)) // getters stay getters
  return { connector: createEip155(createInjectedChannel(provider), { id: 'x', name: 'X' }, 'x'), asked }
}
/** Its `throw` throws anything at all. */
function* raise() {
  yield
}
const fails =
  (code: number, more: object = {}) =>
  () => {
    throw Object.assign(new Error('no'), { code, ...more })
  }

afterEach(() => void vi.useRealTimers())

describe('connect', () => {
  test('grants the checksummed accounts on the chain the wallet is on', async () => {
    const { connector } = over({
      eth_requestAccounts: [ada.toLowerCase(), bob.toUpperCase().replace('0X', '0x'), ada],
      eth_chainId: '0x1',
    })
    await expect(connector.connect({ networks })).resolves.toEqual(granted({ 'eip155:1': [ada, bob] }, 'eip155:1'))
  })

  test('leaves the wallet on its own chain, also when another was wished for', async () => {
    const { connector, methods } = connected({ chains: [137] })
    await expect(connector.connect({ networks, chain: 'eip155:1' })).resolves.toMatchObject({ chain: 'eip155:137' })
    expect(methods()).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  testRows([
    ['137', 'eip155:137'],
    [137, 'eip155:137'],
    ['0x89', 'eip155:137'],
    ['eip155:137', 'eip155:137'],
  ])('reads the chain id %j', async (answer, chain) => {
    const { connector } = over({ eth_requestAccounts: [ada], eth_chainId: answer })
    await expect(connector.connect({ networks })).resolves.toMatchObject({ chain })
  })

  testRows([['0x'], [null], [{}], ['mainnet'], [-1], [0], [1.5], ['0xfffffffffffffffff'], [Number.NaN]])(
    'refuses the chain id %j',
    async (answer) => {
      const { connector } = over({ eth_requestAccounts: [ada], eth_chainId: answer })
      await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    },
  )

  testRows([
    ['no list', { accounts: [ada] }],
    ['an empty list', []],
    ['nothing', undefined],
    ['a list that cannot be read', new Proxy([], { get: (_, key) => (key === 'then' ? undefined : fails(1)()) })],
    ['no addresses', ['0x1', 7, null, `${ada}00`, 'vitalik.eth']],
  ])('rejects %s for accounts', async (_, answer) => {
    const { connector } = over({ eth_requestAccounts: answer, eth_chainId: '0x1' })
    await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
  })

  test('keeps the good ones among bad accounts', async () => {
    const { connector } = over({ eth_requestAccounts: ['0x1', ada], eth_chainId: '0x1' })
    await expect(connector.connect({ networks })).resolves.toMatchObject(granted({ 'eip155:1': [ada] }, 'eip155:1'))
  })

  test('asks without prompting when silent, and says when nothing is granted any more', async () => {
    const { connector, methods } = connected()
    await expect(connector.connect({ networks, silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(methods()).toEqual(['eth_accounts'])
    await connector.connect({ networks })
    await expect(connector.connect({ networks, silent: true })).resolves.toMatchObject({ chain: 'eip155:1' })
  })

  test('gives up on a silent question after ten seconds', async () => {
    // attack 51
    vi.useFakeTimers()
    const { wallet, connector } = connected()
    wallet.fail('eth_accounts', 'never')
    const outcome = expect(connector.connect({ networks, silent: true })).rejects.toMatchObject({ code: 'WALLET_TIMEOUT' })
    await vi.advanceTimersByTimeAsync(10_000)
    await outcome
  })

  test('ends with the signal when the wallet never answers, and ignores a late answer', async () => {
    // attack 51
    let answer = (_: unknown) => {}
    const { connector } = over({ eth_requestAccounts: () => new Promise((resolve) => (answer = resolve)), eth_chainId: '0x1' })
    const control = new AbortController()
    const attempt = connector.connect({ networks, signal: control.signal })
    control.abort()
    await expect(attempt).rejects.toMatchObject({ code: 'ABORTED' })
    answer([ada])
    await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await expect(connector.connect({ networks, signal: control.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  testRows([
    ['reject', 'USER_REJECTED'],
    ['pending', 'REQUEST_PENDING'],
    ['disconnect', 'WALLET_DISCONNECTED'],
    [{ code: 4100 }, 'UNAUTHORIZED'],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, 'USER_REJECTED'],
    [{ code: -32603, message: 'MetaMask: User denied account access' }, 'USER_REJECTED'],
    [{ code: -32000, message: 'Something else' }, 'WALLET_FAILED'],
  ] as const)('turns %j into %s', async (failure, code) => {
    const { wallet, connector } = connected()
    wallet.fail('eth_requestAccounts', failure)
    await expect(connector.connect({ networks })).rejects.toMatchObject({ name: 'WalletError', code })
  })

  testRows([
    ['a string', 'nope'],
    ['nothing', undefined],
    ['null', null],
    ['a frozen object', Object.freeze({ code: 1 })],
    ['an error that calls itself ours', Object.assign(new Error('x'), { name: 'WalletError', code: 'NO_SUCH_CODE' })],
    [
      'a proxy without a prototype',
      new Proxy(
        {},
        {
          getPrototypeOf: () => {
            throw new Error('boom')
          },
        },
      ),
    ],
    [
      'a hostile proxy',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('boom')
          },
        },
      ),
    ],
  ])('survives %s being thrown', async (_, thrown) => {
    const { connector } = over({
      eth_requestAccounts: () => raise().throw(thrown),
    })
    await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })

  test.each([
    ['no events', {}],
    [
      'events that throw',
      {
        on: () => {
          throw new Error('boom')
        },
      },
    ],
    [
      'events that cannot be read',
      {
        get on() {
          throw new Error('boom')
        },
      },
    ],
  ])('works with a wallet that has %s', async (_, extra) => {
    const { connector } = over({ eth_requestAccounts: [ada], eth_chainId: '0x1' }, extra)
    const stop = connector.onChange(() => {})
    await expect(connector.connect({ networks })).resolves.toMatchObject({ chain: 'eip155:1' })
    stop()
    await connector.disconnect()
  })
})

describe('changes', () => {
  test('of accounts and chain are told, once each', async () => {
    const { wallet, connector, changes } = connected()
    await connector.connect({ networks })
    wallet.setAccounts([keys[1], keys[0]])
    wallet.setChain(137)
    wallet.emit('chainChanged', 137)
    wallet.emit('chainChanged', 'eip155:137')
    wallet.emit('chainChanged', 'nonsense')
    wallet.emit('accountsChanged', 'nonsense')
    wallet.emit('accountsChanged', ['0x12'])
    wallet.emit('message', { type: 'eth_subscription' })
    expect(changes).toEqual([
      tellsGrant({ 'eip155:1': [bob, ada] }, 'eip155:1'),
      tellsGrant({ 'eip155:137': [bob, ada] }, 'eip155:137'),
      { type: 'message', message: { type: 'eth_subscription' } },
    ])
  })

  test('of accounts to none are a disconnection', async () => {
    const { wallet, connector, changes } = connected()
    await connector.connect({ networks })
    wallet.setAccounts([])
    expect(changes).toEqual([{ type: 'disconnect' }])
    await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  test('disconnect is told, unless the wallet is only finding its way back', async () => {
    const { wallet, connector, changes } = connected()
    await connector.connect({ networks })
    wallet.emit('disconnect', { code: 1013, message: 'trying to reconnect' })
    expect(changes).toEqual([])
    wallet.emit('disconnect', { code: 4900 })
    expect(changes).toEqual([{ type: 'disconnect' }])
  })

  test('are not told any more after the listener has stopped', async () => {
    const { wallet, connector } = connected()
    const heard: ConnectorChange[] = []
    const stop = connector.onChange((change) => heard.push(change))
    await connector.connect({ networks })
    stop()
    wallet.setChain(137)
    expect(heard).toEqual([])
  })

  test('are not told by a wallet that keeps calling after removal', async () => {
    const listeners: ((payload: unknown) => void)[] = []
    const { connector } = over(
      { eth_requestAccounts: [ada], eth_chainId: '0x1' },
      { on: (_: string, listener: (payload: unknown) => void) => listeners.push(listener) },
    )
    const heard: ConnectorChange[] = []
    connector.onChange((change) => heard.push(change))
    await connector.connect({ networks })
    await connector.disconnect()
    for (const listener of listeners) listener([])
    expect(heard).toEqual([])
  })
})

describe('switchTo', () => {
  test('goes to a chain that the wallet knows', async () => {
    const { connector, changes } = connected()
    await connector.connect({ networks })
    await expect(connector.switchTo(network(137))).resolves.toEqual(granted({ 'eip155:137': [ada] }, 'eip155:137'))
    expect(changes).toEqual([tellsGrant({ 'eip155:137': [ada] }, 'eip155:137')])
  })

  test('adds an unknown chain and goes there', async () => {
    const { wallet, connector, methods } = connected()
    await connector.connect({ networks })
    await expect(connector.switchTo(network(10))).resolves.toMatchObject({ chain: 'eip155:10' })
    expect(methods().slice(2)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_chainId',
      'wallet_switchEthereumChain',
      'eth_chainId',
    ])
    expect(wallet.requests[3]?.params).toEqual([
      {
        chainId: '0xa',
        chainName: 'Chain 10',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://rpc.example/10'],
        blockExplorerUrls: ['https://scan.example'],
        iconUrls: ['https://img.example/chain.png'],
      },
    ])
  })

  testRows([
    [4902, {}],
    [-32603, { data: { originalError: { code: 4902 } } }],
    [-32603, {}],
    [32603, {}],
    [5000, {}],
  ])('takes %d %j for an unknown chain', async (code, more) => {
    let chain = '0x1'
    const { connector, asked } = over({
      eth_requestAccounts: [ada],
      eth_chainId: () => chain,
      wallet_switchEthereumChain: fails(code, more),
      wallet_addEthereumChain: () => {
        chain = '0xa' // adds and goes there at once
        return null
      },
    })
    await connector.connect({ networks })
    await expect(connector.switchTo(network(10))).resolves.toMatchObject({ chain: 'eip155:10' })
    expect(asked.filter(({ method }) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
  })

  test('says so when the person refuses', async () => {
    const { wallet, connector, methods } = connected()
    await connector.connect({ networks })
    wallet.fail('wallet_switchEthereumChain', { code: 4001 })
    await expect(connector.switchTo(network(137))).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(methods()).not.toContain('wallet_addEthereumChain')
  })

  test('takes 5000 for a refusal where sessions have it so: over a pipe of several chains', async () => {
    const wallet = createMockWallet({ chains: [1, 137] })
    const channel: MultiChainChannel = {
      ...createInjectedChannel(wallet.provider, 'relay'),
      chains: () => ['eip155:1'],
      accounts: () => wallet.addresses.map((address) => ({ chain: 'eip155:1', address })),
      choose: () => false,
      onChains: () => () => undefined,
    }
    const connector = createEip155(channel, { id: 'x', name: 'X' }, 'x')
    await connector.connect({ networks })
    wallet.fail('wallet_switchEthereumChain', { code: 5000 })
    await expect(connector.switchTo(network(137))).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(wallet.requests.map(({ method }) => method)).not.toContain('wallet_addEthereumChain')
  })

  test('says so when the person refuses to add', async () => {
    const { wallet, connector } = connected()
    await connector.connect({ networks })
    wallet.fail('wallet_addEthereumChain', 'reject')
    await expect(connector.switchTo(network(10))).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('fails when the wallet cannot', async () => {
    const { wallet, connector } = connected()
    await connector.connect({ networks })
    wallet.fail('wallet_switchEthereumChain', { code: 4200, message: 'Not here' })
    await expect(connector.switchTo(network(137))).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
      details: { problem: 'Not here' },
    })
    await expect(
      connector.switchTo({ ...network(1), chainNamespace: 'solana', caipNetworkId: 'solana:x' }),
    ).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
  })

  test('waits for a wallet that answers before it has switched', async () => {
    const { wallet, connector } = connected()
    await connector.connect({ networks })
    let asked = 0
    const slow = createEip155(
      createInjectedChannel({
        ...wallet.provider,
        request: async (args) => {
          if (args.method === 'wallet_switchEthereumChain') return null
          if (args.method === 'eth_chainId' && asked++ === 0) setTimeout(() => wallet.setChain(137))
          return wallet.provider.request(args)
        },
      }),
      wallet.installed,
      'slow',
    )
    await expect(slow.switchTo(network(137))).resolves.toMatchObject({ chain: 'eip155:137' })
  })

  test('fails when the wallet says yes and stays where it is', async () => {
    vi.useFakeTimers()
    const { connector } = over({ eth_requestAccounts: [ada], eth_chainId: '0x1', wallet_switchEthereumChain: null })
    await connector.connect({ networks })
    const outcome = expect(connector.switchTo(network(137))).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
      details: { chain: 'eip155:1' },
    })
    await vi.advanceTimersByTimeAsync(3_000)
    await outcome
  })
})

describe('sign', () => {
  test('gives a signature of the selected account that verifies', async () => {
    const { connector } = connected()
    await connector.connect({ networks })
    const message = 'Grüße 👋\nzweite Zeile'
    const signature = await sign(connector, message)
    await expect(verifyMessage({ address: ada, message, signature: signature as `0x${string}` })).resolves.toBe(true) // sign() has checked the hex
  })

  testRows([[null], ['0x'], ['signed'], [{ signature: '0x' }], [`0x${'zz'.repeat(65)}`]])(
    'refuses %j for a signature',
    async (answer) => {
      const { connector } = over({ eth_requestAccounts: [ada], eth_chainId: '0x1', personal_sign: answer })
      await connector.connect({ networks })
      await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    },
  )

  test('says when nobody is connected, and when the person refuses', async () => {
    const { wallet, connector } = connected()
    await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await connector.connect({ networks })
    wallet.fail('personal_sign', 'reject')
    await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})

describe('send', () => {
  test('encodes a token transfer', async () => {
    const { connector, asked } = over({
      eth_requestAccounts: [ada],
      eth_chainId: '0x1',
      eth_sendTransaction: `0x${'ab'.repeat(32)}`,
    })
    await connector.connect({ networks })
    const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    await send(connector, { to: bob, amount: 2_500_000n, token })
    const [transaction] = asked.at(-1)?.params as [{ from: string; to: string; data: `0x${string}`; value?: string }] // as sent three lines above
    expect(transaction).toMatchObject({ from: ada, to: token, chainId: '0x1' })
    expect(transaction.value).toBeUndefined()
    expect(decodeFunctionData({ abi: erc20Abi, data: transaction.data })).toEqual({
      functionName: 'transfer',
      args: [bob, 2_500_000n],
    })
  })

  test('a receiver may be written without 0x', async () => {
    const { connector, asked } = over({
      eth_requestAccounts: [ada],
      eth_chainId: '0x1',
      eth_sendTransaction: `0x${'ab'.repeat(32)}`,
    })
    await connector.connect({ networks })
    await send(connector, { to: bob.slice(2), amount: 1n, chain: 'eip155:1' })
    expect(asked.at(-1)?.params).toMatchObject([{ to: bob }])
  })

  testRows([
    ['a receiver that is no address', { to: 'bob' }, 'ADDRESS_INVALID'],
    ['a receiver with a wrong checksum', { to: bob.replace('C51', 'c51') }, 'ADDRESS_INVALID'],
    ['a negative amount', { amount: -1n }, 'AMOUNT_INVALID'],
    ['a chain that the wallet is not on', { chain: 'eip155:137' }, 'UNSUPPORTED_CHAIN'],
    ['an account that was not granted', { from: bob }, 'UNAUTHORIZED'],
  ] as const)('refuses %s before the wallet sees it', async (_, change, code) => {
    const { connector, methods } = connected()
    await connector.connect({ networks })
    await expect(send(connector, { to: bob, amount: 1n, chain: 'eip155:1', ...change })).rejects.toMatchObject({ code })
    expect(methods()).not.toContain('eth_sendTransaction')
  })

  testRows([[null], ['0x12'], [`0x${'ab'.repeat(33)}`], [{}]])('refuses %j for a hash', async (answer) => {
    const { connector } = over({ eth_requestAccounts: [ada], eth_chainId: '0x1', eth_sendTransaction: answer })
    await connector.connect({ networks })
    await expect(send(connector, { to: bob, amount: 1n, chain: 'eip155:1' })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })
})

describe('request', () => {
  test("passes the wallet's own error on, code kept", async () => {
    const { wallet, connector } = connected()
    wallet.fail('wallet_watchAsset', { code: 4242, message: 'mine', data: { a: 1 } })
    await expect(connector.request('eip155:1', { method: 'wallet_watchAsset' })).rejects.toMatchObject({
      code: 4242,
      message: 'mine',
      data: { a: 1 },
    })
    await expect(connector.request('eip155:1', { method: 'eth_chainId' })).resolves.toBe('0x1')
  })
})

describe('disconnect', () => {
  test('takes the permission back, once, and is quiet about it', async () => {
    const { connector, changes, methods } = connected()
    await connector.connect({ networks })
    await Promise.all([connector.disconnect(), connector.disconnect()])
    await connector.disconnect()
    expect(methods().filter((method) => method === 'wallet_revokePermissions')).toHaveLength(1)
    expect(changes).toEqual([])
    await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  test.each(['reject', 'disconnect', { code: 4200 }] as const)('succeeds when the wallet answers with %j', async (failure) => {
    const { wallet, connector } = connected()
    await connector.connect({ networks })
    wallet.fail('wallet_revokePermissions', failure)
    await expect(connector.disconnect()).resolves.toBeUndefined()
  })

  test('does not wait for a wallet that never answers', async () => {
    vi.useFakeTimers()
    const { wallet, connector } = connected()
    await connector.connect({ networks })
    wallet.fail('wallet_revokePermissions', 'never')
    const ended = connector.disconnect()
    await vi.advanceTimersByTimeAsync(3_000)
    await expect(ended).resolves.toBeUndefined()
  })
})
