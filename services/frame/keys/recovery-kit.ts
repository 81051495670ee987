// The recovery kit: a file that holds the wallet, and opens with a recovery code alone, without any services. It has a data key of its own: what the services
// keep opens with nothing of it.
import * as z from 'zod/mini'
import { type Bytes, toBase64url, wipe } from './bytes.js'
import { type Accounts, deriveAccounts } from './derivation.js'
import { KeyError } from './errors.js'
import { randomSecret } from './random.js'
import { clientHalfOfCode } from './recovery-code.js'
import { DEK_BYTES, makeSlot, openSlot } from './slots.js'
import { addressesSchema, idSchema, sealedSchema, slotSchema, type Addresses, type WalletName } from './types.js'
import { openVault, requireKnown, sealVault, slotPrint } from './vault.js'

const FORMAT = 'wallet-modal/recovery-kit'
const CHARACTERS_MOST = 16_384

const kitSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(1),
  userId: idSchema,
  walletId: idSchema,
  addresses: addressesSchema,
  vault: sealedSchema,
  slot: z.extend(slotSchema, { kind: z.literal('kit') }),
})

/** @throws KeyError CODE_INVALID, RANDOM_FAILED */
export async function makeKit(wallet: WalletName, entropy: Bytes, addresses: Addresses, code: string): Promise<string> {
  const client = await clientHalfOfCode(code)
  const [dek, id] = [await randomSecret(DEK_BYTES), await randomSecret(16)]
  try {
    const slot = await makeSlot({ ...wallet, slotId: toBase64url(id), kind: 'kit' }, { client }, addresses, dek)
    const vault = await sealVault({ entropy, generation: 1, prints: [await slotPrint(slot)] }, dek, wallet)
    const { userId, walletId } = wallet
    return `${JSON.stringify({ format: FORMAT, version: 1, userId, walletId, addresses, vault, slot }, undefined, 2)}\n`
  } finally {
    wipe(client, dek)
  }
}

function parseKit(text: string): z.infer<typeof kitSchema> {
  if (text.length > CHARACTERS_MOST) throw new KeyError('BAD_INPUT')
  try {
    return z.parse(kitSchema, JSON.parse(text))
  } catch {
    throw new KeyError('BAD_INPUT')
  }
}

/** What a kit holds. Whoever asks wipes it. */
export interface OpenedKit {
  readonly wallet: WalletName
  readonly entropy: Bytes
  readonly accounts: Accounts
}

/**
 * @param text of the file
 * @throws KeyError BAD_INPUT: not a kit; CODE_INVALID: not a code; WRONG_KEY: another code; TAMPERED, ADDRESS_MISMATCH: a changed file
 */
export async function openKit(text: string, code: string): Promise<OpenedKit> {
  const { userId, walletId, addresses, vault: sealed, slot } = parseKit(text)
  const wallet = { userId, walletId }
  const client = await clientHalfOfCode(code)
  const dek = await openSlot(wallet, slot, { client }, addresses).finally(() => wipe(client))
  try {
    const vault = await openVault(sealed, dek, wallet)
    const accounts = await deriveAccounts(vault.entropy)
    try {
      await requireKnown(vault, slot)
      requireAddresses(accounts.addresses, addresses)
    } catch (error) {
      wipe(vault.entropy, accounts.eip155, accounts.solana, accounts.bip122)
      throw error
    }
    return { wallet, entropy: vault.entropy, accounts }
  } finally {
    wipe(dek)
  }
}

/** @throws KeyError ADDRESS_MISMATCH */
export function requireAddresses(found: Addresses, expected: Addresses): void {
  const isSame = found.eip155 === expected.eip155 && found.solana === expected.solana && found.bip122 === expected.bip122
  if (!isSame) throw new KeyError('ADDRESS_MISMATCH')
}
