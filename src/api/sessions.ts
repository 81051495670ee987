// Smart sessions: permissions that a person gave to an app, with a co-signing key of the services (specification §7, `/v1/sessions/…`).
import * as z from 'zod/mini'
import { parseAccountId } from '../caip.js'
import { type CallOptions, dataGet, dataPost, segment } from './data-api.js'
import { assertSupported, isSupported } from './gate.js'
import type { Api } from './http.js'
import { hexSchema, textSchema } from './shapes.js'

/** Unix seconds. */
const secondsSchema = z.int().check(z.nonnegative())
const pciSchema = z.string().check(z.minLength(1), z.maxLength(128))
/** A kind and whatever belongs to it: who grants checks the kinds it knows. */
const termSchema = z.object({ type: z.string().check(z.minLength(1), z.maxLength(128)), data: z.record(z.string(), z.unknown()) })
const termsSchema = z.array(termSchema).check(z.maxLength(100))

export const sessionSchema = z.object({
  project: z.object({ id: textSchema, name: textSchema, url: z.nullable(textSchema), iconUrl: z.nullable(textSchema) }),
  pci: pciSchema,
  expiry: secondsSchema,
  createdAt: secondsSchema,
  permissions: termsSchema,
  policies: termsSchema,
  /** `null` until it is activated. */
  context: z.nullable(hexSchema),
  revokedAt: z.nullable(secondsSchema),
})
export const sessionsQuerySchema = z.object({ cursor: z.optional(textSchema) })
/** Only our services have pages; others give one list. */
export const sessionsSchema = z.object({ pcis: z.array(sessionSchema).check(z.maxLength(255)), next: z.nullish(textSchema) })

export const createSessionBodySchema = z.object({
  expiry: secondsSchema,
  signer: termSchema,
  permissions: termsSchema.check(z.minLength(1)),
  policies: termsSchema,
  chainId: z.optional(textSchema),
})
export const createSessionSchema = z.object({ pci: pciSchema, key: z.object({ type: textSchema, publicKey: hexSchema }) })

export const activateSessionBodySchema = z.extend(createSessionBodySchema, { pci: pciSchema, context: hexSchema })
export const sessionContextQuerySchema = z.object({ pci: pciSchema })
export const sessionContextSchema = z.object({ context: z.nullable(hexSchema) })
export const signSessionBodySchema = z.object({ pci: pciSchema, userOp: z.record(z.string(), z.unknown()) })
export const signSessionSchema = z.object({ signature: hexSchema })

export const revokeSessionBodySchema = z.object({
  pci: pciSchema,
  signature: z.optional(hexSchema),
  /** That of the signed text (`revokeText`); absent when the plain pci was signed. */
  timestamp: z.optional(secondsSchema),
})
/** Public servers answer without a body. */
export const revokeSessionSchema = z.optional(z.object({ success: z.boolean() }))
const emptySchema = z.optional(z.unknown())

/** In the wire's own names; times in unix seconds. `project.iconUrl` and `url` come from strangers. */
export type Session = z.output<typeof sessionSchema>
export type SessionRequest = z.output<typeof createSessionBodySchema>
export type CreatedSession = z.output<typeof createSessionSchema>

interface OfAccount extends CallOptions {
  /** CAIP-10. */
  readonly account: string
}

export interface SessionsPage {
  readonly sessions: readonly Session[]
  /** Cursor of the next page; absent on the last. */
  readonly next: string | undefined
}

/**
 * Active ones first, then those that were revoked, then those that nobody activated; empty on a chain that the services do not serve.
 * Whether the wallet granted a session only the wallet knows: strangers can add to this list, so the account's own may be on a later page.
 * Errors as in `get`.
 * @param query `cursor` is the `next` of the page before
 */
export async function getSessions(
  api: Api,
  { account, cursor, signal }: OfAccount & { readonly cursor?: string | undefined },
): Promise<SessionsPage> {
  if (!(await isSupported(api, parseAccountId(account).chainId, signal))) return { sessions: [], next: undefined }
  const { pcis, next } = await dataGet(api, { path: pathOf(account), schema: sessionsSchema, query: { cursor }, signal })
  return { sessions: pcis, next: next || undefined }
}

/**
 * Asks for a co-signing key for these permissions; nothing is allowed before `activateSession`.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` on a chain that the services do not serve; further as `get`
 */
export async function createSession(
  api: Api,
  { account, request, signal }: OfAccount & { readonly request: SessionRequest },
): Promise<CreatedSession> {
  await assertServed(api, account, signal)
  // Version 2 gives the key as hex; the first one gave hex of the text of the hex.
  const call = { schema: createSessionSchema, query: { v: 2 }, body: request, retries: 0, signal }
  return dataPost(api, { path: pathOf(account), ...call })
}

/** Stores the context that the wallet granted. Errors as in `createSession`. */
export async function activateSession(
  api: Api,
  { account, activation, signal }: OfAccount & { readonly activation: z.output<typeof activateSessionBodySchema> },
): Promise<void> {
  await assertServed(api, account, signal)
  const path = `${pathOf(account)}/activate` as const
  await dataPost(api, { path, schema: emptySchema, body: activation, mayBeEmpty: true, signal })
}

/** What the wallet granted, or `undefined` before activation. Errors as in `createSession`. */
export async function getSessionContext(
  api: Api,
  { account, pci, signal }: OfAccount & { readonly pci: string },
): Promise<string | undefined> {
  await assertServed(api, account, signal)
  const path = `${pathOf(account)}/getcontext` as const
  return (await dataGet(api, { path, schema: sessionContextSchema, query: { pci }, signal })).context ?? undefined
}

/** The services' co-signature of a user operation (EntryPoint 0.7), once they found it within the permissions. Errors as in `createSession`. */
export async function signWithSession(
  api: Api,
  { account, pci, userOp, signal }: OfAccount & { readonly pci: string; readonly userOp: Readonly<Record<string, unknown>> },
): Promise<string> {
  await assertServed(api, account, signal)
  const path = `${pathOf(account)}/sign` as const
  const call = { schema: signSessionSchema, body: { pci, userOp }, retries: 0, signal }
  return (await dataPost(api, { path, ...call })).signature
}

/**
 * The text whose signature (EIP-191) ends a session; keys in this order, no blanks.
 * @param revocation `address` as in the call's path, `timestamp` in unix seconds
 */
export function revokeText(revocation: { readonly pci: string; readonly address: string; readonly timestamp: number }): string {
  const { pci, address, timestamp } = revocation
  return JSON.stringify({ op: 'revoke', pci, address, timestamp })
}

/**
 * Ends a session; one that is over already is no error to our services. `{success: false}` on a chain that they do not serve.
 * The body travels as plain text, which saves the preflight. Errors as in `get`.
 */
export async function revokeSession(
  api: Api,
  { account, revocation, signal }: OfAccount & { readonly revocation: z.output<typeof revokeSessionBodySchema> },
): Promise<{ readonly success: boolean }> {
  if (!(await isSupported(api, parseAccountId(account).chainId, signal))) return { success: false }
  const path = `${pathOf(account)}/revoke` as const
  const call = { schema: revokeSessionSchema, body: revocation, contentType: 'text/plain', mayBeEmpty: true, signal } as const
  return (await dataPost(api, { path, ...call })) ?? { success: true }
}

function pathOf(account: string): `/v1/sessions/${string}` {
  return `/v1/sessions/${segment(account)}`
}

function assertServed(api: Api, account: string, signal: AbortSignal | undefined): Promise<void> {
  return assertSupported(api, parseAccountId(account).chainId, 'CHAIN_NOT_SUPPORTED', signal)
}
