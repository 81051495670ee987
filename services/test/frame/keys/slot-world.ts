// Wallets as they lie about, for tests of what opens them.
import { expect } from 'vitest'
import { fromBase64url, toBase64url, type Bytes } from '../../../frame/keys/bytes.js'
import type { CreatedWallet, NewSlotInput, UnlockInput } from '../../../frame/keys/messages.js'
import { clientHalfOfCode } from '../../../frame/keys/recovery-code.js'
import { Ring } from '../../../frame/keys/ring.js'
import type { Slot, SlotKind } from '../../../frame/keys/types.js'
import { userId, walletId } from './support.js'

export const wallet = { userId, walletId }
export const kinds = ['device', 'passkey', 'code', 'assisted'] as const

/** A wallet as it lies about: what the services store, what the recovery service stores, and what the owner has. */
export interface World {
  readonly made: CreatedWallet
  readonly asked: readonly NewSlotInput[]
  /** By kind. */
  readonly clientHalves: Readonly<Record<string, Bytes>>
  readonly words: string
}

export async function worldOf(...asked: readonly NewSlotInput[]): Promise<World> {
  const ring = new Ring()
  const made = await ring.create({
    ...wallet,
    slots: asked.map((slot) => ({ ...slot, ...(slot.clientHalf ? { clientHalf: slot.clientHalf.slice() } : {}) })),
  })
  const words = await ring.exportMnemonic()
  const clientHalves: Record<string, Bytes> = {}
  for (const { kind, slotId, clientHalf } of asked) {
    const half = kind === 'code' ? await clientHalfOfCode(made.recoveryCode ?? '') : (clientHalf ?? made.clientHalves[slotId])
    clientHalves[kind] = new Uint8Array(half ?? [])
  }
  return { made, asked, clientHalves, words }
}

export const slotOf = ({ made }: World, kind: SlotKind): Slot => made.slots.find((slot) => slot.kind === kind)!
const serverHalfOf = ({ asked }: World, kind: SlotKind): string => asked.find((slot) => slot.kind === kind)!.serverHalf

/** What opens the slot of a kind; a copy each time, since halves are wiped. */
export const rightInput = (world: World, kind: SlotKind): UnlockInput => ({
  ...wallet,
  vault: world.made.vault,
  slot: slotOf(world, kind),
  serverHalf: serverHalfOf(world, kind),
  clientHalf: world.clientHalves[kind]!.slice(),
  expected: world.made.addresses,
})

export async function codeOf(input: UnlockInput): Promise<string> {
  const ring = new Ring()
  try {
    await ring.unlock({ ...input, clientHalf: input.clientHalf.slice() })
  } catch (error) {
    expect(ring.isUnlocked).toBe(false)
    return (error as { code?: string }).code ?? 'no code'
  }
  return 'opened'
}

/** A text of base64url with one bit changed. */
export function flipped(text: string, at = 0): string {
  const changed = fromBase64url(text)
  const place = at % (changed.length * 8)
  changed[place >> 3]! ^= 1 << (place & 7)
  return toBase64url(changed)
}
