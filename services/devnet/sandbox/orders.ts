// Orders of the sandbox: pending → paying → done or failed; pending → expired when the buyer cancels or does not confirm in time.
import { randomBytes } from 'node:crypto'
import type { Db, Sql } from '../../src/db/db.js'
import { addressKey } from '../../src/data/names/coin-types.js'
import { isSame } from '../../src/constant-time.js'
import { centsText } from '../../src/data/onramp/money.js'
import type { Quote } from '../../src/data/onramp/quotes.js'

const ORDER_VALID_MS = 30 * 60_000
export type OrderState = 'pending' | 'paying' | 'done' | 'failed' | 'expired'

export interface Order {
  readonly id: string
  /** Proves that a form came from our own page. */
  readonly token: string
  readonly provider: string
  readonly address: string
  readonly chainId: string
  /** Contract, or `native`. */
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  /** Smallest units. */
  readonly amount: string
  readonly fiatAmount: string
  readonly fiatCurrency: string
  readonly state: OrderState
  readonly txHash: string | null
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** A signed payment: it is executed once, however often and by whichever instance it is sent. */
export interface Payment {
  readonly orderId: string
  /** In hex; on Solana in base64. */
  readonly rawTx: string
  readonly txHash: string
  /** On Solana, the last height of blocks that take it. */
  readonly nonce: number
  /** Hash of the chain's first block: another chain with the same number is another chain. */
  readonly genesis: string
}

const columns = `id, token, provider, address, chain_id as "chainId", asset, symbol, decimals, amount, fiat_amount as "fiatAmount",
  fiat_currency as "fiatCurrency", state, tx_hash as "txHash", created_at as "createdAt", updated_at as "updatedAt"`

export interface NewOrder {
  readonly quote: Quote
  readonly address: string
  readonly project: string | undefined
}

export async function addOrder(db: Db, { quote, address, project }: NewOrder, now: number): Promise<Order> {
  const secret = () => randomBytes(20).toString('hex')
  const { asset } = quote
  const [order] = await db.query<Order>(
    `insert into onramp_orders (id, token, provider, project, account, address, chain_id, asset, symbol, decimals, amount,
       fiat_amount, fiat_currency, state, created_at, updated_at)
     values ($1, $2, 'sandbox', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', $13, $13) returning ${columns}`,
    [
      `o_${secret()}`,
      secret(),
      project ?? null,
      addressKey(address),
      address,
      asset.chainId,
      asset.address,
      asset.symbol,
      asset.decimals,
      quote.units,
      centsText(quote.total),
      quote.currency,
      now,
    ],
  )
  if (!order) throw new Error('an order that was just written is not there')
  return order
}

export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  return (await db.query<Order>(`select ${columns} from onramp_orders where id = $1`, [id]))[0]
}

/** Purchases of an account, newest first; its address in any case where case does not matter. */
export function ordersOf(db: Sql, account: string, limit = 100): Promise<readonly Order[]> {
  const text = `select ${columns} from onramp_orders where account = $1 order by created_at desc, id limit $2`
  return db.query<Order>(text, [addressKey(account), limit])
}

/** False: it is pending no more. */
export async function closeOrder(db: Db, id: string, now: number): Promise<boolean> {
  const text = `update onramp_orders set state = 'expired', updated_at = $2 where id = $1 and state = 'pending' returning id`
  return (await db.query(text, [id, now])).length > 0
}

export function isToken(order: Order, token: string): boolean {
  return isSame(order.token, token)
}

/** Expires orders that were not confirmed in time. */
export async function sweepOrders(db: Db, now: number): Promise<void> {
  const text = `update onramp_orders set state = 'expired', updated_at = $1 where state = 'pending' and created_at < $2`
  await db.query(text, [now, now - ORDER_VALID_MS])
}

export async function openPayments(db: Db, chainId: string): Promise<readonly Payment[]> {
  return db.query<Payment>(
    `select id as "orderId", raw_tx as "rawTx", tx_hash as "txHash", nonce, genesis from onramp_orders
     where state = 'paying' and chain_id = $1 order by nonce`,
    [chainId],
  )
}

export async function settle(db: Db, { orderId, txHash }: Payment, state: 'done' | 'failed', now: number): Promise<void> {
  const text = `update onramp_orders set state = $3, updated_at = $4 where id = $1 and tx_hash = $2 and state = 'paying'`
  await db.query(text, [orderId, txHash, state, now])
}
