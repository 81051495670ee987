// Wrong addresses, codes, proofs and bodies: each is refused or read as one well-formed value, and none is an error of ours. CI tries a tenth of them,
// `npm run fuzz` all; a failure prints the seed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAddress } from '../../src/embedded/address.js'
import { readCode } from '../../src/embedded/code.js'
import { readRecoverySettings } from '../../src/recovery/settings.js'
import { approvalWire } from '../../src/embedded/approval-wire.js'
import { wire, type WirePath } from '../../src/embedded/wire.js'
import type { Db } from '../../src/db/db.js'
import { openDatabase } from '../support/engines.js'
import { random, sampleOf, seedOr } from '../support/random.js'
import { APP, logIn, newDevice, startFrame, type Device, type TestFrame } from './support/frame.js'

const SEED = seedOr(20_261_125)
const PURE = sampleOf(90_000)
const CALLS = sampleOf(3_000)

const { int, pick, chance } = random(SEED)
const about = `seed ${SEED}`
const pieces = ['a', 'Z', '0', '9', '.', '..', '-', '_', '+', '@', '@@', ' ', '\t', '\r\n', '\n', '\0', 'é', 'ａ', '１', 'İ', 'ı', 'ß', '\u200b', '\u202e', '\u00ad', '😀', '\ud800', 'xn--', 'example', '.org', '.com', '%40', '%0d%0a', '<', '>', '"', "'", '(', ')', ',', ';', ':', '\\', '/', '[', ']', '127.0.0.1', '0x7f', '::1', 'Bcc:', '٣', '۳', '²', '⑥', '-1', '1e5', 'а'] // oxfmt-ignore
const text = (most: number) => Array.from({ length: int(most) }, () => pick(pieces)).join('')

const rejections: unknown[] = []
const onRejection = (reason: unknown) => void rejections.push(reason)
let db: Db
let frame: TestFrame
let device: Device
const errors: string[] = []
beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  db = await openDatabase()
  frame = await startFrame({ db, onLog: (line) => void (line.includes('"level":"error"') && errors.push(line)) })
  device = await newDevice(frame)
  await logIn(frame, device)
})
afterAll(async () => {
  await frame.stop()
  await db.close()
  process.off('unhandledRejection', onRejection)
})

test(`an address is refused, or has one form that means itself (${about})`, () => {
  let read = 0
  for (let count = 0; count < PURE; count++) {
    const typed = chance(0.4)
      ? `${pick(['a', 'A.b', 'x+y', text(3)])}@${pick(['example.org', 'bücher.example', text(4)])}${text(2)}`
      : text(12)
    const address = readAddress(typed)
    if (address === undefined) continue
    read++
    expect(address, typed).toMatch(
      /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z-][a-z0-9-]*$/,
    )
    expect(address.length).toBeLessThanOrEqual(254)
    expect(readAddress(address), typed).toBe(address)
  }
  expect(read).toBeGreaterThan(PURE / 100)
})

test(`a code is refused, or six ASCII digits (${about})`, () => {
  const digits = ['0', '1', '7', '９', '٣', '۳', ' ', '-', '\u00a0', '²', '⑥', 'x', '.', '\u202e', '\n', '-1', '😀']
  let read = 0
  for (let count = 0; count < PURE; count++) {
    const typed = Array.from({ length: int(10) }, () => pick(digits)).join('')
    const code = readCode(typed, 6)
    if (code === undefined) continue
    read++
    expect(code, JSON.stringify(typed)).toMatch(/^[0-9]{6}$/)
    expect(readCode(code, 6)).toBe(code)
  }
  expect(read).toBeGreaterThan(PURE / 1000)
  expect(readCode('1'.repeat(1_000_000), 6)).toBeUndefined()
})

