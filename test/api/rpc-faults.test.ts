// Nodes that are wrong, rude or endless: whatever they do, a call ends with a checked answer or a coded error, in bounded time.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { passingStatuses, RPC_BODY_BYTES } from '../../src/api/json-rpc.js'
import { callRpc } from '../../src/api/rpc.js'
import { RPC_RETRY_HTTP_STATUSES } from '../../src/vocabulary/constants.js'
import { answerCalls, createNetwork, type NodeCall, parseCalls, scriptNodes, silent } from './nodes.js'
import { json, serve, type Reply, type TestServer } from './server.js'

const servers: TestServer[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function node(reply: Reply): Promise<TestServer> {
  const server = await serve(reply)
  servers.push(server)
  return server
}
/** A sound node of `chain` that answers everything with `outcome`. */
const good = (outcome: object, chain?: string) =>
  node((response, { body }) => json(response, answerCalls(parseCalls(body), outcome, chain)))
const block = (network: ReturnType<typeof createNetwork>, more: object = {}) =>
  callRpc({ network, ...more }, 'eth_blockNumber', [])

describe('a node of another chain', () => {
  test('is not believed, the next one is asked', async () => {
    const [wrong, right] = [await good({ result: '0xbad' }, '0x1'), await good({ result: '0x5' })]
    const network = createNetwork(wrong.url, right.url)
    await expect(block(network)).resolves.toBe('0x5')
    await expect(block(network)).resolves.toBe('0x5')
    expect(wrong.asked).toHaveLength(1)
  })
  test('alone it is an error that says so, and nothing is left behind at it', async () => {
    const wrong = await good({ result: '0xbad' }, '0x1')
    const network = createNetwork(wrong.url)
    await expect(block(network)).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: { problem: 'it is a node of another chain' },
    })
    const other = createNetwork(wrong.url)
    await expect(callRpc({ network: other }, 'eth_sendRawTransaction', ['0x00'])).rejects.toMatchObject({ code: 'RPC_ERROR' })
    expect(wrong.asked.map(({ body }) => body).join()).not.toContain('eth_sendRawTransaction')
  })
  test('a sound node is asked for its chain once', async () => {
    const server = await good({ result: '0x5' })
    const network = createNetwork(server.url)
    await block(network)
    await block(network)
    expect(server.asked.flatMap(({ body }) => parseCalls(body)).filter(({ method }) => method === 'eth_chainId')).toHaveLength(1)
  })
})

describe('an answer that is none', () => {
  test('is an error, not undefined', async () => {
    const answers: readonly (readonly [status: number, body: unknown])[] = [
      [429, {}],
      [200, {}],
      [200, 'hello'],
      [200, []],
    ]
    for (const [status, body] of answers) {
      const server = await node((response) => json(response, body, status, { 'retry-after': '60' }))
      await expect(block(createNetwork(server.url)), JSON.stringify([status, body])).rejects.toMatchObject({ code: 'RPC_ERROR' })
      expect(server.asked).toHaveLength(1)
    }
  })

  test('answers go to the calls whose ids they bear, and a call without one is an error', async () => {
    const server = await node((response, { body }) => {
      const answers = parseCalls(body).map(({ id, method }) => ({
        id,
        result: method === 'eth_chainId' ? '0x7a69' : method,
      }))
      json(
        response,
        answers.reverse().filter(({ result }) => result !== 'eth_gasPrice'),
      )
    })
    const network = createNetwork(server.url)
    const outcomes = await Promise.allSettled(
      ['eth_blockNumber', 'eth_gasPrice', 'eth_syncing'].map((method) => callRpc({ network }, method, [])),
    )
    expect(outcomes).toMatchObject([{ value: 'eth_blockNumber' }, { reason: { code: 'RPC_ERROR' } }, { value: 'eth_syncing' }])
  })

  test('50 MB are not read to their end', async () => {
    let sent = 0
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const server = await node((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const push = () => {
        while (sent < 50 && !response.destroyed) {
          sent++
          if (!response.write(chunk)) return void response.once('drain', push)
        }
        response.end()
      }
      push()
    })
    await expect(block(createNetwork(server.url))).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: { problem: 'its answer is too long' },
    })
    expect(sent).toBeLessThan(50)
    expect(RPC_BODY_BYTES).toBeLessThan(50 * 1024 * 1024)
  })
})

