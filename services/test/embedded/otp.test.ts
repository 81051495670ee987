// Codes by mail: who may ask for one, how often, and what a wrong, late or foreign one is worth.
import { createHmac, hkdfSync, scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { engine } from '../support/engines.js'
import { APP, callLink, codeIn, frameOn, logIn, newDevice, otherThan, reachCode, SECRET_KEY, tokenIn } from './support/frame.js'

const start = (email: string, more = {}) => ({ projectId: 'demo', appOrigin: APP, email, purpose: 'login' as const, ...more })

test('a new device logs in by the link and the code of two mails, and a known one by a code alone', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await frameOn(engine, { now })
  const device = await newDevice(frame, { now })
  const started = await device.ask('/api/email/start', start('ada@example.org', { locale: 'de' }))
  expect(started).toMatchObject({
    action: 'VERIFY_DEVICE',
    resendAfterMs: 30_000,
    matchCode: expect.stringMatching(/^\d\d$/) as string,
  })
  const [first] = await frame.mails('ada@example.org')
  expect(first?.text).toContain(started.matchCode)
  expect(first?.text).toContain(APP)
  expect(codeIn(first)).toBe('')
  const token = tokenIn(first)
  const looked = await callLink(frame, '/api/device/look', { token })
  expect(looked.body).toMatchObject({
    appOrigin: APP,
    browser: 'Chrome · Linux',
    matchCode: started.matchCode,
    state: 'pending',
  })
  expect((await callLink(frame, '/api/device/approve', { token })).status).toBe(200)
  const [second] = await frame.mails('ada@example.org')
  expect(second?.subject).toContain(`${codeIn(second)} ist Ihr Code`)
  const verified = await device.ask('/api/email/verify', { challenge: started.challenge, code: codeIn(second) })
  expect(verified.user).toMatchObject({ email: 'ada@example.org', provider: 'email' })
  expect(verified.session.isNewDevice).toBe(true)
  expect(verified.session.expiresAt).toBe(time + 15 * 60_000)

  time += 31_000
  const again = await device.ask('/api/email/start', start('Ada@Example.org'))
  expect(again.action).toBe('VERIFY_OTP')
  const [third] = await frame.mails('ada@example.org')
  const next = await device.ask('/api/email/verify', { challenge: again.challenge, code: codeIn(third) })
  expect(next.user.userId).toBe(verified.user.userId)
  expect(next.session.isNewDevice).toBe(false)

  device.token = next.session.token
  const connected = await device.ask('/api/email/start', start('ada@example.org'))
  expect(connected.action).toBe('CONNECT')
  expect(await frame.mails('ada@example.org')).toHaveLength(3)
})

// attack 15
test('after five wrong guesses the challenge is dead, with the same text, and the right code is refused', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  const { challenge, code } = await reachCode(frame, device)
  const texts = new Set<string | undefined>()
  for (let guess = 0; guess < 5; guess++) {
    const reply = await device.call('/api/email/verify', { challenge, code: otherThan(code) })
    expect([reply.status, reply.field]).toEqual([400, 'code'])
    texts.add(reply.description)
  }
  const dead = await device.call('/api/email/verify', { challenge, code })
  expect([dead.status, dead.field]).toEqual([410, 'challenge'])
  expect([...texts, dead.description]).toEqual(['This code is wrong or no longer valid', 'This code is wrong or no longer valid'])
})

// attack 16
test('of fifty guesses at once at most five are looked at, and one of them succeeds at most', async () => {
  const frame = await frameOn(engine, { usualCost: true })
  const device = await newDevice(frame)
  const wrong = await reachCode(frame, device, { email: 'a@example.org' })
  const guesses = Array.from({ length: 50 }, () =>
    device.call('/api/email/verify', { challenge: wrong.challenge, code: otherThan(wrong.code) }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  expect(statuses.filter((status) => status === 410)).toHaveLength(45)

  const right = await reachCode(frame, device, { email: 'b@example.org' })
  const tries = Array.from({ length: 50 }, () => device.call('/api/email/verify', right))
  const answered = (await Promise.all(tries)).map(({ status }) => status)
  expect(answered.filter((status) => status === 200)).toHaveLength(1)
  const users = await frame.db.query("select 1 from embedded_users where email = 'b@example.org'")
  expect(users).toHaveLength(1)
})

test('what is stored of a code takes scrypt of 32 MiB to try', async () => {
  const frame = await frameOn(engine, { usualCost: true })
  const device = await newDevice(frame)
  const { challenge, code } = await reachCode(frame, device)
  const [row] = await frame.db.query<Record<'code_hash' | 'code_salt' | 'email' | 'device_key', string>>(
    'select * from embedded_challenges where id = $1',
    [challenge],
  )
  const secret = Buffer.from(SECRET_KEY, 'hex')
  const pepper = Buffer.from(hkdfSync('sha256', secret, '', 'wallet-modal embedded codes', 32))
  const bound = JSON.stringify([challenge, 'login', row?.email, row?.device_key, APP, code])
  const peppered = createHmac('sha256', pepper).update(bound).digest()
  const salt = Buffer.from(row?.code_salt ?? '', 'base64url')
  const hash = scryptSync(peppered, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }) // 128 · N · r bytes
  expect(row?.code_hash).toBe(hash.toString('base64url'))
})

// attack 17
test('a code is good once', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  const answer = await reachCode(frame, device)
  expect((await device.call('/api/email/verify', answer)).status).toBe(200)
  const second = await device.call('/api/email/verify', answer)
  expect([second.status, second.field]).toEqual([410, 'challenge'])
})

