// What opens a wallet, and what does not: rows of the attacks on stored data, and the proofs behind the labels "assisted" and "sealed".
import { createDecipheriv, createECDH, createHash, createPrivateKey, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { importAesKey, open, seal } from '../../../frame/keys/aead.js'
import { concat, fromBase64url, isEqual, toBase64url, utf8, type Bytes } from '../../../frame/keys/bytes.js'
import type { NewSlotInput } from '../../../frame/keys/messages.js'
import { clientHalfOfCode } from '../../../frame/keys/recovery-code.js'
import { newBoxKeys, openWith, recoveryAad, sealFor } from '../../../frame/keys/recovery-box.js'
import { Ring } from '../../../frame/keys/ring.js'
import { deriveAccounts } from '../../../frame/keys/derivation.js'
import { makeSlot, openSlot } from '../../../frame/keys/slots.js'
import { openVault, sealVault, slotPrint } from '../../../frame/keys/vault.js'
import type { Slot, SlotKind } from '../../../frame/keys/types.js'
import { bytes, otherUser, reserved, userId, walletId } from './support.js'
import { wallet, kinds, worldOf, slotOf, rightInput, codeOf, flipped, type World } from './slot-world.js'
import { testRows } from '../../../../test/support/rows.js'

let assisted: World
let sealed: World
let stranger: World
beforeAll(async () => {
  assisted = await worldOf(reserved('device'), reserved('assisted'), reserved('passkey'))
  sealed = await worldOf(reserved('device'), reserved('code'), reserved('passkey'))
  stranger = await worldOf(reserved('device'), reserved('assisted'))
})

describe('what was stolen opens what the table says, and nothing else', () => {
  // attack 28
  /** All that a thief can try: every half of what they have, and zeros, for every slot. */
  async function opened(
    world: World,
    serverHalves: readonly string[],
    clientHalves: readonly Bytes[],
  ): Promise<readonly SlotKind[]> {
    const found: SlotKind[] = []
    for (const slot of world.made.slots)
      for (const serverHalf of [...serverHalves, toBase64url(new Uint8Array(32))])
        for (const clientHalf of [...clientHalves, new Uint8Array(32), fromBase64url(serverHalf)])
          if ((await codeOf({ ...rightInput(world, slot.kind), serverHalf, clientHalf })) === 'opened') found.push(slot.kind)
    return found
  }
  const serverSide = (world: World) => world.asked.map(({ serverHalf }) => serverHalf)

  test('database without the master key: nothing', async () => {
    for (const world of [assisted, sealed]) expect(await opened(world, [], [])).toEqual([])
  })
  test('database and master key, the recovery service off: nothing', async () => {
    for (const world of [assisted, sealed]) expect(await opened(world, serverSide(world), [])).toEqual([])
  })
  test('with the store and key of the recovery service: the assisted wallet, by its assisted slot alone', async () => {
    expect(await opened(assisted, serverSide(assisted), [assisted.clientHalves['assisted']!])).toEqual(['assisted'])
  })
  test('with the store and key of the recovery service: no sealed wallet', async () => {
    const store = [assisted.clientHalves['assisted']!, stranger.clientHalves['assisted']!]
    expect(await opened(sealed, [...serverSide(sealed), ...serverSide(assisted)], store)).toEqual([])
  })
  test('the store of the recovery service without its key: nothing', async () => {
    const keys = await newBoxKeys()
    const aad = recoveryAad(userId, walletId, slotOf(assisted, 'assisted').slotId)
    const box = await sealFor(keys.publicKey, assisted.clientHalves['assisted']!, aad)
    const seen = [box.data, box.ephemeralKey].map((text) => fromBase64url(text).slice(0, 32))
    expect(await opened(assisted, serverSide(assisted), seen)).toEqual([])
    expect(await openWith(keys, box, aad)).toEqual(assisted.clientHalves['assisted'])
  })
  test('a session on a sealed wallet brings every server half, and opens nothing', async () => {
    // attack 26
    // Whoever has phished the code of a mail gets what the services release: all rows and halves of the server.
    expect(await opened(sealed, serverSide(sealed), [bytes(32)])).toEqual([])
  })
})

describe('tampering with a slot', () => {
  testRows(kinds)('every half of a %s slot fails alone', async (kind) => {
    const world = await worldOf(reserved(kind), reserved(kind === 'device' ? 'assisted' : 'device'))
    const right = rightInput(world, kind)
    expect(await codeOf(right)).toBe('opened')
    const zeros = new Uint8Array(32)
    for (const wrong of [
      { clientHalf: zeros },
      { clientHalf: bytes(32) },
      { clientHalf: fromBase64url(right.serverHalf) },
      { serverHalf: toBase64url(zeros) },
      { serverHalf: toBase64url(bytes(32)) },
      { serverHalf: toBase64url(right.clientHalf) },
      { serverHalf: toBase64url(right.clientHalf), clientHalf: fromBase64url(right.serverHalf) },
    ])
      expect(await codeOf({ ...right, ...wrong })).toBe('WRONG_KEY')
  })
  test('a row that was moved to another user, wallet, slot or kind fails', async () => {
    // attack 29
    const right = rightInput(sealed, 'device')
    const moved = [
      { userId: otherUser },
      { walletId: 'wallet_another_012345' },
      { slot: { ...right.slot, slotId: 'slot_another_0123456' } },
      ...kinds.filter((kind) => kind !== 'device').map((kind) => ({ slot: { ...right.slot, kind } })),
    ]
    for (const change of moved) expect(await codeOf({ ...right, ...change })).toBe('WRONG_KEY')
    // The stranger's whole row and vault, given out as ours.
    expect(await codeOf({ ...right, slot: slotOf(stranger, 'device'), vault: stranger.made.vault })).toBe('WRONG_KEY')
  })
  test('the wrong info fails: the key of a slot is none for what stands in another field', async () => {
    const right = rightInput(sealed, 'device')
    const { slot } = right
    for (const changed of [
      { wrappedPrivateKey: { iv: slot.sealedDek.iv, data: slot.sealedDek.data } },
      { wrappedPrivateKey: right.vault },
      { wrappedPrivateKey: slotOf(sealed, 'code').wrappedPrivateKey },
    ])
      expect(await codeOf({ ...right, slot: { ...slot, ...changed } })).toBe('WRONG_KEY')
    for (const changed of [
      { sealedDek: slotOf(sealed, 'code').sealedDek },
      { sealedDek: { ...slot.sealedDek, ephemeralKey: slot.publicKey } },
      { publicKey: slotOf(sealed, 'code').publicKey },
    ])
      expect(await codeOf({ ...right, slot: { ...slot, ...changed } })).toBe('TAMPERED')
  })
  test('no changed bit of a slot or a vault goes unnoticed', async () => {
    const right = rightInput(sealed, 'device')
    const { slot, vault } = right
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(7), async (at, which) => {
        const change = [
          () => ({ slot: { ...slot, publicKey: flipped(slot.publicKey, at) } }),
          () => ({
            slot: { ...slot, wrappedPrivateKey: { ...slot.wrappedPrivateKey, iv: flipped(slot.wrappedPrivateKey.iv, at) } },
          }),
          () => ({
            slot: { ...slot, wrappedPrivateKey: { ...slot.wrappedPrivateKey, data: flipped(slot.wrappedPrivateKey.data, at) } },
          }),
          () => ({ slot: { ...slot, sealedDek: { ...slot.sealedDek, ephemeralKey: flipped(slot.sealedDek.ephemeralKey, at) } } }),
          () => ({ slot: { ...slot, sealedDek: { ...slot.sealedDek, iv: flipped(slot.sealedDek.iv, at) } } }),
          () => ({ slot: { ...slot, sealedDek: { ...slot.sealedDek, data: flipped(slot.sealedDek.data, at) } } }),
          () => ({ vault: { ...vault, iv: flipped(vault.iv, at) } }),
          () => ({ vault: { ...vault, data: flipped(vault.data, at) } }),
        ][which]!()
        expect(await codeOf({ ...right, ...change })).toMatch(/^(?:WRONG_KEY|TAMPERED)$/)
      }),
      { numRuns: 150 },
    )
  })
})

