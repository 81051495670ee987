// Approvals in a window of the wallet's own, over the real API: what each side may do, and what nobody may. The boxes are real where the test needs it.
import { expect, test } from 'vitest'
import type { WireBody } from '../../src/embedded/wire.js'
import { sweepApprovals } from '../../src/embedded/approvals/approvals.js'
import { type Engine, engine } from '../support/engines.js'
import { APP, callLink, frameOn, logIn, newDevice, type Device, type FrameOptions } from './support/frame.js'
import { b64, sealed } from './support/wallets.js'

/** A frame with a session, whose page the user has let in. */
async function opened(engine: Engine, options: Omit<FrameOptions, 'db'> = {}) {
  const frame = await frameOn(engine, options)
  const { now = Date.now } = options
  const owner = await newDevice(frame, { now })
  const { user } = await logIn(frame, owner)
  await owner.ask('/api/consent', { appOrigin: APP })
  return { frame, owner, user, popup: () => newDevice(frame, { now }) }
}

const request = (more: Partial<WireBody<'/api/approval/start'>> = {}): WireBody<'/api/approval/start'> => ({
  projectId: 'demo',
  appOrigin: APP,
  publicKey: b64(65),
  hash: b64(32),
  box: sealed(),
  ...more,
})
const said = () => ({ publicKey: b64(65), box: sealed() })
/** What a call of somebody is refused with. */
const refused = async (call: Promise<{ status: number; field: string | undefined }>) => {
  const { status, field } = await call
  return `${status} ${field ?? ''}`
}

// attack 69
test('a request goes to one window, its answer to the frame that asked, and both are over then', async () => {
  const { frame, owner, user, popup } = await opened(engine)
  const asked = request()
  const { attempt } = await owner.ask('/api/approval/start', asked)
  const window = await popup()
  const { leave, ...taken } = await window.ask('/api/approval/open', { attempt })
  expect(taken).toEqual({ appOrigin: APP, publicKey: asked.publicKey, hash: asked.hash, box: asked.box })
  expect(leave).toMatch(/^[\w-]{43}$/)

  const waiting = owner.ask('/api/approval/wait', { attempt, turn: 0 })
  const answer = said()
  await window.ask('/api/approval/answer', { attempt, turn: 0, ...answer })
  expect(await waiting).toEqual({ state: 'answered', answer })

  const watching = window.ask('/api/approval/watch', { attempt, turn: 0 })
  await owner.ask('/api/approval/end', { attempt, outcome: 'approved' })
  expect(await watching).toEqual({ state: 'over' })
  expect(await owner.ask('/api/approval/wait', { attempt, turn: 0 })).toEqual({ state: 'expired' })
  const [row] = await frame.db.query('select box, answer from embedded_approvals where id = $1', [attempt])
  expect(row).toEqual({ box: '', answer: null })
  const { rows } = await owner.ask('/api/audit', {})
  expect(rows[0]).toMatchObject({ what: 'approval_approved', detail: APP })
  expect(user.userId).toBeTruthy()
})

// attack 69
test('the visitor changes the allowance: the next request takes the place of the answered one, turn by turn', async () => {
  const { owner, popup } = await opened(engine)
  const { attempt } = await owner.ask('/api/approval/start', request())
  const window = await popup()
  await window.ask('/api/approval/open', { attempt })
  const next = { hash: b64(32), box: sealed() }
  expect(await refused(owner.call('/api/approval/ask', { attempt, turn: 1, ...next })), 'nobody has answered').toBe('410 attempt')
  await window.ask('/api/approval/answer', { attempt, turn: 0, ...said() })
  expect(await refused(owner.call('/api/approval/ask', { attempt, turn: 2, ...next })), 'one at a time').toBe('410 attempt')
  const watching = window.ask('/api/approval/watch', { attempt, turn: 0 })
  await owner.ask('/api/approval/ask', { attempt, turn: 1, ...next })
  expect(await watching).toEqual({ state: 'asked', asked: next })
  expect(await refused(window.call('/api/approval/answer', { attempt, turn: 0, ...said() })), 'of the turn before').toBe(
    '410 attempt',
  )
  await window.ask('/api/approval/answer', { attempt, turn: 1, ...said() })
  expect(await owner.ask('/api/approval/wait', { attempt, turn: 1 })).toMatchObject({ state: 'answered' })
  expect(await refused(owner.call('/api/approval/wait', { attempt, turn: 0 }))).toBe('410 attempt')
})

// attack 69
test('a second window, a second answer, another device, a session of somebody else and one without a session are refused', async () => {
  let passed = 0
  const now = () => Date.now() + passed
  const { frame, owner, popup } = await opened(engine, { now })
  const { attempt } = await owner.ask('/api/approval/start', request())
  const [window, second] = [await popup(), await popup()]
  expect(await refused(window.call('/api/approval/answer', { attempt, turn: 0, ...said() })), 'before it took it').toBe(
    '410 attempt',
  )
  const both = await Promise.all([window, second].map((one) => one.call('/api/approval/open', { attempt })))
  expect(both.map(({ status }) => status).sort(), 'of two at once one gets it').toEqual([200, 410])
  const [first, other] = both[0]?.status === 200 ? [window, second] : [second, window]
  expect(await refused(other.call('/api/approval/answer', { attempt, turn: 0, ...said() }))).toBe('410 attempt')
  expect(await refused(other.call('/api/approval/watch', { attempt, turn: 0 }))).toBe('410 attempt')
  await first.ask('/api/approval/answer', { attempt, turn: 0, ...said() })
  expect(await refused(first.call('/api/approval/answer', { attempt, turn: 0, ...said() })), 'a replay').toBe('410 attempt')

  passed = 31_000 // so long a mailbox waits for its next code
  const stranger = await newDevice(frame, { now })
  await logIn(frame, stranger, { email: 'bob@example.org' })
  const sameUser = await newDevice(frame, { now })
  await logIn(frame, sameUser)
  const calls = (one: Device) => [
    one.call('/api/approval/wait', { attempt, turn: 0 }),
    one.call('/api/approval/ask', { attempt, turn: 1, hash: b64(32), box: sealed() }),
  ]
  for (const one of [stranger, sameUser])
    expect(await Promise.all(calls(one).map(refused))).toEqual(['410 attempt', '410 attempt'])
  await stranger.ask('/api/approval/end', { attempt, outcome: 'rejected' })
  expect(await owner.ask('/api/approval/wait', { attempt, turn: 0 }), 'theirs ends nothing').toMatchObject({
    state: 'answered',
  })
  expect(await Promise.all(calls(await popup()).map(refused))).toEqual(['401 session', '401 session'])
  expect(await refused((await popup()).call('/api/approval/start', request()))).toBe('401 session')
})