// attack 18
test('a code is worth nothing for an earlier or another challenge, purpose, device or app', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await frameOn(engine, { now, settings: { limits: { ...roomy } } })
  const device = await newDevice(frame, { now })
  const first = await reachCode(frame, device)
  time += 31_000
  const second = await reachCode(frame, device)
  // The earlier challenge is dead, and its code is not the next one's.
  expect((await device.call('/api/email/verify', first)).status).toBe(410)
  if (first.code !== second.code)
    expect((await device.call('/api/email/verify', { challenge: second.challenge, code: first.code })).status).toBe(400)
  const thief = await newDevice(frame, { now })
  expect((await thief.call('/api/email/verify', second)).status).toBe(410)
  expect((await device.call('/api/email/verify', { ...second, appOrigin: 'http://localhost:9999' })).status).toBe(410)
  const { session } = await device.ask('/api/email/verify', { ...second, appOrigin: APP })
  device.token = session.token
  time += 31_000
  const recover = await reachCode(frame, device, { purpose: 'recover' })
  const changed = await device.call('/api/email/change/verify', recover)
  expect([changed.status, changed.field]).toEqual([410, 'challenge'])
  expect((await device.call('/api/email/verify', recover)).status).toBe(200)
})

// attack 18
test('the stored hash is bound to purpose, address, device and app', async () => {
  const columns = { purpose: 'export', email: 'b@example.org', device_key: 'x', app_origin: 'https://evil.example' }
  for (const [column, value] of Object.entries(columns)) {
    const frame = await frameOn(engine)
    const device = await newDevice(frame)
    const thief = column === 'device_key' ? await newDevice(frame) : device
    const answer = await reachCode(frame, device)
    // As somebody who can write to the database, and has no key of it.
    await frame.db.query(`update embedded_challenges set ${column} = $1`, [column === 'device_key' ? thief.thumbprint : value])
    expect((await thief.call('/api/email/verify', answer)).status, column).toBe(400)
    await frame.stop()
  }
})

// attack 19
test('a code lives five minutes of the server, whatever the device says', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await frameOn(engine, { now })
  const device = await newDevice(frame, { now })
  const answer = await reachCode(frame, device)
  time += 5 * 60_000
  const late = await device.call('/api/email/verify', answer)
  expect([late.status, late.field]).toEqual([410, 'challenge'])
  // A clock that jumps back and forth makes a code no younger than it was.
  time -= 5 * 60_000 + 1
  expect((await device.call('/api/email/verify', answer)).status).toBe(200)
})

// attack 20
test('what is no code takes no attempt, and full-width digits, blanks and Arabic digits are read as what they mean', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  const { challenge, code } = await reachCode(frame, device)
  for (const typed of ['', '      ', '12345', '1234567', 'abcdef', '1e5000', '-12345', '0'.repeat(64)]) {
    const reply = await device.call('/api/email/verify', { challenge, code: typed })
    expect([reply.status, reply.field], typed).toEqual([400, 'code'])
  }
  for (const typed of [123_456, ['1', '2'], { length: 6 }, null, '0'.repeat(1_000_000)]) {
    const rawBody = JSON.stringify({ challenge, code: typed })
    const reply = await device.call('/api/email/verify', { challenge, code }, { rawBody })
    expect([400, 413]).toContain(reply.status)
  }
  const [row] = await frame.db.query<{ attempts: number }>('select attempts from embedded_challenges where id = $1', [challenge])
  expect(row?.attempts).toBe(0)
  const full = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  const spaced = ` ${full.slice(0, 3)} ${full.slice(3)} `
  expect((await device.call('/api/email/verify', { challenge, code: spaced })).status).toBe(200)

  const second = await newDevice(frame)
  const other = await reachCode(frame, second, { email: 'b@example.org' })
  const arabic = other.code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
  expect((await second.call('/api/email/verify', { challenge: other.challenge, code: arabic })).status).toBe(200)
})

