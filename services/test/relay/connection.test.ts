// Getting in, staying in, and being shown the door: upgrades, heartbeat, limits, close codes.
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Db } from '../../src/db/connect.js'
import { createRelay, type RelayConfig } from '../../src/relay/relay.js'
import { createSqlEngine } from '../../src/relay/sql/engine.js'
import { engine } from '../support/engines.js'
import { checkEach } from '../../../test/support/rows.js'
import { startRelay } from '../support/relay.js'
import {
  connectClient,
  createIdentity,
  createToken,
  randomTopic,
  type ClientOptions,
  type RelayClient,
} from '../support/relay-client.js'
import { useRelays } from '../support/relay-suite.js'

const { setUp, database, cleanUp } = useRelays(engine)

describe('admission', () => {
  test('takes the token from the query or from the header, on / and on /relay', async () => {
    const { client, clock } = await setUp()
    const identity = createIdentity()
    await (await client()).settled()
    await (await client({ path: '/relay' })).settled()
    const authorization = `Bearer ${createToken(identity, { now: clock.now() })}`
    await (await client({ query: { auth: '' }, headers: { authorization } })).settled()
  })

  const refusals: [string, number, string, (now: number) => ClientOptions, RelayConfig?][] = [
    ['no token', 401, 'Unauthorized: missing auth token', () => ({ query: { auth: '' } })],
    ['an expired token', 401, 'JWT validation error: JWT Token is expired', (now) => ({ now: now - 90_000_000 })],
    ['a token of tomorrow', 401, 'JWT validation error: JWT Token is not yet valid', (now) => ({ now: now + 600_000 })],
    ['an unknown project', 401, 'Unauthorized: invalid key', () => ({}), { knowsProject: (id) => id === 'other' }],
    [
      'no project',
      401,
      'Unauthorized: invalid key',
      () => ({ query: { projectId: '' } }),
      { knowsProject: async (id) => id === 'test' },
    ],
    ['a project id out of bounds', 401, 'Unauthorized: invalid key', () => ({ query: { projectId: 'x'.repeat(65) } })],
    [
      'a foreign origin',
      403,
      'Unauthorized: origin not allowed',
      () => ({ headers: { origin: 'https://evil.example' } }),
      { allowsOrigin: (origin) => origin === 'https://shop.example' },
    ],
    [
      'another audience',
      401,
      'JWT validation error: JWT audience is not this relay',
      () => ({}),
      { audiences: ['wss://relay.example.org'] },
    ],
  ]
  test('refuses with close 3000 for who asks for it, with HTTP for the rest', () =>
    checkEach(
      refusals,
      'refuses %s: close 3000 for who asks for it, HTTP %i for the rest',
      async (_what, status, reason, options, config) => {
        const { client, clock, relay } = await setUp(config)
        const asked = await client(options(clock.now()))
        expect(await asked.closed).toEqual({ code: 3000, reason })
        const given = options(clock.now())
        await expect(client({ ...given, query: { ...given.query, useOnCloseEvent: '' } })).rejects.toMatchObject({ status })
        expect(relay.stats()).toMatchObject({ connections: 0, refused: { unauthorized: 2 } })
      },
    ))

  test('lets clients through when the project registry is down, and says so', async () => {
    const { client, lines } = await setUp({ knowsProject: () => Promise.reject(new Error('registry down')) })
    await (await client()).settled()
    expect(lines.join('\n')).toContain('registry down')
  })
})

describe('upgrades', () => {
  test('other paths are left to others', async () => {
    const relay = createRelay({ engine: createSqlEngine({ db: database() }) })
    const server = createServer()
    const others = new WebSocketServer({ noServer: true })
    relay.attach(server)
    server.on('upgrade', (request: IncomingMessage, socket, head) => {
      if (request.url?.startsWith('/other')) others.handleUpgrade(request, socket, head, (ws) => ws.close(4321))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanUp(
      async () => void server.close(),
      () => relay.stop(),
    )
    const { port } = server.address() as AddressInfo // TCP, so an address object
    const other = await connectClient(`ws://127.0.0.1:${port}`, { path: '/other' })
    expect((await other.closed).code).toBe(4321)
    await (await connectClient(`ws://127.0.0.1:${port}`)).settled()
  })

  test('a path that nobody serves is answered, not left hanging', async () => {
    const { client } = await setUp()
    await expect(client({ path: '/nowhere' })).rejects.toMatchObject({ status: 404 })
  })

  test('a broken handshake or request line ends in an HTTP answer', async () => {
    const { port } = await setUp()
    const first = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.once('data', (answer) => {
          resolve(answer.toString().split('\r\n')[0] ?? '')
          socket.destroy()
        })
      })
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nhost: relay\r\n'
    expect(await first(`GET //[ HTTP/1.1\r\n${upgrade}\r\n`)).toContain('404')
    expect(await first(`GET /?auth=${createToken(createIdentity())} HTTP/1.1\r\n${upgrade}\r\n`)).toMatch(/HTTP\/1.1 4\d\d/)
  })

  test('a relay that cannot start refuses, and stops', async () => {
    const relay = await startRelay({ db: { ...database(), listen: () => Promise.reject(new Error('down')) } })
    await expect(connectClient(relay.url)).rejects.toMatchObject({ status: 500 })
    expect(await relay.relay.isHealthy()).toBe(false)
    await relay.stop()
  })

  test('so many sockets per address, addresses as the settings say', async () => {
    const { client, url } = await setUp({
      limits: { maxConnectionsPerIp: 2 },
      clientIp: (request) => String(request.headers['x-real-ip']),
    })
    const identity = createIdentity()
    const from = (ip: string) => client({ identity, headers: { 'x-real-ip': ip } })
    const first = await from('10.0.0.1')
    await from('10.0.0.1')
    await expect(from('10.0.0.1')).rejects.toMatchObject({ status: 429 })
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const headers = { connection: 'upgrade', upgrade: 'websocket', 'x-real-ip': '10.0.0.1' }
      get(url.replace('ws:', 'http:'), { headers }, (response) => resolve(response.resume()))
    })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5'])
    await from('10.0.0.2')
    await first.close()
    await expect.poll(() => from('10.0.0.1').then(() => 'in')).toBe('in')
    await expect(from('10.0.0.1')).rejects.toMatchObject({ status: 429 }) // one went, and the other still counts
  })
})

