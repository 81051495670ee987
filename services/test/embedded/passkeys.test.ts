// Passkeys of wallets by the wallet API: what of one is kept, who gets the server half of its slot, and who is told.
import { expect, test } from 'vitest'
import { engine } from '../support/engines.js'
import type { NewSlot, SlotKind } from '../../src/embedded/wire.js'
import { logIn, newDevice, type Device, type TestFrame } from './support/frame.js'
import { b64, owner, sealed, slotFor, walletFrame } from './support/wallets.js'

/** As a browser names one that it has made on the frame's host. */
const passkeyOn = (frame: TestFrame) => ({ credentialId: b64(32), rpId: new URL(frame.url).hostname, transports: ['internal'] })

async function reservedFor(device: Device, kind: SlotKind): Promise<NewSlot> {
  const { slots } = await device.ask('/api/slots/reserve', { kinds: [kind] })
  const [reserved] = slots
  if (!reserved) throw new Error('no slot')
  return { ...slotFor(reserved), label: kind }
}

test('a passkey is added by a device of the wallet, shown to all of its devices, and told by mail', async () => {
  const frame = await walletFrame(engine)
  const { device } = await owner(frame)
  const passkey = passkeyOn(frame)
  const slot = { ...(await reservedFor(device, 'passkey')), label: 'My key', passkey }
  const vault = sealed()
  const wallet = await device.ask('/api/slots/add', { slot, vault })
  const [shown] = wallet.slots.filter(({ kind }) => kind === 'passkey')
  expect(shown).toMatchObject({ slotId: slot.slotId, label: 'My key', isThisDevice: false, passkey })
  expect(wallet.slots.filter((row) => row.passkey !== undefined)).toHaveLength(1)
  const [mail] = await frame.mails('ada@example.org')
  expect(mail?.subject).toBe('A passkey was added to your wallet')
  expect((await device.ask('/api/audit', {})).rows[0]).toMatchObject({ what: 'slot_added', detail: 'passkey My key' })
  // What a rotation has to rewrite: nobody's halves.
  const all = await device.ask('/api/wallet/slots', {})
  expect(all.vault).toEqual(vault)
  expect(all.slots.map(({ kind }) => kind).sort()).toEqual(['assisted', 'device', 'passkey'])
  const { label: _label, passkey: _passkey, ...stored } = slot
  expect(all.slots.find(({ kind }) => kind === 'passkey')).toEqual(stored)
})

test('a slot of a passkey names one of this host, once, and no other slot does', async () => {
  const frame = await walletFrame(engine)
  const { device } = await owner(frame)
  const passkey = passkeyOn(frame)
  const add = async (kind: SlotKind, named: unknown) => {
    const slot = { ...(await reservedFor(device, kind)), passkey: named as NewSlot['passkey'] }
    const { status, field } = await device.call('/api/slots/add', { slot, vault: sealed() })
    return [status, field]
  }
  expect(await add('passkey', undefined)).toEqual([400, 'slot'])
  expect(await add('passkey', { ...passkey, rpId: 'evil.example' })).toEqual([400, 'slot'])
  expect(await add('code', passkey)).toEqual([400, 'slot'])
  for (const odd of [
    { ...passkey, credentialId: '' },
    { ...passkey, transports: ['b'.repeat(21)] },
    { ...passkey, prf: b64(32) },
    'x',
  ])
    expect((await add('passkey', odd))[0], JSON.stringify(odd)).toBe(400)
  expect(await add('passkey', passkey)).toEqual([200, undefined])
  expect(await add('passkey', passkey)).toEqual([409, 'slot'])
  const { wallet } = await device.ask('/api/user', {})
  expect(wallet?.slots.map(({ kind }) => kind).sort()).toEqual(['assisted', 'device', 'passkey'])
})

test('a login that is older than five minutes adds no way into the wallet from elsewhere', async () => {
  let passed = 0
  const now = () => Date.now() + passed
  const frame = await walletFrame(engine, { now })
  const { device } = await owner(frame, { now })
  const slots = [{ ...(await reservedFor(device, 'passkey')), passkey: passkeyOn(frame) }, await reservedFor(device, 'code')]
  passed = 6 * 60_000
  for (const slot of slots) {
    const { status, field } = await device.call('/api/slots/add', { slot, vault: sealed() })
    expect([status, field], slot.kind).toEqual([403, 'stale'])
  }
})

