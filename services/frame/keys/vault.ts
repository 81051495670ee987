// The vault: the entropy of a wallet, and the slots that its own devices have made. Who has the data key can read and write it; the server has it as ciphertext.
// A slot that the vault does not know was made by somebody else.
import { importAesKey, open, seal } from './aead.js'
import { type Bytes, concat, fromBase64url, isEqual, sha256, toBase64url, utf8 } from './bytes.js'
import { KeyError } from './errors.js'
import type { Sealed, Slot, WalletName } from './types.js'
import { ENTROPY_BYTES } from './words.js'

const VERSION = 1
const PRINT_BYTES = 32
/** Version, generation, number of slots. */
const HEAD_BYTES = 6
/** More than anybody has devices; the answer of the services has room for this. */
export const SLOTS_MOST = 32

export interface Vault {
  readonly entropy: Bytes
  /** Grows with each change, so that an older vault can be told from a newer one. */
  readonly generation: number
  /** Of `slotPrint`, in base64url. */
  readonly prints: readonly string[]
}

const aadOf = ({ userId, walletId }: WalletName) => `wm/vault/1:${userId}:${walletId}`

/** Thumbprint of a slot: what it is called, how it is opened, and its public key. */
export async function slotPrint({
  slotId,
  kind,
  publicKey,
}: Pick<Slot, 'slotId' | 'publicKey'> & { readonly kind: string }): Promise<string> {
  return toBase64url(await sha256(concat(utf8(`wm/print/1:${slotId}:${kind}:`), fromBase64url(publicKey, 65))))
}

/** @param dek 32 bytes */
export async function sealVault(vault: Vault, dek: Bytes, name: WalletName): Promise<Sealed> {
  const { entropy, generation, prints } = vault
  if (entropy.length !== ENTROPY_BYTES || prints.length > SLOTS_MOST) throw new KeyError('BAD_INPUT')
  const head = new Uint8Array(HEAD_BYTES)
  head[0] = VERSION
  new DataView(head.buffer).setUint32(1, generation)
  head[5] = prints.length
  const plaintext = concat(head, entropy, ...prints.map((print) => fromBase64url(print, PRINT_BYTES)))
  try {
    return await seal(await importAesKey(dek), plaintext, aadOf(name))
  } finally {
    plaintext.fill(0)
  }
}

/**
 * Whoever asks wipes the entropy.
 * @throws KeyError WRONG_KEY: another data key, or another wallet's vault; TAMPERED: not a vault of this version
 */
export async function openVault(sealed: Sealed, dek: Bytes, name: WalletName): Promise<Vault> {
  const plaintext = await open(await importAesKey(dek), sealed, aadOf(name))
  try {
    const count = plaintext[5] ?? 0
    const isVault =
      plaintext[0] === VERSION && count <= SLOTS_MOST && plaintext.length === HEAD_BYTES + ENTROPY_BYTES + count * PRINT_BYTES
    if (!isVault) throw new KeyError('TAMPERED')
    const printsFrom = HEAD_BYTES + ENTROPY_BYTES
    const prints = Array.from({ length: count }, (_, at) =>
      toBase64url(plaintext.subarray(printsFrom + at * PRINT_BYTES, printsFrom + (at + 1) * PRINT_BYTES)),
    )
    return { entropy: plaintext.slice(HEAD_BYTES, printsFrom), generation: new DataView(plaintext.buffer).getUint32(1), prints }
  } finally {
    plaintext.fill(0)
  }
}

/** @throws KeyError TAMPERED: no device of this wallet has made the slot */
export async function requireKnown({ prints }: Pick<Vault, 'prints'>, slot: Parameters<typeof slotPrint>[0]): Promise<void> {
  const print = utf8(await slotPrint(slot))
  if (!prints.some((known) => isEqual(utf8(known), print))) throw new KeyError('TAMPERED')
}
