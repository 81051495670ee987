// Smart sessions: permissions that a person granted to an app (ERC-7715), with a co-signing key of the services (specification
// §7, `/v1/sessions/…`; wire reference §2.19–2.21). `pci` is the id of a session.
import * as z from 'zod/mini'
import { parseAccountId } from '../vocabulary/caip.js'
import { type CallOptions, dataGet, dataPost, segment } from './data-api.js'
import { assertServed, isSupported } from './gate.js'
import type { Api } from './http.js'
import { hexSchema, textSchema } from './shapes.js'

/** Unix seconds. */
const secondsSchema = z.int().check(z.nonnegative())
const pciSchema = z.string().check(z.minLength(1), z.maxLength(128))
/**
 * A signer, permission or policy: a type, with data of that type's own shape. The services and the wallet check the types they
 * know.
 */
const termSchema = z.object({ type: z.string().check(z.minLength(1), z.maxLength(128)), data: z.record(z.string(), z.unknown()) })
const termsSchema = z.array(termSchema).check(z.maxLength(100))

/** One session in the answer of `GET /v1/sessions/{account}`. */
export const smartSessionSchema = z.object({
  project: z.object({ id: textSchema, name: textSchema, url: z.nullable(textSchema), iconUrl: z.nullable(textSchema) }),
  pci: pciSchema,
  expiry: secondsSchema,
  createdAt: secondsSchema,
  permissions: termsSchema,
  policies: termsSchema,
  /** `null` until the session is activated. */
  context: z.nullable(hexSchema),
  revokedAt: z.nullable(secondsSchema),
})
/** Query of `GET /v1/sessions/{account}`. */
export const smartSessionsQuerySchema = z.object({ cursor: z.optional(textSchema) })
/** Answer of `GET /v1/sessions/{account}`. Only our services send pages (`next`); public ones send a single list. */
export const smartSessionsSchema = z.object({
  pcis: z.array(smartSessionSchema).check(z.maxLength(255)),
  next: z.nullish(textSchema),
})

/** Body of `POST /v1/sessions/{account}`. */
export const createSmartSessionBodySchema = z.object({
  expiry: secondsSchema,
  signer: termSchema,
  permissions: termsSchema.check(z.minLength(1)),
  policies: termsSchema,
  chainId: z.optional(textSchema),
})
/** Answer of `POST /v1/sessions/{account}`. */
export const createSmartSessionSchema = z.object({ pci: pciSchema, key: z.object({ type: textSchema, publicKey: hexSchema }) })

/** Body of `POST /v1/sessions/{account}/activate`, whose answer has no body. */
export const activateSmartSessionBodySchema = z.extend(createSmartSessionBodySchema, { pci: pciSchema, context: hexSchema })
/** Query of `GET /v1/sessions/{account}/getcontext`. */
export const smartSessionContextQuerySchema = z.object({ pci: pciSchema })
/** Answer of `GET /v1/sessions/{account}/getcontext`. */
export const smartSessionContextSchema = z.object({ context: z.nullable(hexSchema) })
/** Body of `POST /v1/sessions/{account}/sign`. */
export const signSmartSessionBodySchema = z.object({ pci: pciSchema, userOp: z.record(z.string(), z.unknown()) })
/** Answer of `POST /v1/sessions/{account}/sign`. */
export const signSmartSessionSchema = z.object({ signature: hexSchema })

/** Body of `POST /v1/sessions/{account}/revoke`. */
export const revokeSmartSessionBodySchema = z.object({
  pci: pciSchema,
  signature: z.optional(hexSchema),
  /** The timestamp in the signed text (`revokeText`); absent when the plain pci was signed. */
  timestamp: z.optional(secondsSchema),
})
/** Answer of `POST /v1/sessions/{account}/revoke`. Public servers answer without a body. */
export const revokeSmartSessionSchema = z.optional(z.object({ success: z.boolean() }))
const emptySchema = z.optional(z.unknown())

/**
 * One session, with the field names of the answer. `expiry`, `createdAt` and `revokedAt` are in unix seconds. `project.iconUrl`
 * and `project.url` come from strangers: check them before they are shown or opened.
 */
export type SmartSession = z.output<typeof smartSessionSchema>
/** The permissions that `createSmartSession` asks a key for; `expiry` in unix seconds. */
export type SmartSessionRequest = z.output<typeof createSmartSessionBodySchema>
/** The id of a new session and the services' public key for it, in hex. */
export type CreatedSmartSession = z.output<typeof createSmartSessionSchema>

interface OfAccount extends CallOptions {
  /** CAIP-10. */
  readonly account: string
}

/** One page of the sessions of an account. */
export interface SmartSessionPage {
  readonly sessions: readonly SmartSession[]
  /** Cursor of the next page; absent on the last. */
  readonly next: string | undefined
}

