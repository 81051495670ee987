// Nodes that are wrong, rude or endless: whatever they do, a call ends with a checked answer or a coded error, in bounded time.
import { afterEach, describe, expect, test } from 'vitest'
import { passingStatuses, RPC_BODY_BYTES } from '../../src/api/json-rpc.js'
import { callRpc } from '../../src/api/rpc.js'
import { RPC_RETRY_HTTP_STATUSES } from '../../src/vocabulary/constants.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { json, serve, type Reply, type TestServer } from './server.js'

interface Call {
  readonly id: number
  readonly method: string
}

const servers: TestServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function node(reply: Reply): Promise<TestServer> {
  const server = await serve(reply)
  servers.push(server)
  return server
}
const callsOf = (body: string) => [JSON.parse(body)].flat() as Call[]
/** A sound node of `chain` that answers everything with `outcome`. */
const good = (outcome: object, chain = '0x7a69') =>
  node((response, { body }) =>
    json(
      response,
      callsOf(body).map(({ id, method }) => ({
        jsonrpc: '2.0',
        id,
        ...(method === 'eth_chainId' ? { result: chain } : outcome),
      })),
    ),
  )
const networkOf = (...http: string[]) =>
  toNetwork({
    id: 31337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http } },
  })
const block = (network: ReturnType<typeof networkOf>, more: object = {}) => callRpc({ network, ...more }, 'eth_blockNumber', [])

describe('C7: a node of another chain', () => {
  test('C7: is not believed, the next one is asked', async () => {
    const [wrong, right] = [await good({ result: '0xbad' }, '0x1'), await good({ result: '0x5' })]
    const network = networkOf(wrong.url, right.url)
    await expect(block(network)).resolves.toBe('0x5')
    await expect(block(network)).resolves.toBe('0x5')
    expect(wrong.asked).toHaveLength(1)
  })
  test('C7: alone it is an error that says so, and nothing is left behind at it', async () => {
    const wrong = await good({ result: '0xbad' }, '0x1')
    const network = networkOf(wrong.url)
    await expect(block(network)).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: { problem: 'it is a node of another chain' },
    })
    const other = networkOf(wrong.url)
    await expect(callRpc({ network: other }, 'eth_sendRawTransaction', ['0x00'])).rejects.toMatchObject({ code: 'RPC_ERROR' })
    expect(wrong.asked.map(({ body }) => body).join()).not.toContain('eth_sendRawTransaction')
  })
  test('C7: a sound node is asked for its chain once', async () => {
    const server = await good({ result: '0x5' })
    const network = networkOf(server.url)
    await block(network)
    await block(network)
    expect(server.asked.flatMap(({ body }) => callsOf(body)).filter(({ method }) => method === 'eth_chainId')).toHaveLength(1)
  })
})

describe('C7: an answer that is none', () => {
  test.each([
    ['an HTTP 429 with an empty object', 429, {}],
    ['an HTTP 200 with an empty object', 200, {}],
    ['an HTTP 200 without JSON-RPC', 200, 'hello'],
    ['an empty batch', 200, []],
  ])('C7: %s is an error, not undefined', async (_, status, body) => {
    const server = await node((response) => json(response, body, status, { 'retry-after': '60' }))
    await expect(block(networkOf(server.url))).rejects.toMatchObject({ code: 'RPC_ERROR' })
    expect(server.asked).toHaveLength(1)
  })

  test('C7: answers go to the calls whose ids they bear, and a call without one is an error', async () => {
    const server = await node((response, { body }) => {
      const answers = callsOf(body).map(({ id, method }) => ({
        id,
        result: method === 'eth_chainId' ? '0x7a69' : method,
      }))
      json(
        response,
        answers.reverse().filter(({ result }) => result !== 'eth_gasPrice'),
      )
    })
    const network = networkOf(server.url)
    const outcomes = await Promise.allSettled(
      ['eth_blockNumber', 'eth_gasPrice', 'eth_syncing'].map((method) => callRpc({ network }, method, [])),
    )
    expect(outcomes).toMatchObject([{ value: 'eth_blockNumber' }, { reason: { code: 'RPC_ERROR' } }, { value: 'eth_syncing' }])
  })

  test('C7: 50 MB are not read to their end', async () => {
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
    await expect(block(networkOf(server.url))).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: { problem: 'its answer is too long' },
    })
    expect(sent).toBeLessThan(50)
    expect(RPC_BODY_BYTES).toBeLessThan(50 * 1024 * 1024)
  })
})

