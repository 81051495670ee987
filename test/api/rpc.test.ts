import { afterEach, describe, expect, test, vi } from 'vitest'
import { callRpc, getNativeBalance, rpcEndpoints, sharedRpcUrl } from '../../src/api/rpc.js'
import { walletError } from '../../src/vocabulary/errors.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import { answerCalls, answerWith, createNetwork, parseCalls, scriptNodes, silent } from './nodes.js'
import { json, serve, type Reply, type TestServer } from './server.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const [second, third] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
const servers: TestServer[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function node(reply: Reply) {
  const server = await serve(reply)
  servers.push(server)
  return server
}

const answers = (body: string, outcome: object) => answerCalls(parseCalls(body), outcome)
const balance = (wei: string) => node((response, { body }) => json(response, answers(body, { result: wei })))
const failing = (status: number, headers: Record<string, string> = {}) =>
  node((response) => json(response, { oops: true }, status, headers))

describe('the order of nodes', () => {
  const network = createNetwork('https://public.example')
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
  const result = await getNativeBalance({ network: createNetwork(), address, rpcUrls: [own.url], services: shared.url })
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
  const world = { network: createNetwork(server.url), address }
  await expect(Promise.all([getNativeBalance(world), getNativeBalance({ ...world, address: second })])).resolves.toEqual([2n, 2n])
  expect(server.asked).toHaveLength(1)
})

test('after a status that refuses the call the next node is asked', async () => {
  for (const status of [403, 408, 413, 429, 500, 502, 503, 504]) {
    const [broken, good] = [await failing(status), await balance('0x5')]
    const world = { network: createNetwork(good.url), address, rpcUrls: [broken.url] }
    expect(await getNativeBalance(world), String(status)).toBe(5n)
    expect(broken.asked).toHaveLength(1)
  }
})

test('an error hides keys that are in the url of a node', async () => {
  const broken = await failing(401)
  const rpcUrls = [`${broken.url}/v2/s3cret-key`]
  const error: unknown = await getNativeBalance({ network: createNetwork(), address, rpcUrls }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'RPC_ERROR', details: { chain: 'eip155:31337', status: 401 } })
  const { message, details, cause, stack } = error as Error & { details: unknown }
  expect(JSON.stringify([message, details, String(cause), stack])).not.toContain('s3cret')
  expect(broken.asked).toHaveLength(1)
})

test('when all nodes fail the round is repeated three times, after longer and longer pauses', async () => {
  vi.useFakeTimers({ now: 0 })
  const { world, asked } = scriptNodes(() => Response.json({ oops: true }, { status: 503 }))
  const outcome = expect(getNativeBalance({ ...world, address })).rejects.toMatchObject({ code: 'RPC_ERROR' })
  await vi.runAllTimersAsync()
  await outcome
  expect(asked.map(({ time }) => time)).toEqual([0, 150, 450, 1_050])
})

test('a wish for later is honoured', async () => {
  vi.useFakeTimers({ now: 0 })
  const headers = { 'retry-after': '1' }
  const { world, asked } = scriptNodes((calls) =>
    asked.length === 1 ? Response.json({ oops: true }, { status: 429, headers }) : answerWith('0x7')(calls),
  )
  const answer = getNativeBalance({ ...world, address })
  await vi.runAllTimersAsync()
  expect(await answer).toBe(7n)
  expect(asked.map(({ time }) => time)).toEqual([0, 1_000])
})

test('a refusal of the node itself comes with its code', async () => {
  const server = await node((response, { body }) =>
    json(response, answers(body, { error: { code: -32602, message: 'bad params' } })),
  )
  await expect(callRpc({ network: createNetwork(server.url) }, 'eth_call', [])).rejects.toMatchObject({
    code: 'RPC_ERROR',
    details: { rpcCode: -32602 },
  })
  expect(server.asked).toHaveLength(1)
})

test('a balance that is no quantity is malformed', async () => {
  let result: unknown
  const server = await node((response, { body }) => json(response, answers(body, { result })))
  for (result of ['twelve', '12', null, '0x', { wei: 1 }])
    await expect(getNativeBalance({ network: createNetwork(server.url), address })).rejects.toMatchObject({
      code: 'MALFORMED_RESPONSE',
    })
})