// attack 21
test('the server keeps thirty seconds between two mails, also when its clock is moved back', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await frameOn(engine, { now })
  const device = await newDevice(frame, { now })
  await device.ask('/api/email/start', start('ada@example.org'))
  time += 29_100
  const early = await device.call('/api/email/start', start('ada@example.org'))
  expect([early.status, early.field, early.description]).toEqual([429, 'cooldown', 'Please try again after 1 seconds'])
  expect(early.headers.get('retry-after')).toBe('1')
  // Nor from another device.
  const other = await newDevice(frame, { now })
  expect((await other.call('/api/email/start', start('ADA@example.org'))).field).toBe('cooldown')
  time += 900
  expect((await device.call('/api/email/start', start('ada@example.org'))).status).toBe(200)
  time -= 3_600_000
  const back = await device.call('/api/email/start', start('ada@example.org'))
  expect([back.field, back.headers.get('retry-after')]).toEqual(['cooldown', '30'])
})

test('a mailbox, an address, a project and all together have limits, which many at once do not pass', async () => {
  let time = Date.now()
  const now = () => time
  const limits = { mailboxPerHour: 3, mailboxPerDay: 4, addressPerHour: 9, projectPerHour: 11, allPerTenMinutes: 1000 }
  const frame = await frameOn(engine, { now, settings: { limits } })
  const device = await newDevice(frame, { now })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  for (let count = 0; count < 3; count++) {
    expect((await device.call('/api/email/start', start('ada@example.org'))).status).toBe(200)
    time += 31_000
  }
  const fourth = await device.call('/api/email/start', start('ada@example.org'))
  expect([fourth.status, fourth.field]).toEqual([429, 'rate_limited'])
  expect(Number(fourth.headers.get('retry-after'))).toBe(3600 - 3 * 31)
  time += 3_600_000
  expect((await device.call('/api/email/start', start('ada@example.org'))).status).toBe(200)
  time += 3_600_000
  // Of the day.
  expect((await device.call('/api/email/start', start('ada@example.org'))).field).toBe('rate_limited')
  const mails = Array.from({ length: 20 }, (_, index) =>
    device.call('/api/email/start', start(`m${index}@example.org`), from('203.0.113.9')),
  )
  const statuses = (await Promise.all(mails)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
  expect(await frame.db.query("select 1 from embedded_uses where key like '%ada%' or key like '%127.0.0.1%'")).toEqual([])
})

test('the breaker over all mailboxes stops mails for a while', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await frameOn(engine, { now, settings: { limits: { ...roomy, allPerTenMinutes: 3 } } })
  const device = await newDevice(frame, { now })
  for (const name of ['a', 'b', 'c']) await device.ask('/api/email/start', start(`${name}@example.org`))
  expect((await device.call('/api/email/start', start('d@example.org'))).field).toBe('rate_limited')
  time += 10 * 60_000
  expect((await device.call('/api/email/start', start('d@example.org'))).status).toBe(200)
})

// attack 22
test('a known and an unknown mailbox get the same answer, in the same time', async () => {
  const frame = await frameOn(engine, { settings: { limits: { ...roomy } } })
  const owner = await newDevice(frame)
  const known: string[] = []
  for (let index = 0; index < 12; index++) {
    const email = `known${index}@example.org`
    await logIn(frame, await newDevice(frame), { email })
    known.push(email)
  }
  await frame.db.query('delete from embedded_uses')
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (const [index, email] of known.entries()) {
    const pair = [
      ['known', email],
      ['unknown', `strange${index}@example.org`],
    ] as const
    for (const [kind, address] of index % 2 === 0 ? pair : pair.toReversed()) {
      const began = performance.now()
      const reply = await owner.call('/api/email/start', start(address))
      times[kind].push(performance.now() - began)
      expect(Object.keys(reply.body).sort()).toEqual(['action', 'challenge', 'matchCode', 'resendAfterMs'])
      expect(reply.body).toMatchObject({ action: 'VERIFY_DEVICE', resendAfterMs: 30_000 })
      const length = reply.headers.get('content-length')
      expect(length).toBe(String(JSON.stringify(reply.body).length))
    }
  }
  // Work that only one of them costs is in its fastest answer too; what else a busy machine does is not.
  const fastest = [Math.min(...times.known), Math.min(...times.unknown)]
  expect(Math.max(...fastest)).toBeLessThan(2 * Math.min(...fastest) + 20)
  // A wrong code says nothing either: the row of a user is made by the right one only.
  expect(await frame.db.query("select 1 from embedded_users where email like 'strange%'")).toEqual([])
})

test('an account is made only when its mailbox was proved', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  const { challenge, code } = await reachCode(frame, device)
  await device.call('/api/email/verify', { challenge, code: otherThan(code) })
  expect(await frame.db.query('select 1 from embedded_users')).toEqual([])
  await device.ask('/api/email/verify', { challenge, code })
  expect(await frame.db.query('select 1 from embedded_users')).toHaveLength(1)
})

const roomy = {
  mailboxPerHour: 1000,
  mailboxPerDay: 1000,
  addressPerHour: 10_000,
  projectPerHour: 10_000,
  allPerTenMinutes: 10_000,
}