describe('what the server may not do', () => {
  test('a slot that the server has added itself is refused', async () => {
    const right = rightInput(sealed, 'device')
    // It has seen the data key once, say by a fault of an old device, and makes a slot of which it knows both halves.
    const device = slotOf(sealed, 'device')
    const client = sealed.clientHalves['device']!.slice()
    const halves = { client, server: fromBase64url(right.serverHalf) }
    const dek = await openSlot(wallet, device, halves, sealed.made.addresses)
    const name = { ...wallet, slotId: 'slot_of_the_server_0', kind: 'assisted' as const }
    const [own, server] = [bytes(32), bytes(32)]
    const added = await makeSlot(name, { client: own, server }, sealed.made.addresses, dek)
    expect(await codeOf({ ...right, slot: added, clientHalf: own, serverHalf: toBase64url(server) })).toBe('TAMPERED')
    // An unlocked device does not seal its new data key for it either.
    const ring = new Ring()
    await ring.unlock(rightInput(sealed, 'device'))
    await expect(ring.rotate({ keep: [...sealed.made.slots, added] })).rejects.toMatchObject({ code: 'TAMPERED' })
    const renamed = { ...slotOf(sealed, 'code'), publicKey: added.publicKey }
    await expect(ring.rotate({ keep: [device, renamed] })).rejects.toMatchObject({ code: 'TAMPERED' })
  })
  test('another wallet behind a slot of ours gives a mismatch of addresses', async () => {
    // attack 29
    // The server makes a wallet of its own, and seals its data key for the public key of our slot, which anybody can.
    const right = rightInput(sealed, 'device')
    const [entropy, dek] = [bytes(32), bytes(32)]
    const ownDek = await sealFor(right.slot.publicKey, dek, `wm/dek/1:${userId}:${walletId}:${right.slot.slotId}:device`)
    const slot = { ...right.slot, sealedDek: ownDek }
    const vault = await sealVault({ entropy, generation: 9, prints: [await slotPrint(slot)] }, dek, wallet)
    expect(await codeOf({ ...right, slot, vault })).toBe('ADDRESS_MISMATCH')
    // On a new device, which has no addresses of its own yet, the server says those of its wallet too: the slot knows better.
    const theirs = (await deriveAccounts(entropy)).addresses
    for (const expected of [theirs, stranger.made.addresses, { ...sealed.made.addresses, bip122: theirs.bip122 }])
      expect(await codeOf({ ...right, slot, vault, expected })).toBe('ADDRESS_MISMATCH')
  })
  test('an older wallet of the same user that is brought back gives a mismatch of addresses', async () => {
    // attack 29
    const [older, newer] = [
      await worldOf(reserved('device'), reserved('code')),
      await worldOf(reserved('device'), reserved('code')),
    ]
    expect(await codeOf({ ...rightInput(older, 'device'), expected: newer.made.addresses })).toBe('ADDRESS_MISMATCH')
    // Its vault alone does not open with the newer slot.
    expect(await codeOf({ ...rightInput(newer, 'device'), vault: older.made.vault })).toBe('TAMPERED')
  })
  test('an older vault of the same wallet is refused by whoever has seen a newer one', async () => {
    // attack 29
    const world = await worldOf(reserved('device'), reserved('assisted'), reserved('passkey'))
    const ring = new Ring()
    expect(await ring.unlock(rightInput(world, 'device'))).toEqual({ generation: 1 })
    const keep = world.made.slots.filter(({ kind }) => kind !== 'assisted')
    const rotated = await ring.rotate({ keep })
    expect(await codeOf({ ...rightInput(world, 'device'), generationLeast: 2 })).toBe('TAMPERED')
    const newer = { ...rightInput(world, 'device'), slot: rotated.slots[0]!, vault: rotated.vault }
    expect(await codeOf({ ...newer, generationLeast: 2 })).toBe('opened')
    // Only one of the two brought back: neither opens with the other.
    expect(await codeOf({ ...newer, vault: world.made.vault })).toBe('TAMPERED')
    expect(await codeOf({ ...newer, slot: world.made.slots[0]! })).toBe('TAMPERED')
    await expect(ring.addSlot({ ...reserved('code'), vault: world.made.vault })).rejects.toMatchObject({ code: 'WRONG_KEY' })
  })
})

