// Two relays on one Postgres are one relay: a dapp on the first reaches a wallet on the second.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { verifyMessage, type Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { connectDb } from '../../src/db/connect.js'
import { createDappPeer } from '../support/dapp-peer.js'
import { missingPostgres, startPostgres, type TestPostgres } from '../support/postgres.js'
import { connectClient, createIdentity, randomTopic } from '../support/relay-client.js'
import { startRelay } from '../support/relay.js'
import { createWalletPeer } from '../support/wallet-peer.js'

const missing = missingPostgres()

describe.skipIf(missing)(`two instances${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  async function setUp() {
    const databaseUrl = await server.createDatabase()
    const dbs = [await connectDb({ databaseUrl }), await connectDb({ databaseUrl })] as const
    const relays = [await startRelay({ db: dbs[0] }), await startRelay({ db: dbs[1] })] as const
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
