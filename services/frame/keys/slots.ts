// Slots: the ways into a wallet. Each has a key pair of its own, whose private key opens with two halves, one kept by its owner and one by the server; the
// wallet's data key is sealed for its public key. Whoever has the data key can thus seal a new one for every slot, without anybody's halves. See decision 0029.
import { aesKeyFrom, open, seal } from './aead.js'
import { type Bytes, concat, isEqual, sha256, utf8, wipe } from './bytes.js'
import { KeyError } from './errors.js'
import { exportBoxKey, importBoxKeys, newBoxKeys, openWith, sealFor } from './recovery-box.js'
import type { Addresses, Box, Sealed, SlotKind, WalletName } from './types.js'

export const HALF_BYTES = 32
export const DEK_BYTES = 32

/** `kit`: the slot of a recovery kit, which has no server half. */
export type AnyKind = SlotKind | 'kit'

/** Which slot of which wallet. Everything of a slot is bound to it. */
export interface SlotName extends WalletName {
  readonly slotId: string
  readonly kind: AnyKind
}

/** Both 32 bytes; `server`: none of a kit. */
export interface Halves {
  readonly client: Bytes
  readonly server?: Bytes
}

/** A slot as it is stored, of whatever kind. */
export interface AnySlot<K extends AnyKind = AnyKind> {
  readonly slotId: string
  readonly kind: K
  readonly publicKey: string
  readonly wrappedPrivateKey: Sealed
  readonly sealedDek: Box
}

const PRINT_BYTES = 32

const nameOf = ({ userId, walletId, slotId, kind }: SlotName) => `${userId}:${walletId}:${slotId}:${kind}`
const aadOf = (name: SlotName) => `wm/slot/1:${nameOf(name)}`
const dekAadOf = (name: SlotName) => `wm/dek/1:${nameOf(name)}`

async function keyOf(name: SlotName, { client, server }: Halves): Promise<CryptoKey> {
  const isWhole = client.length === HALF_BYTES && (name.kind === 'kit' ? server === undefined : server?.length === HALF_BYTES)
  if (!isWhole) throw new KeyError('BAD_INPUT')
  const both = concat(client, server ?? new Uint8Array(0))
  try {
    return await aesKeyFrom(both, utf8(name.slotId), aadOf(name))
  } finally {
    wipe(both)
  }
}

/**
 * What a slot knows its wallet by. Anybody can seal a data key of their own for a public key; this stands beside the private key, where only who has both
 * halves can have put it, so that nobody can exchange the wallet behind a slot.
 */
async function walletPrint({ eip155, solana, bip122 }: Addresses): Promise<Bytes> {
  return sha256(utf8(`wm/wallet/1:${eip155}:${solana}:${bip122}`))
}

/** A new slot with keys of its own. */
export async function makeSlot<K extends AnyKind>(
  name: SlotName & { readonly kind: K },
  halves: Halves,
  addresses: Addresses,
  dek: Bytes,
): Promise<AnySlot<K>> {
  const keys = await newBoxKeys(true)
  const privateKey = await exportBoxKey(keys)
  const plaintext = concat(await walletPrint(addresses), privateKey)
  try {
    const wrappedPrivateKey = await seal(await keyOf(name, halves), plaintext, aadOf(name))
    const { slotId, kind } = name
    return {
      slotId,
      kind,
      publicKey: keys.publicKey,
      wrappedPrivateKey,
      sealedDek: await sealFor(keys.publicKey, dek, dekAadOf(name)),
    }
  } finally {
    wipe(privateKey, plaintext)
  }
}

/** The same slot with another data key. Whoever calls has seen that the vault knows the slot. */
export async function rotateSlot<K extends AnyKind>(wallet: WalletName, slot: AnySlot<K>, dek: Bytes): Promise<AnySlot<K>> {
  const { slotId, kind } = slot
  return { ...slot, sealedDek: await sealFor(slot.publicKey, dek, dekAadOf({ ...wallet, slotId, kind })) }
}

/**
 * The data key. Whoever asks wipes it, and looks into the vault whether it knows the slot.
 * @param addresses of the wallet that is expected
 * @throws KeyError WRONG_KEY: other halves, another user's slot, a changed private key; ADDRESS_MISMATCH: a slot of another wallet; TAMPERED: another public
 * key, or a data key sealed for another slot
 */
export async function openSlot(wallet: WalletName, slot: AnySlot, halves: Halves, addresses: Addresses): Promise<Bytes> {
  const { slotId, kind, publicKey, wrappedPrivateKey, sealedDek } = slot
  const name = { ...wallet, slotId, kind }
  const plaintext = await open(await keyOf(name, halves), wrappedPrivateKey, aadOf(name))
  const privateKey = plaintext.slice(PRINT_BYTES)
  try {
    const print = plaintext.subarray(0, PRINT_BYTES)
    if (!isEqual(print, await walletPrint(addresses))) throw new KeyError('ADDRESS_MISMATCH')
    // The halves were right: what does not fit from here on was put there by somebody else.
    const keys = await importBoxKeys(publicKey, privateKey)
    const dek = await openWith(keys, sealedDek, dekAadOf(name)).catch(() => new Uint8Array(0))
    if (dek.length !== DEK_BYTES) throw new KeyError('TAMPERED')
    return dek
  } finally {
    wipe(plaintext, privateKey)
  }
}
