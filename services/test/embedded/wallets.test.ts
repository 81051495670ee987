// Wallets, devices, recoveries and changes of the address, with the frame's own keys (services/frame/keys).
import { expect, test } from 'vitest'
import { newBoxKeys, openWith, recoveryAad } from '../../frame/keys/recovery-box.js'
import { engine } from '../support/engines.js'
import { callLink, codeIn, logIn, newDevice, reachCode, tokenIn } from './support/frame.js'
import { b64, sealed, addresses, walletFrame, slotFor, makeWallet, owner } from './support/wallets.js'

const DAY = 86_400_000

test('a wallet is made of reserved slots of two kinds, once, and its halves come back to their device alone', async () => {
  const frame = await walletFrame(engine)
  const device = await newDevice(frame)
  await logIn(frame, device)
  const lone = await device.ask('/api/slots/reserve', { kinds: ['device'] })
  const one = lone.slots.map(slotFor).map((slot) => ({ ...slot, label: '' }))
  const body = { walletId: b64(16), vault: sealed(), addresses, slots: [...one, ...one] }
  expect((await device.call('/api/wallet/create', body)).field).toBe('slot')
  expect((await device.call('/api/slots/release', { slotId: one[0]?.slotId ?? '' })).field).toBe('slot')

  const { wallet, slots, halves, vault, body: made } = await makeWallet(device)
  expect(wallet).toMatchObject({ mode: 'assisted', addresses })
  expect(wallet.slots.map(({ kind, isThisDevice }) => [kind, isThisDevice]).sort()).toEqual([
    ['assisted', false],
    ['device', true],
  ])
  expect((await device.ask('/api/user', {})).wallet?.walletId).toBe(wallet.walletId)
  const second = await device.call('/api/wallet/create', { ...made, walletId: b64(16) })
  expect([second.status, second.field]).toEqual([409, 'wallet'])
  const own = slots.find(({ kind }) => kind === 'device')
  const released = await device.ask('/api/slots/release', { slotId: own?.slotId ?? '' })
  expect(released).toEqual({ serverHalf: halves.find(({ kind }) => kind === 'device')?.serverHalf, slot: own, vault })
  expect(
    (await device.call('/api/slots/release', { slotId: slots.find(({ kind }) => kind === 'assisted')?.slotId ?? '' })).field,
  ).toBe('recovery')

  const other = await newDevice(frame)
  await frame.db.query('delete from embedded_uses')
  await logIn(frame, other)
  const foreign = await other.call('/api/slots/release', { slotId: own?.slotId ?? '' })
  expect([foreign.status, foreign.field]).toEqual([403, 'device'])
  const stranger = await newDevice(frame)
  await logIn(frame, stranger, { email: 'bob@example.org' })
  expect((await stranger.call('/api/slots/release', { slotId: own?.slotId ?? '' })).field).toBe('slot')
  expect((await stranger.call('/api/devices/remove', { slotId: own?.slotId ?? '' })).field).toBe('wallet')
})

test('a half is released sixty times an hour at most, and each time stands in the audit', async () => {
  const frame = await walletFrame(engine)
  const { device, own } = await owner(frame)
  for (let count = 0; count < 60; count++) await device.ask('/api/slots/release', { slotId: own })
  const more = await device.call('/api/slots/release', { slotId: own })
  expect([more.status, more.field]).toEqual([429, 'rate_limited'])
  const first = await device.ask('/api/audit', {})
  const next = await device.ask('/api/audit', { before: first.next })
  const rows = [...first.rows, ...next.rows]
  expect(rows.filter(({ what }) => what === 'slot_released')).toHaveLength(60)
  expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['account_created', 'wallet_created', 'recovery_stored']))
  expect(next.next).toBeUndefined()
})

