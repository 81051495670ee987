// What load costs, as counts that a busy machine does not change: statements, rows looked at and questions to nodes must not grow with
// the data. The figures in milliseconds are in docs/benchmarks.md.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEVNET } from '../../src/settings/config.js'
import { createRpcClient } from '../../devnet/rpc-client.js'
import { startDevnet, type Devnet } from '../../devnet/evm.js'
import { createTestClock } from '../support/clock.js'
import { countStatements, rowsTouched, type CountingDb } from '../support/counting-db.js'
import { engine } from '../support/engines.js'
import { connectClient, createIdentity, randomTopic } from '../support/relay-client.js'
import { startRelay } from '../support/relay.js'
import { addressOf, seedHistory } from '../support/seed-history.js'
import { startServices, type TestServices } from '../support/services.js'

describe('a message', () => {
  test('costs three statements and a share of a notice, whatever else the relay keeps', async () => {
    const db = countStatements(await engine.open())
    // Time stands still: no heartbeat asks anything meanwhile.
    const clock = createTestClock()
    const relay = await startRelay({ db, clock })
    onTestFinished(async () => {
      await relay.stop()
      await db.close()
    })
    const now = clock.now()
    const [dapp, phone] = [await connectClient(relay.url, { now }), await connectClient(relay.url, { now })]
    const topic = randomTopic()
    await phone.ask('irn_subscribe', { topic })

    const pass = async (text: string) => {
      await phone.settled()
      await expect.poll(db.underWay).toBe(0)
      db.sent()
      await dapp.publish(topic, text)
      phone.ack(await phone.nextPush())
      await phone.settled()
      return db.sent()
    }
    const few = await pass('one')
    await crowd(db, now)
    const many = await pass('two')
    // Publish, look for mail, tell the other instances, acknowledge; and the question by which this test knows that all is done.
    expect(few.map(({ text }) => text.trim().split(/\s+/).slice(0, 2).join(' '))).toEqual([
      'with asked',
      'select m.seq,',
      'select pg_notify($1,',
      'with mail',
      'select m.seq,',
    ])
    expect(many.map(({ text }) => text)).toEqual(few.map(({ text }) => text))
    // Of the other topics' thousands none was looked at: what storing and acknowledging look at in their own rows is counted, too.
    expect(await rowsTouched(db, many)).toBeLessThanOrEqual(30)
  })

  test('costs an instance nothing where nobody waits for it; a subscription costs one statement', async () => {
    const db = countStatements(await engine.open())
    const relay = await startRelay({ db, clock: createTestClock() })
    onTestFinished(async () => {
      await relay.stop()
      await db.close()
    })
    const { now } = createTestClock()
    const [dapp, phone] = [await connectClient(relay.url, { now: now() }), await connectClient(relay.url, { now: now() })]
    db.sent()
    await dapp.publish(randomTopic(), 'for later')
    // One to store, one to tell the other instances, which may leave after the answer.
    const sent: string[] = []
    await expect.poll(() => sent.push(...db.sent().map(({ text }) => text.slice(0, 20)))).toBeGreaterThanOrEqual(2)
    await expect.poll(db.underWay).toBe(0)
    expect([...sent, ...db.sent()]).toHaveLength(2)
    await phone.ask('irn_batchSubscribe', { topics: [randomTopic(), randomTopic(), randomTopic()] })
    // One to subscribe, one to look for mail.
    await phone.settled()
    expect(db.sent().length).toBeLessThanOrEqual(3)
  })
})

describe('the data side', () => {
  const small = { address: addressOf(1), operations: 120 }
  const large = { address: addressOf(2), operations: 6_000 }
  let devnet: Devnet
  let db: CountingDb
  let services: TestServices
  let asked = 0

  beforeAll(async () => {
    devnet = await startDevnet()
    db = countStatements(await engine.open())
    const head = Number(await createRpcClient(devnet.url).request('eth_blockNumber'))
    await seedHistory(db, { chain: DEVNET, head, now: Date.now(), accounts: [small, large] })
    const counted: typeof fetch = (...input) => {
      asked += 1
      return fetch(...input)
    }
    services = await startServices({ evmUrl: devnet.url, db, fetch: counted })
  })
  afterAll(async () => {
    await services.stop()
    await db.close()
    await devnet.stop()
  })

  async function cost(path: string) {
    db.sent()
    asked = 0
    const response = await fetch(`${services.url}${path}`)
    const body = (await response.json()) as { readonly data?: readonly unknown[]; readonly next?: string | null }
    expect(response.status).toBe(200)
    const statements = db.sent()
    return { body, statements: statements.length, rows: await rowsTouched(db, statements), nodes: asked }
  }

  test('a page of history costs the same for a long past, and at its far end', async () => {
    const page = (address: string, cursor = '') =>
      cost(`/v1/account/${address}/history?chainId=${DEVNET}${cursor && `&cursor=${cursor}`}`)
    await page(small.address) // notes that somebody asked
    await page(large.address)
    const [brief, long] = [await page(small.address), await page(large.address)]
    expect(long.statements).toBe(brief.statements)
    expect(long.statements).toBeLessThanOrEqual(5)
    expect(long.nodes).toBeLessThanOrEqual(2)
    expect(long.rows).toBeLessThanOrEqual(2 * brief.rows)

    let cursor = long.body.next ?? ''
    const second = await page(large.address, cursor)
    for (let left = large.operations / 50 - 3; left > 0; left -= 1) {
      const { next } = (await page(large.address, cursor)).body
      cursor = next ?? ''
    }
    const last = await page(large.address, cursor)
    expect(last.body.data).toHaveLength(50)
    expect(last.statements).toBe(second.statements)
    expect(last.statements).toBeLessThanOrEqual(2)
    expect(last.nodes).toBe(0)
    expect(last.rows).toBeLessThanOrEqual(2 * second.rows)
  })

  test('a remembered balance and the wallet list cost no statement and no question to a node', async () => {
    const path = `/v1/account/${addressOf(3)}/balance?currency=usd&chainId=${DEVNET}`
    await cost(path)
    expect(await cost(path)).toMatchObject({ statements: 0, nodes: 0 })
    expect(await cost('/getWallets?page=1&entries=40')).toMatchObject({ statements: 0, nodes: 0 })
  })
})

/** Other clients, their topics, and their mail. */
async function crowd(db: CountingDb, now: number): Promise<void> {
  const others = createIdentity().clientId
  await db.query(
    'insert into relay_clients (client_id, seen_at) select $1::text || n, $2::bigint from generate_series(1, 500) n',
    [others, now],
  )
  await db.query(
    `insert into relay_subscriptions (client_id, topic, subscription_id)
     select $1::text || n, md5(n::text) || md5('t' || n), 'id' from generate_series(1, 500) n`,
    [others],
  )
  await db.query(
    `insert into relay_messages (topic, message_id, message, tag, publisher, project, bytes, published_at, expires_at)
     select md5((n % 500)::text) || md5('t' || (n % 500)), n::text, 'm', 0, $1, 'test', 1, $2::bigint, $2::bigint + 1000000 from generate_series(1, 5000) n`,
    [others, now],
  )
  for (const table of ['relay_clients', 'relay_subscriptions', 'relay_messages']) await db.query(`analyze ${table}`)
}
