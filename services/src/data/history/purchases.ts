// Purchases of an account as rows of the history: orders of the sandbox from our own table, and purchases of those on-ramp providers that list
// them by account. `onramp=coinbase` means all of them, because clients know no other value.
import * as z from 'zod/mini'
import { formatUnits } from '../../../../src/vocabulary/amount.js'
import { HttpError } from '../../http/errors.js'
import type { Account } from '../assets/ids.js'
import type { Pictures } from '../assets/pictures.js'
import type { HistoryContext } from '../context.js'
import { addressKey } from '../names/coin-types.js'
import type { MaybeSandbox } from '../onramp/sandbox.js'
import type { Sale } from '../onramp/providers/provider.js'
import { onrampProvidersOf } from '../onramp/providers/providers.js'
import { cursorsOf } from './cursor.js'
import type { WireRow } from './rows.js'

const ORDERS_MAX = 100

interface OrderRow {
  readonly id: string
  readonly provider: string
  readonly address: string
  readonly chain_id: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: string
  readonly fiat_amount: string
  readonly state: string
  readonly tx_hash: string | null
  readonly created_at: number
  readonly updated_at: number
}

/**
 * State of an order or a sale → the status that public clients look for. Orders that are not paid yet are not listed; those that were cancelled or ran out
 * are, so that a client need not wait for them.
 */
const statuses: Readonly<Record<string, string>> = {
  paying: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  done: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
  expired: 'ONRAMP_TRANSACTION_STATUS_FAILED',
}
const providerTitles: Readonly<Record<string, string>> = { coinbase: 'Coinbase' }

/** On-ramp provider → its own key of the next page. */
const positionSchema = z.record(z.string(), z.string())

/** One page of purchases. */
export interface Purchases {
  /** Newest first. */
  readonly data: readonly WireRow[]
  readonly next: string | null
  /** Names of the sources that answered, such as `orders,coinbase`. */
  readonly provider: string
  /** Number of on-ramp providers whose purchases are missing: they failed, or list none. */
  readonly missing: number
}

interface PurchasesOptions {
  readonly cursor: string | undefined
  readonly signal: AbortSignal
  readonly pictures: Pictures
}

/**
 * A page of the account's purchases over all sources.
 * @throws HttpError 400 `onramp` when there are on-ramp providers and none of them lists purchases, 400 `cursor` for a cursor of another
 * list, 503 `provider` when none of those that list purchases answered
 */
export async function purchasesOf(
  ctx: HistoryContext & MaybeSandbox,
  account: Account,
  { cursor, signal, pictures }: PurchasesOptions,
): Promise<Purchases> {
  const { list, sandbox, tellers, silent } = onrampProvidersOf(ctx)
  if (list.length > 0 && !sandbox && tellers.length === 0)
    throw new HttpError(400, 'onramp', 'The on-ramp providers here do not list purchases')
  const key = addressKey(account.address)
  const scope = `purchases ${key}`
  const after = cursor === undefined ? undefined : await cursorsOf(ctx).read(scope, cursor, positionSchema)
  const asked = tellers.filter(({ name }) => after === undefined || name in after)
  const answers = await Promise.allSettled(
    asked.map(({ name, asked }) => asked.ask({ account: account.address, page: after?.[name] }, signal)),
  )
  const failed = answers.filter((one) => one.status === 'rejected')
  const [failure] = failed
  if (failure && failed.length === asked.length && (!sandbox || after)) throw failure.reason
  const told = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const orders = after === undefined ? await ordersOf(ctx, key, pictures) : []
  const data = [...orders, ...told.flatMap(({ answer, provider }) => answer.sales.map((sale) => toRow(sale, provider, pictures)))]
  const next = told.flatMap(({ answer, provider }) => (answer.next === undefined ? [] : [[provider, answer.next] as const]))
  return {
    data: data.sort((a, b) => Date.parse(b.metadata.minedAt) - Date.parse(a.metadata.minedAt)),
    next: next.length > 0 ? await cursorsOf(ctx).write(scope, Object.fromEntries(next)) : null,
    provider: ['orders', ...told.map(({ provider }) => provider)].join(','),
    missing: failed.length + silent.length,
  }
}

async function ordersOf({ db }: HistoryContext, account: string, pictures: Pictures): Promise<readonly WireRow[]> {
  const orders = await db.query<OrderRow>(
    `select id, provider, address, chain_id, symbol, decimals, amount, fiat_amount, state, tx_hash, created_at, updated_at
     from onramp_orders where account = $1 and state = any($3) order by created_at desc, id limit $2`,
    [account, ORDERS_MAX, Object.keys(statuses)],
  )
  return orders.map((order) =>
    rowOf(
      {
        id: order.id,
        from: order.provider,
        state: order.state,
        symbol: order.symbol,
        amount: formatUnits(BigInt(order.amount), order.decimals),
        dollars: Number(order.fiat_amount),
        address: order.address,
        chainId: order.chain_id,
        hash: order.tx_hash ?? undefined,
        at: order.updated_at,
      },
      pictures,
    ),
  )
}

const toRow = (sale: Sale, provider: string, pictures: Pictures) =>
  rowOf({ ...sale, from: providerTitles[provider] ?? provider }, pictures)

function rowOf(bought: Omit<Sale, 'state'> & { readonly state: string; readonly from: string }, pictures: Pictures): WireRow {
  const { id, from, state, symbol, amount, dollars, address, chainId, hash, at } = bought
  const picture = pictures({ symbol, isListed: true }) // on-ramp providers sell listed assets only
  return {
    id,
    metadata: {
      operationType: 'buy',
      hash: hash ?? '',
      minedAt: new Date(at).toISOString(),
      sentFrom: from,
      sentTo: address,
      status: statuses[state] ?? '',
      nonce: 0,
      application: null,
      chain: chainId ?? null,
    },
    transfers: [
      {
        fungible_info: { name: symbol, symbol, icon: picture === undefined ? null : { url: picture } },
        nft_info: null,
        direction: 'in',
        quantity: { numeric: amount },
        ...(dollars === undefined ? {} : { value: dollars }),
      },
    ],
  }
}