describe('heartbeat', () => {
  test('pings before a client gets nervous (35 s), and drops who is silent for a minute', async () => {
    const { client, clock, relay } = await setUp()
    const [lively, dead] = [await client(), await client({ autoPong: false })]
    for (let seconds = 0; seconds < 60; seconds += 20) {
      const before = lively.pings()
      clock.tick(20_000)
      await expect.poll(() => lively.pings()).toBe(before + 1)
      await lively.settled()
    }
    expect(relay.stats().connections).toBe(2)
    clock.tick(5_000)
    expect((await dead.closed).code).toBe(1006)
    await lively.settled()
  })

  test('closes with 4008 who has no topic and says nothing', async () => {
    const { client, clock } = await setUp({ limits: { dropWithoutPongMs: 10_000_000 } })
    const [silent, subscribed] = [await client(), await client()]
    await subscribed.ask('irn_subscribe', { topic: randomTopic() })
    clock.tick(600_000)
    expect(await silent.closed).toMatchObject({ code: 4008 })
    await subscribed.settled()
  })
})

describe('limits', () => {
  test('closes with 1013 after 900 messages in a minute, of which a repeated answer to a push is one', async () => {
    const { client } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    const topic = randomTopic()
    await phone.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'hm')
    const { id } = await phone.nextPush()
    for (let count = 0; count < 1000; count += 1)
      phone.send(JSON.stringify({ id, jsonrpc: '2.0', error: { code: 1, message: '' } }))
    expect((await phone.closed).code).toBe(1013)
  })

  test('closes with 1013 after 900 messages in a minute, over all sockets of the client', async () => {
    const { client, clock } = await setUp()
    const identity = createIdentity()
    const [tab, other] = [await client({ identity }), await client({ identity })]
    for (let count = 0; count < 450; count += 1) {
      tab.send('{}')
      other.send('{}')
    }
    for (let count = 0; count < 450; count += 1) for (const socket of [tab, other]) await socket.nextFrame()
    tab.send('{}')
    other.send('{}')
    expect((await tab.closed).code).toBe(1013)
    expect((await other.closed).code).toBe(1013)
    clock.tick(60_000)
    await (await client({ identity })).settled()
  })

  test('acknowledgements do not count', async () => {
    const { client } = await setUp({ limits: { throttleMessages: 3 } })
    const topic = randomTopic()
    const phone = await client()
    const dapps = [await client(), await client(), await client(), await client()]
    await phone.ask('irn_subscribe', { topic })
    for (const dapp of dapps) {
      await dapp.publish(topic, dapp.identity.clientId)
      phone.ack(await phone.nextPush())
    }
    await phone.settled()
  })

  test('closes with 1003 on binary, 1009 on a frame that is too large, 1007 on broken text', async () => {
    const { client } = await setUp()
    const [binary, large, broken] = [await client(), await client(), await client()]
    binary.send(Buffer.from([1, 2, 3]))
    expect((await binary.closed).code).toBe(1003)
    large.send('x'.repeat(1024 * 1024 + 1))
    expect((await large.closed).code).toBe(1009)
    broken.socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
    expect((await broken.closed).code).toBe(1007)
  })
})

test('logs neither envelopes nor whole topics nor tokens', async () => {
  const { client, lines } = await setUp()
  const topic = randomTopic()
  const [dapp, phone] = [await client(), await client()]
  await phone.ask('irn_subscribe', { topic })
  await dapp.publish(topic, 'sealed-envelope')
  await phone.nextPush()
  const text = lines.join('\n')
  expect(text).toContain(topic.slice(0, 8))
  for (const secret of [topic, 'sealed-envelope', dapp.identity.clientId, 'eyJ']) expect(text).not.toContain(secret)
})

test('a publisher that leaves while its message is being stored takes nothing along: it arrives, and others have their answers', async () => {
  let store = () => {}
  const mayStore = new Promise<void>((resolve) => (store = resolve))
  const asked: unknown[] = []
  const held: Db = {
    ...database(),
    async query<R extends object>(...[text, parameters, options]: Parameters<Db['query']>) {
      if (text.startsWith('with asked')) {
        asked.push(...(parameters?.[2] as readonly string[]))
        await mayStore
      }
      return database().query<R>(text, parameters, options)
    },
  }
  const { client } = await setUp({}, { db: held })
  const [phone, leaver, ...others] = await Promise.all([client(), client(), client(), client()])
  const topic = randomTopic()
  await phone.ask('irn_subscribe', { topic })
  const publish = (from: RelayClient, message: string) => from.call('irn_publish', { topic, message, ttl: 300, tag: 1108 })
  const answers = Promise.all(others.map((each, at) => publish(each, `other ${at}`)))
  void publish(leaver, 'last words')
  await expect.poll(() => asked.toSorted()).toEqual(['last words', 'other 0', 'other 1'])
  leaver.socket.terminate()
  await leaver.closed
  store()
  expect(await answers).toMatchObject([{ result: true }, { result: true }])
  const pushes = [await phone.nextPush(), await phone.nextPush(), await phone.nextPush()]
  expect(pushes.map((push) => push.params.data.message).toSorted()).toEqual(asked.toSorted())
})
