// What the frame page and the wallet API say to each other: one schema for each body and each answer. No imports of Node: the page uses them too.
// Binary values are base64url without padding, times are Unix milliseconds.
import * as z from 'zod/mini'
import { binary, boxSchema, bytes, idSchema } from '../recovery/box.js'

export { boxSchema, idSchema } from '../recovery/box.js'

const time = z.int().check(z.nonnegative())
const text = (charactersMax: number) => z.string().check(z.maxLength(charactersMax))

/** RFC 7638 thumbprint (SHA-256) of a public key. */
const thumbprintSchema = bytes(32)
export const projectIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
/** An origin as `URL.origin` writes it. */
const originSchema = z.string().check(
  z.maxLength(300),
  z.refine(
    (value) => /^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).origin === value,
    'an origin is needed',
  ),
)
/** The address is parsed by the server, which tells why one is refused. */
const email = text(1000)
/** Trimmed and normalised by the server. */
const code = text(64)
/** A tag of BCP 47, such as `de` or `pt-BR`. */
const locale = z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{2,35}$/)))

// Keys

const slotKinds = ['device', 'passkey', 'code', 'assisted'] as const
/** How a slot is opened. */
const slotKindSchema = z.enum(slotKinds)
/** AES-256-GCM. */
const sealedSchema = z.strictObject({ iv: bytes(12), data: binary(4096) })
/** Raw (uncompressed) P-256 public key. */
const publicKeySchema = bytes(65)
const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
export const addressesSchema = z.strictObject({
  eip155: evmAddress,
  solana: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
  bip122: z.string().check(z.regex(/^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}$/)),
})
const slotFields = {
  slotId: idSchema,
  kind: slotKindSchema,
  publicKey: publicKeySchema,
  wrappedPrivateKey: sealedSchema,
  sealedDek: boxSchema,
}
const slotSchema = z.strictObject(slotFields)
/** A slot that is to be stored. A device slot names the thumbprint of its device's key; default: that of the caller. */
const newSlotSchema = z.strictObject({ ...slotFields, label: text(64), deviceKey: z.optional(thumbprintSchema) })
const slotRowSchema = z.object({
  slotId: idSchema,
  kind: slotKindSchema,
  label: z.string(),
  isThisDevice: z.boolean(),
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
})

const empty = z.strictObject({})
const none = z.object({})
const sent = { challenge: idSchema, resendAfterMs: z.int().check(z.nonnegative()) }
const emailPurposes = ['login', 'recover', 'export'] as const

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
  /** By CAIP-2 id: chains with smart accounts. Bundler and paymaster are asked at `/v1`. */
  smartAccounts: z.record(z.string(), smartAccountSchema),
  recovery: z.enum(['assisted', 'sealed-required']),
  deviceVerification: z.boolean(),
  now: time,
})

const socialProviderNames = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
/** How a login with an account elsewhere stands. */
const attemptAnswer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending') }),
  z.object({ state: z.literal('done'), session: sessionSchema, user: userSchema }),
  z.object({ state: z.literal('failed'), reason: z.enum(['cancelled', 'refused', 'expired', 'provider']) }),
])
const attemptBody = z.strictObject({ attempt: idSchema })

const consentBody = z.strictObject({ appOrigin: originSchema })
const consentsAnswer = z.object({ consents: z.array(z.object({ appOrigin: z.string(), at: time })) })
const linkBody = z.strictObject({ token: idSchema })

