// Smart sessions: an account lets an app act within limits; these services keep the list and sign beside the app what stays within them.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import {
  activateSmartSessionBodySchema,
  createSmartSessionBodySchema,
  createSmartSessionSchema,
  revokeSmartSessionBodySchema,
  smartSessionContextQuerySchema,
  smartSessionContextSchema,
  smartSessionsQuerySchema,
  smartSessionsSchema,
  signSmartSessionBodySchema,
  signSmartSessionSchema,
} from '../../../../src/api/smart-sessions.js'
import type { SmartSessionPermission } from '../../../../src/vocabulary/smart-session.js'
import { arePermissionsWithin } from '../../../../src/vocabulary/smart-session-terms.js'
import { jsonBody } from '../../http/body.js'
import { HttpError } from '../../http/errors.js'
import { defineRoute } from '../../http/route.js'
import { createSecretBox, type SecretBox } from '../../db/secret-box.js'
import { answerJson } from '../assets/answer.js'
import type { ChainData } from '../../chain/chain-data.js'
import type { SessionsContext } from '../context.js'
import type { Feature } from '../feature.js'
import { cursorsOf } from '../history/cursor.js'
import { readAccount, readAccountOrAddress } from './account.js'
import { isSignedBy } from './app-signature.js'
import { callsItself, decodeCalls } from './calls.js'
import { appKeys, cosign, createCosigner, hasSameKeys, publicKeyFor, signerId } from './cosigner.js'
import { assess, oldestPeriod, permissionsSchema } from './permissions.js'
import { assertOwnerRevokes } from './revoke.js'
import { createSessionStore, type AccountKey, type SessionStore, type StoredSession } from './store.js'
import { hashUserOperation, prefundOf, userOperationSchema, type UserOperation } from './user-operation.js'

const PROVIDER = 'database'
const COLLECT_EVERY_MS = 3600 * 1000
/** A permission for ever is none that anyone remembers. */
const LIFE_MAX_S = 366 * 24 * 3600
const TERMS_BYTES = 256 * 1024
const SECRET_PURPOSE = 'sessions co-signer'
const revokedSchema = z.object({ success: z.boolean() })
const PATH = '/v1/sessions/:account'
const paramsSchema = z.object({ account: z.string() })
const createQuerySchema = z.object({ v: z.optional(z.string()) })
/** Of a cursor, which is signed. */
const positionSchema = z.object({ rank: z.int(), createdAt: z.int(), pci: z.string() })

