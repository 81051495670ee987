// Nodes of chains, which may lie.
import { afterEach, expect, test, vi } from 'vitest'
import { CALL_LIMIT_MS, createNodes, NodeError } from '../../../frame/nodes.js'
import { toFrameError } from '../../../frame/frame-errors.js'
import { fakeFetch, ORIGIN, type Answer } from './support.js'

afterEach(() => void vi.useRealTimers())

const chainId = 'eip155:1'
const hash = `0x${'ab'.repeat(32)}`

function nodesWith(answer: (method: string, id: unknown) => Response | Promise<Response>) {
  const rpc: Answer = ({ body }) => answer(String(body['method']), body['id'])
  const { fetch, sent } = fakeFetch({ '/v1/': rpc })
  return {
    nodes: createNodes({ origin: ORIGIN, fetch, projectId: 'p', chains: [chainId, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }),
    sent,
  }
}
const result = (id: unknown, value: unknown) => Response.json({ jsonrpc: '2.0', id, result: value })
/** A node that is right about its chain. */
const honest = (rest: (method: string, id: unknown) => Response | Promise<Response>) =>
  nodesWith((method, id) => (method === 'eth_chainId' ? result(id, '0x1') : rest(method, id)))
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => toFrameError(error).code,
  )
const balance = { method: 'eth_getBalance', params: [] }

test('asks the proxy of its own origin, with the project, and asks for the chain once', async () => {
  const { nodes, sent } = honest((_, id) => result(id, '0x5'))
  expect(await nodes.read(chainId, balance)).toBe('0x5')
  await nodes.read(chainId, balance)
  expect(sent.map(({ body }) => body['method'])).toEqual(['eth_chainId', 'eth_getBalance', 'eth_getBalance'])
})

test('a node of another chain is refused, and asked anew the next time', async () => {
  // attack 73
  let chain: unknown = '0x2'
  const { nodes } = nodesWith((method, id) => result(id, method === 'eth_chainId' ? chain : '0x5'))
  expect(await codeOf(nodes.read(chainId, balance))).toBe('UNSUPPORTED_CHAIN')
  for (const wrong of [1, '1', null, {}]) {
    chain = wrong
    await expect(nodes.read(chainId, balance)).rejects.toThrow()
  }
  chain = '0x1'
  expect(await nodes.read(chainId, balance)).toBe('0x5')
})

test('a node of another Solana cluster is refused', async () => {
  // attack 73
  const { nodes } = nodesWith((_, id) => result(id, 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'))
  expect(await codeOf(nodes.read('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { method: 'getBalance', params: [] }))).toBe(
    'UNSUPPORTED_CHAIN',
  )
})

test('a chain that the services do not have is not asked for', async () => {
  // attack 74
  const { nodes, sent } = honest((_, id) => result(id, 1))
  expect(await codeOf(nodes.read('eip155:999', balance))).toBe('UNSUPPORTED_CHAIN')
  expect(sent).toEqual([])
})

test('HTML, the answer to another call, no result, and broken JSON are no answers', async () => {
  // attack 73
  const answers: ((id: unknown) => Response)[] = [
    () => new Response('<html></html>'),
    (id) => result(Number(id) + 1, '0x5'),
    (id) => Response.json({ id }),
    () => new Response('{"id":'),
    () => new Response('[]'),
    (id) => Response.json({ id, result: 1 }, { status: 500 }),
  ]
  for (const answer of answers) {
    const { nodes } = honest((_, id) => answer(id))
    expect(await codeOf(nodes.read(chainId, balance))).toBe('SERVICES_UNAVAILABLE')
  }
})

test('a receipt or a transaction of another hash is no answer', async () => {
  // attack 73
  for (const method of ['eth_getTransactionReceipt', 'eth_getTransactionByHash']) {
    const { nodes } = honest((_, id) => result(id, { transactionHash: `0x${'cd'.repeat(32)}`, hash: `0x${'cd'.repeat(32)}` }))
    expect(await codeOf(nodes.read(chainId, { method, params: [hash] }))).toBe('SERVICES_UNAVAILABLE')
    const good = honest((_, id) => result(id, { transactionHash: hash.toUpperCase().replace('0X', '0x'), hash }))
    await expect(good.nodes.read(chainId, { method, params: [hash] })).resolves.toHaveProperty('hash')
    const none = honest((_, id) => result(id, null))
    expect(await none.nodes.read(chainId, { method, params: [hash] })).toBeNull()
  }
})

test("a node's error has its code, and a text of one line without hidden characters", async () => {
  // attack 73
  const error = { code: 3, message: `execution reverted\n\u202Ereversed\u0000 ${'x'.repeat(1000)}` }
  const { nodes } = honest((_, id) => Response.json({ id, error }))
  const thrown = (await nodes.read(chainId, balance).catch((caught: unknown) => caught)) as NodeError
  expect(thrown).toBeInstanceOf(NodeError)
  expect(thrown.rpcCode).toBe(3)
  expect(thrown.message).toMatch(/^execution reverted reversed x+$/)
  expect(thrown.message.length).toBeLessThanOrEqual(300)
})

test('more than 10 MB are not read, and nothing is waited for longer than 10 s', async () => {
  // attack 73
  let pulled = 0
  const { nodes } = honest(
    () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            pulled += 1
            controller.enqueue(new Uint8Array(1_000_000))
          },
        }),
      ),
  )
  expect(await codeOf(nodes.read(chainId, balance))).toBe('SERVICES_UNAVAILABLE')
  expect(pulled).toBeLessThan(20)

  let isAsked = false
  const { fetch } = fakeFetch({
    '/v1/': ({ init }) => {
      isAsked = true
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = codeOf(createNodes({ origin: ORIGIN, fetch, projectId: 'p', chains: [chainId] }).read(chainId, balance))
  while (!isAsked) await Promise.resolve()
  await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS)
  expect(await late).toBe('SERVICES_UNAVAILABLE')
})

test('a wait of 10^9 seconds is not believed', async () => {
  // attack 73
  const { nodes } = honest((_, id) =>
    Response.json({ id, error: { code: -32005, message: 'busy' } }, { status: 429, headers: { 'retry-after': '1000000000' } }),
  )
  const error = toFrameError(await nodes.read(chainId, balance).catch((caught: unknown) => caught))
  expect(error).toMatchObject({ code: 'SERVICES_UNAVAILABLE', retryAfterMs: 60_000 })
})