describe('C7: time', () => {
  test('C7: a wish to come back in an hour is not waited for', async () => {
    const server = await node((response) => json(response, {}, 429, { 'retry-after': '3600' }))
    await expect(block(networkOf(server.url))).rejects.toMatchObject({ code: 'RPC_ERROR', details: { status: 429 } })
    expect(server.asked).toHaveLength(1)
  })
  test('C7: a wish that is a date is read too', async () => {
    const later = new Date(Date.now() + 3_600_000).toUTCString()
    const server = await node((response) => json(response, {}, 503, { 'retry-after': later }))
    await expect(block(networkOf(server.url))).rejects.toMatchObject({ code: 'RPC_ERROR', details: { status: 503 } })
    expect(server.asked).toHaveLength(1)
  })
  test('C7: a node that never answers costs one time limit, not one for each round', async () => {
    const server = await node(() => undefined)
    await expect(block(networkOf(server.url), { timeoutMs: 500 })).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: { problem: 'it did not answer in time' },
    })
    expect(server.asked).toHaveLength(1)
  })
  test('C7: a failure that may pass is asked again, with -32005 as with 503', async () => {
    let count = 0
    const server = await node((response, { body }) => {
      const isLimited = count++ === 0
      const outcome = isLimited ? { error: { code: -32005, message: 'limit exceeded' } } : { result: '0x7' }
      const answer = ({ id, method }: Call) => ({ id, ...(method === 'eth_chainId' ? { result: '0x7a69' } : outcome) })
      json(response, callsOf(body).map(answer))
    })
    await expect(block(networkOf(server.url))).resolves.toBe('0x7')
  })
})

test('C7: a refusal keeps code, message and data, and no other node is asked what a contract has decided', async () => {
  const reverted = await good({ error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } })
  const second = await good({ result: '0x' })
  const error: unknown = await callRpc({ network: networkOf(reverted.url, second.url) }, 'eth_call', [{}, 'latest']).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code: 'RPC_ERROR', cause: { code: 3, message: 'execution reverted', data: '0x08c379a0' } })
  expect(second.asked).toHaveLength(0)
})

test('C7: a node that takes no batches is asked one by one', async () => {
  const server = await node((response, { body }) => {
    const parsed = JSON.parse(body) as Call | Call[]
    if (Array.isArray(parsed)) return json(response, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } })
    json(response, { jsonrpc: '2.0', id: parsed.id, result: parsed.method === 'eth_chainId' ? '0x7a69' : '0x5' })
  })
  const network = networkOf(server.url)
  await expect(block(network)).resolves.toBe('0x5')
  await expect(block(network)).resolves.toBe('0x5')
})

test('the statuses that may pass are those of the specification', () => {
  expect([...passingStatuses]).toEqual(RPC_RETRY_HTTP_STATUSES)
})

describe('C7: a transaction', () => {
  const submit = (...http: string[]) =>
    callRpc({ network: networkOf(...http), timeoutMs: 500 }, 'eth_sendRawTransaction', ['0x00'])
  const refusal = { error: { code: -32000, message: 'insufficient funds' } }
  const silent = () =>
    node((response, { body }) => {
      const [call] = callsOf(body)
      if (call?.method === 'eth_chainId') json(response, { jsonrpc: '2.0', id: call.id, result: '0x7a69' })
    })

  test('C7: that a silent node may have is not said to be refused, though the next node refuses it', async () => {
    const [first, second] = [await silent(), await good(refusal)]
    await expect(submit(first.url, second.url)).rejects.toMatchObject({ code: 'RPC_ERROR', details: { isUnsure: true } })
  })
  test('C7: that was refused, or never got to a node, is refused', async () => {
    const wrong = await good({ result: '0xbad' }, '0x1')
    const busy = await node((response) => json(response, {}, 401))
    for (const urls of [[(await good(refusal)).url], [wrong.url, (await good(refusal)).url], [wrong.url], [busy.url]])
      await expect(submit(...urls)).rejects.toMatchObject({ code: 'RPC_ERROR', details: { isUnsure: false } })
  })
})