/** The routes of smart sessions and the co-signer, and a job that deletes old sessions. */
export function sessionsFeature(ctx: SessionsContext): Feature {
  const store = createSessionStore(ctx.db, ctx.budget)
  const cursors = cursorsOf(ctx)
  const box = ctx.config.secretKey ? createSecretBox(ctx.config.secretKey, SECRET_PURPOSE) : undefined
  const seconds = () => Math.floor(ctx.now() / 1000)
  const served = (text: string) => {
    const account = readAccount(text)
    if (!ctx.chains.has(account.chain)) throw new HttpError(400, 'chainId', 'This chain is not served here')
    return account
  }

  const holderOf = ({ address, projectId }: { readonly address: string; readonly projectId: string }, signer: unknown) =>
    ctx.budget.holderOf({ client: signerId(signer), address, project: projectId })

  const common = { project: 'required', params: paramsSchema } as const

  const list = defineRoute({
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'Sessions of an account',
    cost: 1,
    query: smartSessionsQuerySchema,
    answers: { 200: smartSessionsSchema },
    async handle({ params, query: { cursor } }) {
      const account = served(params.account)
      const scope = `sessions ${account.address} ${account.chain}`
      const after = cursor === undefined ? undefined : await cursors.read(scope, cursor, positionSchema)
      const { sessions, next } = await store.list(account, after)
      return answerJson({ pcis: sessions.map(toWire), ...(next && { next: await cursors.write(scope, next) }) }, PROVIDER)
    },
  })

  const create = defineRoute({
    ...common,
    method: 'POST',
    path: PATH,
    summary: 'A co-signing key for these permissions',
    cost: 5,
    query: createQuerySchema,
    body: jsonBody(createSmartSessionBodySchema),
    answers: { 200: createSmartSessionSchema },
    async handle({ params, query, body, address, projectId }) {
      const account = served(params.account)
      const open = assertBox(box)
      const { chainId, ...terms } = body
      assertTerms(terms, chainId, account, seconds())
      const pci = randomUUID()
      const cosigner = createCosigner(open, pci)
      const session = {
        ...terms,
        ...account,
        pci,
        project: projectId,
        createdAt: seconds(),
        context: null,
        revokedAt: null,
        asked: null,
      }
      await store.add(
        { ...session, cosignerAddress: cosigner.address, cosignerKey: cosigner.sealedKey },
        holderOf({ address, projectId }, terms.signer),
      )
      return answerJson({ pci, key: { type: 'secp256k1', publicKey: publicKeyFor(query.v, cosigner.publicKey) } }, PROVIDER)
    },
  })

  const activate = defineRoute({
    ...common,
    method: 'POST',
    path: `${PATH}/activate`,
    summary: 'Keeps what the wallet granted',
    cost: 1,
    body: jsonBody(activateSmartSessionBodySchema),
    answers: { 200: 'empty' },
    async handle({ params, body, address, projectId }) {
      const account = served(params.account)
      const { pci, context, ...terms } = body
      const session = await find(store, account, pci)
      if (seconds() >= session.expiry) throw new HttpError(400, 'pci', 'This session is over')
      assertWithin(session, terms, seconds())
      const { expiry, permissions } = terms
      if (!(await store.activate(session, { context, expiry, permissions }, holderOf({ address, projectId }, session.signer))))
        throw new HttpError(400, 'pci', 'This session is active with another context or other terms, or revoked')
      return new Response(null, { status: 200, headers: { 'cache-control': 'no-store', 'x-provider': PROVIDER } })
    },
  })

  const context = defineRoute({
    ...common,
    method: 'GET',
    path: `${PATH}/getcontext`,
    summary: 'What the wallet granted',
    cost: 1,
    query: smartSessionContextQuerySchema,
    answers: { 200: smartSessionContextSchema },
    async handle({ params, query }) {
      const session = await find(store, served(params.account), query.pci)
      return answerJson({ context: session.context }, PROVIDER)
    },
  })

  const sign = defineRoute({
    ...common,
    method: 'POST',
    path: `${PATH}/sign`,
    summary: 'The co-signature of a user operation within the permissions',
    cost: 2,
    body: jsonBody(signSmartSessionBodySchema),
    answers: { 200: signSmartSessionSchema },
    async handle({ params, body: { pci, userOp }, address, projectId }) {
      const account = served(params.account)
      const open = assertBox(box)
      const session = await find(store, account, pci)
      const now = seconds()
      assertAlive(session, now)
      const parsed = userOperationSchema.safeParse(userOp)
      if (!parsed.success)
        throw new HttpError(400, `userOp.${parsed.error.issues[0]?.path.join('.') ?? ''}`, 'Not a user operation')
      const operation = parsed.data
      if (operation.sender.toLowerCase() !== session.address)
        throw new HttpError(400, 'userOp.sender', 'Another account sends this')
      const calls = decodeCalls(operation.callData)
      if (!calls) throw new HttpError(400, 'userOp.callData', 'What this would do is not understood')
      if (callsItself(calls, session.address))
        throw new HttpError(403, 'permissions', 'No session may have the account call itself')
      const gas = isSponsored(operation, ctx.data.chains[session.chain]) ? 0n : prefundOf(operation)
      // A longer period may begin in the middle of one that was asked for, and a rule that is left out may uncover another.
      const asked = session.asked === null ? [] : [session.asked]
      const terms = [session.permissions, ...asked].map((each) => permissionsSchema.parse(each))
      const taken = terms.map((each) => assess({ calls, gas }, each, now))
      const spends = taken.every((each) => each !== undefined) ? taken.flat() : undefined
      if (!spends) throw new HttpError(403, 'permissions', 'This, or its gas, is not within the permissions of the session')
      const hash = hashUserOperation(operation, Number(session.chain.slice('eip155:'.length)))
      if (!(await isSignedBy(appKeys(session), { hash, signature: operation.signature })))
        throw new HttpError(401, 'userOp.signature', 'No key of this session signed this user operation')
      const holder = ctx.budget.holderOf({ client: pci, address, project: projectId })
      const spending = { nonce: String(operation.nonce), spends, now, oldest: oldestPeriod(terms.flat(), now) }
      if (!(await store.spend(pci, spending, holder))) {
        throw new HttpError(403, 'permissions', 'The allowance of this session is used up')
      }
      return answerJson({ signature: await cosign(open, session, { hash, own: operation.signature }) }, PROVIDER)
    },
  })

  const revoke = defineRoute({
    ...common,
    method: 'POST',
    path: `${PATH}/revoke`,
    summary: 'Ends a session',
    cost: 1,
    body: jsonBody(revokeSmartSessionBodySchema),
    answers: { 200: revokedSchema },
    async handle({ params, body }) {
      const session = await find(store, readAccountOrAddress(params.account), body.pci)
      if (session.revokedAt === null) {
        await assertOwnerRevokes(ctx.chains, { session, body, account: params.account, now: seconds() })
        await store.revoke(body.pci, seconds())
      }
      return answerJson({ success: true }, PROVIDER)
    },
  })

  return {
    routes: [list, create, activate, context, sign, revoke],
    jobs: [{ name: 'sessions clean-up', everyMs: COLLECT_EVERY_MS, run: () => store.collect(seconds()) }],
    rows: () => [
      { capability: 'sessions', provider: PROVIDER, kind: 'embedded' },
      { capability: 'sessions co-signer', provider: box ? PROVIDER : 'none: WM_SECRET_KEY', kind: box ? 'embedded' : 'off' },
    ],
  }
}

