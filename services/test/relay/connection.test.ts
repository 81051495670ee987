// Getting in, staying in, and being shown the door: upgrades, heartbeat, limits, close codes.
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Db } from '../../src/db/connect.js'
import { createRelay, type RelayConfig } from '../../src/relay/relay.js'
import { createTestClock } from '../support/clock.js'
import { countStatements } from '../support/counting-db.js'
import { onEachEngine } from '../support/engines.js'
import { startRelay } from '../support/relay.js'
import { connectClient, createIdentity, createToken, randomTopic, type ClientOptions } from '../support/relay-client.js'

onEachEngine((engine) => {
  let db: Db
  const cleanups: (() => Promise<void>)[] = []
  beforeAll(async () => {
    db = await engine.open()
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  afterAll(() => db.close())

  async function setUp(config: RelayConfig = {}, { db: own = db } = {}) {
    const clock = createTestClock()
    const lines: string[] = []
    const note = (message: string, fields: object = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`)
    const log = { debug: note, info: note, warn: note, error: note }
    const relay = await startRelay({ db: own, config, clock, log })
    cleanups.push(() => relay.stop())
    const client = (options: ClientOptions = {}) => connectClient(relay.url, { now: clock.now(), ...options })
    return { ...relay, clock, client, lines }
  }

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
    test.each(refusals)(
      'refuses %s: close 3000 for who asks for it, HTTP %i for the rest',
      async (_what, status, reason, options, config) => {
        const { client, clock, relay } = await setUp(config)
        const asked = await client(options(clock.now()))
        expect(await asked.closed).toEqual({ code: 3000, reason })
        const given = options(clock.now())
        await expect(client({ ...given, query: { ...given.query, useOnCloseEvent: '' } })).rejects.toMatchObject({ status })
        expect(relay.stats()).toMatchObject({ connections: 0, refused: { unauthorized: 2 } })
      },
    )

    test('lets clients through when the project registry is down, and says so', async () => {
      const { client, lines } = await setUp({ knowsProject: () => Promise.reject(new Error('registry down')) })
      await (await client()).settled()
      expect(lines.join('\n')).toContain('registry down')
    })
  })

  describe('upgrades', () => {
    test('other paths are left to others', async () => {
      const relay = createRelay({ db })
      const server = createServer()
      const others = new WebSocketServer({ noServer: true })
      relay.attach(server)
      server.on('upgrade', (request: IncomingMessage, socket, head) => {
        if (request.url?.startsWith('/other')) others.handleUpgrade(request, socket, head, (ws) => ws.close(4321))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      cleanups.push(
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
      const relay = await startRelay({ db: { ...db, listen: () => Promise.reject(new Error('down')) } })
      await expect(connectClient(relay.url)).rejects.toMatchObject({ status: 500 })
      await relay.stop()
    })

    test('so many sockets per address, addresses as the settings say', async () => {
      const { client, url } = await setUp({
        limits: { maxConnectionsPerIp: 2 },
        clientIp: (request) => String(request.headers['x-real-ip']),
      })
      const from = (ip: string) => client({ headers: { 'x-real-ip': ip } })
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

  describe('storms of reconnections', () => {
    test('S11: one socket of a client too many closes its oldest, not the newest, and says so', async () => {
      const { client, relay, lines } = await setUp({ limits: { maxConnectionsPerClient: 3 } })
      const identity = createIdentity()
      const topic = randomTopic()
      const [first, second, third] = [await client({ identity }), await client({ identity }), await client({ identity })]
      await first.ask('irn_subscribe', { topic })
      const newest = await client({ identity })
      expect(await first.closed).toEqual({ code: 4009, reason: 'Replaced by a newer connection' })
      await newest.ask('irn_subscribe', { topic })
      await (await client()).publish(topic, 'for who is still there')
      expect((await newest.nextPush()).params.data.message).toBe('for who is still there')
      for (const other of [second, third]) await other.settled()
      expect(relay.stats()).toMatchObject({ connections: 4, clients: 2, replaced: 1 })
      expect(lines.filter((line) => line.includes('oldest socket'))).toHaveLength(1)
    })

    test('P8: when one of two sockets of a client goes, the client is still there', async () => {
      const { client, relay } = await setUp()
      const identity = createIdentity()
      const [going, staying] = [await client({ identity }), await client({ identity })]
      going.socket.close()
      await going.closed
      await expect.poll(() => relay.stats()).toMatchObject({ connections: 1, clients: 1 })
      await staying.settled()
      staying.socket.close()
      await expect.poll(() => relay.stats()).toMatchObject({ connections: 0, clients: 0 })
    })

    test('S11: a socket that is gone without a word does not keep its client out', async () => {
      const { client } = await setUp({ limits: { maxConnectionsPerClient: 2 } })
      const identity = createIdentity()
      for (let count = 0; count < 2; count += 1) (await client({ identity })).socket.pause()
      await (await client({ identity })).settled()
    })

    test('S11: refusals are counted by reason, and logged without a line each', async () => {
      const { client, clock, lines, relay } = await setUp({ limits: { maxConnectionsPerClient: 1 } })
      const identity = createIdentity()
      const comeAndGo = async () => (await client({ identity })).close()
      for (let count = 0; count < 20; count += 1) await comeAndGo()
      for (let count = 0; count < 5; count += 1) await expect(comeAndGo()).rejects.toMatchObject({ status: 429 })
      expect(relay.stats().refused).toMatchObject({ clientRate: 5, addressRate: 0 })
      const told = () => lines.filter((line) => line.startsWith('relay refused'))
      expect(told()).toEqual(['relay refused {"why":"clientRate","times":1}'])
      clock.tick(10_000)
      await comeAndGo() // one token has come back
      await expect(comeAndGo()).rejects.toMatchObject({ status: 429 })
      expect(told().slice(1)).toEqual(['relay refused {"why":"clientRate","times":5}'])
    })

    test('a client that comes back all the time waits outside, whatever it asked for, and comes in again later', async () => {
      const { client, clock } = await setUp({ limits: { maxConnectionsPerClient: 1 } })
      const identity = createIdentity()
      const comeAndGo = async () => (await client({ identity })).close()
      for (let count = 0; count < 20; count += 1) await comeAndGo()
      await expect(comeAndGo()).rejects.toMatchObject({ status: 429 })
      await (await client()).settled() // others are not held up
      clock.tick(8_000)
      await comeAndGo()
      await expect(comeAndGo()).rejects.toMatchObject({ status: 429 })
    })

    test('so does an address, whatever its tokens are worth', async () => {
      const { client, clock, url } = await setUp({
        limits: { maxConnectionsPerIp: 3 },
        clientIp: (request) => String(request.headers['x-real-ip']),
      })
      const from = async (ip: string) => (await client({ headers: { 'x-real-ip': ip }, token: 'forged' })).closed
      for (let count = 0; count < 12; count += 1) expect((await from('10.0.0.1')).code).toBe(3000)
      await expect(from('10.0.0.1')).rejects.toMatchObject({ status: 429 })
      const answer = await new Promise<IncomingMessage>((resolve) => {
        const headers = { connection: 'upgrade', upgrade: 'websocket', 'x-real-ip': '10.0.0.1' }
        get(url.replace('ws:', 'http:'), { headers }, (response) => resolve(response.resume()))
      })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '7'])
      expect((await from('10.0.0.2')).code).toBe(3000)
      clock.tick(7_000)
      expect((await from('10.0.0.1')).code).toBe(3000)
    })
  })

  describe('limits', () => {
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

  describe('stopping', () => {
    test('answers what was asked, says 1001, and lets nobody in', async () => {
      const { client, relay, db } = await setUp()
      const topic = randomTopic()
      const dapp = await client()
      const answer = dapp.publish(topic, 'last words')
      await expect.poll(async () => (await db.query('select 1 from relay_messages where topic = $1', [topic])).length).toBe(1)
      const stopped = relay.stop()
      expect(await answer).toMatchObject({ result: true })
      expect(await dapp.closed).toMatchObject({ code: 1001 })
      await stopped
      await relay.stop()
      expect(relay.stats().connections).toBe(0)
    })

    test('P8: waits for the answer that the database still owes', async () => {
      const held: (() => void)[] = []
      let isHolding = false
      const hold = () => isHolding && new Promise<void>((resolve) => held.push(resolve))
      const slow: Db = {
        ...db,
        query: async (text, parameters) => (await hold(), db.query<never>(text, parameters)),
        transaction: async (work) => (await hold(), db.transaction(work)),
      }
      const { client, relay } = await setUp({}, { db: slow })
      const dapp = await client()
      isHolding = true
      const answer = dapp.publish(randomTopic(), 'last words')
      await expect.poll(() => held.length).toBeGreaterThan(0)
      isHolding = false
      const stopped = relay.stop()
      await later(100)
      held.forEach((release) => release())
      expect(await Promise.race([answer, dapp.closed])).toMatchObject({ result: true })
      expect(await dapp.closed).toMatchObject({ code: 1001 })
      await stopped
    })

    test('P8: notes that who was here to the end was here', async () => {
      const { client, relay, clock } = await setUp()
      const dapp = await client()
      await dapp.ask('irn_subscribe', { topic: randomTopic() })
      clock.tick(10_000)
      await relay.stop()
      const { clientId } = dapp.identity
      expect(await db.query('select seen_at from relay_clients where client_id = $1', [clientId])).toEqual([
        { seen_at: clock.now() },
      ])
    })

    test('P8: a second call waits for the first, and does nothing of its own', async () => {
      const { client, relay, lines, db } = await setUp()
      const dapp = await client()
      dapp.socket.pause() // holds the first call up
      let isStopped = false
      const first = relay.stop().then(() => void (isStopped = true))
      await relay.stop()
      expect(isStopped).toBe(true)
      await first
      const counted = countStatements(db)
      const another = await startRelay({ db: counted })
      await another.stop()
      counted.sent()
      await another.relay.stop()
      expect(counted.sent()).toEqual([])
      expect(lines.filter((line) => line.includes('could not'))).toEqual([])
      dapp.socket.resume()
    })

    test('hangs up on who does not close', async () => {
      const { client, relay } = await setUp()
      const dapp = await client()
      dapp.socket.pause()
      await relay.stop()
      dapp.socket.resume()
      expect([1001, 1006]).toContain((await dapp.closed).code)
    })
  })

  test('S14: collects by jobs, and keeps the subscriptions of who is here', async () => {
    const { client, clock, db, relay } = await setUp({
      limits: { dropWithoutPongMs: 100_000_000_000, forgetClientAfterMs: 90_000 },
    })
    const collect = async () => {
      for (const job of relay.jobs) await job.run(new AbortController().signal)
    }
    const topic = randomTopic()
    const [dapp, phone, gone] = [await client(), await client(), await client()]
    await phone.ask('irn_subscribe', { topic })
    await gone.ask('irn_subscribe', { topic })
    await gone.close()
    await dapp.publish(topic, 'brief', { ttl: 30 })
    clock.tick(60_000)
    await collect()
    expect(await db.query('select 1 from relay_messages where topic = $1', [topic])).toEqual([])
    const seenAt = async () =>
      (await db.query('select seen_at from relay_clients where client_id = $1', [phone.identity.clientId]))[0]?.['seen_at']
    clock.tick(60_000)
    await expect.poll(seenAt).toBe(clock.now())
    await collect()
    expect(await db.query('select client_id from relay_subscriptions where topic = $1', [topic])).toEqual([
      { client_id: phone.identity.clientId },
    ])
  })

  test('S14: an instance reads no mail to collect it, and leaves that to the jobs', async () => {
    const counted = countStatements(db)
    const clock = createTestClock()
    const relay = await startRelay({ db: counted, clock })
    cleanups.push(() => relay.stop())
    const client = await connectClient(relay.url, { now: clock.now() })
    await client.settled()
    counted.sent()
    clock.tick(600_000)
    await expect.poll(counted.underWay).toBe(0)
    expect(counted.sent().filter(({ text }) => /delete|from relay_messages/.test(text))).toEqual([])
    for (const job of relay.relay.jobs) await job.run(new AbortController().signal)
    // What is deleted is noted by the same statement, and no row of it comes back.
    const texts = counted
      .sent()
      .map(({ text }) => text.replace(/^with gone as \((.*) returning topic, message_id\)\s+insert into/s, '$1; insert into'))
    expect(texts.filter((text) => !/^\s*delete/.test(text) || /returning/.test(text))).toEqual([])
    expect(texts.length).toBeGreaterThan(0)
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
})