describe('changes', () => {
  test('sealing: after a rotation without it, the assisted slot opens nothing, and the others do without their halves', async () => {
    const world = await worldOf(reserved('device'), reserved('assisted'), reserved('passkey'))
    const ring = new Ring()
    await ring.unlock(rightInput(world, 'device'))
    const { vault, slots } = await ring.rotate({ keep: world.made.slots.filter(({ kind }) => kind !== 'assisted') })
    for (const slot of slots) expect(await codeOf({ ...rightInput(world, slot.kind), slot, vault })).toBe('opened')
    const left = rightInput(world, 'assisted')
    expect(await codeOf({ ...left, vault })).toBe('TAMPERED')
    // With the data key of another slot, it is one that the vault does not know.
    expect(await codeOf({ ...left, vault, slot: { ...left.slot, sealedDek: slots[0]!.sealedDek } })).toBe('TAMPERED')
    const old = await openSlot(
      wallet,
      left.slot,
      { client: left.clientHalf, server: fromBase64url(left.serverHalf) },
      world.made.addresses,
    )
    await expect(openVault(vault, old, wallet)).rejects.toMatchObject({ code: 'WRONG_KEY' })
  })
  test('two slots of different kinds at least, each once', async () => {
    const ring = new Ring()
    const few = [[reserved('device')], [reserved('device', 'one'), reserved('device', 'two')], [reserved('assisted')]]
    for (const slots of few) await expect(ring.create({ ...wallet, slots })).rejects.toMatchObject({ code: 'TOO_FEW_SLOTS' })
    const bad = [
      [reserved('device', 'same'), reserved('code', 'same')],
      [reserved('device'), reserved('code', 'one'), reserved('code', 'two')],
      [{ ...reserved('device'), clientHalf: bytes(32) }, reserved('code')],
      [{ slotId: 'slot_passkey_01234', kind: 'passkey' as const, serverHalf: toBase64url(bytes(32)) }, reserved('code')],
      [{ ...reserved('device'), serverHalf: 'A'.repeat(42) + 'B' }, reserved('code')],
    ]
    for (const slots of bad) await expect(ring.create({ ...wallet, slots })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(ring.isUnlocked).toBe(false)
    const { slots } = await ring.create({
      ...wallet,
      slots: [reserved('device'), reserved('code'), reserved('device', 'second')],
    })
    for (const keep of [[slots[0]!], [slots[0]!, slots[2]!]])
      await expect(ring.rotate({ keep })).rejects.toMatchObject({ code: 'TOO_FEW_SLOTS' })
    await expect(ring.rotate({ keep: [slots[0]!, slots[1]!, slots[1]!] })).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })
  test('two devices that add slots one after the other, each with the newest vault, lose none', async () => {
    const world = await worldOf(reserved('device'), reserved('code'))
    const [one, two] = [new Ring(), new Ring()]
    await one.unlock(rightInput(world, 'device'))
    await two.unlock(rightInput(world, 'code'))
    const [first, second] = [reserved('device', 'first'), reserved('passkey', 'second')]
    const half = second.clientHalf!.slice()
    const added = await one.addSlot({ ...first, vault: world.made.vault })
    const again = await two.addSlot({ ...second, vault: added.vault })
    const { vault } = again
    const opens = (slot: Slot, { serverHalf }: NewSlotInput, clientHalf: Bytes) =>
      codeOf({ ...rightInput(world, 'device'), vault, slot, serverHalf, clientHalf, generationLeast: 3 })
    expect(await opens(added.slot, first, new Uint8Array(added.clientHalf!))).toBe('opened')
    expect(await opens(again.slot, second, half)).toBe('opened')
    expect(await codeOf({ ...rightInput(world, 'code'), vault })).toBe('opened')
    // The first device has an older list: with the newest vault it takes over the newer one.
    const all = [...world.made.slots, added.slot, again.slot]
    await expect(one.rotate({ keep: all })).rejects.toMatchObject({ code: 'TAMPERED' })
    const rotated = await one.rotate({ keep: all, vault })
    expect(await codeOf({ ...rightInput(world, 'device'), vault: rotated.vault, slot: rotated.slots[0]! })).toBe('opened')
  })
  test('an older vault with the same data key, and one of another entropy, are not taken over', async () => {
    const world = await worldOf(reserved('device'), reserved('code'))
    const ring = new Ring()
    await ring.unlock(rightInput(world, 'device'))
    await ring.addSlot(reserved('device', 'second'))
    await expect(ring.addSlot({ ...reserved('device', 'third'), vault: world.made.vault })).rejects.toMatchObject({
      code: 'TAMPERED',
    })
    const { slot, clientHalf, serverHalf, expected } = rightInput(world, 'device')
    const dek = await openSlot(wallet, slot, { client: clientHalf, server: fromBase64url(serverHalf) }, expected)
    const foreign = await sealVault({ entropy: bytes(32), generation: 7, prints: [] }, dek, wallet)
    await expect(ring.rotate({ keep: world.made.slots, vault: foreign })).rejects.toMatchObject({ code: 'TAMPERED' })
  })
  test('what opens with the data key, and is no vault of this version, is refused', async () => {
    const dek = bytes(32)
    const vault = { entropy: bytes(32), generation: 1, prints: [toBase64url(bytes(32))] }
    const key = await importAesKey(dek)
    const aad = `wm/vault/1:${userId}:${walletId}`
    const plaintext = await open(key, await sealVault(vault, dek, wallet), aad)
    expect(await openVault(await seal(key, plaintext, aad), dek, wallet)).toEqual(vault)
    const at = (place: number, value: number) => Uint8Array.from(plaintext, (byte, index) => (index === place ? value : byte))
    for (const wrong of [
      at(0, 2),
      at(5, 2),
      at(5, 0),
      at(5, 33),
      plaintext.slice(0, -1),
      new Uint8Array([...plaintext, 0]),
      new Uint8Array(0),
    ])
      await expect(openVault(await seal(key, wrong, aad), dek, wallet)).rejects.toMatchObject({ code: 'TAMPERED' })
    await expect(sealVault({ ...vault, entropy: bytes(16) }, dek, wallet)).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })
  test('a wallet has 32 slots at most', async () => {
    const ring = new Ring()
    await ring.create({ ...wallet, slots: [reserved('device'), reserved('code')] })
    for (let at = 2; at < 32; at++) await ring.addSlot(reserved('device', `nr${at}`))
    await expect(ring.addSlot(reserved('device', 'more'))).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })
  test('whatever is added and left out, the slots that are kept open, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 0, maxLength: 4 }), fc.nat(63), async (more, mask) => {
        const world = await worldOf(reserved('device'), reserved('code'))
        const ring = new Ring()
        await ring.unlock(rightInput(world, 'device'))
        const all = world.made.slots.map((slot) => ({ slot, input: rightInput(world, slot.kind) }))
        for (const [at, kind] of more.entries()) {
          const asked = reserved(kind, `more${at}`)
          const own = asked.clientHalf?.slice()
          const { slot, clientHalf, recoveryCode } = await ring.addSlot(asked)
          const half = recoveryCode === undefined ? (own ?? new Uint8Array(clientHalf!)) : await clientHalfOfCode(recoveryCode)
          all.push({ slot, input: { ...rightInput(world, 'device'), serverHalf: asked.serverHalf, clientHalf: half } })
        }
        const kept = all.filter((_, at) => at < 2 || (mask >> at) & 1)
        const { vault, slots } = await ring.rotate({ keep: kept.map(({ slot }) => slot) })
        for (const { slot, input } of all) {
          const rotated = slots.find(({ slotId }) => slotId === slot.slotId)
          expect(await codeOf({ ...input, vault, slot: rotated ?? slot })).toBe(rotated ? 'opened' : 'TAMPERED')
        }
      }),
      { numRuns: 8 },
    )
  })
})

