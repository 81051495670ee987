import { afterEach, describe, expect, test, vi } from 'vitest'
import { callRpc, getNativeBalance, rpcEndpoints, sharedRpcUrl } from '../../src/api/rpc.js'
import { walletError } from '../../src/vocabulary/errors.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import { json, serve, type Reply, type TestServer } from './server.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const servers: TestServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function node(reply: Reply) {
  const server = await serve(reply)
  servers.push(server)
  return server
}

/** Answers a batch: everything with `outcome`, and the question for the chain with the right one. */
const answers = (body: string, outcome: object, chain = '0x7a69') =>
  ([JSON.parse(body)].flat() as { id: number; method: string }[]).map(({ id, method }) => ({
    jsonrpc: '2.0',
    id,
    ...(method === 'eth_chainId' ? { result: chain } : outcome),
  }))
const balance = (wei: string, chain?: string) =>
  node((response, { body }) => json(response, answers(body, { result: wei }, chain)))
const failing = (status: number, headers: Record<string, string> = {}) =>
  node((response) => json(response, { oops: true }, status, headers))

function networkOf(...http: string[]) {
  return toNetwork({
    id: 31337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http } },
  })
}

describe('the order of nodes', () => {
  const network = networkOf('https://public.example')
  test("the site's own, the services' shared one, the chain's default; each once and unchanged", () => {
    const rpcUrls = ['https://own.example/key?x=1', 'https://public.example']
    expect(rpcEndpoints({ network, rpcUrls, services: 'https://s.example/', projectId: 'p 1' })).toEqual([
      'https://own.example/key?x=1',
      'https://public.example',
      'https://s.example/v1/?chainId=eip155%3A31337&projectId=p+1',
    ])
  })
  test('without services and own nodes only what the page described is left: nodes that others run for anybody are not asked', () => {
    expect(rpcEndpoints({ network })).toEqual(['https://public.example'])
    for (const listed of [mainnet, base]) expect(rpcEndpoints({ network: listed })).toEqual([])
    expect(rpcEndpoints({ network: mainnet, services: 'https://s.example' })).toEqual([
      'https://s.example/v1/?chainId=eip155%3A1',
      ...mainnet.rpcUrls.default.http,
    ])
    const described = toNetwork({ ...mainnet, rpcUrls: { default: { http: ['https://own.example'] } } })
    expect(rpcEndpoints({ network: described })).toEqual(['https://own.example'])
    expect(sharedRpcUrl('https://s.example', 'eip155:1')).toBe('https://s.example/v1/?chainId=eip155%3A1')
  })
})

describe('without any node', () => {
  const fetch = () => Promise.reject(new Error('nobody may be asked'))
  test('the wallet answers', async () => {
    const wallet = vi.fn(() => Promise.resolve('0x2a'))
    expect(await getNativeBalance({ network: mainnet, address, fetch, wallet })).toBe(42n)
    expect(wallet).toHaveBeenCalledWith({ method: 'eth_getBalance', params: [address, 'latest'] })
  })
  test.each([
    ['nothing to ask', undefined, 'CHAIN_NOT_SUPPORTED'],
    ['a wallet that has no node either', () => Promise.reject(walletError('UNSUPPORTED_METHOD')), 'CHAIN_NOT_SUPPORTED'],
    ['a wallet that fails', () => Promise.reject(walletError('WALLET_TIMEOUT')), 'RPC_ERROR'],
    ['a wallet that talks nonsense', () => Promise.resolve({ lots: true }), 'MALFORMED_RESPONSE'],
  ])('%s is an error', async (_, wallet, code) => {
    await expect(getNativeBalance({ network: mainnet, address, fetch, wallet })).rejects.toMatchObject({ code })
  })
})

test('a balance is a bigint from the first node', async () => {
  const [own, shared] = [await balance('0xde0b6b3a7640000'), await balance('0x1')]
  const result = await getNativeBalance({ network: networkOf(), address, rpcUrls: [own.url], services: shared.url })
  expect(result).toBe(10n ** 18n)
  expect(shared.asked).toHaveLength(0)
  expect(JSON.parse(own.asked[0]?.body ?? '')).toMatchObject([
    { method: 'eth_chainId' },
    { method: 'eth_getBalance', params: [address, 'latest'] },
  ])
})