// attack 28
test('the database with the secret key, but without the recovery service, has one half of each slot', async () => {
  const frame = await walletFrame(engine)
  const { half, halves } = await owner(frame)
  const tables = await frame.db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_name like 'embedded%'",
  )
  const dump = JSON.stringify(await Promise.all(tables.map(({ name }) => frame.db.query(`select * from ${name}`))))
  expect(dump).not.toContain(Buffer.from(half).toString('base64url'))
  for (const { serverHalf } of halves) expect(dump).not.toContain(serverHalf)
})

// attack 29
test('a slot’s row that is moved to another user or another slot opens nothing', async () => {
  const frame = await walletFrame(engine)
  const { own } = await owner(frame)
  const thief = await owner(frame, { email: 'eve@example.org' })
  // As somebody who can write to the database: the owner's half in the thief's slot.
  await frame.db.query(
    'update embedded_slots set server_half = (select server_half from embedded_slots where id = $1) where id = $2',
    [own, thief.own],
  )
  expect((await thief.device.call('/api/slots/release', { slotId: thief.own })).status).toBe(500)
  await frame.db.query('update embedded_slots set user_id = $1, wallet_id = $2, device_key = $3 where id = $4', [
    thief.user.userId,
    thief.wallet.walletId,
    thief.device.thumbprint,
    own,
  ])
  expect((await thief.device.call('/api/slots/release', { slotId: own })).status).toBe(500)
})

// attacks 26 and 27
test('a stolen code gives a session and a notice; an assisted wallet waits a day, and one click ends it', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await walletFrame(engine, { now })
  const { device, user, wallet, assisted, half } = await owner(frame, { now })
  time += 8 * DAY
  const thief = await newDevice(frame, { now })
  await logIn(frame, thief, { purpose: 'recover' })
  const mails = await frame.mails('ada@example.org')
  expect(mails[0]?.subject).toBe('New device logged in to your wallet')
  expect((await thief.call('/api/slots/release', { slotId: assisted })).field).toBe('recovery')
  const started = await thief.ask('/api/recovery/start', {})
  expect(started).toMatchObject({ state: 'held', heldUntil: time + DAY })
  expect((await thief.ask('/api/user', {})).recovery).toEqual({ mode: 'assisted', heldUntil: time + DAY })
  const keys = await newBoxKeys()
  const asked = { recoveryId: started.recoveryId, publicKey: keys.publicKey }
  const held = await thief.call('/api/recovery/release', asked)
  expect([held.status, held.field, held.headers.get('retry-after')]).toEqual([403, 'held', String(DAY / 1000)])
  expect(await thief.ask('/api/recovery/start', {})).toEqual(started)
  const [notice] = await frame.mails('ada@example.org')
  expect(notice?.subject).toBe('Your wallet is about to be recovered on a new device')
  expect((await fetch(/http:\S+cancel\S+/.exec(notice?.text ?? '')?.[0] ?? '')).status).toBe(200)
  for (let click = 0; click < 2; click++)
    expect((await callLink(frame, '/api/recovery/stop', { token: tokenIn(notice) })).status).toBe(200)
  expect((await thief.call('/api/recovery/release', asked)).field).toBe('session')
  time += 2 * DAY
  await logIn(frame, thief)
  expect((await thief.call('/api/recovery/release', asked)).field).toBe('recovery')

  // The owner waits, and gets it.
  time += DAY
  const fresh = await newDevice(frame, { now })
  const login = await logIn(frame, fresh)
  const own = await fresh.ask('/api/recovery/start', {})
  time += DAY
  fresh.token = undefined
  const renewed = await fresh.ask('/api/session/refresh', { refreshToken: login.session.refreshToken })
  fresh.token = renewed.token
  const again = await fresh.ask('/api/recovery/start', {})
  expect(again).toEqual({ recoveryId: own.recoveryId, state: 'ready' })
  const given = await fresh.ask('/api/recovery/release', { recoveryId: own.recoveryId, publicKey: keys.publicKey })
  expect(await openWith(keys, given.box, recoveryAad(user.userId, wallet.walletId, given.slotId))).toEqual(half)
  expect((await fresh.call('/api/recovery/release', { recoveryId: own.recoveryId, publicKey: keys.publicKey })).field).toBe(
    'recovery',
  )
  const server = await fresh.ask('/api/slots/release', { slotId: given.slotId })
  expect(server.slot.kind).toBe('assisted')
  // One recovery, one half.
  expect((await fresh.call('/api/slots/release', { slotId: given.slotId })).field).toBe('recovery')
  const { slots } = await fresh.ask('/api/slots/reserve', { kinds: ['device'] })
  const added = await fresh.ask('/api/slots/add', {
    slot: { ...slotFor(slots[0] ?? { slotId: '', kind: 'device' }), label: 'Laptop' },
    vault: sealed(),
  })
  expect(added.slots).toHaveLength(3)
  expect((await device.call('/api/audit', {})).field).toBe('session') // its token is days old
})

