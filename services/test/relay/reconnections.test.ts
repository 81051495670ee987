// Clients that come again and again: who keeps a place, who waits, and what is said of it.
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { engine } from '../support/engines.js'
import { createIdentity, createToken, randomTopic } from '../support/relay-client.js'
import { useRelays } from '../support/relay-suite.js'

const { setUp } = useRelays(engine)

describe('storms of reconnections', () => {
  test('one socket of a client too many closes its oldest, not the newest, and says so', async () => {
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

  test('when one of two sockets of a client goes, the client is still there', async () => {
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

  test('a socket that is gone without a word does not keep its client out', async () => {
    const { client } = await setUp({ limits: { maxConnectionsPerClient: 2 } })
    const identity = createIdentity()
    for (let count = 0; count < 2; count += 1) (await client({ identity })).socket.pause()
    await (await client({ identity })).settled()
  })

  test('a client that takes all places of its address keeps no other out, and loses none of its sockets', async () => {
    const { client, relay } = await setUp({ limits: { maxConnectionsPerIp: 8, maxConnectionsPerClient: 32 } })
    const hog = createIdentity()
    for (let count = 0; count < 8; count += 1) await client({ identity: hog })
    await expect(client({ identity: hog })).rejects.toMatchObject({ status: 429 })
    await (await client()).settled()
    await expect(client({ identity: hog })).rejects.toMatchObject({ status: 429 })
    expect(relay.stats()).toMatchObject({ connections: 9, clients: 2, replaced: 0 })
  })

  test('what a full address keeps for a client is for nobody who only names it', async () => {
    const audiences = ['ws://127.0.0.1']
    const { client, clock, relay } = await setUp({ limits: { maxConnectionsPerIp: 2 }, audiences })
    const [victim, other] = [createIdentity(), createIdentity()]
    const tokens = {
      'of another key': createToken({ ...other, clientId: victim.clientId }, { now: clock.now() }),
      'of the day before yesterday': createToken(victim, { now: clock.now() - 2 * 86_400_000 }),
      'for another relay': createToken(victim, { now: clock.now(), claims: { aud: 'wss://relay.example' } }),
    }
    // With room, a refused token holds nothing in the name of its client.
    for (const token of Object.values(tokens)) expect((await (await client({ token })).closed).code).toBe(3000)
    for (let count = 0; count < 2; count += 1) await client({ identity: other })
    for (const [what, token] of Object.entries(tokens)) {
      await expect(client({ token }), what).rejects.toMatchObject({ status: 429 })
    }
    await (await client({ identity: victim })).settled()
    expect(relay.stats()).toMatchObject({ connections: 3, refused: { addressSockets: 3, unauthorized: 3 } })
  })

  test('nor does naming a client spend its part of the connections', async () => {
    const { client, clock } = await setUp({ limits: { maxConnectionsPerIp: 4 } })
    const [victim, other] = [createIdentity(), createIdentity()]
    const token = createToken({ ...other, clientId: victim.clientId }, { now: clock.now() })
    for (let count = 0; count < 16; count += 1) await (await client({ token })).closed
    for (let count = 0; count < 3; count += 1) await expect(client({ token })).rejects.toMatchObject({ status: 429 })
    await (await client({ identity: victim })).settled()
  })

  test('new keys have an eighth more than their address, and who was here before comes back', async () => {
    const { client, clock, relay } = await setUp({ limits: { maxConnectionsPerIp: 16 } })
    const regular = createIdentity()
    await (await client({ identity: regular })).close()
    await expect.poll(() => relay.stats().connections).toBe(0)
    clock.tick(600_000)
    const fresh = []
    for (let count = 0; count < 18; count += 1) fresh.push(await client())
    for (let count = 0; count < 3; count += 1) await expect(client()).rejects.toMatchObject({ status: 429 })
    await (await client({ identity: regular })).settled()
    // It has a socket now.
    await expect(client({ identity: regular })).rejects.toMatchObject({ status: 429 })
    expect(relay.stats()).toMatchObject({ connections: 19, clients: 19, refused: { addressSockets: 4 } })
    // Refused upgrades have left nothing behind.
    for (const one of fresh) await one.close()
    await expect.poll(() => relay.stats().connections).toBe(1)
    for (let count = 0; count < 17; count += 1) await client()
    await expect(client()).rejects.toMatchObject({ status: 429 })
  })

  test('refusals are counted by reason, and logged without a line each', async () => {
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
