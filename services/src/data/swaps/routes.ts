// Remembers in the database how a swap was quoted, so that approval and transaction go the same way on whichever instance they are asked for.
import { createHash } from 'node:crypto'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { DataContext } from '../context.js'
import { units, wireEvmAddress } from './shapes.js'
import type { SwapQuestion, SwapRoute } from './source.js'

/** A quote is good for this long. */
export const ROUTE_TTL_MS = 60_000
/** The way that a user is approving stays preferred for so long: an approval must be signed and mined first. */
export const APPROVAL_TTL_MS = 300_000

type Giver = Pick<SwapQuestion, 'chainId' | 'from' | 'user'>

export interface Routes {
  /** The latest quote for a question counts. */
  remember(question: SwapQuestion, route: SwapRoute): Promise<void>
  recall(question: SwapQuestion): Promise<SwapRoute | undefined>
  /** Of the latest quote for any swap of this token. */
  recallLatest(giver: Giver): Promise<SwapRoute | undefined>
  /** Who the user was given an approval for, for this very swap. */
  rememberApproval(question: SwapQuestion, spender: Address): Promise<void>
  recallApproval(question: SwapQuestion): Promise<Address | undefined>
  /** Deletes what is over. */
  sweep(): Promise<void>
}

const routeSchema = z.object({
  source: z.string(),
  amountOut: z.pipe(
    units,
    z.transform((digits: string) => BigInt(digits)),
  ),
  spender: z.optional(wireEvmAddress),
  via: z.string(),
})

export function createRoutes({ db, now, log }: DataContext): Routes {
  async function store(keys: readonly string[], route: SwapRoute, ttlMs: number): Promise<void> {
    const text = JSON.stringify({ ...route, amountOut: String(route.amountOut) })
    await db.query(
      `insert into swap_routes (key, route, expires_at) select key, $2, $3 from unnest($1::text[]) as key
       on conflict (key) do update set route = excluded.route, expires_at = excluded.expires_at`,
      [keys.map(hash), text, now() + ttlMs],
    )
  }

  async function load(key: string): Promise<SwapRoute | undefined> {
    const [row] = await db.query<{ route: string }>('select route from swap_routes where key = $1 and expires_at > $2', [
      hash(key),
      now(),
    ])
    if (!row) return undefined
    const parsed = routeSchema.safeParse(JSON.parse(row.route))
    if (!parsed.success) log.warn('a remembered route cannot be read')
    return parsed.data
  }

  /** As asked by this user, else as asked without naming anybody. */
  const loadFor = async <T extends { readonly user?: string | undefined }>(keyOf: (question: T) => string, question: T) =>
    (await load(keyOf(question))) ?? (question.user === undefined ? undefined : load(keyOf({ ...question, user: undefined })))

  return {
    remember: (question, route) => store([questionKey(question), latestKey(question)], route, ROUTE_TTL_MS),
    recall: (question) => loadFor(questionKey, question),
    recallLatest: (giver) => loadFor(latestKey, giver),
    rememberApproval: (question, spender) =>
      store([approvalKey(question)], { source: '', amountOut: 0n, spender, via: '' }, APPROVAL_TTL_MS),
    recallApproval: async (question) => (question.user === undefined ? undefined : (await load(approvalKey(question)))?.spender),
    sweep: async () => void (await db.query('delete from swap_routes where expires_at <= $1', [now()])),
  }
}

const words = ({ chainId, from, to, amount, user }: SwapQuestion) => `${chainId} ${from} ${to} ${amount} ${user ?? ''}`
const questionKey = (question: SwapQuestion) => `question ${words(question)}`
const approvalKey = (question: SwapQuestion) => `approval ${words(question)}`
const latestKey = ({ chainId, from, user }: Giver) => `latest ${chainId} ${from} ${user ?? ''}`

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
