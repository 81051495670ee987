// Purchases of an account, from the on-ramp's own table of orders, in the form in which clients wait for them.
import { formatUnits } from '../../../../src/amount.js'
import type { DataContext } from '../context.js'
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

/** An order's state → the word that public clients look for. One that nobody has paid yet is no purchase. */
const statuses: Readonly<Record<string, string>> = {
  paying: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  done: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
}

export async function purchasesOf({ db }: DataContext, account: string): Promise<readonly WireRow[]> {
  const orders = await db.query<OrderRow>(
    `select id, provider, address, chain_id, symbol, decimals, amount, fiat_amount, state, tx_hash, created_at, updated_at
     from onramp_orders where account = $1 and state = any($3) order by created_at desc, id limit $2`,
    [account, ORDERS_MAX, Object.keys(statuses)],
  )
  return orders.map((order) => ({
    id: order.id,
    metadata: {
      operationType: 'buy',
      hash: order.tx_hash ?? '',
      minedAt: new Date(order.updated_at).toISOString(),
      sentFrom: order.provider,
      sentTo: order.address,
      status: statuses[order.state] ?? '',
      nonce: 0,
      application: null,
      chain: order.chain_id,
    },
    transfers: [
      {
        fungible_info: { name: order.symbol, symbol: order.symbol, icon: null },
        nft_info: null,
        direction: 'in',
        quantity: { numeric: formatUnits(BigInt(order.amount), order.decimals) },
        value: Number(order.fiat_amount),
        price: null,
      },
    ],
  }))
}
