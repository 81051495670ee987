// The proxy in front of nodes that fail in every way a node can; each is a real HTTP server.
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { json, serve, type Asked, type Reply, type TestServer } from '../../../test/api/server.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, type ServicesOptions, type TestServices } from '../support/services.js'
import { random, sampleOf, seedOr } from '../support/random.js'

const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
})

async function node(reply: Reply): Promise<TestServer> {
  const server = await serve(reply)
  running.push(server)
  return server
}

type Call = { id: number; method: string }
const callsOf = ({ body }: Asked) => [JSON.parse(body) as Call | Call[]].flat() // the proxy writes what we read here
const result =
  (value: unknown): Reply =>
  (response, asked) => {
    const answers = callsOf(asked).map(({ id }) => ({ jsonrpc: '2.0', id, result: value }))
    json(response, answers.length === 1 ? answers[0] : answers)
  }
const good = () => node(result('0x2a'))

async function proxy(urls: readonly string[], more: ServicesOptions = {}): Promise<TestServices> {
  const services = await startServices({ relay: false, chains: { 'eip155:1': urls }, ...more })
  running.push(services)
  return services
}
const gasPrice = { jsonrpc: '2.0', id: 1, method: 'eth_gasPrice', params: [] }
const ask = (services: TestServices, body: unknown = gasPrice, query = 'chainId=eip155:1') =>
  fetch(`${services.url}/v1?${query}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

describe('the next node answers when one', () => {
  const failures: [string, Reply][] = [
    ['says 500', (response) => json(response, {}, 500)],
    ['says 429', (response) => json(response, {}, 429)],
    ['wants a key', (response) => json(response, { error: 'key' }, 401)],
    ['sends a page', (response) => response.end('<html>maintenance</html>')],
    ['sends half an answer', (response) => response.end('{"jsonrpc":"2.0","id":1,"res')],
    ['sends another shape', (response) => json(response, { hello: 'world' })],
    ['sends neither result nor error', (response) => json(response, { jsonrpc: '2.0', id: 1 })],
    ['hangs up', (response) => response.destroy()],
    ['never answers', () => undefined],
    ['stops half way', (response) => void response.write('{')],
    ['sends a flood', (response) => response.end(`"${'x'.repeat(17 * 1024 * 1024)}"`)],
    [
      'is asked too often',
      (response, asked) =>
        json(response, { jsonrpc: '2.0', id: callsOf(asked)[0]?.id, error: { code: -32005, message: 'slow down' } }),
    ],
  ]
  test('fails to answer', () =>
    checkEach(failures, '%s', async (_, reply) => {
      const [bad, next] = [await node(reply), await good()]
      const services = await proxy([bad.url, next.url], { nodeTimeoutMs: 600 })
      expect(await (await ask(services)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2a' })
      expect([bad.asked.length, next.asked.length]).toEqual([1, 1])
    }))

  test('redirects; nobody follows', async () => {
    const trap = await node(result('stolen'))
    const bad = await node((response) => response.writeHead(307, { location: trap.url }).end())
    const services = await proxy([bad.url, (await good()).url])
    expect(await (await ask(services)).json()).toMatchObject({ result: '0x2a' })
    expect(trap.asked).toHaveLength(0)
  })

  test('is not there at all', async () => {
    const gone = await node(() => undefined)
    await gone.stop()
    const services = await proxy([gone.url, (await good()).url])
    expect((await ask(services)).status).toBe(200)
  })

  test('answers a batch with something else', () =>
    checkEach<[string, Reply]>(
      [
        ['answers a batch with one object', (response) => json(response, { jsonrpc: '2.0', id: 1, result: '0x' })],
        ['answers a batch with nothing', (response) => json(response, [])],
        ['answers a batch with rubbish', (response) => json(response, [1, null, {}])],
      ],
      '%s',
      async (_, reply) => {
        const services = await proxy([(await node(reply)).url, (await good()).url])
        expect(await (await ask(services, [gasPrice, { ...gasPrice, id: 2 }])).json()).toMatchObject([
          { result: '0x2a' },
          { result: '0x2a' },
        ])
      },
    ))
})

test('answers of a batch are told apart by id, and a missing one is an error of its own', async () => {
  const mixed = await node((response, asked) => {
    const calls = callsOf(asked)
    json(response, [
      { jsonrpc: '2.0', id: calls[2]?.id, result: 'third' },
      { jsonrpc: '2.0', id: calls[0]?.id, error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } },
    ])
  })
  const services = await proxy([mixed.url])
  const batch = ['x', 'y', 'z'].map((id) => ({ ...gasPrice, id }))
  expect(await (await ask(services, batch)).json()).toEqual([
    { jsonrpc: '2.0', id: 'x', error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } },
    { jsonrpc: '2.0', id: 'y', error: { code: -32603, message: 'The node left this call unanswered' } },
    { jsonrpc: '2.0', id: 'z', result: 'third' },
  ])
})

test("a result of null is a result, and a node's error does not move on to the next", async () => {
  const second = await good()
  const services = await proxy([(await node(result(null))).url, second.url])
  expect(await (await ask(services)).json()).toEqual({ jsonrpc: '2.0', id: 1, result: null })
  expect(second.asked).toHaveLength(0)
})

describe('when every node fails', () => {
  test('the answer is 503 in both shapes', async () => {
    const services = await proxy([(await node((response) => json(response, {}, 502))).url])
    const response = await ask(services)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32603, message: 'No node of this chain answered' },
      status: 'FAILED',
      reasons: [{ field: 'chainId', description: 'No node of this chain answered' }],
    })
  })

  test('and 429 with -32005 when all are busy', async () => {
    const busy = () => node((response) => json(response, {}, 429))
    const services = await proxy([(await busy()).url, (await busy()).url])
    const response = await ask(services)
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ error: { code: -32005 }, reasons: [{ field: 'rate_limited' }] })
  })
})

describe('circuit breaker', () => {
  test('after three failures a node rests for thirty seconds', async () => {
    let time = 0
    const bad = await node((response) => json(response, {}, 500))
    const services = await proxy([bad.url, (await good()).url], { now: () => time })
    for (let i = 0; i < 5; i++) expect((await ask(services)).status).toBe(200)
    expect(bad.asked).toHaveLength(3)
    expect(await (await fetch(`${services.url}/ready`)).json()).toMatchObject({
      chains: { 'eip155:1': { nodes: 2, resting: 1 } },
    })
    time = 29_999
    await ask(services)
    expect(bad.asked).toHaveLength(3)
    time = 30_000
    await ask(services)
    expect(bad.asked).toHaveLength(4)
    await ask(services)
    expect(bad.asked).toHaveLength(4) // one more failure was enough to rest again
  })

  test('a success clears the count', async () => {
    const moody = await node((response, asked, count) =>
      count % 3 === 0 ? result('0x1')(response, asked, count) : json(response, {}, 500),
    )
    const services = await proxy([moody.url, (await good()).url])
    for (let i = 0; i < 9; i++) await ask(services)
    expect(moody.asked).toHaveLength(9)
  })

  test('a lone node is asked even while it rests', async () => {
    let isUp = false
    const lone = await node((response, asked, count) => (isUp ? result('0x1')(response, asked, count) : json(response, {}, 500)))
    const services = await proxy([lone.url])
    for (let i = 0; i < 4; i++) expect((await ask(services)).status).toBe(503)
    isUp = true
    expect((await ask(services)).status).toBe(200)
  })

  test('a caller who leaves does not count against the node', async () => {
    const controller = new AbortController()
    let closed: Promise<unknown> | undefined
    const slow = await node((response) => {
      closed = once(response, 'close')
      controller.abort()
    })
    const services = await proxy([slow.url])
    const call = fetch(`${services.url}/v1?chainId=eip155:1`, {
      method: 'POST',
      body: JSON.stringify(gasPrice),
      signal: controller.signal,
    })
    await expect(call).rejects.toThrow()
    await closed
    expect(await (await fetch(`${services.url}/ready`)).json()).toMatchObject({ chains: { 'eip155:1': { resting: 0 } } })
  })
})

describe('micro-cache', () => {
  test('chain id and block number are repeated for a second, other calls never', async () => {
    let time = 0
    const server = await good()
    const services = await proxy([server.url], { now: () => time })
    const block = { ...gasPrice, method: 'eth_blockNumber' }
    for (let i = 0; i < 3; i++)
      await ask(services, [
        { ...block, id: i },
        { ...block, method: 'eth_chainId' },
      ])
    expect(server.asked).toHaveLength(1)
    time = 999
    expect(await (await ask(services, { ...block, id: 'mine' })).json()).toMatchObject({ id: 'mine', result: '0x2a' })
    expect(server.asked).toHaveLength(1)
    time = 1000
    await ask(services, block)
    await ask(services)
    await ask(services)
    expect(server.asked).toHaveLength(4)
  })

  test('an error is not kept', async () => {
    const server = await node((response, asked) =>
      json(response, { jsonrpc: '2.0', id: callsOf(asked)[0]?.id, error: { code: -32000, message: 'syncing' } }),
    )
    const services = await proxy([server.url])
    await ask(services, { ...gasPrice, method: 'eth_blockNumber' })
    await ask(services, { ...gasPrice, method: 'eth_blockNumber' })
    expect(server.asked).toHaveLength(2)
  })
})

test('credentials of a node travel in a header; neither they nor its path reach the log', async () => {
  const lines: string[] = []
  const bad = await node((response) => json(response, {}, 500))
  const url = `${bad.url.replace('http://', 'http://ada:s3cret%21@')}/v2/s3cret?key=s3cret`
  const services = await proxy([url], { onLog: (line) => lines.push(line) })
  const response = await ask(services, gasPrice, 'chainId=eip155:1&projectId=s3cret')
  expect(bad.asked[0]?.headers.authorization).toBe(`Basic ${btoa('ada:s3cret!')}`)
  expect(bad.asked[0]?.url.pathname).toBe('/v2/s3cret')
  expect(lines.some((line) => line.includes('node failed'))).toBe(true)
  expect(lines.join('\n') + (await response.text())).not.toContain('s3cret')
})

describe('refused before any node is asked', () => {
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`
  const cases: [string, number, string, number, string | object, string][] = [
    ['an unknown chain', 400, 'chainId', -32602, gasPrice, 'chainId=eip155:2'],
    ['no chain', 400, 'chainId', -32602, gasPrice, ''],
    ['a chain of the prototype', 400, 'chainId', -32602, gasPrice, 'chainId=__proto__'],
    ['no JSON', 400, 'body', -32700, '{', 'chainId=eip155:1'],
    ['no body', 400, 'body', -32700, '', 'chainId=eip155:1'],
    ['an empty batch', 400, 'body', -32700, [], 'chainId=eip155:1'],
    ['a deep body', 400, 'body', -32700, deep, 'chainId=eip155:1'],
    ['a batch of 101', 413, 'body', -32600, Array.from({ length: 101 }, () => gasPrice), 'chainId=eip155:1'],
    [
      'a body over 1 MiB',
      413,
      'body',
      -32600,
      JSON.stringify({ ...gasPrice, params: ['x'.repeat(1024 * 1024)] }),
      'chainId=eip155:1',
    ],
  ]
  test('a question that is wrong', () =>
    checkEach(cases, '%s', async (_, status, field, code, body, query) => {
      const server = await good()
      const response = await ask(await proxy([server.url]), body, query)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code }, status: 'FAILED', reasons: [{ field }] })
      expect(server.asked).toHaveLength(0)
    }))

  test('an invalid request', () =>
    checkEach(
      [
        ['a number', 1],
        ['null', 'null'],
        ['no id', { jsonrpc: '2.0', method: 'eth_gasPrice' }],
        ['an id that loses digits', '{"jsonrpc":"2.0","id":1234567890123456789,"method":"eth_gasPrice"}'],
        ['another version', { ...gasPrice, jsonrpc: '1.0' }],
        ['no method', { jsonrpc: '2.0', id: 1 }],
        ['params that are text', { ...gasPrice, params: 'x' }],
      ],
      '%s is an invalid request',
      async (_, body) => {
        const server = await good()
        const response = await ask(await proxy([server.url]), typeof body === 'number' ? '1' : body)
        expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } })
        expect(server.asked).toHaveLength(0)
      },
    ))

  test('a hundred calls in one batch are fine', async () => {
    const response = await ask(
      await proxy([(await good()).url]),
      Array.from({ length: 100 }, (_, id) => ({ ...gasPrice, id })),
    )
    expect(((await response.json()) as unknown[]).length).toBe(100)
  })

  test('a GET wants a WebSocket, which is not here; other methods are 405', async () => {
    const services = await proxy([(await good()).url])
    expect((await fetch(`${services.url}/v1?chainId=eip155:1`)).status).toBe(426)
    expect((await fetch(`${services.url}/v1/`)).status).toBe(426)
    const put = await fetch(`${services.url}/v1`, { method: 'PUT', body: '{}' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD, OPTIONS'])
  })

  test('a stranger, where there is a table of projects', async () => {
    const services = await proxy([(await good()).url], { projects: { shop: { origins: [], analytics: false } } })
    const response = await ask(services)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: -32603 }, reasons: [{ field: 'projectId' }] })
    expect((await ask(services, gasPrice, 'chainId=eip155:1&projectId=shop')).status).toBe(200)
  })

  test('who asks too often gets -32005 and a time', async () => {
    const services = await proxy([(await good()).url], { limits: { tokens: 1, refillPerSecond: 0.1 } })
    for (let i = 0; i < 5; i++) expect((await ask(services)).status).toBe(200)
    const response = await ask(services)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await response.json()).toMatchObject({
      error: { code: -32005 },
      status: 'FAILED',
      reasons: [{ field: 'rate_limited' }],
    })
  })
})

