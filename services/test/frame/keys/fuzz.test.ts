// Slots, vaults, codes, kits and messages with something broken in them: each is refused with a code, and nothing opens that should not. CI tries ten
// thousand, `npm run fuzz` a hundred thousand; a failure prints the seed.
import { beforeAll, describe, expect, test } from 'vitest'
import { KeyError, keyErrorCodes } from '../../../frame/keys/errors.js'
import type { CreatedWallet, NewSlotInput, UnlockInput } from '../../../frame/keys/messages.js'
import { keyRequests } from '../../../frame/keys/messages.js'
import { formatRecoveryCode, newRecoveryCode, readRecoveryCode } from '../../../frame/keys/recovery-code.js'
import { openKit } from '../../../frame/keys/recovery-kit.js'
import { Ring } from '../../../frame/keys/ring.js'
import { sign } from '../../../frame/keys/sign/sign.js'
import { signPayloadSchema } from '../../../frame/keys/sign/payload.js'
import { deriveAccounts } from '../../../frame/keys/derivation.js'
import { broken, mutated, texts } from '../../fuzz/nonsense.js'
import { random, sampleOf, seedOr, type Random } from '../../support/random.js'
import { bytes, otherUser, reserved, userId, walletId } from './support.js'
import * as z from 'zod/mini'

const SEED = seedOr(20_261_125)
const UNLOCKS = sampleOf(30_000)
const CODES = sampleOf(40_000)
const KITS = sampleOf(10_000)
const PAYLOADS = sampleOf(20_000)

let ring: Ring
let made: CreatedWallet
let asked: readonly NewSlotInput[]
let other: CreatedWallet
beforeAll(async () => {
  asked = [reserved('device'), reserved('assisted')]
  ring = new Ring()
  made = await ring.create({ userId, walletId, slots: [...asked] })
  other = await new Ring().create({ userId: otherUser, walletId, slots: [reserved('device'), reserved('assisted')] })
})