test('calls made together travel as one batch', async () => {
  const server = await node((response, { body }) => {
    json(response, answers(body, { result: '0x2' }))
  })
  const world = { network: networkOf(server.url), address }
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  await expect(Promise.all([getNativeBalance(world), getNativeBalance({ ...world, address: other })])).resolves.toEqual([2n, 2n])
  expect(server.asked).toHaveLength(1)
})

test.each([403, 408, 413, 429, 500, 502, 503, 504])('after a %i the next node is asked', async (status) => {
  const [broken, good] = [await failing(status), await balance('0x5')]
  await expect(getNativeBalance({ network: networkOf(good.url), address, rpcUrls: [broken.url] })).resolves.toBe(5n)
  expect(broken.asked).toHaveLength(1)
})

test('when all nodes fail the round is repeated three times, and the error hides keys', async () => {
  const broken = await failing(503)
  const rpcUrls = [`${broken.url}/v2/s3cret-key`]
  const error: unknown = await getNativeBalance({ network: networkOf(), address, rpcUrls }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'RPC_ERROR', details: { chain: 'eip155:31337', status: 503 } })
  const { message, details, cause, stack } = error as Error & { details: unknown }
  expect(JSON.stringify([message, details, String(cause), stack])).not.toContain('s3cret')
  expect(broken.asked).toHaveLength(4)
})

test('a wish for later is honoured', async () => {
  const times: number[] = []
  const server = await node((response, { body }, count) => {
    times.push(performance.now())
    if (count === 1) return json(response, { oops: true }, 429, { 'retry-after': '1' })
    json(response, answers(body, { result: '0x7' }))
  })
  await expect(getNativeBalance({ network: networkOf(server.url), address })).resolves.toBe(7n)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950)
})

test('a refusal of the node itself comes with its code', async () => {
  const server = await node((response, { body }) =>
    json(response, answers(body, { error: { code: -32602, message: 'bad params' } })),
  )
  await expect(callRpc({ network: networkOf(server.url) }, 'eth_call', [])).rejects.toMatchObject({
    code: 'RPC_ERROR',
    details: { rpcCode: -32602 },
  })
  expect(server.asked).toHaveLength(1)
})

test.each(['twelve', '12', null, '0x', { wei: 1 }])('a balance of %j is malformed', async (result) => {
  const server = await node((response, { body }) => json(response, answers(body, { result })))
  await expect(getNativeBalance({ network: networkOf(server.url), address })).rejects.toMatchObject({
    code: 'MALFORMED_RESPONSE',
  })
})

test('a node that does not answer in time gives way', async () => {
  const [silent, good] = [await node(() => undefined), await balance('0x9')]
  await expect(getNativeBalance({ network: networkOf(silent.url, good.url), address, timeoutMs: 400 })).resolves.toBe(9n)
})