/** A body with a right form and a wrong content. */
function formed(): readonly [WirePath, string] {
  const id = () => pick(['A'.repeat(22), 'B'.repeat(43), '-'.repeat(16), '_'.repeat(64)])
  const code = () => pick(['000000', '1234567', text(4), '１２３４５６'])
  const bodies: readonly (readonly [WirePath, object])[] = [
    ['/api/email/verify', { challenge: id(), code: code() }],
    ['/api/email/change/verify', { challenge: id(), code: code() }],
    ['/api/email/start', { projectId: 'demo', appOrigin: APP, email: text(6), purpose: 'login' }],
    ['/api/email/start', { projectId: 'demo', appOrigin: 'https://evil.example', email: 'ada@example.org', purpose: 'export' }],
    ['/api/session/refresh', { refreshToken: text(20) }],
    ['/api/session/identity', { appOrigin: 'https://evil.example' }],
    ['/api/slots/release', { slotId: id() }],
    ['/api/devices/remove', { slotId: id() }],
    ['/api/recovery/start', {}],
    ['/api/recovery/cancel', { recoveryId: id() }],
    ['/api/audit', { before: String(int(1e9)) }],
    ['/api/device/approve', { token: id() }],
    ['/api/email/change/undo', { token: id() }],
  ]
  const [path, body] = pick(bodies)
  return [path, JSON.stringify(body)]
}

const junk = (depth = 0): unknown => {
  const plain = () =>
    pick<unknown>([
      null,
      true,
      0,
      -1,
      1e308,
      '',
      text(6),
      'A'.repeat(22),
      'A'.repeat(43),
      'device',
      APP,
      'ada@example.org',
      '123456',
      '__proto__',
    ])
  if (depth > 3 || chance(0.5)) return plain()
  if (chance(0.3)) return Array.from({ length: int(4) }, () => junk(depth + 1))
  const keys = ['challenge', 'code', 'email', 'token', 'slotId', 'slots', 'kinds', 'vault', 'iv', 'data', 'kind', 'projectId', 'appOrigin', 'purpose', 'refreshToken', 'recoveryId', 'publicKey', 'box', 'remove', 'before', '__proto__', 'constructor'] // oxfmt-ignore
  return Object.fromEntries(Array.from({ length: int(6) }, () => [pick(keys), junk(depth + 1)]))
}

test(`no body, no proof and no header makes an error of ours, or gives away more than a refusal (${about})`, async () => {
  const paths = Object.keys({ ...wire, ...approvalWire }).filter((path) => !/wait|watch|session\/end/.test(path)) as WirePath[]
  const statuses = new Map<number, number>()
  // The cases before this have held the process up for so long that the connections of the login are over, and nobody has noticed.
  await expect
    .poll(() =>
      device.call('/api/user', {}).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  const one = async () => {
    const rawBody = chance(0.1) ? text(20) : JSON.stringify(junk())
    const forgery = {
      rawBody,
      ...(chance(0.1) ? { proof: pick(['', 'a.b.c', 'e30.e30.', text(2).replace(/[^\x20-\x7e]/g, '?')]) } : {}),
      ...(chance(0.05) ? { htu: text(5) } : {}),
      ...(chance(0.05)
        ? { headers: { authorization: pick(['', 'DPoP', 'DPoP x', 'Basic YTpi', `DPoP ${'A'.repeat(43)}`]) } }
        : {}),
    }
    const [path, body] = chance(0.5) ? formed() : [pick(paths), rawBody]
    const reply = await device.call(path, {}, { ...forgery, rawBody: body })
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    expect(reply.status, rawBody).toBeLessThan(500)
    if (reply.status >= 400) expect(Object.keys(reply.body).sort(), rawBody).toEqual(['reasons', 'status'])
  }
  for (let count = 0; count < CALLS; count += 20) await Promise.all(Array.from({ length: 20 }, one))
  expect(statuses.get(400)).toBeGreaterThan(CALLS / 10)
  expect(statuses.get(401)).toBeGreaterThan(CALLS / 100)
  expect(errors).toEqual([])
  expect(rejections).toEqual([])
  // The device still has its session: nothing of this was taken for its owner's wish.
  expect((await device.call('/api/user', {})).status).toBe(200)
})

test('settings of the recovery service are read or refused', () => {
  for (let count = 0; count < 200; count++)
    expect(() => readRecoverySettings({ WM_RECOVERY_KEY: text(8), WM_RECOVERY_TOKEN: text(8) })).toThrow(
      /^WM_RECOVERY_(?:KEY|TOKEN): /,
    )
})
