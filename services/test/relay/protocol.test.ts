// The protocol as a bare client sees it: every call, the order of answers and pushes, and who gets what.
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import { subscriptionIdOf } from '../../src/relay/subscription-id.js'
import type { RelayConfig } from '../../src/relay/relay.js'
import { engine } from '../support/engines.js'
import { checkEach } from '../../../test/support/rows.js'
import { gateTo } from '../support/gated-db.js'
import { startRelay } from '../support/relay.js'
import { connectClient, createIdentity, randomTopic } from '../support/relay-client.js'
import { useRelays } from '../support/relay-suite.js'

const { setUp: start, database, cleanUp } = useRelays(engine)
const setUp = async (config: RelayConfig = {}, on: Db = database()) => ({
  ...(await start(config, { db: on })),
  topic: randomTopic(),
})

describe('mail', () => {
  test('reaches the other side, not the publisher', async () => {
    const { client, clock, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    expect(await dapp.ask('irn_subscribe', { topic })).toBe(subscriptionIdOf(dapp.identity.clientId, topic))
    const id = await phone.ask('irn_subscribe', { topic })
    expect(await dapp.publish(topic, 'sealed', { attestation: 'proof', prompt: true, tvf: { txHashes: ['0x1'] } })).toMatchObject(
      { result: true },
    )
    const push = await phone.nextPush()
    expect(push.params).toEqual({
      id,
      data: { topic, message: 'sealed', tag: 1108, publishedAt: clock.now(), attestation: 'proof' },
    })
    expect(push.id).toBeLessThan(Number.MAX_SAFE_INTEGER)
    await dapp.settled()
    expect(dapp.pushes).toEqual([])
  })

  test('waits for a subscriber that comes later; ids are answered before it is pushed', async () => {
    const { client, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    for (const text of ['1', '2', '3']) await dapp.publish(topic, text)
    const order: string[] = []
    phone.socket.on('message', (raw) =>
      order.push((raw as Buffer).toString('utf8').includes('irn_subscription') ? 'push' : 'answer'),
    )
    expect(await phone.ask('irn_batchSubscribe', { topics: [topic, randomTopic()] })).toHaveLength(2)
    for (const text of ['1', '2', '3']) expect((await phone.nextPush()).params.data.message).toBe(text)
    expect(order).toEqual(['answer', 'push', 'push', 'push'])
  })

  test('keeps the order of a publisher who does not wait for answers', async () => {
    const { client, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    await phone.ask('irn_subscribe', { topic })
    const texts = Array.from({ length: 40 }, (_, index) => `m${index}`)
    for (const [id, message] of texts.entries()) {
      dapp.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_publish', params: { topic, message, ttl: 60, tag: 1 } }))
    }
    for (const text of texts) {
      const push = await phone.nextPush()
      expect(push.params.data.message).toBe(text)
      phone.ack(push)
    }
  })

  test('is pushed in bounded portions, more with each acknowledgement', async () => {
    const { client, topic } = await setUp({ limits: { pushWindow: 2 } })
    const [dapp, phone] = [await client(), await client()]
    const messages = ['a', 'b', 'c', 'd', 'e'].map((message) => ({ topic, message, ttl: 60, tag: 1 }))
    expect(await dapp.ask('irn_batchPublish', { messages })).toBe(true)
    await phone.ask('irn_subscribe', { topic })
    await phone.nextPush()
    await phone.nextPush()
    await phone.settled()
    expect(phone.pushes).toHaveLength(2)
    for (const push of [...phone.pushes]) phone.ack(push)
    phone.ack(await phone.nextPush())
    phone.ack(await phone.nextPush())
    expect((await phone.nextPush()).params.data.message).toBe('e')
  })

  test('is pushed as far as a number of bytes is not acknowledged, however much the connection takes', async () => {
    const { client, topic } = await setUp({ limits: { maxBufferedBytes: 1_500 } })
    const [dapp, phone] = [await client(), await client()]
    const messages = ['a', 'b', 'c', 'd'].map((text) => ({ topic, message: text.repeat(400), ttl: 60, tag: 1 }))
    await dapp.ask('irn_batchPublish', { messages })
    await phone.ask('irn_subscribe', { topic })
    const first = await phone.nextPush()
    await phone.nextPush()
    await phone.settled()
    expect(phone.pushes).toHaveLength(2)
    phone.ack(first)
    expect((await phone.nextPush()).params.data.message).toBe('c'.repeat(400))
    await phone.settled()
    expect(phone.pushes).toHaveLength(3)
  })

  test('goes to every socket of a client, and one acknowledgement counts for all', async () => {
    const { client, clock, topic } = await setUp()
    const identity = createIdentity()
    const [tab, other, dapp] = [await client({ identity }), await client({ identity }), await client()]
    await tab.ask('irn_subscribe', { topic })
    await other.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'both')
    tab.ack(await tab.nextPush())
    await other.nextPush()
    await tab.settled()
    clock.tick(60_000)
    await other.settled()
    expect([tab.pushes.length, other.pushes.length]).toEqual([1, 1])
    await tab.close()
    await dapp.publish(topic, 'still there')
    expect((await other.nextPush()).params.data.message).toBe('still there')
  })

  test('goes to a socket even when another of the client acknowledges before the database answers it', async () => {
    const gate = gateTo(database())
    const { client, clock, topic } = await setUp({}, gate.db)
    const identity = createIdentity()
    const [tab, other, dapp] = [await client({ identity }), await client({ identity }), await client()]
    for (const socket of [tab, other]) await socket.ask('irn_subscribe', { topic })
    for (const socket of [tab, other]) await socket.settled()
    await gate.idle()
    const asked: (() => void)[] = []
    gate.pass = () => new Promise((resolve) => asked.push(resolve))
    await dapp.publish(topic, 'for one of them')
    await expect.poll(() => asked.length).toBe(2)
    const pushes = [tab, other].map(async (socket) => ({ socket, push: await socket.nextPush() }))
    asked[0]?.()
    const first = await Promise.race(pushes)
    first.socket.ack(first.push)
    await first.socket.settled()
    asked[1]?.()
    for (const { push } of await Promise.all(pushes)) expect(push.params.data.message).toBe('for one of them')
    gate.pass = async () => undefined
    clock.tick(60_000)
    await dapp.publish(topic, 'the next')
    for (const socket of [tab, other]) {
      await socket.nextPush()
      expect(socket.pushes.length).toBe(2)
    }
  })

  test('is asked for again when the database failed', async () => {
    const gate = gateTo(database())
    const { client, clock, topic } = await setUp({}, gate.db)
    const [phone, dapp] = [await client(), await client()]
    await phone.ask('irn_subscribe', { topic })
    await phone.settled()
    await gate.idle()
    gate.pass = () => Promise.reject(new Error('connection lost'))
    await dapp.publish(topic, 'patience')
    await phone.settled()
    gate.pass = async () => undefined
    clock.tick(5_000)
    expect((await phone.nextPush()).params.data.message).toBe('patience')
  })

  test('ends with the subscription, on every socket of the client', async () => {
    const { client, topic } = await setUp()
    const identity = createIdentity()
    const [tab, other, dapp] = [await client({ identity }), await client({ identity }), await client()]
    const id = await tab.ask('irn_subscribe', { topic })
    await other.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'unanswered')
    await tab.nextPush()
    await other.nextPush()
    expect(await tab.ask('irn_unsubscribe', { topic, id })).toBe(true)
    await dapp.publish(topic, 'unheard')
    await dapp.settled()
    await tab.settled()
    await other.settled()
    expect([tab.pushes.length, other.pushes.length]).toEqual([1, 1])
    const late = await client()
    await late.ask('irn_subscribe', { topic })
    await late.nextPush()
    expect((await late.nextPush()).params.data.message).toBe('unheard')
    expect(await late.ask('irn_batchUnsubscribe', { subscriptions: [{ topic, id: 'any' }] })).toBe(true)
  })
})

describe('repeats', () => {
  test('an unanswered push comes again after 30 s, three times, then not on this socket', async () => {
    const { client, clock, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    await phone.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'hello?', { ttl: 3_600 })
    const first = await phone.nextPush()
    clock.tick(25_000)
    await phone.settled()
    expect(phone.pushes).toHaveLength(1)
    for (let repeat = 1; repeat <= 3; repeat += 1) {
      clock.tick(repeat === 1 ? 5_000 : 30_000)
      const again = await phone.nextPush()
      expect(again.id).toBe(first.id)
      await phone.settled()
    }
    clock.tick(40_000)
    await phone.settled()
    clock.tick(40_000)
    await phone.settled()
    expect(phone.pushes).toHaveLength(4)
    await phone.ask('irn_subscribe', { topic })
    expect((await phone.nextPush()).params.data.message).toBe('hello?')
  })

  test('an answered push does not come again, not even on the next connection', async () => {
    const { client, clock, topic } = await setUp()
    const identity = createIdentity()
    const [dapp, phone] = [await client(), await client({ identity })]
    await phone.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'once')
    const push = await phone.nextPush()
    phone.send(`{"id":"${push.id}n","jsonrpc":"2.0","result":true}`)
    await phone.settled()
    clock.tick(45_000)
    await phone.close()
    const again = await client({ identity })
    await again.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'twice')
    expect((await again.nextPush()).params.data.message).toBe('twice')
  })

  test('an error is no acknowledgement', async () => {
    const { client, clock, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    await phone.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'hm')
    const push = await phone.nextPush()
    phone.send(JSON.stringify({ id: push.id, jsonrpc: '2.0', error: { code: -32000, message: 'storage full' } }))
    await phone.settled()
    clock.tick(30_000)
    expect((await phone.nextPush()).id).toBe(push.id)
  })

  test('an acknowledgement that is repeated counts once', async () => {
    const { client, relay, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    await phone.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'hm')
    const push = await phone.nextPush()
    for (let count = 0; count < 10; count += 1) phone.ack(push)
    await phone.settled()
    expect(relay.stats().acknowledged).toBe(1)
  })

  test('an expired message does not come again', async () => {
    const { client, clock, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    await phone.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'brief', { ttl: 20 })
    await phone.nextPush()
    clock.tick(35_000)
    await phone.settled()
    expect(phone.pushes).toHaveLength(1)
  })

  test('subscriptions outlive the connection; mail waits until the client shows up with them, or ten seconds', async () => {
    const { client, clock, topic } = await setUp()
    const identity = createIdentity()
    const [dapp, phone] = [await client(), await client({ identity })]
    await phone.ask('irn_subscribe', { topic })
    await phone.close()
    await dapp.publish(topic, 'while away')
    const back = await client({ identity })
    clock.tick(9_999)
    await back.settled()
    // Clients acknowledge even what they cannot use yet, so nothing may arrive before they have subscribed.
    expect(back.pushes).toEqual([])
    clock.tick(5_001)
    expect((await back.nextPush()).params.data.message).toBe('while away')
  })
})

