// Quoted routes in the database, so that approval and transaction use the quoted route on every instance and bring what was shown. Anybody can ask
// for a quote in another user's name, so no quote replaces or worsens another one.
import { createHash, randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { SwapsContext } from '../context.js'
import { units, wireEvmAddress } from './shapes.js'
import type { SwapQuestion, SwapRoute } from './source.js'

/** Life of a quote in milliseconds. */
const ROUTE_TTL_MS = 60_000
/** The route whose contract a user is approving stays preferred for this long: the approval must be signed and mined first. */
const APPROVAL_TTL_MS = 300_000

type Giver = Pick<SwapQuestion, 'chainId' | 'from' | 'user'>

/** A route with the id of its quote. */
export interface QuotedRoute extends SwapRoute {
  readonly id: string
}

/** What a valid quote promised. */
export interface Agreed {
  readonly route: SwapRoute
  /** The promised amount: base units of the token that comes in. */
  readonly amountOut: bigint
}

/** Stores and finds quoted routes. */
export interface RememberedRoutes {
  /** Gives every route of an answer its id. @param routes best first */
  remember(question: SwapQuestion, routes: readonly SwapRoute[]): Promise<readonly QuotedRoute[]>
  /** The route of the latest valid quote, and the best amount of all valid quotes, so that a later question cannot lower it. */
  recall(question: SwapQuestion): Promise<Agreed | undefined>
  /** The quote with this id, when it is valid and was for this question. */
  recallById(id: string, question: SwapQuestion): Promise<Agreed | undefined>
  /** The route of the latest valid quote for any swap of this token. */
  recallLatest(giver: Giver): Promise<SwapRoute | undefined>
  /** The contract that the user was given an approval for, for this very swap. */
  rememberApproval(question: SwapQuestion, spender: Address): Promise<void>
  recallApproval(question: SwapQuestion): Promise<Address | undefined>
  /** Deletes expired quotes. */
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

/** Quoted routes in the database of `ctx`. */
export function createRememberedRoutes({ db, now, log }: SwapsContext): RememberedRoutes {
  async function store(key: string, route: SwapRoute, ttlMs: number): Promise<void> {
    await db.query(
      `insert into swap_routes (key, route, expires_at) values ($1, $2, $3)
       on conflict (key) do update set route = excluded.route, expires_at = excluded.expires_at`,
      [hash(key), textOf(route), now() + ttlMs],
    )
  }

  async function load(key: string): Promise<SwapRoute | undefined> {
    const [row] = await db.query<{ route: string }>('select route from swap_routes where key = $1 and expires_at > $2', [
      hash(key),
      now(),
    ])
    return row && readRoute(row.route)
  }

  function readRoute(text: string): SwapRoute | undefined {
    const parsed = routeSchema.safeParse(JSON.parse(text))
    if (!parsed.success) log.warn('a remembered route cannot be read')
    return parsed.data
  }

  async function storeQuotes(question: SwapQuestion, routes: readonly QuotedRoute[]): Promise<void> {
    await db.query(
      `insert into swap_quotes (id, question, amount, is_best, route, expires_at)
       select id, $1, amount::numeric, place = 1, route, $2
       from unnest($3::text[], $4::text[], $5::text[]) with ordinality as found (id, amount, route, place)`,
      [
        hash(questionKey(question)),
        now() + ROUTE_TTL_MS,
        routes.map(({ id }) => id),
        routes.map(({ amountOut }) => String(amountOut)),
        routes.map(textOf),
      ],
    )
  }

  async function loadQuote(question: SwapQuestion): Promise<Agreed | undefined> {
    const [row] = await db.query<{ route: string; best: string }>(
      `select route, (max(amount) over ())::text as best from swap_quotes
       where question = $1 and is_best and expires_at > $2 order by number desc limit 1`,
      [hash(questionKey(question)), now()],
    )
    const route = row && readRoute(row.route)
    return route && { route, amountOut: BigInt(row.best) }
  }

  /** Quotes that named this user, else quotes that named nobody. */
  const loadFor = async <Q extends { readonly user?: string | undefined }, A>(
    loadOf: (question: Q) => Promise<A | undefined>,
    question: Q,
  ) => (await loadOf(question)) ?? (question.user === undefined ? undefined : loadOf({ ...question, user: undefined }))

  return {
    async remember(question, routes) {
      const quoted = routes.map(({ source, amountOut, spender, via }) => ({ id: randomUUID(), source, amountOut, spender, via }))
      const [best] = quoted
      if (best) await Promise.all([storeQuotes(question, quoted), store(latestKey(question), best, ROUTE_TTL_MS)])
      return quoted
    },
    recall: (question) => loadFor(loadQuote, question),
    async recallById(id, question) {
      const keys = [question, { ...question, user: undefined }].map((asked) => hash(questionKey(asked)))
      const [row] = await db.query<{ route: string }>(
        'select route from swap_quotes where id = $1 and question = any($2::text[]) and expires_at > $3',
        [id, keys, now()],
      )
      const route = row && readRoute(row.route)
      return route && { route, amountOut: route.amountOut }
    },
    recallLatest: (giver) => loadFor((asked) => load(latestKey(asked)), giver),
    rememberApproval: (question, spender) =>
      store(approvalKey(question), { source: '', amountOut: 0n, spender, via: '' }, APPROVAL_TTL_MS),
    recallApproval: async (question) => (question.user === undefined ? undefined : (await load(approvalKey(question)))?.spender),
    async sweep() {
      await db.query('delete from swap_quotes where expires_at <= $1', [now()])
      await db.query('delete from swap_routes where expires_at <= $1', [now()])
    },
  }
}

function textOf({ source, amountOut, spender, via }: SwapRoute): string {
  return JSON.stringify({ source, amountOut: String(amountOut), spender, via })
}

const words = ({ chainId, from, to, amount, user }: SwapQuestion) => `${chainId} ${from} ${to} ${amount} ${user ?? ''}`
const questionKey = (question: SwapQuestion) => `question ${words(question)}`
const approvalKey = (question: SwapQuestion) => `approval ${words(question)}`
const latestKey = ({ chainId, from, user }: Giver) => `latest ${chainId} ${from} ${user ?? ''}`

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
