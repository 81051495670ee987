// Two relays on one Postgres are one relay: a dapp on the first reaches a wallet on the second.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { verifyMessage, type Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { connectDb, type Db } from '../../src/db/connect.js'
import { createSharedBuckets } from '../../src/limits/shared-buckets.js'
import { createLog } from '../../src/operations/log.js'
import type { RelayConfig } from '../../src/relay/relay.js'
import { createDappPeer } from '../support/dapp-peer.js'
import { describePostgres } from '../support/engines.js'
import { startPostgres, type TestPostgres } from '../support/postgres.js'
import { connectClient, createIdentity, randomTopic } from '../support/relay-client.js'
import { startRelay } from '../support/relay.js'
import { createWalletPeer } from '../support/wallet-peer.js'

describePostgres('two instances', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  async function setUp(config: RelayConfig = {}) {
    const databaseUrl = await server.createDatabase()
    const dbs = [await connectDb({ databaseUrl }), await connectDb({ databaseUrl })] as const
    const log = createLog({ level: 'silent' })
    const start = (db: Db) => startRelay({ db, config, sharedBuckets: createSharedBuckets({ sql: db, log, answerMs: 60_000 }) })
    const relays = [await start(dbs[0]), await start(dbs[1])] as const
    onTestFinished(async () => {
      for (const relay of relays) await relay.stop()
      for (const db of dbs) await db.close()
    })
    return { first: relays[0], second: relays[1] }
  }

  test('deliver to each other, in order', async () => {
    const { first, second } = await setUp()
    const [dapp, phone] = [await connectClient(first.url), await connectClient(second.url)]
    const topic = randomTopic()
    await phone.ask('irn_subscribe', { topic })
    for (let count = 0; count < 50; count += 1) await dapp.publish(topic, `m${count}`)
    for (let count = 0; count < 50; count += 1) {
      const push = await phone.nextPush()
      expect(push.params.data.message).toBe(`m${count}`)
      phone.ack(push)
    }
    await phone.settled()
    expect(phone.pushes).toHaveLength(50)
  })

  test('an end of a subscription on the one holds on the other', async () => {
    const { first, second } = await setUp()
    const identity = createIdentity()
    const [dapp, phone, same] = [
      await connectClient(first.url),
      await connectClient(first.url, { identity }),
      await connectClient(second.url, { identity }),
    ]
    const [ended, kept] = [randomTopic(), randomTopic()]
    await same.ask('irn_batchSubscribe', { topics: [ended, kept] })
    await phone.ask('irn_unsubscribe', { topic: ended, id: 'any' })
    await dapp.publish(ended, 'for nobody')
    await dapp.publish(kept, 'for somebody')
    expect((await same.nextPush()).params.data.message).toBe('for somebody')
    expect(same.pushes).toHaveLength(1)
  })

  test('share subscriptions and acknowledgements of a client that moves', async () => {
    const { first, second } = await setUp()
    const identity = createIdentity()
    const [dapp, phone] = [await connectClient(second.url), await connectClient(first.url, { identity })]
    const topic = randomTopic()
    await phone.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'read')
    phone.ack(await phone.nextPush())
    await phone.settled()
    await phone.close()
    await dapp.publish(topic, 'unread')
    const moved = await connectClient(second.url, { identity })
    await moved.ask('irn_subscribe', { topic })
    expect((await moved.nextPush()).params.data.message).toBe('unread')
  })

  test('catch up when the connection for notifications broke', async () => {
    const { first, second } = await setUp()
    const [dapp, phone] = [await connectClient(first.url), await connectClient(second.url)]
    const topic = randomTopic()
    await phone.ask('irn_subscribe', { topic })
    await first.db.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    )
    await dapp.publish(topic, 'in the gap')
    expect((await phone.nextPush()).params.data.message).toBe('in the gap')
  })

  test('count a client and an address together', async () => {
    const limits = { throttleMessages: 40, throttleWindowMs: 1e12, maxConnectionsPerClient: 1 }
    const { first, second } = await setUp({ limits })
    const identity = createIdentity()
    const began = Date.now()
    const clients = [await connectClient(first.url, { identity }), await connectClient(second.url, { identity })]
    const ends = clients.map(async (client) => {
      let answers = 0
      const reading = (async () => {
        for (;;) answers += (await client.nextFrame()) === '' ? 0 : 1
      })()
      for (let count = 0; count < 60; count += 1) client.send('{}')
      const end = await Promise.race([client.closed, reading])
      return { code: end.code, answers }
    })
    const [one, two] = await Promise.all(ends)
    expect([one?.code, two?.code]).toEqual([1013, 1013])
    expect((one?.answers ?? 0) + (two?.answers ?? 0)).toBeLessThanOrEqual(40 + 4)
    // Connections: twenty of them, and a share of two too many at most.
    let count = 2
    const order = [first, second, first, second, first, second]
    for (let round = 0; round < 5; round += 1) {
      for (const { url } of order) {
        const inside = await connectClient(url, { identity }).catch(() => undefined)
        if (inside) count += 1
        await inside?.close()
      }
    }
    expect(count).toBeGreaterThanOrEqual(20)
    // One comes back in eight seconds.
    expect(count).toBeLessThanOrEqual(22 + Math.ceil((Date.now() - began) / 8_000))
  })

  test('carry a real session', async () => {
    const { first, second } = await setUp()
    const page = await createDappPeer({ relayUrl: first.url })
    const phone = await createWalletPeer({ relayUrl: second.url, privateKey: generatePrivateKey(), chains: ['eip155:31337'] })
    onTestFinished(async () => {
      await page.close()
      await phone.close()
    })
    const { uri, session } = await page.connect()
    await phone.pair(uri)
    await session
    const signature = await page.personalSign('across', phone.address)
    expect(await verifyMessage({ address: phone.address, message: 'across', signature: signature as Hex })).toBe(true)
  })
})