describe('fetching', () => {
  test('gives pages of what is pending, each message once', async () => {
    const { client, topic } = await setUp({ limits: { fetchPage: 2 } })
    const [dapp, phone] = [await client(), await client()]
    for (const text of ['a', 'b', 'c']) await dapp.publish(topic, text)
    const first = await phone.ask('irn_fetchMessages', { topic })
    expect(first).toMatchObject({
      hasMore: true,
      messages: [{ topic, message: 'a', tag: 1108, attestation: null }, { message: 'b' }],
    })
    expect(await phone.ask('irn_batchFetchMessages', { topics: [topic] })).toMatchObject({
      hasMore: false,
      messages: [{ message: 'c' }],
    })
    expect(await phone.ask('irn_batchFetchMessages', { topics: [topic] })).toEqual({ hasMore: false, messages: [] })
    expect(await dapp.ask('irn_fetchMessages', { topic })).toEqual({ hasMore: false, messages: [] })
  })

  test('is over once the client has shown a sign of life after the page: until then another socket of it gets the mail again', async () => {
    const { client, topic, db } = await setUp()
    const identity = createIdentity()
    const [dapp, silent] = [await client(), await client({ identity, autoPong: false })]
    await dapp.publish(topic, 'not lost')
    await dapp.publish(topic, 'nor this')
    const page = { hasMore: false, messages: [{ message: 'not lost' }, { message: 'nor this' }] }
    expect(await silent.ask('irn_fetchMessages', { topic })).toMatchObject(page)
    // Not again on the socket that has just been sent it.
    expect(await silent.ask('irn_fetchMessages', { topic })).toEqual({ hasMore: false, messages: [] })
    silent.socket.terminate()
    const back = await client({ identity })
    expect(await back.ask('irn_batchFetchMessages', { topics: [topic] })).toMatchObject(page)
    const unread = () =>
      db.query('select seq from relay_messages where topic = $1 and seq not in (select seq from relay_acks)', [topic])
    await expect.poll(unread).toEqual([])
    expect(await (await client({ identity })).ask('irn_fetchMessages', { topic })).toEqual({ hasMore: false, messages: [] })
  })

  test('a page whose ping nobody answers is sent again, as a push where the client is subscribed', async () => {
    const { client, clock, topic } = await setUp()
    const [dapp, phone] = [await client(), await client({ autoPong: false })]
    await dapp.publish(topic, 'patience')
    await phone.ask('irn_fetchMessages', { topic })
    await phone.ask('irn_subscribe', { topic })
    await phone.settled()
    expect(phone.pushes).toEqual([])
    clock.tick(30_000)
    expect((await phone.nextPush()).params.data.message).toBe('patience')
  })

  test('waits for a sign of life where pages of more than a frame are without one', async () => {
    const { client, topic } = await setUp({ limits: { maxFrameBytes: 1_000 } })
    const [dapp, phone] = [await client(), await client({ autoPong: false })]
    for (const text of ['a', 'b', 'c', 'd', 'e']) await dapp.publish(topic, text.repeat(300))
    const fetch = () => phone.ask('irn_fetchMessages', { topic })
    const pinged = once(phone.socket, 'ping')
    expect(await fetch()).toMatchObject({ hasMore: true, messages: [{}, {}] })
    expect(await fetch()).toMatchObject({ hasMore: true, messages: [{}, {}] })
    expect(await fetch()).toEqual({ hasMore: true, messages: [] })
    phone.socket.pong((await pinged)[0])
    expect(await fetch()).toMatchObject({ hasMore: false, messages: [{ message: 'e'.repeat(300) }] })
  })

  test('a pong that answers no ping acknowledges nothing', async () => {
    const { client, topic } = await setUp()
    const identity = createIdentity()
    const [dapp, phone] = [await client(), await client({ identity, autoPong: false })]
    await dapp.publish(topic, 'not lost')
    phone.socket.pong('page 1')
    await phone.ask('irn_fetchMessages', { topic })
    for (const payload of ['', 'page 0', 'page 2', '__proto__']) phone.socket.pong(payload)
    await phone.settled()
    expect(await (await client({ identity })).ask('irn_fetchMessages', { topic })).toMatchObject({ messages: [{}] })
  })

  test('keeps pages below the size of a frame', async () => {
    const { client, topic } = await setUp({ limits: { maxFrameBytes: 1_000 } })
    const [dapp, phone] = [await client(), await client()]
    for (const text of ['a', 'b', 'c']) await dapp.publish(topic, text.repeat(300))
    expect(await phone.ask('irn_fetchMessages', { topic })).toMatchObject({ hasMore: true, messages: [{}, {}] })
    expect(await phone.ask('irn_fetchMessages', { topic })).toMatchObject({ hasMore: false, messages: [{}] })
  })
})

