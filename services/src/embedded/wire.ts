// What the frame page and the wallet API say to each other: one schema for each body; those of the answers are in `wire-answers.ts`, which pages load, too.
import * as z from 'zod/mini'
import { parseOrigin } from '../../../src/vocabulary/origin.js'
import { bytes } from '../recovery/box.js'
import type { ApprovalWire } from './approval-wire.js'
import {
  addressesSchema,
  answers,
  boxSchema,
  idSchema,
  none,
  passkeySchema,
  publicKeySchema,
  sealedSchema,
  slotFields,
  slotKindSchema,
  slotSchema,
  text,
  time,
} from './wire-answers.js'

export * from './wire-answers.js'

/** RFC 7638 thumbprint (SHA-256) of a public key. */
const thumbprintSchema = bytes(32)
export const projectIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
/** An origin as `URL.origin` writes it. */
const originSchema = z.string().check(
  z.maxLength(300),
  z.refine((value) => parseOrigin(value)?.origin === value, 'an origin is needed'),
)
/** The address is parsed by the server, which tells why one is refused. */
const email = text(1000)
/** Trimmed and normalised by the server. */
const code = text(64)
/** A tag of BCP 47, such as `de` or `pt-BR`. */
const locale = z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{2,35}$/)))
/**
 * A slot that is to be stored. A device slot names the thumbprint of its device's key; default: that of the caller. A passkey's names its passkey, and
 * no other does.
 */
const newSlotSchema = z.strictObject({
  ...slotFields,
  label: text(64),
  deviceKey: z.optional(thumbprintSchema),
  passkey: z.optional(passkeySchema),
})
const empty = z.strictObject({})
const emailPurposes = ['login', 'recover', 'export'] as const
const socialProviderNames = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
const attemptBody = z.strictObject({ attempt: idSchema })
const consentBody = z.strictObject({ appOrigin: originSchema })
const linkBody = z.strictObject({ token: idSchema })

