// Sessions: what a token is worth without its key, how it is renewed, and how fast it ends.
import { createLocalJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify, type JSONWebKeySet } from 'jose'
import { expect, test } from 'vitest'
import { engine } from '../support/engines.js'
import { APP, callLink, frameOn, logIn, newDevice, tokenIn } from './support/frame.js'

const start = { projectId: 'demo', appOrigin: APP, email: 'ada@example.org', purpose: 'login' as const }

// attack 35
test('a stolen token is worth nothing without its key', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  await logIn(frame, device)
  expect((await device.call('/api/user', {})).status).toBe(200)
  const thief = await newDevice(frame)
  thief.token = device.token
  const stolen = await thief.call('/api/user', {})
  expect([stolen.status, stolen.field]).toEqual([401, 'session'])
  const bearer = await device.call('/api/user', {}, { headers: { authorization: `Bearer ${device.token ?? ''}` } })
  expect(bearer.status).toBe(401)
  const bare = await device.call('/api/user', {}, { proof: null })
  expect([bare.status, bare.field]).toEqual([401, 'proof'])
  // A token of nobody, and none.
  thief.token = 'A'.repeat(43)
  expect((await thief.call('/api/user', {})).field).toBe('session')
  thief.token = undefined
  expect((await thief.call('/api/user', {})).field).toBe('session')
})

// attack 36
test('a proof is good once, for its method, url, token and minute', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  await logIn(frame, device)
  const proof = await device.proof('/api/user')
  const replays = await Promise.all(Array.from({ length: 10 }, () => device.call('/api/user', {}, { proof })))
  expect(replays.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replays.filter(({ status, field }) => status === 401 && field === 'proof')).toHaveLength(9)
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const other = await exportJWK(publicKey)
  const forgeries = {
    'another url': { htu: `${frame.url}/api/session/end` },
    'another origin': { htu: 'https://evil.example/api/user' },
    'a url with a query': { htu: `${frame.url}/api/user?x=1` },
    'another method': { htm: 'GET' },
    'another kind of token': { typ: 'JWT' },
    'another signer': { key: privateKey },
    'another key in its head': { jwk: other },
    'a private key in its head': { key: privateKey, jwk: await exportJWK(privateKey) },
    'no token': { withoutAth: true },
    'a short id': { jti: 'x' },
    'no proof at all': { proof: 'a.b.c' },
    'a long one': { proof: 'a'.repeat(5000) },
  }
  for (const [what, forgery] of Object.entries(forgeries)) {
    const reply = await device.call('/api/user', {}, forgery)
    expect([reply.status, reply.field], what).toEqual([401, 'proof'])
  }
  const second = Math.floor(Date.now() / 1000)
  for (const iat of [second - 61 - 1, second + 61 + 1]) {
    const reply = await device.call('/api/user', {}, { iat })
    expect([reply.status, reply.field]).toEqual([401, 'clock'])
    expect(reply.headers.get('date')).toBeTruthy()
  }
  for (const iat of [second - 55, second + 55]) expect((await device.call('/api/user', {}, { iat })).status).toBe(200)
})

// attack 82
test('a device whose clock is a day off is told so, and nothing takes its time for the server’s', async () => {
  const frame = await frameOn(engine)
  for (const day of [-86_400_000, 86_400_000]) {
    const device = await newDevice(frame, { now: () => Date.now() + day })
    const began = Date.now()
    const reply = await device.call('/api/email/start', start)
    expect([reply.status, reply.field]).toEqual([401, 'clock'])
    const date = Date.parse(reply.headers.get('date') ?? '')
    expect(date).toBeGreaterThan(began - 1_000) // it has whole seconds
    expect(date).toBeLessThanOrEqual(Date.now())
  }
  const began = Date.now()
  const config = (await (await fetch(`${frame.url}/api/config?projectId=demo`)).json()) as { now: number }
  expect(config.now).toBeGreaterThanOrEqual(began)
  expect(config.now).toBeLessThanOrEqual(Date.now())
})

// attack 37
test('a refresh token that comes twice ends the session and is told by mail', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  const { session } = await logIn(frame, device)
  device.token = undefined
  const thief = await newDevice(frame)
  expect((await thief.call('/api/session/refresh', { refreshToken: session.refreshToken })).field).toBe('session')
  const next = await device.ask('/api/session/refresh', { refreshToken: session.refreshToken })
  device.token = session.token
  expect((await device.call('/api/user', {})).status).toBe(401) // replaced
  device.token = next.token
  expect((await device.call('/api/user', {})).status).toBe(200)
  device.token = undefined
  expect((await device.call('/api/session/refresh', { refreshToken: session.refreshToken })).field).toBe('session')
  device.token = next.token
  expect((await device.call('/api/user', {})).field).toBe('session')
  device.token = undefined
  expect((await device.call('/api/session/refresh', { refreshToken: next.refreshToken })).field).toBe('session')
  expect((await frame.mails('ada@example.org'))[0]?.subject).toBe('A login of your wallet was ended')
})