test('each kind of chain has its methods, and no others', () =>
  checkEach(
    [
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'getBalance', 'requestAirdrop'],
      ['bip122:000000000019d6689c085ae165831e93', 'getblockcount', 'stop'],
      ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'system_chain', 'author_rotateKeys'],
      ['cosmos:cosmoshub-4', 'status', 'dial_peers'],
      ['eip155:1', 'eth_call', 'evm_mine'],
    ],
    '%s: %s passes, %s does not',
    async (chain, allowed, refused) => {
      const server = await good()
      const services = await startServices({ relay: false, chains: { [chain]: [server.url] }, config: { dev: true } })
      running.push(services)
      const batch = [allowed, refused].map((method, id) => ({ ...gasPrice, id, method }))
      expect(await (await ask(services, batch, `chainId=${chain}`)).json()).toMatchObject([
        { result: '0x2a' },
        { error: { code: -32601 } },
      ])
    },
  ))

const SEED = seedOr(7)
const ROUNDS = sampleOf(20)

test(`${ROUNDS * 50} random bodies (seed ${SEED}): answers or refusals, never a 5xx`, async () => {
  const services = await proxy([(await good()).url])
  const { int, pick } = random(SEED)
  const values = [
    null,
    1,
    -1,
    '',
    'x',
    [],
    {},
    [[]],
    { jsonrpc: '2.0' },
    gasPrice,
    { ...gasPrice, id: {} },
    { ...gasPrice, method: 5 },
    true,
    1e99,
  ]
  for (let round = 0; round < ROUNDS; round++) {
    const bodies = Array.from({ length: 50 }, () => {
      const text = JSON.stringify(int(2) ? pick(values) : Array.from({ length: int(5) }, () => pick(values)))
      return int(4) ? text : text.slice(0, int(text.length + 1))
    })
    await Promise.all(
      bodies.map(async (body) => {
        const response = await ask(services, body)
        expect([200, 400], body).toContain(response.status)
        expect(await response.json()).toBeDefined()
      }),
    )
  }
})