// attack 26
test('on a sealed wallet a stolen code opens nothing', async () => {
  const frame = await walletFrame(engine)
  const device = await newDevice(frame)
  await logIn(frame, device)
  const { wallet } = await makeWallet(device, ['device', 'code'])
  expect(wallet.mode).toBe('sealed')
  await frame.db.query('delete from embedded_uses')
  const thief = await newDevice(frame)
  await logIn(frame, thief)
  expect((await thief.call('/api/recovery/start', {})).field).toBe('recovery')
  const { slots } = await thief.ask('/api/slots/reserve', { kinds: ['device', 'assisted'] })
  for (const reserved of slots) {
    const slot = { ...slotFor(reserved), label: 'mine' }
    expect([403], reserved.kind).toContain((await thief.call('/api/slots/add', { slot, vault: sealed() })).status)
  }
  const rotated = await thief.call('/api/wallet/rotate', {
    vault: sealed(),
    slots: [slotFor(slots[0] ?? { slotId: '', kind: 'device' })],
    remove: [],
  })
  expect([rotated.status, rotated.field]).toEqual([403, 'device'])
})

test('a recovery needs a login by the link of a mail, lately', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await walletFrame(engine, { now })
  const { device } = await owner(frame, { now })
  time += 31_000
  await logIn(frame, device) // a known device: by a code alone
  expect((await device.call('/api/recovery/start', {})).field).toBe('recovery')
  time += 31_000
  const { challenge, code } = await reachCode(frame, device, { purpose: 'recover' })
  device.token = (await device.ask('/api/email/verify', { challenge, code })).session.token
  expect(await device.ask('/api/recovery/start', {})).toMatchObject({ state: 'ready' }) // a young wallet
  await device.ask('/api/recovery/cancel', {})
  time += 10 * 60_000 + 1
  expect((await device.call('/api/recovery/start', {})).field).toBe('recovery')
})

test('a rotation names every slot, keeps their keys, and seals the wallet for good', async () => {
  const frame = await walletFrame(engine)
  const { device, slots, assisted } = await owner(frame)
  const { slots: codes } = await device.ask('/api/slots/reserve', { kinds: ['code'] })
  const code = slotFor(codes[0] ?? { slotId: '', kind: 'code' })
  await device.ask('/api/slots/add', { slot: { ...code, label: 'paper' }, vault: sealed() })
  const rest = [...slots.filter(({ kind }) => kind !== 'assisted'), code]
  const rewritten = rest.map((slot) => ({ ...slot, sealedDek: { ephemeralKey: b64(65), ...sealed() } }))
  const vault = sealed()
  for (const [what, body] of Object.entries({
    'a slot left out': { vault, slots: rewritten.slice(1), remove: [assisted] },
    'a slot twice': { vault, slots: [...rewritten, ...rewritten.slice(0, 1)], remove: [assisted] },
    'another key': { vault, slots: rewritten.map((slot) => ({ ...slot, publicKey: b64(65) })), remove: [assisted] },
    'a slot of nobody': { vault, slots: [...rewritten, slotFor({ slotId: b64(16), kind: 'code' })], remove: [] },
  })) {
    const reply = await device.call('/api/wallet/rotate', body)
    expect([reply.status, reply.field], what).toEqual([400, 'slot'])
  }
  const wallet = await device.ask('/api/wallet/rotate', { vault, slots: rewritten, remove: [assisted] })
  expect(wallet.mode).toBe('sealed')
  const own = await device.ask('/api/slots/release', { slotId: rewritten[0]?.slotId ?? '' })
  expect(own.vault).toEqual(vault)
  expect(own.slot).toEqual(rewritten[0])
  expect((await device.call('/api/recovery/start', {})).field).toBe('recovery')
  const { slots: late } = await device.ask('/api/slots/reserve', { kinds: ['assisted'] })
  const back = { slot: { ...slotFor(late[0] ?? { slotId: '', kind: 'assisted' }), label: '' }, vault: sealed() }
  expect((await device.call('/api/slots/add', back)).status).toBe(403)
})