// attack 37
test('of two renewals with one token at once, one wins, and the session ends', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  const { session } = await logIn(frame, device)
  device.token = undefined
  const both = await Promise.all([1, 2].map(() => device.call('/api/session/refresh', { refreshToken: session.refreshToken })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('a token lives 15 minutes, a refresh token 30 days, a session 90', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await frameOn(engine, { now })
  const device = await newDevice(frame, { now })
  let { session } = await logIn(frame, device)
  const began = time
  time += 15 * 60_000
  expect((await device.call('/api/user', {})).field).toBe('session')
  device.token = undefined
  for (let round = 0; round < 4; round++) {
    time = began + (round + 1) * 22 * 86_400_000
    session = { ...(await device.ask('/api/session/refresh', { refreshToken: session.refreshToken })), isNewDevice: false }
  }
  expect(session.refreshExpiresAt).toBe(began + 90 * 86_400_000)
  time = began + 90 * 86_400_000
  expect((await device.call('/api/session/refresh', { refreshToken: session.refreshToken })).field).toBe('session')
  const other = await newDevice(frame, { now })
  const idle = await logIn(frame, other)
  other.token = undefined
  time += 30 * 86_400_000
  expect((await other.call('/api/session/refresh', { refreshToken: idle.session.refreshToken })).field).toBe('session')
})

test('a session that has ended ends at once', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  const { session } = await logIn(frame, device)
  await device.ask('/api/session/end', {})
  expect((await device.call('/api/user', {})).field).toBe('session')
  device.token = undefined
  expect((await device.call('/api/session/refresh', { refreshToken: session.refreshToken })).field).toBe('session')
  // What stands in the database is no token.
  const text = JSON.stringify(await frame.db.query('select * from embedded_sessions, embedded_refreshes'))
  expect(text).not.toContain(session.token)
  expect(text).not.toContain(session.refreshToken)
})

// attack 38
test('no page of another origin changes anything', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  await logIn(frame, device)
  const requests = {
    'another origin': { origin: 'https://evil.example' },
    'a sibling by the same site': { 'sec-fetch-site': 'same-site' },
    'a cross-site form': { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
    'an opaque origin': { origin: 'null' },
    'text/plain': { 'content-type': 'text/plain' },
    'a form': { 'content-type': 'application/x-www-form-urlencoded' },
    'no type': { 'content-type': '' },
    'the services’ own origin': { origin: frame.servicesUrl },
  }
  for (const [what, headers] of Object.entries(requests)) {
    const reply = await device.call('/api/session/end', {}, { headers })
    expect([reply.status, reply.field], what).toEqual([403, 'origin'])
    const link = await fetch(`${frame.url}/api/device/approve`, {
      method: 'POST',
      headers: { origin: frame.url, 'content-type': 'application/json', ...headers },
      body: '{}',
    })
    expect(link.status, what).toBe(403)
  }
  expect((await device.call('/api/user', {})).status).toBe(200)
  const preflight = await fetch(`${frame.url}/api/user`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  for (const path of ['/api/user', '/api/session/end', '/api/device/approve'])
    expect((await fetch(frame.url + path)).status).toBe(405)
})

test('an app’s identity token has its audience, a user id of its own, and no power here', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  await logIn(frame, device)
  const other = 'http://localhost:9999'
  expect((await device.call('/api/session/identity', { appOrigin: other })).field).toBe('origin')
  const { token } = await device.ask('/api/session/identity', { appOrigin: APP })
  const jwks = (await (await fetch(`${frame.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet
  const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
    issuer: frame.url,
    audience: APP,
    algorithms: ['ES256'],
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
  expect(JSON.stringify(jwks)).not.toContain('"d"')
  await device.ask('/api/consent', { appOrigin: other })
  const { token: second } = await device.ask('/api/session/identity', { appOrigin: other })
  expect(decodeJwt(second).sub).not.toBe(payload.sub)
  const { user } = { user: await device.ask('/api/user', {}) }
  expect(token).not.toContain(user.userId)
  const { consents } = await device.ask('/api/consent/list', {})
  expect(consents.map(({ appOrigin }) => appOrigin).sort()).toEqual([APP, other].sort())
  await device.ask('/api/consent/remove', { appOrigin: other })
  expect((await device.call('/api/session/identity', { appOrigin: other })).field).toBe('origin')
  // The key of the database alone signs nothing.
  expect(JSON.stringify(await frame.db.query('select * from embedded_keys'))).not.toContain('"d"')
})

test('a project that is not known, and an origin that is not on its list, start nothing', async () => {
  const projects = {
    shop: { origins: ['https://shop.example', 'https://*.apps.example'], analytics: false },
    bare: { origins: [], analytics: false },
  }
  const frame = await frameOn(engine, { projects, settings: { allowLoopback: false } })
  const device = await newDevice(frame)
  const at = (projectId: string, appOrigin: string) => device.call('/api/email/start', { ...start, projectId, appOrigin })
  expect((await at('nobody', 'https://shop.example')).field).toBe('project')
  for (const origin of [
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://localhost:3000',
    'https://apps.example',
    'https://shop.example:8443',
  ])
    expect((await at('shop', origin)).field, origin).toBe('origin')
  expect((await at('bare', 'https://shop.example')).field).toBe('origin')
  expect((await at('shop', 'https://a.b.apps.example')).status).toBe(200)
  expect(await frame.mails()).toHaveLength(1)
})

// attack 24
test('a link that is fetched does nothing, is good twice, and not after its time', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await frameOn(engine, { now })
  const device = await newDevice(frame, { now })
  const { challenge } = await device.ask('/api/email/start', start)
  const [mail] = await frame.mails('ada@example.org')
  const link = /http:\S+device\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const token = tokenIn(mail)
  for (let scan = 0; scan < 2; scan++) expect((await fetch(link)).status).toBe(200)
  expect((await fetch(`${frame.url}/api/device/approve?token=${token}`)).status).toBe(405)
  expect((await callLink(frame, '/api/device/look', { token })).body.state).toBe('pending')
  const waiting = device.ask('/api/email/wait', { challenge })
  for (let click = 0; click < 2; click++) expect((await callLink(frame, '/api/device/approve', { token })).status).toBe(200)
  expect(await waiting).toEqual({ state: 'approved' })
  expect(await frame.mails('ada@example.org')).toHaveLength(2)
  expect((await callLink(frame, '/api/device/look', { token: 'x'.repeat(43) })).status).toBe(410)
  time += 31_000
  const second = await device.ask('/api/email/start', start)
  const late = tokenIn((await frame.mails('ada@example.org'))[0])
  time += 10 * 60_000
  for (const path of ['/api/device/look', '/api/device/approve', '/api/device/deny'] as const)
    expect((await callLink(frame, path, { token: late })).field).toBe('challenge')
  expect(await device.ask('/api/email/wait', { challenge: second.challenge })).toEqual({ state: 'expired' })
  // The link of the login that was replaced.
  expect((await callLink(frame, '/api/device/approve', { token })).status).toBe(410)
})

// attack 24
test('a denied link stays denied, and the code that was sent is dead', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  const { challenge } = await device.ask('/api/email/start', start)
  const token = tokenIn((await frame.mails())[0])
  await callLink(frame, '/api/device/approve', { token })
  const code = /^\d{6}$/m.exec((await frame.mails())[0]?.text ?? '')?.[0] ?? ''
  for (let click = 0; click < 2; click++) expect((await callLink(frame, '/api/device/deny', { token })).status).toBe(200)
  expect((await callLink(frame, '/api/device/approve', { token })).status).toBe(410)
  expect((await device.call('/api/email/verify', { challenge, code })).status).toBe(410)
  expect(await device.ask('/api/email/wait', { challenge })).toEqual({ state: 'denied' })
})

// attack 25
test('a stranger’s login beside the owner’s is a request of its own, with its own browser and number', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await frameOn(engine, { now })
  const [owner, stranger] = [await newDevice(frame, { now }), await newDevice(frame, { now })]
  const first = await owner.ask('/api/email/start', start)
  time += 31_000
  const firefox = { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:148.0) Gecko/20100101 Firefox/148.0' } }
  const second = await stranger.call('/api/email/start', start, firefox)
  const mails = await frame.mails('ada@example.org')
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain('Firefox · Windows')
  expect(mails[0]?.text).toContain(second.body.matchCode ?? '-')
  for (const mail of mails) for (const part of [APP, 'UTC']) expect(mail.text).toContain(part)
  // The owner's link lives: it confirms the owner's device alone.
  await callLink(frame, '/api/device/approve', { token: tokenIn(mails[1]) })
  expect(await owner.ask('/api/email/wait', { challenge: first.challenge })).toEqual({ state: 'approved' })
  const foreign = await owner.call('/api/email/wait', { challenge: second.body.challenge })
  expect(foreign.status).toBe(410)
})