/**
 * One page of the sessions of an account: active ones first, then revoked ones, then those that were never activated. Anybody can
 * create a session for any account, so the list may hold sessions that the wallet never granted, and the account's own may be on a
 * later page. Errors as in `createSmartSession`: where nobody has looked, an empty list would say that nobody may act for the account.
 * @param query `cursor`: `next` of the previous page
 */
export async function getSmartSessions(
  api: Api,
  { account, cursor, signal }: OfAccount & { readonly cursor?: string | undefined },
): Promise<SmartSessionPage> {
  await assertServed(api, parseAccountId(account).chainId, signal)
  const { pcis, next } = await dataGet(api, { path: pathOf(account), schema: smartSessionsSchema, query: { cursor }, signal })
  return { sessions: pcis, next: next || undefined }
}

/**
 * Asks the services for a co-signing key for some permissions. The session allows nothing before `activateSmartSession`. Never
 * repeated.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` on a chain that the services do not serve; further as `get`
 */
export async function createSmartSession(
  api: Api,
  { account, request, signal }: OfAccount & { readonly request: SmartSessionRequest },
): Promise<CreatedSmartSession> {
  await assertServed(api, parseAccountId(account).chainId, signal)
  // Version 2 answers with the key in hex; version 1 encoded that text in hex once more.
  const call = { schema: createSmartSessionSchema, query: { v: 2 }, body: request, retries: 0, signal }
  return dataPost(api, { path: pathOf(account), ...call })
}

/**
 * Activates a session with what the wallet answered to `wallet_grantPermissions` (ERC-7715): the context, and the end and the permissions that
 * it granted, which may be less than was asked for. Our services keep and list those, and refuse more. Errors as in `createSmartSession`.
 */
export async function activateSmartSession(
  api: Api,
  { account, activation, signal }: OfAccount & { readonly activation: z.output<typeof activateSmartSessionBodySchema> },
): Promise<void> {
  await assertServed(api, parseAccountId(account).chainId, signal)
  const path = `${pathOf(account)}/activate` as const
  await dataPost(api, { path, schema: emptySchema, body: activation, mayBeEmpty: true, signal })
}

/** The context that a session was activated with, in hex; `undefined` before that. Errors as in `createSmartSession`. */
export async function getSmartSessionContext(
  api: Api,
  { account, pci, signal }: OfAccount & { readonly pci: string },
): Promise<string | undefined> {
  await assertServed(api, parseAccountId(account).chainId, signal)
  const path = `${pathOf(account)}/getcontext` as const
  return (await dataGet(api, { path, schema: smartSessionContextSchema, query: { pci }, signal })).context ?? undefined
}

/**
 * The services' co-signature of a user operation (ERC-4337, EntryPoint 0.7), in hex. They sign only what the permissions allow.
 * Never repeated. Errors as in `createSmartSession`.
 */
export async function signWithSmartSession(
  api: Api,
  { account, pci, userOp, signal }: OfAccount & { readonly pci: string; readonly userOp: Readonly<Record<string, unknown>> },
): Promise<string> {
  await assertServed(api, parseAccountId(account).chainId, signal)
  const path = `${pathOf(account)}/sign` as const
  const call = { schema: signSmartSessionSchema, body: { pci, userOp }, retries: 0, signal }
  return (await dataPost(api, { path, ...call })).signature
}

/**
 * The text to sign (EIP-191) for `revokeSmartSession`: JSON with the keys in this order and no blanks.
 * @param revocation `address`: the account as given to `revokeSmartSession`; `timestamp` in unix seconds
 */
export function revokeText(revocation: { readonly pci: string; readonly address: string; readonly timestamp: number }): string {
  const { pci, address, timestamp } = revocation
  return JSON.stringify({ op: 'revoke', pci, address, timestamp })
}

/**
 * Revokes a session. Our services answer with success also when it is revoked already. `{success: false}` on a chain that the
 * services do not serve. The body travels as `text/plain`, so that a browser sends no preflight request. Errors as in `get`.
 */
export async function revokeSmartSession(
  api: Api,
  { account, revocation, signal }: OfAccount & { readonly revocation: z.output<typeof revokeSmartSessionBodySchema> },
): Promise<{ readonly success: boolean }> {
  if (!(await isSupported(api, parseAccountId(account).chainId, signal))) return { success: false }
  const path = `${pathOf(account)}/revoke` as const
  const call = {
    schema: revokeSmartSessionSchema,
    body: revocation,
    contentType: 'text/plain',
    mayBeEmpty: true,
    signal,
  } as const
  return (await dataPost(api, { path, ...call })) ?? { success: true }
}

function pathOf(account: string): `/v1/sessions/${string}` {
  return `/v1/sessions/${segment(account)}`
}
