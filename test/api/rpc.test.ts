import { afterEach, describe, expect, test } from 'vitest'
import { callRpc, getNativeBalance, rpcEndpoints, sharedRpcUrl } from '../../src/api/rpc.js'
import { toNetwork } from '../../src/network.js'
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

const one = (body: string) => (JSON.parse(body) as { id: number }[])[0] ?? { id: 0 } // viem's batches are arrays
const balance = (wei: string) => node((response, { body }) => json(response, [{ jsonrpc: '2.0', id: one(body).id, result: wei }]))
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
  test('without services and own nodes only the default is left', () => {
    expect(rpcEndpoints({ network })).toEqual(['https://public.example'])
    expect(sharedRpcUrl('https://s.example', 'eip155:1')).toBe('https://s.example/v1/?chainId=eip155%3A1')
  })
})

test('a balance is a bigint from the first node', async () => {
  const [own, shared] = [await balance('0xde0b6b3a7640000'), await balance('0x1')]
  const result = await getNativeBalance({ network: networkOf(), address, rpcUrls: [own.url], services: shared.url })
  expect(result).toBe(10n ** 18n)
  expect(shared.asked).toHaveLength(0)
  expect(JSON.parse(own.asked[0]?.body ?? '')).toMatchObject([{ method: 'eth_getBalance', params: [address, 'latest'] }])
})

test('calls made together travel as one batch', async () => {
  const server = await node((response, { body }) => {
    const calls = JSON.parse(body) as { id: number }[] // viem sends arrays when batching is on
    json(
      response,
      calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x2' })),
    )
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
    json(response, [{ jsonrpc: '2.0', id: one(body).id, result: '0x7' }])
  })
  await expect(getNativeBalance({ network: networkOf(server.url), address })).resolves.toBe(7n)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950)
})

test('a refusal of the node itself comes with its code', async () => {
  const server = await node((response, { body }) =>
    json(response, [{ jsonrpc: '2.0', id: one(body).id, error: { code: -32602, message: 'bad params' } }]),
  )
  await expect(callRpc({ network: networkOf(server.url) }, 'eth_call', [])).rejects.toMatchObject({
    code: 'RPC_ERROR',
    details: { rpcCode: -32602 },
  })
  expect(server.asked).toHaveLength(1)
})

test.each(['twelve', '12', null, '0x', { wei: 1 }])('a balance of %j is malformed', async (result) => {
  const server = await node((response, { body }) => json(response, [{ jsonrpc: '2.0', id: one(body).id, result }]))
  await expect(getNativeBalance({ network: networkOf(server.url), address })).rejects.toMatchObject({
    code: 'MALFORMED_RESPONSE',
  })
})

test('a node that does not answer in time gives way', async () => {
  const [silent, good] = [await node(() => undefined), await balance('0x9')]
  await expect(getNativeBalance({ network: networkOf(silent.url, good.url), address, timeoutMs: 50 })).resolves.toBe(9n)
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
