// Two instances over one Postgres: challenges, limits, waits and sessions are the same on both.
import { expect, onTestFinished, test } from 'vitest'
import { connectDb } from '../../src/db/connect.js'
import { countStatements } from '../support/counting-db.js'
import { describePostgres } from '../support/engines.js'
import { MIGRATED, startPostgres } from '../support/postgres.js'
import { APP, callLink, codeIn, newDevice, startFrame, tokenIn, type FrameOptions } from './support/frame.js'

const ORIGIN = 'https://wallet.example.org'
const start = (email: string) => ({ projectId: 'demo', appOrigin: APP, email, purpose: 'login' as const })

/** Two instances behind one public origin. */
async function twoInstances(options: Omit<FrameOptions, 'db'> = {}) {
  const server = await startPostgres()
  const databaseUrl = await server.createDatabase(MIGRATED)
  const dbs = [countStatements(await connectDb({ databaseUrl })), await connectDb({ databaseUrl })] as const
  const frames = await Promise.all(
    dbs.map((db) => startFrame({ db, ...options, settings: { url: ORIGIN, ...options.settings } })),
  )
  onTestFinished(async () => {
    for (const frame of frames) await frame.stop()
    for (const db of dbs) await db.close()
    await server.dropDatabase(databaseUrl)
  })
  const [one, other] = frames
  if (!one || !other) throw new Error('two are needed')
  return { one, other, db: dbs[0] }
}

describePostgres('two instances on Postgres', () => {
  test('a login starts on one, is waited for and confirmed on the other, and ends on the first', async () => {
    const { one, other } = await twoInstances()
    const device = await newDevice(one, { origin: ORIGIN })
    const { challenge } = await device.ask('/api/email/start', start('ada@example.org'))
    const waiting = device.ask('/api/email/wait', { challenge })
    const link = tokenIn((await one.mails('ada@example.org'))[0])
    const approved = await fetch(`${other.url}/api/device/approve`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ token: link }),
    })
    expect(approved.status).toBe(200)
    expect(await waiting).toEqual({ state: 'approved' })
    const code = codeIn((await other.mails('ada@example.org'))[0])
    const { session } = await device.ask('/api/email/verify', { challenge, code })
    // The session lives on both, and ends on both.
    const there = await newDevice(other, { origin: ORIGIN })
    there.token = session.token
    expect((await there.call('/api/user', {})).field).toBe('session') // another key
    device.token = session.token
    const proof = await device.proof('/api/user')
    const ask = (frame: { url: string }) =>
      fetch(`${frame.url}/api/user`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json', dpop: proof, authorization: `DPoP ${session.token}` },
        body: '{}',
      })
    expect((await ask(other)).status).toBe(200)
    // A proof that one instance has seen is no proof for the other.
    expect((await ask(one)).status).toBe(401)
  })

  test('many waits at once hold no connection of the database', async () => {
    const { one, db } = await twoInstances()
    const device = await newDevice(one, { origin: ORIGIN })
    const { challenge } = await device.ask('/api/email/start', start('ada@example.org'))
    const waits = Array.from({ length: 40 }, () => device.ask('/api/email/wait', { challenge }))
    let looks = 0
    await expect
      .poll(() => (looks += db.sent().filter(({ text }) => text.includes('from embedded_challenges')).length))
      .toBeGreaterThanOrEqual(40)
    await expect.poll(db.underWay).toBe(0)
    // They all go on while others are answered.
    const first = await Promise.race([fetch(`${one.url}/.well-known/jwks.json`), ...waits])
    expect(first).toMatchObject({ status: 200 })
    const reply = await callLink({ ...one, url: one.url }, '/api/device/deny', { token: tokenIn((await one.mails())[0]) })
    expect(reply.field).toBe('origin') // the public origin is another
    await fetch(`${one.url}/api/device/deny`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokenIn((await one.mails())[0]) }),
    })
    for (const state of await Promise.all(waits)) expect(state).toEqual({ state: 'denied' })
  })

  test('cooldown, limits and attempts are counted once for both', async () => {
    const limits = { mailboxPerHour: 5, mailboxPerDay: 10, addressPerHour: 6, projectPerHour: 100, allPerTenMinutes: 100 }
    const { one, other, db } = await twoInstances({ settings: { limits, deviceCheck: false } })
    const [first, second] = [await newDevice(one, { origin: ORIGIN }), await newDevice(other, { origin: ORIGIN })]
    const at = (index: number) => (index % 2 === 0 ? first : second)
    const starts = Array.from({ length: 10 }, (_, index) => at(index).call('/api/email/start', start('ada@example.org')))
    const answers = await Promise.all(starts)
    expect(answers.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(answers.filter((reply) => reply.field === 'cooldown')).toHaveLength(9)
    const more = await Promise.all(
      Array.from({ length: 12 }, (_, index) => at(index).call('/api/email/start', start(`m${index}@example.org`))),
    )
    expect(more.filter((reply) => reply.status === 200)).toHaveLength(5) // six of the address, with the first
    expect(await db.query('select 1 from embedded_challenges')).toHaveLength(6)
  })
})
