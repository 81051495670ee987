import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.js'
import { createLog } from '../../src/operations/log.js'
import { listen } from '../../src/http/server.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, testConfig, type TestServices } from '../support/services.js'

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
let services: TestServices
const lines: string[] = []
beforeAll(async () => void (services = await startServices({ onLog: (line) => lines.push(line) })))
afterAll(() => services.stop())

test('every answer has a request id and is open to every page', () =>
  checkEach(
    [
      ['GET', '/health', 200],
      ['GET', '/ready', 200],
      ['HEAD', '/getWallets', 200],
      ['GET', '/getWallets?page=0', 400],
      ['GET', '/nothing/here', 404],
      ['GET', '/', 404],
      ['DELETE', '/getWallets', 405],
      ['POST', '/health', 405],
      ['OPTIONS', '/v1', 204],
      ['OPTIONS', '/nothing/here', 204],
      ['POST', '/v1?chainId=eip155:1', 400],
      ['GET', '/v1', 426],
    ] as const,
    '%s %s: %i, with a request id and open to every page',
    async (method, path, status) => {
      const response = await fetch(services.url + path, { method })
      expect(response.status).toBe(status)
      expect(response.headers.get('x-request-id')).toMatch(uuidV4)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      const exposed = response.headers.get('access-control-expose-headers')?.split(', ')
      expect(exposed).toEqual(expect.arrayContaining(['date', 'x-incomplete', 'retry-after'])) // what a page's script may read
      if (status >= 400) {
        expect(response.headers.get('content-type')).toContain('application/json')
        expect(await response.json()).toMatchObject({
          status: 'FAILED',
          reasons: [{ field: expect.any(String) as string, description: expect.stringMatching(/.{5}/) as string }],
        })
      }
    },
  ))

test('each answer has a request id of its own, and the log has it too, without the query', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => fetch(`${services.url}/getWallets?search=private-words&projectId=p-1`)))
  const id = one?.headers.get('x-request-id') ?? ''
  expect(id).not.toBe(two?.headers.get('x-request-id'))
  const line = lines.find((entry) => entry.includes(id)) ?? ''
  expect(JSON.parse(line)).toMatchObject({ event: 'request', method: 'GET', path: '/getWallets', status: 200 })
  expect(lines.join('')).not.toMatch(/private-words|p-1|127\.0\.0\.1/)
})

test('a preflight names the headers that clients send and lasts ten minutes and more', async () => {
  const headers = {
    origin: 'https://app.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-project-id',
  }
  const response = await fetch(`${services.url}/v1`, { method: 'OPTIONS', headers })
  const allowed = response.headers.get('access-control-allow-headers')?.split(', ')
  expect(allowed).toEqual(
    expect.arrayContaining(['content-type', 'solana-client', 'x-sdk-type', 'x-sdk-version', 'x-project-id']),
  )
  expect(response.headers.get('access-control-allow-methods')).toContain('POST')
  expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(600)
})

test('health is a word; ready is a table of what answers', async () => {
  expect(await (await fetch(`${services.url}/health`)).text()).toBe('ok')
  expect(await (await fetch(`${services.url}/ready`)).json()).toEqual({
    ready: true,
    checks: { database: 'answers', relay: 'answers' },
    wallets: expect.any(Number) as number,
    chains: {},
    providers: expect.arrayContaining([
      { capability: 'database', provider: 'memory: gone at the end', kind: 'embedded' },
      { capability: 'rate limits', provider: 'this process', kind: 'embedded' },
      { capability: 'wallets', provider: 'bundled list', kind: 'embedded' },
      { capability: 'rpc', provider: 'none', kind: 'off' },
    ]) as unknown[],
  })
})

test('the relay answers on the same port', async () => {
  const response = await upgrade(`${services.url}/?auth=forged`)
  expect(response).toMatch(/^HTTP\/1\.1 401 /)
})

test('one part that does not answer makes the whole not ready', () =>
  checkEach(
    [
      ['fails', () => Promise.reject(new Error('down'))],
      ['says no', () => Promise.resolve(false)],
    ],
    'a part that %s makes the whole not ready',
    async (_, check) => {
      const app = createApp({
        config: testConfig(),
        log: createLog({ level: 'silent' }),
        checks: { database: check, relay: () => Promise.resolve() },
      })
      const running = await listen(app, { host: '127.0.0.1', port: 0 })
      const response = await fetch(`${running.url}/ready`)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ ready: false, checks: { database: 'fails', relay: 'answers' } })
      await running.stop()
    },
  ))