async function find(store: SessionStore, account: AccountKey, pci: string): Promise<StoredSession> {
  // Ours are UUIDs; any other text is unknown without asking the database.
  const session = /^[0-9a-f-]{36}$/.test(pci) ? await store.find(account, pci) : undefined
  if (!session) throw new HttpError(404, 'pci', 'This account has no such session')
  return session
}

function assertBox(box: SecretBox | undefined): SecretBox {
  if (!box) throw new HttpError(503, 'sessions', 'These services hold no keys: WM_SECRET_KEY is not set')
  return box
}

type Terms = Omit<z.output<typeof createSmartSessionBodySchema>, 'chainId'>

function assertTerms(
  { expiry, signer, permissions, policies }: Terms,
  chainId: string | undefined,
  account: { readonly chain: string; readonly address: string },
  now: number,
): void {
  if (expiry <= now || expiry > now + LIFE_MAX_S) throw new HttpError(400, 'expiry', 'A moment within the next year is needed')
  const named = chainId && /^0x[0-9a-f]{1,13}$/i.test(chainId) ? `eip155:${Number(chainId)}` : chainId
  if (named !== undefined && named !== account.chain)
    throw new HttpError(400, 'chainId', 'The body names another chain than the path')
  const parsed = permissionsSchema.safeParse(permissions)
  if (!parsed.success) {
    const field = ['permissions', ...(parsed.error.issues[0]?.path ?? [])].join('.')
    throw new HttpError(400, field, 'This permission is not known here, or has a wrong form')
  }
  const own = parsed.data.findIndex(
    ({ type, data }) => type === 'contract-call' && data.address.toLowerCase() === account.address,
  )
  if (own !== -1) throw new HttpError(400, `permissions.${own}.data.address`, 'No session may have the account call itself')
  // The session list shows the terms to everybody, so a page of it must have room for them.
  if (Buffer.byteLength(JSON.stringify({ signer, permissions, policies })) > TERMS_BYTES)
    throw new HttpError(413, 'body', 'The terms of a session are longer than 256 KiB')
  // Signing without looking at a limit would allow more than was agreed.
  if (policies.length > 0) throw new HttpError(400, 'policies', 'No policy is known here')
}

/**
 * Whoever activates knows what was asked for, the app's keys included: those are on no list. A wallet may have granted less; then that is what
 * is kept.
 */
function assertWithin(session: StoredSession, granted: Terms, now: number): void {
  assertTerms(granted, undefined, session, now)
  if (granted.expiry > session.expiry) throw new HttpError(400, 'expiry', 'An earlier moment was asked for')
  const asked = session.asked ?? session.permissions
  // Both were parsed by `permissionsSchema`, whose form this is.
  if (!arePermissionsWithin(granted.permissions as SmartSessionPermission[], asked as SmartSessionPermission[]))
    throw new HttpError(400, 'permissions', 'Less was asked for')
  if (!hasSameKeys(session.signer, granted.signer)) throw new HttpError(400, 'signer', 'Another signer was asked for')
}

function assertAlive({ revokedAt, expiry, context }: StoredSession, now: number): void {
  if (revokedAt !== null) throw new HttpError(403, 'pci', 'This session is revoked')
  if (now >= expiry) throw new HttpError(403, 'pci', 'This session is over')
  if (context === null) throw new HttpError(403, 'pci', 'This session is not active')
}

/** Whether the gas costs the account nothing. Any other paymaster may take it back in tokens that the account once approved to it. */
function isSponsored({ paymaster }: UserOperation, chain: ChainData | undefined): boolean {
  return paymaster !== undefined && (chain?.sponsors.includes(paymaster) ?? false)
}

function toWire({ pci, project, expiry, createdAt, permissions, policies, context, revokedAt }: StoredSession) {
  return {
    project: { id: project, name: project, url: null, iconUrl: null },
    pci,
    expiry,
    createdAt,
    permissions,
    policies,
    context,
    revokedAt,
  }
}