// attack 69
test('an origin that is not of the project, or that the user has not let in, leaves no request', async () => {
  const projects = {
    demo: { origins: ['http://localhost:*'], analytics: false },
    shop: { origins: ['https://shop.example.org'], analytics: false },
  }
  const { owner } = await opened(engine, { projects })
  const start = (more: Partial<WireBody<'/api/approval/start'>>) => refused(owner.call('/api/approval/start', request(more)))
  expect(await start({ projectId: 'other' })).toBe('403 project')
  expect(await start({ projectId: 'shop', appOrigin: 'https://evil.example.org' })).toBe('403 origin')
  expect(await start({ projectId: 'shop', appOrigin: 'https://shop.example.org' }), 'without consent').toBe('403 origin')
  await owner.ask('/api/consent', { appOrigin: 'https://shop.example.org' })
  expect(await start({ projectId: 'shop', appOrigin: 'https://shop.example.org' })).toBe('200 ')
})

test('a window that closes says so with its token, once; an answer that it gave before counts', async () => {
  const { frame, owner, popup } = await opened(engine)
  const { attempt } = await owner.ask('/api/approval/start', request())
  const window = await popup()
  const { leave } = await window.ask('/api/approval/open', { attempt })
  const waiting = owner.ask('/api/approval/wait', { attempt, turn: 0 })
  expect((await callLink(frame, '/api/approval/leave', { token: b64(32) })).status, 'of nothing').toBe(200)
  expect((await callLink(frame, '/api/approval/leave', { token: leave })).status).toBe(200)
  expect(await waiting).toEqual({ state: 'closed' })
  expect(await refused(window.call('/api/approval/answer', { attempt, turn: 0, ...said() })), 'closed').toBe('410 attempt')

  const { attempt: next } = await owner.ask('/api/approval/start', request())
  const again = await popup()
  const { leave: token } = await again.ask('/api/approval/open', { attempt: next })
  await again.ask('/api/approval/answer', { attempt: next, turn: 0, ...said() })
  await callLink(frame, '/api/approval/leave', { token })
  expect(await owner.ask('/api/approval/wait', { attempt: next, turn: 0 })).toMatchObject({ state: 'answered' })
})

test('an approval ends after ten minutes, with its session, and when a fifth is begun', async () => {
  let passed = 0
  const now = () => Date.now() + passed
  const { frame, owner, popup } = await opened(engine, { now })
  const { attempt, expiresAt } = await owner.ask('/api/approval/start', request())
  expect(expiresAt - now()).toBeLessThanOrEqual(600_000)
  passed = 601_000
  expect(await owner.ask('/api/approval/wait', { attempt, turn: 0 })).toEqual({ state: 'expired' })
  expect(await refused((await popup()).call('/api/approval/open', { attempt }))).toBe('410 attempt')
  await sweepApprovals({ db: frame.db, now })
  expect(await frame.db.query('select 1 from embedded_approvals')).toEqual([])

  const all: string[] = []
  for (let count = 0; count < 5; count += 1) all.push((await owner.ask('/api/approval/start', request())).attempt)
  const states = await Promise.all(
    all.map(async (one) => (await (await popup()).call('/api/approval/open', { attempt: one })).status),
  )
  expect(states).toEqual([410, 200, 200, 200, 200])

  const window = await popup()
  const { attempt: last } = await owner.ask('/api/approval/start', request())
  await window.ask('/api/approval/open', { attempt: last })
  await owner.ask('/api/session/end', {})
  expect(await window.ask('/api/approval/watch', { attempt: last, turn: 0 })).toEqual({ state: 'over' })
  expect(await refused(window.call('/api/approval/answer', { attempt: last, turn: 0, ...said() }))).toBe('410 attempt')
})

// attack 38
test('only pages of the own origin call it; a user begins 120 approvals in an hour, and none longer than a request can be', async () => {
  const { owner } = await opened(engine)
  const foreign = { headers: { origin: 'https://evil.example.org', 'sec-fetch-site': 'cross-site' } }
  expect(await refused(owner.call('/api/approval/start', request(), foreign))).toBe('403 origin')
  const long = (length: number) => request({ box: { iv: b64(12), data: 'A'.repeat(length) } })
  expect((await owner.call('/api/approval/start', long(600_000))).status).toBe(200)
  expect((await owner.call('/api/approval/start', long(600_001))).status).toBe(400)
  expect((await owner.call('/api/approval/start', long(700_000))).status).toBe(413)
  for (let count = 1; count < 120; count += 1) await owner.ask('/api/approval/start', request())
  expect(await refused(owner.call('/api/approval/start', request()))).toBe('429 rate_limited')
})