test('a fault of ours is a 500 that tells nothing, and a line in the log that tells it', async () => {
  const faults: string[] = []
  const app = createApp({ config: testConfig(), log: createLog({ level: 'info', write: (line) => faults.push(line) }) })
  app.get('/broken', () => {
    throw new Error('inner words')
  })
  const running = await listen(app, { host: '127.0.0.1', port: 0 })
  const response = await fetch(`${running.url}/broken`)
  expect(response.status).toBe(500)
  expect(response.headers.get('x-request-id')).toMatch(uuidV4)
  expect(await response.json()).toEqual({ status: 'FAILED', reasons: [{ field: '', description: 'Something went wrong here' }] })
  expect(faults.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'error', path: '/broken', error: { message: 'inner words' } },
  ])
  await running.stop()
})

describe('limits', () => {
  const limits = { tokens: 2, refillPerSecond: 0.5 }

  test('per route: the third call of a route waits, another route does not', async () => {
    let time = 0
    const strict = await startServices({ relay: false, limits, now: () => time })
    const call = (path: string) => fetch(strict.url + path)
    expect([(await call('/getWallets')).status, (await call('/getWallets?page=2')).status]).toEqual([200, 200])
    const refused = await call('/getWallets?page=3')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await refused.json()).toMatchObject({ status: 'FAILED', reasons: [{ field: 'rate_limited' }] })
    expect((await call('/v1/supported-chains')).status).toBe(200)
    for (let i = 0; i < 15; i++) expect((await call(`/getWalletImage/w${i}`)).status).toBe(200)
    for (let i = 0; i < 10; i++) expect((await call('/health')).status).toBe(200)
    time = 2000
    expect((await call('/getWallets')).status).toBe(200)
    await strict.stop()
  })

  test('a header that changes counts as far as proxies are trusted', () =>
    checkEach(
      [
        [0, [200, 200, 429]],
        [1, [200, 200, 200]],
      ],
      'with %i trusted proxies, a header that changes gives %j',
      async (trustedProxies, expected) => {
        const strict = await startServices({ relay: false, limits, config: { trustedProxies } })
        const statuses: number[] = []
        for (const address of ['9.9.9.1', '9.9.9.2', '9.9.9.3']) {
          statuses.push((await fetch(`${strict.url}/getWallets`, { headers: { 'x-forwarded-for': address } })).status)
        }
        expect(statuses).toEqual(expected)
        await strict.stop()
      },
    ))
})

describe('what is not HTTP', () => {
  test('gets the common shape as well', async () => {
    const answer = await raw(services.url, 'NONSENSE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/)
    expect(answer, 'pages may read it').toContain('access-control-allow-origin: *')
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 'FAILED' })
  })

  test('and so do headers without end', async () => {
    const answer = await raw(services.url, `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(40_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('a request that does not arrive in time is no bad one: browsers ask again', async () => {
    const running = await listen(createApp({ config: testConfig(), log: createLog({ level: 'silent' }) }), {
      host: '127.0.0.1',
      port: 0,
    })
    running.server.once('connection', (socket) => {
      // As Node does after 10 s of a connection without headers.
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      socket.once('data', () => running.server.emit('clientError', error, socket))
    })
    const answer = await raw(running.url, 'GET /health HTTP/1.1\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('access-control-allow-origin: *')
    await running.stop()
  })

  test('a path that is no path', async () => {
    for (const path of ['//', '/%', '/..%2f..%2fetc', '*', '/\\evil.example/getWallets']) {
      const answer = await raw(services.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d /)
    }
    const noHost = await raw(services.url, 'GET /health HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n')
    expect(noHost).toMatch(/^HTTP\/1\.1 4\d\d /)
  })
})

function raw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write(request))
  return text(socket)
}

function upgrade(url: string): Promise<string> {
  const { host, pathname, search } = new URL(url)
  const head = [
    `GET ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    `sec-websocket-key: ${btoa('0123456789abcdef')}`,
  ]
  return raw(url, `${head.join('\r\n')}\r\n\r\n`)
}
