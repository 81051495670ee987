// What the wallet API answers: one schema for each route that the frame or a page beside it calls. Bodies are `wire.ts`'s, which no page loads. No imports of Node.
// Binary values are base64url without padding, times are Unix milliseconds.
import * as z from 'zod/mini'
import { binary, boxSchema, bytes, idSchema } from '../recovery/box.js'

export { boxSchema, idSchema } from '../recovery/box.js'

export const time = z.int().check(z.nonnegative())
export const text = (charactersMax: number) => z.string().check(z.maxLength(charactersMax))

// Keys

const slotKinds = ['device', 'passkey', 'code', 'assisted'] as const
/** How a slot is opened. */
export const slotKindSchema = z.enum(slotKinds)
/** AES-256-GCM. */
export const sealedSchema = z.strictObject({ iv: bytes(12), data: binary(4096) })
/** Raw (uncompressed) P-256 public key. */
export const publicKeySchema = bytes(65)
const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
export const addressesSchema = z.strictObject({
  eip155: evmAddress,
  solana: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
  bip122: z.string().check(z.regex(/^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}$/)),
})
export const slotFields = {
  slotId: idSchema,
  kind: slotKindSchema,
  publicKey: publicKeySchema,
  wrappedPrivateKey: sealedSchema,
  sealedDek: boxSchema,
}
export const slotSchema = z.strictObject(slotFields)
/** Of a slot that a passkey opens: how browsers are asked for it (WebAuthn). */
export const passkeySchema = z.strictObject({
  credentialId: binary(1366),
  /** The host that it was made on, and answers on. */
  rpId: text(253),
  /** How its authenticator is reached, such as `internal` or `usb`. Browsers add names. */
  transports: z.array(text(20)).check(z.maxLength(8)),
})
const slotRowSchema = z.object({
  slotId: idSchema,
  kind: slotKindSchema,
  label: z.string(),
  isThisDevice: z.boolean(),
  passkey: z.optional(passkeySchema),
  createdAt: time,
  lastUsedAt: time,
})
/** `assisted`: the operator could open it. `sealed`: it cannot. */
const walletModeSchema = z.enum(['assisted', 'sealed'])
const walletSchema = z.object({
  walletId: idSchema,
  mode: walletModeSchema,
  addresses: addressesSchema,
  slots: z.array(slotRowSchema),
  createdAt: time,
})

// Sessions

const sessionSchema = z.object({
  token: z.string(),
  expiresAt: time,
  refreshToken: z.string(),
  refreshExpiresAt: time,
  isNewDevice: z.boolean(),
})
const loginProviders = ['email', 'google', 'github', 'apple', 'facebook', 'x', 'discord', 'farcaster'] as const
const userSchema = z.object({
  userId: idSchema,
  email: z.nullable(z.string()),
  userName: z.optional(z.nullable(z.string())),
  provider: z.enum(loginProviders),
  wallet: z.optional(walletSchema),
  recovery: z.optional(z.object({ mode: walletModeSchema, heldUntil: z.optional(time) })),
  /** Of the session that asks: when somebody has shown last who they are. */
  provedAt: z.optional(time),
})
export const none = z.object({})
const sent = { challenge: idSchema, resendAfterMs: z.int().check(z.nonnegative()) }
/** Refusals are `{"status":"FAILED","reasons":[{field, description}]}`; these fields have a meaning for the page. */
export type RefusalField =
  | 'clock'
  | 'proof'
  | 'session'
  | 'origin'
  | 'project'
  | 'email'
  | 'cooldown'
  | 'rate_limited'
  | 'code'
  | 'challenge'
  | 'device'
  | 'slot'
  | 'held'
  | 'stale'
  | 'wallet'
  | 'recovery'
  | 'attempt'
  | 'provider'
