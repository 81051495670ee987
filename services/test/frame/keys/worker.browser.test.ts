// The keys in a worker of a real browser: its own WebCrypto, its own structured clone.
import { afterEach, expect, test } from 'vitest'
import { createKeyring, type Keyring } from '../../../frame/keys/keyring.js'
import { randomIv, randomSecret } from '../../../frame/keys/random.js'
import { sealFor, newBoxKeys, openWith } from '../../../frame/keys/recovery-box.js'

const open: Keyring[] = []
afterEach(() => {
  for (const keyring of open.splice(0)) keyring.close()
})
function started(): Keyring {
  const worker = new Worker(new URL('../../../frame/keys/worker.ts', import.meta.url), { type: 'module' })
  const keyring = createKeyring(worker)
  open.push(keyring)
  return keyring
}

const wallet = { userId: 'user_0123456789abcdef', walletId: 'wallet_0123456789abc' }
const serverHalf = 'A'.repeat(43)
const slots = [
  { slotId: 'slot_device_0123456', kind: 'device', serverHalf },
  { slotId: 'slot_code_012345678', kind: 'code', serverHalf },
] as const

test('a wallet is made, signs, is locked and unlocked again', async () => {
  const keyring = started()
  const made = await keyring.create({ ...wallet, slots: [...slots] })
  expect(made.recoveryCode).toMatch(/^[0-9A-HJKMNP-TV-Z-]{42}$/)
  const message = { account: 'eip155', payload: { type: 'eip191', message: 'hello' } } as const
  const signature = await keyring.sign(message)
  const psbt = { type: 'psbt', psbt: new Uint8Array([1]), answer: 'psbt' } as const
  await expect(keyring.sign({ account: 'bip122', payload: psbt })).rejects.toMatchObject({ code: 'BAD_INPUT' })
  await keyring.lock()
  await expect(keyring.sign(message)).rejects.toMatchObject({ code: 'LOCKED' })
  const input = { ...wallet, vault: made.vault, slot: made.slots[0]!, serverHalf, clientHalf: made.clientHalves[slots[0].slotId]!, expected: made.addresses } // oxfmt-ignore
  // Another worker, as after a reload.
  const later = started()
  expect(await later.unlock(input)).toEqual({ generation: 1 })
  expect(await later.sign(message)).toBe(signature)
})

test('boxes open, and the wrong ones do not', async () => {
  const [keys, others] = [await newBoxKeys(), await newBoxKeys()]
  const content = new Uint8Array([1, 2, 3])
  const box = await sealFor(keys.publicKey, content, 'what')
  expect(await openWith(keys, box, 'what')).toEqual(content)
  await expect(openWith(others, box, 'what')).rejects.toMatchObject({ code: 'WRONG_KEY' })
})

test('where methods show that they are native, one that is not makes no key, whatever it gives', async () => {
  // attack 30
  expect(await randomSecret(32)).toHaveLength(32)
  const { prototype } = Crypto
  const original = Object.getOwnPropertyDescriptor(prototype, 'getRandomValues')!
  const own = original.value as Crypto['getRandomValues']
  const honest = (array: Uint8Array<ArrayBuffer>) => own.call(crypto, array)
  const replacements: Readonly<Record<string, () => void>> = {
    'a method of the same name': () =>
      Object.defineProperty(prototype, 'getRandomValues', { ...original, value: { getRandomValues: (array: Uint8Array<ArrayBuffer>) => honest(array) }.getRandomValues }), // oxfmt-ignore
    'a bound one': () => Object.defineProperty(prototype, 'getRandomValues', { ...original, value: own.bind(crypto) }),
    'a proxy': () => Object.defineProperty(prototype, 'getRandomValues', { ...original, value: new Proxy(own, { apply: (_, __, [array]) => honest(array as Uint8Array<ArrayBuffer>) }) }), // oxfmt-ignore
    'one of the object': () => Object.defineProperty(crypto, 'getRandomValues', { ...original, value: own }),
  }
  for (const [name, replace] of Object.entries(replacements)) {
    replace()
    try {
      await expect(randomSecret(32), name).rejects.toMatchObject({ code: 'RANDOM_FAILED' })
      expect(() => randomIv(), name).toThrow('RANDOM_FAILED')
    } finally {
      Object.defineProperty(prototype, 'getRandomValues', original)
      delete (crypto as Partial<Crypto>).getRandomValues
    }
  }
  expect(await randomSecret(32)).toHaveLength(32)
})