test('bytes are equal when they are as many, and the same', () => {
  const pairs = [[[], []], [[1, 2], [1, 2]], [[], [0]], [[1], [1, 2]], [[1, 2], [1]], [[1], [2]]] as const // oxfmt-ignore
  expect(pairs.map(([a, b]) => isEqual(Uint8Array.from(a), Uint8Array.from(b)))).toEqual([true, true, false, false, false, false])
})

test('a slot and its vault can be opened with nothing but the description of decision 0029', async () => {
  const { clientHalf, serverHalf, slot, vault, expected } = rightInput(assisted, 'assisted')
  const name = `${userId}:${walletId}:${slot.slotId}:assisted`
  const gcm = (key: Uint8Array, { iv, data }: { iv: string; data: string }, aad: string) => {
    const bytes = Buffer.from(data, 'base64url')
    const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    cipher.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(-16))
    return Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()])
  }
  const hkdf = (secret: Uint8Array, salt: Uint8Array, info: string) => new Uint8Array(hkdfSync('sha256', secret, salt, info, 32))
  const kek = hkdf(concat(clientHalf, fromBase64url(serverHalf)), utf8(slot.slotId), `wm/slot/1:${name}`)
  const opened = gcm(kek, slot.wrappedPrivateKey, `wm/slot/1:${name}`)
  const print = createHash('sha256').update(`wm/wallet/1:${expected.eip155}:${expected.solana}:${expected.bip122}`).digest()
  expect(opened.subarray(0, 32)).toEqual(print)
  const privateKey = createPrivateKey({ key: opened.subarray(32), format: 'der', type: 'pkcs8' })
  const ephemeral = Buffer.from(slot.sealedDek.ephemeralKey, 'base64url')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url'))
  const shared = ecdh.computeSecret(ephemeral)
  const aad = `wm/dek/1:${name}`
  const dek = gcm(hkdf(shared, concat(ephemeral, fromBase64url(slot.publicKey)), `wm/box/1:${aad}`), slot.sealedDek, aad)
  const plain = gcm(dek, vault, `wm/vault/1:${userId}:${walletId}`)
  expect([plain[0], plain.readUInt32BE(1), plain[5], plain.length]).toEqual([1, 1, 3, 6 + 32 + 3 * 32])
})