export const refusalSchema = z.object({
  status: z.literal('FAILED'),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })),
})
/** The smart accounts of a chain: whose code they have, who makes them, and whether somebody else pays their fees. */
const smartAccountSchema = z.object({
  /** Version of the EntryPoint (ERC-4337), which is where that version is on every chain. */
  entryPoint: z.literal('0.8'),
  factory: evmAddress,
  /** The contract that accounts are clones of: with it, the frame knows an account's address without asking a node. */
  implementation: evmAddress,
  paymaster: z.boolean(),
})
export type WireSmartAccount = z.infer<typeof smartAccountSchema>
/** `GET /api/config?projectId=`. */
export const configAnswerSchema = z.object({
  origins: z.array(z.string()),
  allowLoopback: z.boolean(),
  legacyClients: z.boolean(),
  features: z.object({ email: z.boolean(), socials: z.array(z.string()), farcaster: z.boolean() }),
  /** CAIP-2 ids. */
  chains: z.array(z.string()),
  /** By CAIP-2 id: what the operator calls chains that the frame has no name of. */
  chainNames: z.record(z.string(), z.string()),
  /** By CAIP-2 id: chains with smart accounts. Bundler and paymaster are asked at `/v1`. */
  smartAccounts: z.record(z.string(), smartAccountSchema),
  /** Names of contracts that the operator trusts, by `<CAIP-2 id>:<address in lower case>`. */
  knownContracts: z.optional(z.record(z.string(), z.string())),
  recovery: z.enum(['assisted', 'sealed-required']),
  /** `auto`: risky approvals are asked for in a window of the wallet's own. */
  approvalSurface: z.enum(['auto', 'iframe']),
  deviceVerification: z.boolean(),
  now: time,
})
/** How a login with an account elsewhere stands. */
const attemptAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending') }),
  z.object({ state: z.literal('done'), session: sessionSchema, user: userSchema }),
  z.object({ state: z.literal('failed'), reason: z.enum(['cancelled', 'refused', 'expired', 'provider']) }),
])
const consentsAnswer = z.object({ consents: z.array(z.object({ appOrigin: z.string(), at: time })) })
export type SlotKind = z.infer<typeof slotKindSchema>
export type Sealed = z.infer<typeof sealedSchema>
export type Box = z.infer<typeof boxSchema>
export type Slot = z.infer<typeof slotSchema>
export type WirePasskey = z.infer<typeof passkeySchema>
export type WireWallet = z.infer<typeof walletSchema>
export type WireUser = z.infer<typeof userSchema>
export type WireSession = z.infer<typeof sessionSchema>
export type FrameConfig = z.infer<typeof configAnswerSchema>

/** By route: what the frame and the pages beside it parse. */
export const answers = {
  '/api/email/start': z.object({
    ...sent,
    action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
    /** Two digits, shown beside the same digits of the mail and the device page. */
    matchCode: z.optional(z.string()),
  }),
  '/api/email/wait': z.object({ state: z.enum(['pending', 'approved', 'denied', 'expired']) }),
  '/api/email/verify': z.object({ session: sessionSchema, user: userSchema }),
  '/api/email/change/start': z.object({ ...sent, action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  '/api/email/change/verify': z.union([
    z.object({ ...sent, action: z.literal('VERIFY_SECONDARY_OTP') }),
    z.object({ email: z.string() }),
  ]),
  /** `uri` is opened in a window of its own. */
  '/api/social/start': z.object({ attempt: idSchema, uri: z.string() }),
  '/api/social/wait': attemptAnswer,
  /** `url` is shown as a QR code, or opened on a phone. */
  '/api/farcaster/start': z.object({ attempt: idSchema, url: z.string(), expiresAt: time }),
  '/api/farcaster/wait': attemptAnswer,
  '/api/user': userSchema,
  '/api/session/refresh': sessionSchema,
  '/api/session/end': none,
  '/api/session/identity': z.object({ token: z.string() }),
  '/api/consent': consentsAnswer,
  '/api/consent/list': consentsAnswer,
  '/api/consent/remove': consentsAnswer,
  '/api/slots/reserve': z.object({ slots: z.array(z.object({ slotId: idSchema, kind: slotKindSchema, serverHalf: bytes(32) })) }),
  '/api/wallet/create': walletSchema,
  '/api/slots/add': walletSchema,
  '/api/slots/release': z.object({ serverHalf: bytes(32), slot: slotSchema, vault: sealedSchema }),
  '/api/wallet/slots': z.object({ vault: sealedSchema, slots: z.array(slotSchema) }),
  '/api/wallet/rotate': walletSchema,
  '/api/recovery/key': z.object({ publicKey: publicKeySchema }),
  '/api/recovery/store': none,
  '/api/recovery/start': z.object({ recoveryId: idSchema, state: z.enum(['ready', 'held']), heldUntil: z.optional(time) }),
  '/api/recovery/release': z.object({ slotId: idSchema, box: boxSchema }),
  '/api/recovery/cancel': none,
  '/api/devices': z.object({
    devices: z.array(z.object({ slotId: idSchema, label: z.string(), current: z.boolean(), createdAt: time, lastUsedAt: time })),
  }),
  '/api/devices/remove': none,
  '/api/export': none,
  '/api/audit': z.object({
    rows: z.array(z.object({ at: time, what: z.string(), detail: z.string(), browser: z.optional(z.string()) })),
    /** To be sent as `before` for the rows that follow; absent after the last. */
    next: z.optional(z.string()),
  }),
} as const
