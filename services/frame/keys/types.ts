// What is stored of a wallet, and what stands for it. Binary values are base64url without padding, as they are sent.
import * as z from 'zod/mini'

/** base64url of this many bytes. That no loose bits are set is checked where it is decoded. */
const bytes = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}$`)))
const someBytes = z.string().check(z.regex(/^[\w-]{1,4096}$/))

/** Of users, wallets and slots: no colon in them, so that what names them together can be read in one way only. */
export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))

/** AES-256-GCM. */
export const sealedSchema = z.strictObject({ iv: bytes(12), data: someBytes })
export type Sealed = z.infer<typeof sealedSchema>

/** Closed for the owner of a P-256 key, with a key pair made for this once. */
const boxSchema = z.strictObject({ ephemeralKey: bytes(65), iv: bytes(12), data: someBytes })
export type Box = z.infer<typeof boxSchema>

const slotKinds = ['device', 'passkey', 'code', 'assisted'] as const
export const slotKindSchema = z.enum(slotKinds)
export type SlotKind = z.infer<typeof slotKindSchema>

/** One way into a wallet. */
export const slotSchema = z.strictObject({
  slotId: idSchema,
  kind: slotKindSchema,
  /** Raw P-256 point, uncompressed. */
  publicKey: bytes(65),
  /** Opened by a client half and a server half. */
  wrappedPrivateKey: sealedSchema,
  /** The data key, for the owner of this slot's private key. */
  sealedDek: boxSchema,
})
export type Slot = z.infer<typeof slotSchema>

/** CAIP-2 namespaces of the three accounts. */
export const accountNames = ['eip155', 'solana', 'bip122'] as const
export type AccountName = (typeof accountNames)[number]

/** Of a wallet: EVM with checksum, Solana, Bitcoin as P2WPKH of the main network. */
export const addressesSchema = z.strictObject({
  eip155: z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)),
  solana: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
  bip122: z.string().check(z.regex(/^bc1q[02-9ac-hj-np-z]{38}$/)),
})
export type Addresses = z.infer<typeof addressesSchema>

/** Whose wallet. */
export interface WalletName {
  readonly userId: string
  readonly walletId: string
}