/** Every POST route of the API: body and answer. Those with `needsSession` are called with `authorization: DPoP <token>`. */
export const wire = {
  '/api/email/start': {
    body: z.strictObject({ projectId: projectIdSchema, appOrigin: originSchema, email, purpose: z.enum(emailPurposes), locale }),
    answer: z.object({
      ...sent,
      action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
      /** Two digits, shown beside the same digits of the mail and the device page. */
      matchCode: z.optional(z.string()),
    }),
    needsSession: false,
  },
  '/api/email/wait': {
    body: z.strictObject({ challenge: idSchema }),
    answer: z.object({ state: z.enum(['pending', 'approved', 'denied', 'expired']) }),
    needsSession: false,
  },
  '/api/email/verify': {
    /** A code is bound to the app that asked for it: with `appOrigin` the server holds the two against each other. */
    body: z.strictObject({ challenge: idSchema, code, appOrigin: z.optional(originSchema) }),
    answer: z.object({ session: sessionSchema, user: userSchema }),
    needsSession: false,
  },
  '/api/email/change/start': {
    body: z.strictObject({ email, locale }),
    answer: z.object({ ...sent, action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
    needsSession: true,
  },
  '/api/email/change/verify': {
    body: z.strictObject({ challenge: idSchema, code }),
    answer: z.union([z.object({ ...sent, action: z.literal('VERIFY_SECONDARY_OTP') }), z.object({ email: z.string() })]),
    needsSession: true,
  },
  /** Of the page `/undo`, to which the mail to the old address links. */
  '/api/email/change/undo': { body: linkBody, answer: none, needsSession: false },
  '/api/device/look': {
    body: linkBody,
    answer: z.object({
      appOrigin: z.string(),
      browser: z.string(),
      at: time,
      matchCode: z.string(),
      state: z.enum(['pending', 'approved', 'denied']),
    }),
    needsSession: false,
  },
  '/api/device/approve': { body: linkBody, answer: none, needsSession: false },
  '/api/device/deny': { body: linkBody, answer: none, needsSession: false },
  '/api/social/start': {
    body: z.strictObject({ projectId: projectIdSchema, appOrigin: originSchema, provider: z.enum(socialProviderNames), locale }),
    /** `uri` is opened in a window of its own. */
    answer: z.object({ attempt: idSchema, uri: z.string() }),
    needsSession: false,
  },
  '/api/social/wait': { body: attemptBody, answer: attemptAnswer, needsSession: false },
  '/api/farcaster/start': {
    body: z.strictObject({ projectId: projectIdSchema, appOrigin: originSchema, locale }),
    /** `url` is shown as a QR code, or opened on a phone. */
    answer: z.object({ attempt: idSchema, url: z.string(), expiresAt: time }),
    needsSession: false,
  },
  '/api/farcaster/wait': { body: attemptBody, answer: attemptAnswer, needsSession: false },
  '/api/user': { body: empty, answer: userSchema, needsSession: true },
  '/api/session/refresh': { body: z.strictObject({ refreshToken: text(128) }), answer: sessionSchema, needsSession: false },
  '/api/session/end': { body: empty, answer: none, needsSession: true },
  '/api/session/identity': { body: consentBody, answer: z.object({ token: z.string() }), needsSession: true },
  '/api/consent': { body: consentBody, answer: consentsAnswer, needsSession: true },
  '/api/consent/list': { body: empty, answer: consentsAnswer, needsSession: true },
  '/api/consent/remove': { body: consentBody, answer: consentsAnswer, needsSession: true },
  '/api/slots/reserve': {
    body: z.strictObject({ kinds: z.array(slotKindSchema).check(z.minLength(1), z.maxLength(4)) }),
    answer: z.object({ slots: z.array(z.object({ slotId: idSchema, kind: slotKindSchema, serverHalf: bytes(32) })) }),
    needsSession: true,
  },
  '/api/wallet/create': {
    body: z.strictObject({
      walletId: idSchema,
      vault: sealedSchema,
      addresses: addressesSchema,
      slots: z.array(newSlotSchema).check(z.minLength(2), z.maxLength(4)),
    }),
    answer: walletSchema,
    needsSession: true,
  },
  '/api/slots/add': {
    body: z.strictObject({ slot: newSlotSchema, vault: sealedSchema }),
    answer: walletSchema,
    needsSession: true,
  },
  '/api/slots/release': {
    body: z.strictObject({ slotId: idSchema }),
    answer: z.object({ serverHalf: bytes(32), slot: slotSchema, vault: sealedSchema }),
    needsSession: true,
  },
  '/api/wallet/rotate': {
    body: z.strictObject({
      vault: sealedSchema,
      slots: z.array(slotSchema).check(z.minLength(1), z.maxLength(32)),
      remove: z.array(idSchema).check(z.maxLength(32)),
    }),
    answer: walletSchema,
    needsSession: true,
  },
  '/api/recovery/key': { body: empty, answer: z.object({ publicKey: publicKeySchema }), needsSession: true },
  '/api/recovery/store': { body: z.strictObject({ slotId: idSchema, box: boxSchema }), answer: none, needsSession: true },
  '/api/recovery/start': {
    body: empty,
    answer: z.object({ recoveryId: idSchema, state: z.enum(['ready', 'held']), heldUntil: z.optional(time) }),
    needsSession: true,
  },
  '/api/recovery/release': {
    body: z.strictObject({ recoveryId: idSchema, publicKey: publicKeySchema }),
    answer: z.object({ slotId: idSchema, box: boxSchema }),
    needsSession: true,
  },
  '/api/recovery/cancel': { body: z.strictObject({ recoveryId: z.optional(idSchema) }), answer: none, needsSession: true },
  /** Of the page `/cancel`, to which the mail about a recovery links. */
  '/api/recovery/stop': { body: linkBody, answer: none, needsSession: false },
  '/api/devices': {
    body: empty,
    answer: z.object({
      devices: z.array(
        z.object({ slotId: idSchema, label: z.string(), current: z.boolean(), createdAt: time, lastUsedAt: time }),
      ),
    }),
    needsSession: true,
  },
  '/api/devices/remove': { body: z.strictObject({ slotId: idSchema }), answer: none, needsSession: true },
  '/api/audit': {
    body: z.strictObject({ before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
    answer: z.object({
      rows: z.array(z.object({ at: time, what: z.string(), detail: z.string(), browser: z.optional(z.string()) })),
      /** To be sent as `before` for the rows that follow; absent after the last. */
      next: z.optional(z.string()),
    }),
    needsSession: true,
  },
} as const

export type WirePath = keyof typeof wire
/** What the page sends. */
export type WireBody<P extends WirePath> = z.input<(typeof wire)[P]['body']>
/** What the server answers. */
export type WireAnswer<P extends WirePath> = z.output<(typeof wire)[P]['answer']>
export type SlotKind = z.infer<typeof slotKindSchema>
export type Sealed = z.infer<typeof sealedSchema>
export type Box = z.infer<typeof boxSchema>
export type Slot = z.infer<typeof slotSchema>
export type NewSlot = z.infer<typeof newSlotSchema>
export type WireWallet = z.infer<typeof walletSchema>
export type WireUser = z.infer<typeof userSchema>
export type WireSession = z.infer<typeof sessionSchema>
export type FrameConfig = z.infer<typeof configAnswerSchema>
