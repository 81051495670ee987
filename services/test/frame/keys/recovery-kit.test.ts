import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { beforeAll, expect, test } from 'vitest'
import { deriveAccounts } from '../../../frame/keys/derivation.js'
import { sealFor } from '../../../frame/keys/recovery-box.js'
import { openSlot } from '../../../frame/keys/slots.js'
import { openKit } from '../../../frame/keys/recovery-kit.js'
import { clientHalfOfCode, newRecoveryCode } from '../../../frame/keys/recovery-code.js'
import { Ring } from '../../../frame/keys/ring.js'
import { openVault, sealVault, slotPrint } from '../../../frame/keys/vault.js'
import { bytes, reserved, userId, walletId } from './support.js'

const ring = new Ring()
let code: string
let kit: string
let words: string
beforeAll(async () => {
  await ring.create({ userId, walletId, slots: [reserved('device'), reserved('assisted')] })
  code = await newRecoveryCode()
  kit = await ring.exportKit(code)
  words = await ring.exportMnemonic()
})
const fails = async (text: string, with_: string, expected: string | RegExp) => {
  const error = await openKit(text, with_).then(
    () => 'opened',
    (error: unknown) => (error as { code: string }).code,
  )
  expect(error).toMatch(expected)
}

test('a kit opens with its code, and without any service', async () => {
  const opened = await openKit(kit, code.toLowerCase().replace(/-/g, ' '))
  expect(entropyToMnemonic(opened.entropy, wordlist)).toBe(words)
  expect(opened.accounts.addresses).toEqual(JSON.parse(kit).addresses)
  expect(opened.wallet).toEqual({ userId, walletId })
})

test('it has a data key of its own, and is another file each time', async () => {
  const again = await ring.exportKit(code)
  expect(JSON.parse(again).vault.data).not.toBe(JSON.parse(kit).vault.data)
  expect(JSON.parse(again).slot.slotId).not.toBe(JSON.parse(kit).slot.slotId)
  await expect(openVault(JSON.parse(kit).vault, bytes(32), { userId, walletId })).rejects.toMatchObject({ code: 'WRONG_KEY' })
})

test('another code, and what is no code, open nothing', async () => {
  await fails(kit, await newRecoveryCode(), 'WRONG_KEY')
  await fails(kit, `${code}0`, 'CODE_INVALID')
  await expect(ring.exportKit('x')).rejects.toMatchObject({ code: 'CODE_INVALID' })
})

test('what is no kit is refused, and so is a kit that was changed', async () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{}',
    ' '.repeat(20_000),
    kit.replace('"version": 1', '"version": 2'),
    kit.replace('"kit"', '"code"'),
    kit.replace('{', '{"more": 1,'),
  ])
    // oxfmt-ignore
    await fails(text, code, 'BAD_INPUT')
  const parsed = JSON.parse(kit)
  const other = JSON.parse(await ring.exportKit(code))
  await fails(JSON.stringify({ ...parsed, userId: 'user_another_0123456' }), code, 'WRONG_KEY')
  await fails(JSON.stringify({ ...parsed, vault: other.vault }), code, 'WRONG_KEY')
  await fails(JSON.stringify({ ...parsed, slot: { ...parsed.slot, sealedDek: other.slot.sealedDek } }), code, 'TAMPERED')
  const addresses = { ...parsed.addresses, solana: '11111111111111111111111111111111' }
  await fails(JSON.stringify({ ...parsed, addresses }), code, 'ADDRESS_MISMATCH')
  for (const text of Object.values(parsed.slot.wrappedPrivateKey as Record<string, string>))
    await fails(kit.replace(text, `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`), code, 'WRONG_KEY')
})

test('a kit whose vault was exchanged by somebody without the code is refused', async () => {
  const parsed = JSON.parse(kit)
  const name = { userId, walletId }
  const dek = bytes(32)
  const sealedDek = await sealFor(parsed.slot.publicKey, dek, `wm/dek/1:${userId}:${walletId}:${parsed.slot.slotId}:kit`)
  const entropy = bytes(32)
  const vault = await sealVault({ entropy, generation: 1, prints: [await slotPrint(parsed.slot)] }, dek, name)
  const exchanged = { ...parsed, vault, slot: { ...parsed.slot, sealedDek } }
  await fails(JSON.stringify(exchanged), code, 'ADDRESS_MISMATCH')
  await fails(JSON.stringify({ ...exchanged, addresses: (await deriveAccounts(entropy)).addresses }), code, 'ADDRESS_MISMATCH')
  // Nor does one open that does not know its slot.
  const own = await openSlot(name, parsed.slot, { client: await clientHalfOfCode(code) }, parsed.addresses)
  const opened = await openVault(parsed.vault, own, name)
  const unknowing = await sealVault({ ...opened, prints: [] }, own, name)
  await fails(JSON.stringify({ ...parsed, vault: unknowing }), code, 'TAMPERED')
})

test('the slot of a kit opens nothing that the services keep, nor the other way round', async () => {
  const { slot, vault, addresses } = JSON.parse(kit)
  const served = { ...slot, kind: 'code' }
  const input = { userId, walletId, vault, slot: served, serverHalf: 'A'.repeat(43), clientHalf: bytes(32), expected: addresses }
  await expect(new Ring().unlock(input)).rejects.toMatchObject({ code: 'WRONG_KEY' })
})

test('the program that opens kits needs the file and the code, and nothing that runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wm-kit-'))
  const file = join(folder, 'kit.json')
  writeFileSync(file, kit)
  const run = (input: string, ...args: string[]) =>
    spawnSync(process.execPath, ['scripts/open-kit.mjs', ...args], { input, encoding: 'utf8' })
  try {
    const { stdout, status } = run(`${code.toLowerCase()}\n`, file)
    expect([status, stdout.split('\n')[0]]).toEqual([0, words])
    expect(stdout).toContain(`solana: ${String(JSON.parse(kit).addresses.solana)}`)
    const refusals = [
      ['x\n', [file], 'not a recovery code'],
      ['', [file], 'not a recovery code'],
      [`${code}\n`, [join(folder, 'missing')], 'ENOENT'],
      ['', [], 'Usage'],
    ] as const
    for (const [input, args, reason] of refusals) {
      const refused = run(input, ...args)
      expect(refused.status).not.toBe(0)
      expect(refused.stdout).toBe('')
      expect(refused.stderr).toContain(reason)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