/** The code of what fails; anything but a `KeyError` is a fault of ours. */
function codeOf(error: unknown, what: unknown): string {
  if (error instanceof KeyError && keyErrorCodes.includes(error.code) && error.message === error.code) return error.code
  throw new Error(
    `seed ${SEED}: ${String(error)} for ${JSON.stringify(what, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
  )
}

/** A text with a letter changed, left out or added. */
function nearly(text: string, { int, pick }: Random): string {
  const at = int(text.length)
  const letter = pick(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_= '))
  return pick([
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
  ])
}

/** Changes one text somewhere in a value: nearly the same, another of the same value's, or nonsense. */
function withOneChanged(value: unknown, chance: Random, known: readonly string[]): unknown {
  if (typeof value === 'string')
    return chance.pick([() => nearly(value, chance), () => chance.pick(known), () => chance.pick(texts)])()
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  const name = chance.pick(Object.keys(value))
  return { ...value, [name]: withOneChanged((value as Record<string, unknown>)[name], chance, known) }
}

describe(`with seed ${SEED}`, () => {
  test(`${UNLOCKS} slots and vaults`, async () => {
    const chance = random(SEED)
    const [device] = asked
    const right = {
      userId,
      walletId,
      vault: made.vault,
      slot: made.slots[0]!,
      serverHalf: device!.serverHalf,
      expected: made.addresses,
    }
    const known = [...JSON.stringify([made, other, userId, otherUser]).matchAll(/"([\w-]{8,})"/g)].map((match) => match[1]!)
    const half = new Uint8Array(made.clientHalves[device!.slotId]!)
    const results = new Map<string, number>()
    for (let done = 0; done < UNLOCKS; done++) {
      const changed = chance.chance(0.85) ? withOneChanged(right, chance, known) : mutated(right, chance, known)
      const input = { ...(changed as object), clientHalf: half.slice() }
      const parsed = z.safeParse(keyRequests.unlock, input)
      let result = 'unparsed'
      if (parsed.success) {
        const tried = new Ring()
        try {
          await tried.unlock(parsed.data)
          result = 'opened'
        } catch (error) {
          result = codeOf(error, changed)
          expect(tried.isUnlocked).toBe(false)
        }
      }
      if (result === 'opened') {
        // Nothing was changed after all.
        const { clientHalf: _, ...same } = parsed.data as UnlockInput
        expect(same, `seed ${SEED}`).toEqual(right)
      }
      results.set(result, (results.get(result) ?? 0) + 1)
    }
    for (const result of ['unparsed', 'WRONG_KEY', 'TAMPERED', 'BAD_INPUT', 'ADDRESS_MISMATCH']) expect(results.get(result), result).toBeGreaterThan(UNLOCKS / 1000) // oxfmt-ignore
  })

  test(`${CODES} recovery codes`, async () => {
    const chance = random(SEED + 1)
    const codes = await Promise.all(Array.from({ length: 20 }, newRecoveryCode))
    let refused = 0
    for (let done = 0; done < CODES; done++) {
      const code = chance.pick(codes)
      let typed = chance.chance(0.2) ? broken(chance, codes) : code
      for (let times = chance.int(3); times > 0; times--) typed = nearly(typed, chance)
      try {
        readRecoveryCode(typed)
      } catch (error) {
        expect(codeOf(error, typed)).toBe('CODE_INVALID')
        refused += 1
        continue
      }
      // What is read is a code, and is the same one when it is written and read again.
      expect(formatRecoveryCode(formatRecoveryCode(typed))).toBe(formatRecoveryCode(typed))
    }
    expect(refused).toBeGreaterThan(CODES / 3)
    expect(refused).toBeLessThan(CODES)
  })

  test(`${KITS} recovery kits`, async () => {
    const chance = random(SEED + 2)
    const code = await newRecoveryCode()
    const kit = await ring.exportKit(code)
    const parsed: unknown = JSON.parse(kit)
    const known = [...kit.matchAll(/"([\w-]{4,})"/g)].map((match) => match[1]!)
    for (let done = 0; done < KITS; done++) {
      const changed = chance.chance(0.8) ? JSON.stringify(withOneChanged(parsed, chance, known)) : JSON.stringify(mutated(parsed, chance, known)) // oxfmt-ignore
      const text = chance.chance(0.9) ? changed : changed.slice(0, chance.int(changed.length))
      try {
        await openKit(text, code)
      } catch (error) {
        codeOf(error, text)
        continue
      }
      expect(JSON.parse(text), `seed ${SEED}`).toEqual(parsed)
    }
  })

  test(`${PAYLOADS} things to sign`, async () => {
    const chance = random(SEED + 3)
    const keys = await deriveAccounts(bytes(32))
    const transaction = { type: 'eip1559', chainId: 1, nonce: 1, gas: 21000n, to: made.addresses.eip155, value: 5n, data: '0x12', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n } // oxfmt-ignore
    const typedData = { types: { Mail: [{ name: 'to', type: 'address' }, { name: 'n', type: 'uint256[]' }] }, primaryType: 'Mail', domain: { name: 'x', chainId: 1 }, message: { to: made.addresses.eip155, n: ['1', '2'] } } // oxfmt-ignore
    const userOperation = { sender: made.addresses.eip155, nonce: 1n, callData: '0x12', callGasLimit: 1n, verificationGasLimit: 1n, preVerificationGas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n } // oxfmt-ignore
    const right = [
      ['eip155', { type: 'eip191', message: 'hello' }],
      ['eip155', { type: 'eip712', typedData }],
      ['eip155', { type: 'evmTransaction', transaction }],
      ['eip155', { type: 'authorization', chainId: 1, address: made.addresses.eip155, nonce: 1, allowDelegation: true }],
      ['eip155', { type: 'userOperationHash', chainId: 1, entryPointVersion: '0.7', as: 'hash', userOperation }],
      ['bip122', { type: 'bip322', message: 'hello' }],
    ] as const
    let signed = 0
    for (let done = 0; done < PAYLOADS; done++) {
      const [account, payload] = chance.pick(right)
      const changed = mutated(payload, chance, ['eip191', '0x', made.addresses.eip155, 'uint256', 'Mail', ...texts])
      const parsed = z.safeParse(signPayloadSchema, changed)
      if (!parsed.success) continue
      try {
        const signature = await sign(account, parsed.data, keys)
        expect(typeof signature).toBe('string')
        signed += 1
      } catch (error) {
        expect(codeOf(error, changed)).toBe('BAD_INPUT')
      }
    }
    expect(signed).toBeGreaterThan(PAYLOADS / 100)
    const raw = [bytes(1), bytes(40), bytes(300)]
    for (let done = 0; done < PAYLOADS / 20; done++) {
      const type = chance.pick(['solanaTransaction', 'psbt'] as const)
      const content = chance.pick(raw).slice(0, 1 + chance.int(300))
      const payload = type === 'psbt' ? { type, psbt: content, answer: 'psbt' as const } : { type, transaction: content }
      const error = await sign(type === 'psbt' ? 'bip122' : 'solana', payload, keys).catch((thrown: unknown) => thrown)
      expect(codeOf(error, content)).toBe('BAD_INPUT')
    }
  })
})