describe('sessions', () => {
  test('wc_proposeSession subscribes the dapp and stores the proposal with tag 1100', async () => {
    const { client, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    const proposal = { pairingTopic: topic, sessionProposal: 'proposal', ttl: 300, correlationId: 1, attestation: '' }
    expect(await dapp.call('wc_proposeSession', proposal, '1795240380930728448')).toEqual({
      id: '1795240380930728448',
      jsonrpc: '2.0',
      result: true,
    })
    await phone.ask('irn_subscribe', { topic })
    expect((await phone.nextPush()).params.data).toMatchObject({ message: 'proposal', tag: 1100 })
    await phone.publish(topic, 'answer')
    expect((await dapp.nextPush()).params.data.message).toBe('answer')
  })

  test('wc_approveSession subscribes the wallet, answers on the pairing and settles on the session', async () => {
    const { client, topic } = await setUp()
    const [dapp, phone] = [await client(), await client()]
    const sessionTopic = randomTopic()
    await dapp.ask('irn_subscribe', { topic })
    const approval = {
      sessionTopic,
      pairingTopic: topic,
      sessionProposalResponse: 'response',
      sessionSettlementRequest: 'settlement',
      ttl: 300,
      correlationId: 2,
      approvedChains: ['eip155:1'],
    }
    expect(await phone.ask('wc_approveSession', approval)).toBe(true)
    expect((await dapp.nextPush()).params.data).toMatchObject({ topic, message: 'response', tag: 1101 })
    await dapp.ask('irn_subscribe', { topic: sessionTopic })
    expect((await dapp.nextPush()).params.data).toMatchObject({ topic: sessionTopic, message: 'settlement', tag: 1102 })
    await dapp.publish(sessionTopic, 'request')
    expect((await phone.nextPush()).params.data.message).toBe('request')
  })
})

describe('bad calls', () => {
  test('are refused with their code', () =>
    checkEach(
      [
        ['an unknown method', 'irn_destroy', {}, -32601],
        ["a method of Object's", 'constructor', {}, -32601],
        ['a short topic', 'irn_subscribe', { topic: 'abc' }, -32602],
        ['an uppercase topic', 'irn_subscribe', { topic: 'A'.repeat(64) }, -32602],
        ['no parameters', 'irn_publish', undefined, -32602],
        ['no ttl', 'irn_publish', { topic: '0'.repeat(64), message: 'm', tag: 1 }, -32602],
        ['no life', 'irn_publish', { topic: '0'.repeat(64), message: 'm', ttl: 0, tag: 1 }, -32602],
        ['too long a life', 'irn_publish', { topic: '0'.repeat(64), message: 'm', ttl: 2_592_001, tag: 1 }, -32602],
        ['an empty message', 'irn_publish', { topic: '0'.repeat(64), message: '', ttl: 1, tag: 1 }, -32602],
        ['too large a message', 'irn_publish', { topic: '0'.repeat(64), message: 'm'.repeat(262_145), ttl: 1, tag: 1 }, -32602],
        ['501 topics', 'irn_batchSubscribe', { topics: Array(501).fill('0'.repeat(64)) }, -32602],
        ['501 to fetch', 'irn_batchFetchMessages', { topics: Array(501).fill('0'.repeat(64)) }, -32602],
      ],
      'are refused: %s',
      async (_what, method, params, code) => {
        const { client } = await setUp()
        const phone = await client()
        expect(await phone.call(method, params, '1795240380930728448')).toMatchObject({
          id: '1795240380930728448',
          error: { code },
        })
      },
    ))

  test('500 topics are fine', async () => {
    const { client } = await setUp()
    const phone = await client()
    const topics = Array.from({ length: 500 }, randomTopic)
    expect(await phone.ask('irn_batchSubscribe', { topics })).toEqual(
      topics.map((topic) => subscriptionIdOf(phone.identity.clientId, topic)),
    )
  })

  test('a 19-digit number comes back digit for digit', async () => {
    const { client, topic } = await setUp()
    const phone = await client()
    phone.send(
      `{"id":1700000000000000123,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","message":"m","ttl":1,"tag":0}}`,
    )
    expect(await phone.nextFrame()).toBe('{"id":1700000000000000123,"jsonrpc":"2.0","result":true}')
  })

  test('a database that fails gives an internal error, without its words', async () => {
    const query: Db['query'] = (text, values) =>
      text.includes('insert into') ? Promise.reject(new Error('secret detail')) : database().query(text, values)
    const relay = await startRelay({ db: { ...database(), query } })
    cleanUp(() => relay.stop())
    const phone = await connectClient(relay.url)
    expect(await phone.call('irn_subscribe', { topic: randomTopic() })).toMatchObject({
      error: { code: -32000, message: 'Internal error' },
    })
    expect(await relay.relay.isHealthy()).toBe(true)
  })
})
