// The coin of an account on bip122, polkadot and cosmos chains, through the HTTP interfaces that their nodes usually have.
import * as z from 'zod/mini'
import { fetchJson } from '../assets/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import type { DataContext } from '../context.js'
import type { Holding } from './holding.js'

const sats = z.int().check(z.nonnegative())
const units = z.string().check(z.regex(/^\d{1,78}$/))
const sums = z.object({ funded_txo_sum: sats, spent_txo_sum: sats })
/** Esplora. */
const utxoSchema = z.object({ chain_stats: sums, mempool_stats: sums })
/** Substrate API Sidecar. */
const substrateSchema = z.object({ free: units, reserved: units })
/** The bank module of the Cosmos SDK. */
const bankSchema = z.object({ balances: z.array(z.object({ denom: z.string(), amount: units })) })

export async function ledgerHoldings(
  ctx: DataContext,
  chainId: string,
  account: string,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const ledger = ctx.data.ledgers[chainId]
  if (!ledger) throw new Error(`no ledger for ${chainId}`)
  const { name, symbol, decimals, denom } = ledger
  const base = ledger.url.replace(/\/+$/, '')
  const amount = await readAmount()
  return [{ asset: { chainId, address: NATIVE, name, symbol, decimals, isListed: true }, amount }]

  async function readAmount(): Promise<bigint> {
    const { fetch } = ctx
    if (chainId.startsWith('bip122:')) {
      const found = await fetchJson(fetch, `${base}/address/${account}`, { schema: utxoSchema, signal })
      const parts = [found.chain_stats, found.mempool_stats]
      return parts.reduce((sum, part) => sum + BigInt(part.funded_txo_sum) - BigInt(part.spent_txo_sum), 0n)
    }
    if (chainId.startsWith('polkadot:')) {
      const found = await fetchJson(fetch, `${base}/accounts/${account}/balance-info`, { schema: substrateSchema, signal })
      return BigInt(found.free) + BigInt(found.reserved)
    }
    const found = await fetchJson(fetch, `${base}/cosmos/bank/v1beta1/balances/${account}`, { schema: bankSchema, signal })
    return found.balances.filter((coin) => coin.denom === denom).reduce((sum, coin) => sum + BigInt(coin.amount), 0n)
  }
}