// attack 26
test('a new device with a session gets the server half of a passkey, gives itself a slot and nothing else, and is told of', async () => {
  const frame = await walletFrame(engine)
  const { device } = await owner(frame)
  const slot = { ...(await reservedFor(device, 'passkey')), label: 'My key', passkey: passkeyOn(frame) }
  await device.ask('/api/slots/add', { slot, vault: sealed() })
  // The owner's own device: no news.
  await device.ask('/api/slots/release', { slotId: slot.slotId })
  expect((await frame.mails('ada@example.org'))[0]?.subject).toBe('A passkey was added to your wallet')

  const fresh = await newDevice(frame)
  await frame.db.query('delete from embedded_uses')
  await logIn(frame, fresh)
  const early = await fresh.call('/api/slots/add', { slot: await reservedFor(fresh, 'device'), vault: sealed() })
  expect([early.status, early.field]).toEqual([403, 'device'])
  const list = await fresh.call('/api/wallet/slots', {})
  expect([list.status, list.field]).toEqual([403, 'device'])
  const released = await fresh.ask('/api/slots/release', { slotId: slot.slotId })
  expect(released.slot).toMatchObject({ slotId: slot.slotId, kind: 'passkey' })
  await fresh.ask('/api/slots/release', { slotId: slot.slotId })
  const subjects = (await frame.mails('ada@example.org')).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'A new device opens your wallet with a passkey')).toHaveLength(1)
  const { rows } = await fresh.ask('/api/audit', {})
  expect(rows.filter(({ what, detail }) => what === 'slot_released' && detail === 'passkey My key')).toHaveLength(3)
  // No recovery was started: the recovery service has not been asked.
  expect(rows.map(({ what }) => what)).not.toContain('recovery_started')

  const another = { ...(await reservedFor(fresh, 'passkey')), passkey: passkeyOn(frame) }
  expect((await fresh.call('/api/slots/add', { slot: another, vault: sealed() })).field).toBe('device')
  const wallet = await fresh.ask('/api/slots/add', { slot: await reservedFor(fresh, 'device'), vault: sealed() })
  expect(wallet.slots.filter(({ isThisDevice }) => isThisDevice)).toHaveLength(1)

  // Another user's session gets nothing, and none without the proof of a device does.
  const stranger = await newDevice(frame)
  await logIn(frame, stranger, { email: 'eve@example.org' })
  expect((await stranger.call('/api/slots/release', { slotId: slot.slotId })).status).toBe(404)
  const unproved = await fresh.call('/api/slots/release', { slotId: slot.slotId }, { proof: null })
  expect([unproved.status, unproved.field]).toEqual([401, 'proof'])

  // Sixty times an hour, whoever asks.
  await frame.db.query('delete from embedded_uses')
  await device.ask('/api/slots/release', { slotId: slot.slotId })
  await frame.db.query('insert into embedded_uses (key, at) select key, at from embedded_uses, generate_series(1, 58)')
  await fresh.ask('/api/slots/release', { slotId: slot.slotId })
  const more = await fresh.call('/api/slots/release', { slotId: slot.slotId })
  expect([more.status, more.field]).toEqual([429, 'rate_limited'])
})

test('a rotation leaves slots of two kinds, removes a passkey at once, and seals by one for good', async () => {
  const frame = await walletFrame(engine)
  const { device, assisted } = await owner(frame)
  const add = async (label: string) => {
    const slot = { ...(await reservedFor(device, 'passkey')), label, passkey: passkeyOn(frame) }
    await device.ask('/api/slots/add', { slot, vault: sealed() })
    return slot.slotId
  }
  const [first, second] = [await add('one'), await add('two')]
  const rotate = async (remove: readonly string[]) => {
    const { slots } = await device.ask('/api/wallet/slots', {})
    const kept = slots.filter(({ slotId }) => !remove.includes(slotId))
    return device.call('/api/wallet/rotate', { vault: sealed(), slots: kept, remove: [...remove] })
  }
  const bare = await rotate([assisted, first, second])
  expect([bare.status, bare.field]).toEqual([409, 'slot'])
  expect((await rotate([first])).body.slots.map(({ kind }) => kind).sort()).toEqual(['assisted', 'device', 'passkey'])
  expect((await device.call('/api/slots/release', { slotId: first })).status).toBe(404)
  expect((await device.ask('/api/audit', {})).rows[0]).toMatchObject({ what: 'slot_removed', detail: 'passkey one' })
  expect((await rotate([assisted])).body.mode).toBe('sealed')
  expect((await device.call('/api/recovery/start', {})).field).toBe('recovery')
  const back = await device.call('/api/slots/add', { slot: await reservedFor(device, 'assisted'), vault: sealed() })
  expect(back.status).toBe(403)
})