test('a removed device is out at once; what is no device of the wallet removes nothing', async () => {
  const frame = await walletFrame(engine)
  const { device, own } = await owner(frame)
  await frame.db.query('delete from embedded_uses')
  const second = await newDevice(frame)
  await logIn(frame, second)
  expect(await second.ask('/api/devices', {})).toMatchObject({ devices: [{ slotId: own, current: false }] })
  for (const slotId of [b64(16), (await device.ask('/api/wallet/slots', {})).slots.find(({ kind }) => kind !== 'device')?.slotId])
    expect((await second.call('/api/devices/remove', { slotId: slotId ?? '' })).field).toBe('slot')
  expect((await device.ask('/api/devices', {})).devices).toHaveLength(1)
  await second.ask('/api/devices/remove', { slotId: own })
  expect((await device.call('/api/slots/release', { slotId: own })).field).toBe('session')
  // It is a new device from now on.
  await frame.db.query('delete from embedded_uses')
  device.token = undefined
  const start = await device.ask('/api/email/start', {
    projectId: 'demo',
    appOrigin: 'http://localhost:1',
    email: 'ada@example.org',
    purpose: 'login',
  })
  expect(start.action).toBe('VERIFY_DEVICE')
})

test('a new device does not rotate for a day, and what it overwrites by adding itself is kept', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await walletFrame(engine, { now })
  const { vault, slots } = await owner(frame, { now })
  time += 3_600_000
  const fresh = await newDevice(frame, { now })
  await logIn(frame, fresh)
  const { recoveryId } = await fresh.ask('/api/recovery/start', {})
  const { slotId } = await fresh.ask('/api/recovery/release', { recoveryId, publicKey: (await newBoxKeys()).publicKey })
  await fresh.ask('/api/slots/release', { slotId })
  const reserved = await fresh.ask('/api/slots/reserve', { kinds: ['device', 'code'] })
  const [mine, code] = reserved.slots.map(slotFor)
  if (!mine || !code) throw new Error('no slots')
  expect((await fresh.call('/api/slots/add', { slot: { ...code, label: '' }, vault: sealed() })).field).toBe('device')
  await fresh.ask('/api/slots/add', { slot: { ...mine, label: '' }, vault: sealed() })
  const [kept] = await frame.db.query<{ vault: string }>('select vault from embedded_vaults')
  expect(JSON.parse(kept?.vault ?? '')).toEqual(vault)
  const all = { vault: sealed(), slots: [...slots, mine], remove: [] }
  const early = await fresh.call('/api/wallet/rotate', all)
  expect([early.status, early.field]).toEqual([403, 'held'])
})