describe('a node that does not answer', () => {
  const long = 60_000
  /** A world whose first node answers when `isBack` is set, else never. */
  async function twoNodes() {
    const state = { now: 1_000_000, isBack: false }
    const first = await node((response, asked) => {
      if (!state.isBack) return
      json(response, answers(asked.body, { result: '0x1' }))
    })
    const second = await balance('0x2')
    const world = { network: networkOf(first.url, second.url), address, now: () => state.now }
    return { state, first, second, ask: (more: object = {}) => getNativeBalance({ ...world, timeoutMs: long, ...more }) }
  }

  test('costs its time limit once: the next call goes to another at once', async () => {
    const { state, first, second, ask } = await twoNodes()
    await expect(ask({ timeoutMs: 400 })).resolves.toBe(2n)
    state.now += 3_999
    await expect(ask()).resolves.toBe(2n) // with a limit of a minute: it was not waited for
    expect([first.asked.length, second.asked.length]).toEqual([1, 2])
  })

  test('is asked whether it is back beside a call, after four seconds, and gets its place again', async () => {
    const { state, first, ask } = await twoNodes()
    await ask({ timeoutMs: 400 })
    state.now += 4_000
    state.isBack = true
    await expect(ask()).resolves.toBe(2n)
    await vi.waitFor(() => expect(first.asked.map(({ body }) => body).join()).toContain('eth_chainId'))
    await expect.poll(() => ask()).toBe(1n)
  })

  test('is left alone while nobody asks anything, and so are nodes behind the one that answers', async () => {
    const { first, second } = await twoNodes()
    const [own, world] = [await balance('0x3'), { now: 1_000_000 }]
    const network = networkOf(own.url, first.url, second.url)
    for (world.now of [1_000_000, 1_010_000]) await getNativeBalance({ network, address, now: () => world.now })
    expect([own.asked.length, first.asked.length, second.asked.length]).toEqual([2, 0, 0])
  })

  test('does not hold up those that come while it is waited for', async () => {
    const { state, first, ask } = await twoNodes()
    const controller = new AbortController()
    const early = ask({ signal: controller.signal })
    await vi.waitFor(() => expect(first.asked).toHaveLength(1))
    state.now += 4_000
    await expect(ask({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })).resolves.toBe(2n)
    controller.abort()
    await expect(early).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('a refusal is an answer: the node keeps its place', async () => {
    const refusing = await node((response, { body }) =>
      json(response, answers(body, { error: { code: -32_602, message: 'bad params' } })),
    )
    const second = await balance('0x2')
    const world = { network: networkOf(refusing.url, second.url), address }
    await getNativeBalance(world)
    await getNativeBalance(world)
    expect(refusing.asked).toHaveLength(2)
  })
})

describe('equal calls under way', () => {
  async function slow() {
    const waiting: (() => void)[] = []
    const server = await node((response, { body }) => {
      waiting.push(() => json(response, answers(body, { result: '0x2' })))
    })
    const world = { network: networkOf(server.url), address }
    return { server, world, answer: () => waiting.splice(0).forEach((reply) => reply()) }
  }

  test('are one, and afterwards asked anew', async () => {
    const { server, world, answer } = await slow()
    const both = [getNativeBalance(world), getNativeBalance(world)]
    await vi.waitFor(() => expect(server.asked).toHaveLength(1))
    both.push(getNativeBalance(world)) // later than one batch
    answer()
    await expect(Promise.all(both)).resolves.toEqual([2n, 2n, 2n])
    expect(JSON.parse(server.asked[0]?.body ?? '')).toHaveLength(2) // with the question for the node's chain
    const again = getNativeBalance(world)
    await vi.waitFor(() => expect(server.asked).toHaveLength(2))
    answer()
    await again
  })

  test('go on for the others when one leaves', async () => {
    const { server, world, answer } = await slow()
    const controller = new AbortController()
    const left = getNativeBalance({ ...world, signal: controller.signal })
    const stays = getNativeBalance({ ...world, signal: new AbortController().signal })
    await vi.waitFor(() => expect(server.asked).toHaveLength(1))
    controller.abort()
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' })
    answer()
    await expect(stays).resolves.toBe(2n)
  })

  test('stay two where each leaves something at the node', async () => {
    const server = await node((response, { body }) => {
      const calls = [JSON.parse(body)].flat() as { id: number; method: string }[]
      const result = ({ method }: { method: string }, index: number) => (method === 'eth_chainId' ? '0x7a69' : `0x${index}`)
      json(response, calls.map((call, index) => ({ jsonrpc: '2.0', id: call.id, result: result(call, index) }))) // oxfmt-ignore
    })
    const world = { network: networkOf(server.url) }
    const filters = await Promise.all([callRpc(world, 'eth_newBlockFilter', []), callRpc(world, 'eth_newBlockFilter', [])])
    expect(filters).toEqual(['0x0', '0x1'])
  })
})

test('who has left already asks nothing', async () => {
  const server = await balance('0x1')
  const world = { network: networkOf(server.url), address, signal: AbortSignal.abort() }
  await expect(getNativeBalance(world)).rejects.toMatchObject({ code: 'ABORTED' })
  expect(server.asked).toHaveLength(0)
})

test('who leaves gets ABORTED', async () => {
  const controller = new AbortController()
  const server = await node(() => controller.abort())
  const call = getNativeBalance({ network: networkOf(server.url), address, signal: controller.signal })
  await expect(call).rejects.toMatchObject({ code: 'ABORTED' })
})

test('other namespaces, chains without nodes and wrong addresses are refused before anything is sent', async () => {
  const network = { ...networkOf('http://127.0.0.1:9'), chainNamespace: 'solana' as const }
  await expect(getNativeBalance({ network, address })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  await expect(getNativeBalance({ network: networkOf(), address })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  await expect(getNativeBalance({ network: networkOf('http://127.0.0.1:9'), address: '0x12' })).rejects.toMatchObject({
    code: 'ADDRESS_INVALID',
  })
})
