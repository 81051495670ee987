// A Postgres that says nothing any more, without an end: what a router or a frozen machine does. Nobody may wait for it for ever.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DbUnavailableError } from '../../src/db/db.js'
import { connectPostgres, type PostgresLimits } from '../../src/db/postgres.js'
import { startWire } from '../support/lazy-wire.js'
import { describePostgres } from '../support/engines.js'
import { startPostgres, type TestPostgres } from '../support/postgres.js'
import { connectClient, randomTopic } from '../support/relay-client.js'
import { startRelay } from '../support/relay.js'
import { startServices } from '../support/services.js'

describePostgres('a silent database', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  async function setUp(limits: Partial<PostgresLimits>) {
    const databaseUrl = await server.createDatabase('migrated')
    const wire = await startWire(databaseUrl)
    const [near, far] = [await connectPostgres(databaseUrl), await connectPostgres(wire.url, limits)]
    // The wire ends first: a goodbye over a silent connection would wait.
    onTestFinished(async () => {
      await wire.stop()
      for (const db of [near, far]) await db.close()
    })
    return { wire, near, far }
  }

  test('is noticed where notifications come from, and they come again', async () => {
    const { wire, near, far } = await setUp({ heartbeatMs: 100, answerMs: 500 })
    const [one, two] = [await startRelay({ db: near }), await startRelay({ db: far })]
    onTestFinished(async () => {
      await one.stop()
      await two.stop()
    })
    const [dapp, phone] = [await connectClient(one.url), await connectClient(two.url)]
    const topic = randomTopic()
    await phone.ask('irn_subscribe', { topic })
    await dapp.publish(topic, 'before')
    expect((await phone.nextPush()).params.data.message).toBe('before')
    wire.silence(/listen "/)
    wire.mend()
    await dapp.publish(topic, 'in the silence')
    expect((await phone.nextPush()).params.data.message).toBe('in the silence')
    await dapp.publish(topic, 'after')
    expect((await phone.nextPush()).params.data.message).toBe('after')
  })

  test('refuses in bounded time, a transaction too, and answers when it speaks again', async () => {
    const { wire, far } = await setUp({ statementMs: 500, connectMs: 500 })
    wire.silence()
    await expect(far.query('select 1')).rejects.toThrow(DbUnavailableError)
    await expect(far.transaction((sql) => sql.query('select 1'))).rejects.toThrow(DbUnavailableError)
    wire.mend()
    await expect.poll(() => far.query('select 1 as one').catch(() => undefined)).toEqual([{ one: 1 }])
    await expect(far.query('select pg_sleep(30)')).rejects.toThrow(DbUnavailableError)
    await expect(far.query('select nonsense')).rejects.toThrow('nonsense')
  })

  test('is a 503 for who asks over HTTP', async () => {
    const { wire, far } = await setUp({ statementMs: 500, connectMs: 500 })
    const services = await startServices({ db: far })
    onTestFinished(() => services.stop())
    wire.silence()
    const response = await fetch(`${services.url}/v1/profile/account/somebody.wallet.example?apiVersion=2`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ status: 'FAILED' })
    wire.mend()
  })

  test('does not hold a relay that is told to stop', async () => {
    const { wire, far } = await setUp({})
    const relay = await startRelay({ db: far })
    const client = await connectClient(relay.url)
    wire.silence()
    const waiting = client.publish(randomTopic(), 'never stored')
    waiting.catch(() => undefined)
    const stopped = relay.stop()
    expect(await client.closed).toMatchObject({ code: 1001 })
    await wire.stop()
    await stopped
  })
})