describe('time', () => {
  test('a wish to come back in an hour is not waited for', async () => {
    const server = await node((response) => json(response, {}, 429, { 'retry-after': '3600' }))
    await expect(block(createNetwork(server.url))).rejects.toMatchObject({ code: 'RPC_ERROR', details: { status: 429 } })
    expect(server.asked).toHaveLength(1)
  })
  test('a wish that is a date is read too', async () => {
    const later = new Date(Date.now() + 3_600_000).toUTCString()
    const server = await node((response) => json(response, {}, 503, { 'retry-after': later }))
    await expect(block(createNetwork(server.url))).rejects.toMatchObject({ code: 'RPC_ERROR', details: { status: 503 } })
    expect(server.asked).toHaveLength(1)
  })
  test('a node that never answers costs one time limit, not one for each round', async () => {
    vi.useFakeTimers()
    const { world, asked } = scriptNodes(silent)
    const outcome = expect(callRpc(world, 'eth_blockNumber', [])).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: { problem: 'it did not answer in time' },
    })
    await vi.runAllTimersAsync()
    await outcome
    expect(asked).toHaveLength(1)
  })
  test('a failure that may pass is asked again, with -32005 as with 503', async () => {
    let count = 0
    const server = await node((response, { body }) => {
      const isLimited = count++ === 0
      const outcome = isLimited ? { error: { code: -32005, message: 'limit exceeded' } } : { result: '0x7' }
      const answer = ({ id, method }: NodeCall) => ({ id, ...(method === 'eth_chainId' ? { result: '0x7a69' } : outcome) })
      json(response, parseCalls(body).map(answer))
    })
    await expect(block(createNetwork(server.url))).resolves.toBe('0x7')
  })
})

test('a refusal keeps code, message and data, and no other node is asked what a contract or the chain has decided', async () => {
  const decided = [
    { code: 3, message: 'it is not yours', data: '0x08c379a0' },
    { code: -32_003, message: 'transaction rejected' },
    { code: -32_000, message: 'execution reverted: it is not yours' },
  ]
  for (const refusal of decided) {
    const [refusing, next] = [await good({ error: refusal }), await good({ result: '0x' })]
    const call = callRpc({ network: createNetwork(refusing.url, next.url) }, 'eth_call', [{}, 'latest'])
    await expect(call).rejects.toMatchObject({ code: 'RPC_ERROR', cause: refusal })
    expect(next.asked, refusal.message).toHaveLength(0)
  }
  const [unable, next] = [await good({ error: { code: -32_601, message: 'no such method' } }), await good({ result: '0x' })]
  expect(await callRpc({ network: createNetwork(unable.url, next.url) }, 'eth_call', [{}, 'latest'])).toBe('0x')
})

test('a node that takes no batches is asked one by one, and gets no second batch', async () => {
  let batches = 0
  const server = await node((response, { body }) => {
    const parsed = JSON.parse(body) as NodeCall | NodeCall[]
    if (Array.isArray(parsed)) {
      batches += 1
      return json(response, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } })
    }
    json(response, { jsonrpc: '2.0', id: parsed.id, result: parsed.method === 'eth_chainId' ? '0x7a69' : '0x5' })
  })
  const network = createNetwork(server.url)
  await expect(block(network)).resolves.toBe('0x5')
  const both = ['eth_blockNumber', 'eth_gasPrice'].map((method) => callRpc({ network }, method, []))
  await expect(Promise.all(both)).resolves.toEqual(['0x5', '0x5'])
  expect(batches).toBe(1)
})

test('the statuses that may pass are those of the specification', () => {
  expect([...passingStatuses]).toEqual(RPC_RETRY_HTTP_STATUSES)
})

describe('a transaction', () => {
  const refusal = { error: { code: -32000, message: 'insufficient funds' } }

  test('that a silent node may have is not said to be refused, though the next node refuses it', async () => {
    vi.useFakeTimers()
    const { world, asked } = scriptNodes(
      (calls) => (calls[0]?.method === 'eth_chainId' ? Response.json(answerCalls(calls, {})) : undefined),
      (calls) => Response.json(answerCalls(calls, refusal)),
    )
    const outcome = expect(callRpc(world, 'eth_sendRawTransaction', ['0x00'])).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: { isUnsure: true },
    })
    await vi.runAllTimersAsync()
    await outcome
    expect(asked.filter(({ methods }) => methods.includes('eth_sendRawTransaction')).map(({ node: index }) => index)).toEqual([
      0, 1,
    ])
  })

  test('that a node refuses by the status of its answer is refused', async () => {
    const { world } = scriptNodes((calls) =>
      calls[0]?.method === 'eth_chainId' ? Response.json(answerCalls(calls, {})) : Response.json({}, { status: 403 }),
    )
    await expect(callRpc(world, 'eth_sendRawTransaction', ['0x00'])).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: { isUnsure: false, status: 403 },
    })
  })

  test('that was refused, or never got to a node, is refused', async () => {
    const wrong = await good({ result: '0xbad' }, '0x1')
    const busy = await node((response) => json(response, {}, 401))
    for (const urls of [[(await good(refusal)).url], [wrong.url, (await good(refusal)).url], [wrong.url], [busy.url]])
      await expect(callRpc({ network: createNetwork(...urls) }, 'eth_sendRawTransaction', ['0x00'])).rejects.toMatchObject({
        code: 'RPC_ERROR',
        details: { isUnsure: false },
      })
  })
})