describe('a node that does not answer', () => {
  const LIMIT = 10_000
  /** The first of two nodes answers once it is back. */
  function startTwo() {
    vi.useFakeTimers({ now: 0 })
    const first = { isBack: false }
    const { world, askedOf } = scriptNodes((calls) => (first.isBack ? answerWith('0x1') : silent)(calls), answerWith('0x2'))
    const ask = async (wait: number, owner = address) => {
      const answer = getNativeBalance({ ...world, address: owner })
      await vi.advanceTimersByTimeAsync(wait)
      return answer
    }
    return { world, first, ask, askedOf }
  }

  test('gives way after its time limit, which it costs once: the next call goes to another at once', async () => {
    const { ask, askedOf } = startTwo()
    expect(await ask(LIMIT + 1)).toBe(2n)
    expect(await ask(1)).toBe(2n)
    const [late, next] = askedOf(1).map(({ time }) => time)
    expect(late).toBeGreaterThanOrEqual(LIMIT)
    expect(next).toBeLessThanOrEqual(LIMIT + 2)
    expect(askedOf(0)).toHaveLength(1)
  })

  test('is asked whether it is back beside a call, after four seconds, and gets its place again', async () => {
    const { ask, askedOf, first } = startTwo()
    await ask(LIMIT + 1)
    first.isBack = true
    await vi.advanceTimersByTimeAsync(3_998)
    expect(await ask(1)).toBe(2n)
    expect(askedOf(0)).toHaveLength(1)
    expect(await ask(1)).toBe(2n)
    expect(askedOf(0).at(-1)).toMatchObject({ methods: 'eth_chainId', time: LIMIT + 4_000 })
    expect(await ask(1)).toBe(1n)
  })

  test('is left alone while nobody asks anything, and so are nodes behind the one that answers', async () => {
    vi.useFakeTimers({ now: 0 })
    const { world, askedOf } = scriptNodes(answerWith('0x3'), silent, answerWith('0x2'))
    for (const wait of [10_000, 1]) {
      const answer = getNativeBalance({ ...world, address })
      await vi.advanceTimersByTimeAsync(wait)
      expect(await answer).toBe(3n)
    }
    expect([0, 1, 2].map((index) => askedOf(index).length)).toEqual([2, 0, 0])
  })

  test('does not hold up those that come while it is waited for', async () => {
    const { world, ask, askedOf } = startTwo()
    const controller = new AbortController()
    const early = getNativeBalance({ ...world, address, signal: controller.signal })
    const isAborted = expect(early).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.advanceTimersByTimeAsync(3_999)
    void getNativeBalance({ ...world, address: second }).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(1)
    expect(askedOf(0)).toHaveLength(2) // four seconds were not over
    expect(await ask(1, third)).toBe(2n)
    expect(askedOf(0)).toHaveLength(2)
    controller.abort()
    await isAborted
  })

  test('a refusal is an answer: the node keeps its place', async () => {
    const refusing = await node((response, { body }) =>
      json(response, answers(body, { error: { code: -32_602, message: 'bad params' } })),
    )
    const next = await balance('0x2')
    const world = { network: createNetwork(refusing.url, next.url), address }
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
    const world = { network: createNetwork(server.url), address }
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
    const world = { network: createNetwork(server.url) }
    const filters = await Promise.all([callRpc(world, 'eth_newBlockFilter', []), callRpc(world, 'eth_newBlockFilter', [])])
    expect(filters).toEqual(['0x0', '0x1'])
  })
})

test('who has left already asks nothing', async () => {
  const server = await balance('0x1')
  const world = { network: createNetwork(server.url), address, signal: AbortSignal.abort() }
  await expect(getNativeBalance(world)).rejects.toMatchObject({ code: 'ABORTED' })
  expect(server.asked).toHaveLength(0)
})

test('who leaves gets ABORTED', async () => {
  const controller = new AbortController()
  const server = await node(() => controller.abort())
  const call = getNativeBalance({ network: createNetwork(server.url), address, signal: controller.signal })
  await expect(call).rejects.toMatchObject({ code: 'ABORTED' })
})

test('other namespaces, chains without nodes and wrong addresses are refused before anything is sent', async () => {
  const network = { ...createNetwork('http://127.0.0.1:9'), chainNamespace: 'solana' as const }
  await expect(getNativeBalance({ network, address })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  await expect(getNativeBalance({ network: createNetwork(), address })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  await expect(getNativeBalance({ network: createNetwork('http://127.0.0.1:9'), address: '0x12' })).rejects.toMatchObject({
    code: 'ADDRESS_INVALID',
  })
})
