// What the page and the worker of the keys say to each other: one table.
import * as z from 'zod/mini'
import { bytesSchema, signPayloadSchema } from './sign/payload.js'
import {
  accountNames,
  addressesSchema,
  idSchema,
  sealedSchema,
  slotKindSchema,
  slotSchema,
  type Addresses,
  type Sealed,
  type Slot,
} from './types.js'

/** As the services send it: 32 bytes in base64url. */
const serverHalf = z.string().check(z.regex(/^[\w-]{43}$/))
const clientHalf = bytesSchema(32, 32)
const newSlot = {
  slotId: idSchema,
  kind: slotKindSchema,
  serverHalf,
  /** Of a passkey, and of no other kind: what its authenticator has said. */
  clientHalf: z.optional(clientHalf),
}
const newSlotSchema = z.strictObject(newSlot)
const wallet = { userId: idSchema, walletId: idSchema }

/** Name → what comes with it. */
export const keyRequests = {
  create: z.strictObject({ ...wallet, slots: z.array(newSlotSchema).check(z.minLength(1), z.maxLength(8)) }),
  unlock: z.strictObject({
    ...wallet,
    vault: sealedSchema,
    slot: slotSchema,
    serverHalf,
    clientHalf,
    /** As this browser has kept them, or, where it never had any, as the session says. */
    expected: addressesSchema,
    /** The newest vault that this browser has seen: an older one is refused. */
    generationLeast: z.optional(z.int().check(z.gte(0))),
  }),
  addSlot: z.strictObject({ ...newSlot, vault: z.optional(sealedSchema) }),
  rotate: z.strictObject({ keep: z.array(slotSchema).check(z.minLength(1), z.maxLength(32)), vault: z.optional(sealedSchema) }),
  sign: z.strictObject({ account: z.enum(accountNames), payload: signPayloadSchema }),
  exportMnemonic: z.undefined(),
  exportKit: z.string().check(z.maxLength(200)),
  lock: z.undefined(),
} as const

export type KeyRequestName = keyof typeof keyRequests
/** What the worker works with. */
export type KeyInput<N extends KeyRequestName> = z.output<(typeof keyRequests)[N]>
/** What the page sends. */
export type KeyInputSent<N extends KeyRequestName> = z.input<(typeof keyRequests)[N]>

export type NewSlotInput = z.output<typeof newSlotSchema>
export type CreateInput = KeyInput<'create'>
export type UnlockInput = KeyInput<'unlock'>
export type AddSlotInput = KeyInput<'addSlot'>
export type RotateInput = KeyInput<'rotate'>
export type SignInput = KeyInput<'sign'>

export interface CreatedWallet {
  readonly vault: Sealed
  readonly slots: Slot[]
  readonly addresses: Addresses
  /** Of device and assisted slots, by slot: their owners have to keep them. */
  readonly clientHalves: Readonly<Record<string, Uint8Array>>
  /** Of the code slot: shown once. */
  readonly recoveryCode?: string
}

export interface AddedSlot {
  readonly vault: Sealed
  readonly slot: Slot
  /** As of `CreatedWallet`. */
  readonly clientHalf?: Uint8Array
  readonly recoveryCode?: string
}

export interface RotatedWallet {
  readonly vault: Sealed
  readonly slots: Slot[]
}

export interface KeyAnswers {
  readonly create: CreatedWallet
  readonly unlock: { readonly generation: number }
  readonly addSlot: AddedSlot
  readonly rotate: RotatedWallet
  readonly sign: Uint8Array | string
  readonly exportMnemonic: string
  readonly exportKit: string
  readonly lock: undefined
}

export const requestSchema = z.strictObject({
  id: z.int().check(z.gte(1)),
  name: z.enum(Object.keys(keyRequests) as [KeyRequestName, ...KeyRequestName[]]),
  input: z.unknown(),
})