/** What is asked. Routes with `needsSession` are called with `authorization: DPoP <token>`. */
const asked = {
  '/api/email/start': {
    /** Without a project: the wallet's own page asks, whose origin then is `appOrigin`. */
    body: z.strictObject({
      projectId: z.optional(projectIdSchema),
      appOrigin: originSchema,
      email,
      purpose: z.enum(emailPurposes),
      locale,
    }),
    needsSession: false,
  },
  '/api/email/wait': { body: z.strictObject({ challenge: idSchema }), needsSession: false },
  '/api/email/verify': {
    /** A code is bound to the app that asked for it: with `appOrigin` the server holds the two against each other. */
    body: z.strictObject({ challenge: idSchema, code, appOrigin: z.optional(originSchema) }),
    needsSession: false,
  },
  '/api/email/change/start': { body: z.strictObject({ email, locale }), needsSession: true },
  '/api/email/change/verify': { body: z.strictObject({ challenge: idSchema, code }), needsSession: true },
  /** Of the page `/undo`, to which the mail to the old address links. */
  '/api/email/change/undo': { body: linkBody, needsSession: false },
  '/api/device/look': { body: linkBody, needsSession: false },
  '/api/device/approve': { body: linkBody, needsSession: false },
  '/api/device/deny': { body: linkBody, needsSession: false },
  '/api/social/start': {
    body: z.strictObject({ projectId: projectIdSchema, appOrigin: originSchema, provider: z.enum(socialProviderNames), locale }),
    needsSession: false,
  },
  '/api/social/wait': { body: attemptBody, needsSession: false },
  '/api/farcaster/start': {
    body: z.strictObject({ projectId: projectIdSchema, appOrigin: originSchema, locale }),
    needsSession: false,
  },
  '/api/farcaster/wait': { body: attemptBody, needsSession: false },
  '/api/user': { body: empty, needsSession: true },
  '/api/session/refresh': { body: z.strictObject({ refreshToken: text(128) }), needsSession: false },
  '/api/session/end': { body: empty, needsSession: true },
  '/api/session/identity': { body: consentBody, needsSession: true },
  '/api/consent': { body: consentBody, needsSession: true },
  '/api/consent/list': { body: empty, needsSession: true },
  '/api/consent/remove': { body: consentBody, needsSession: true },
  '/api/slots/reserve': {
    body: z.strictObject({ kinds: z.array(slotKindSchema).check(z.minLength(1), z.maxLength(4)) }),
    needsSession: true,
  },
  '/api/wallet/create': {
    body: z.strictObject({
      walletId: idSchema,
      vault: sealedSchema,
      addresses: addressesSchema,
      slots: z.array(newSlotSchema).check(z.minLength(2), z.maxLength(4)),
    }),
    needsSession: true,
  },
  '/api/slots/add': { body: z.strictObject({ slot: newSlotSchema, vault: sealedSchema }), needsSession: true },
  '/api/slots/release': { body: z.strictObject({ slotId: idSchema }), needsSession: true },
  /** Vault and slots as a rotation rewrites them, for a device with a slot of its own. */
  '/api/wallet/slots': { body: empty, needsSession: true },
  '/api/wallet/rotate': {
    body: z.strictObject({
      vault: sealedSchema,
      slots: z.array(slotSchema).check(z.minLength(1), z.maxLength(32)),
      remove: z.array(idSchema).check(z.maxLength(32)),
    }),
    needsSession: true,
  },
  '/api/recovery/key': { body: empty, needsSession: true },
  '/api/recovery/store': { body: z.strictObject({ slotId: idSchema, box: boxSchema }), needsSession: true },
  '/api/recovery/start': { body: empty, needsSession: true },
  '/api/recovery/release': { body: z.strictObject({ recoveryId: idSchema, publicKey: publicKeySchema }), needsSession: true },
  '/api/recovery/cancel': { body: z.strictObject({ recoveryId: z.optional(idSchema) }), needsSession: true },
  /** Of the page `/cancel`, to which the mail about a recovery links. */
  '/api/recovery/stop': { body: linkBody, needsSession: false },
  '/api/devices': { body: empty, needsSession: true },
  '/api/devices/remove': { body: z.strictObject({ slotId: idSchema }), needsSession: true },
  /** Before the page shows the keys: it is told and noted, and nothing of them is sent. */
  '/api/export': { body: z.strictObject({ what: z.enum(['words', 'kit']) }), needsSession: true },
  '/api/audit': { body: z.strictObject({ before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }), needsSession: true },
} as const

/** What the pages that mails link to are answered. */
const answersOfLinks = {
  '/api/email/change/undo': none,
  '/api/device/look': z.object({
    appOrigin: z.string(),
    browser: z.string(),
    at: time,
    matchCode: z.string(),
    state: z.enum(['pending', 'approved', 'denied']),
  }),
  '/api/device/approve': none,
  '/api/device/deny': none,
  '/api/recovery/stop': none,
}

type Asked = typeof asked
type Answers = typeof answers & typeof answersOfLinks
const answerOf: Readonly<Record<string, unknown>> = { ...answers, ...answersOfLinks }

/** Every POST route of the API: body and answer. */
export const wire = Object.fromEntries(
  Object.entries(asked).map(([path, each]) => [path, { ...each, answer: answerOf[path] }]),
) as { readonly [P in keyof Asked]: Asked[P] & { readonly answer: Answers[P] } } // every route has an answer of its name

/** With the routes of windows, which are a table of their own. */
export type Wire = typeof wire & ApprovalWire
export type WirePath = keyof Wire
/** What the page sends. */
export type WireBody<P extends WirePath> = z.input<Wire[P]['body']>
/** What the server answers. */
export type WireAnswer<P extends WirePath> = z.output<Wire[P]['answer']>
export type NewSlot = z.infer<typeof newSlotSchema>