test('an address is changed by a code to the old mailbox and one to the new; the old one can undo it for a day', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await walletFrame(engine, { now })
  const { device, user } = await owner(frame, { now })
  time += 31_000
  expect((await device.call('/api/email/change/start', { email: 'nonsense' })).field).toBe('email')
  const first = await device.ask('/api/email/change/start', { email: 'Ada@New.example', locale: 'ar' })
  expect(first.action).toBe('VERIFY_PRIMARY_OTP')
  const [primary] = await frame.mails('ada@example.org')
  expect(primary?.html).toContain('dir="rtl"')
  expect((await device.call('/api/email/verify', { challenge: first.challenge, code: codeIn(primary) })).field).toBe('challenge')
  const second = await device.ask('/api/email/change/verify', { challenge: first.challenge, code: codeIn(primary) })
  if (!('challenge' in second)) throw new Error('changed too early')
  expect((await device.ask('/api/user', {})).email).toBe('ada@example.org')
  const [secondary] = await frame.mails('ada@new.example')
  expect(await device.ask('/api/email/change/verify', { challenge: second.challenge, code: codeIn(secondary) })).toEqual({
    email: 'ada@new.example',
  })
  const [told] = await frame.mails('ada@example.org')
  expect(told?.text).toContain('ada@new.example')

  // A recovery waits, although the wallet is young, and the old mailbox hears of it too.
  const thief = await newDevice(frame, { now })
  time += 31_000
  await logIn(frame, thief, { email: 'ada@new.example' })
  expect((await thief.ask('/api/recovery/start', {})).state).toBe('held')
  expect((await frame.mails('ada@example.org'))[0]?.subject).toBe('Your wallet is about to be recovered on a new device')
  // Nobody takes the old address meanwhile.
  const squatter = await newDevice(frame, { now })
  time += 31_000
  const reached = await reachCode(frame, squatter, { email: 'ada@example.org' })
  expect((await squatter.call('/api/email/verify', reached)).field).toBe('email')

  expect((await callLink(frame, '/api/email/change/undo', { token: tokenIn(told) })).status).toBe(200)
  expect((await callLink(frame, '/api/email/change/undo', { token: tokenIn(told) })).status).toBe(410)
  for (const each of [device, thief]) expect((await each.call('/api/user', {})).field).toBe('session')
  await frame.db.query('delete from embedded_uses')
  const back = await logIn(frame, await newDevice(frame, { now }), { email: 'ada@example.org' })
  expect(back.user.userId).toBe(user.userId)
})

test('a thief’s second change does not take the owner’s link away, and an address with an account is refused at the end', async () => {
  let time = Date.now()
  const now = () => time
  const frame = await walletFrame(engine, { now })
  const { device, user } = await owner(frame, { now })
  await logIn(frame, await newDevice(frame, { now }), { email: 'taken@example.org' })
  const change = async (from: string, to: string) => {
    time += 31_000
    const first = await device.ask('/api/email/change/start', { email: to })
    const second = await device.ask('/api/email/change/verify', {
      challenge: first.challenge,
      code: codeIn((await frame.mails(from))[0]),
    })
    if (!('challenge' in second)) throw new Error('changed too early')
    return device.call('/api/email/change/verify', { challenge: second.challenge, code: codeIn((await frame.mails(to))[0]) })
  }
  const refused = await change('ada@example.org', 'taken@example.org')
  expect([refused.status, refused.field]).toEqual([409, 'email'])
  expect((await change('ada@example.org', 'eve@example.org')).status).toBe(200)
  const link = tokenIn((await frame.mails('ada@example.org'))[0])
  expect((await change('eve@example.org', 'eve2@example.org')).status).toBe(200)
  const later = tokenIn((await frame.mails('eve@example.org'))[0])
  expect((await callLink(frame, '/api/email/change/undo', { token: later })).status).toBe(200)
  expect((await callLink(frame, '/api/email/change/undo', { token: link })).status).toBe(200)
  const [row] = await frame.db.query<{ email: string }>('select email from embedded_users where id = $1', [user.userId])
  expect(row?.email).toBe('ada@example.org')
})
