// The coin of an account on bip122, polkadot and cosmos chains, through the HTTP interfaces that their nodes usually have.
import * as z from 'zod/mini'
import { accountStorageKey, readAccountInfo, substrateKey } from '../../chain/substrate.js'
import { HttpError } from '../../http/errors.js'
import { AdapterError, fetchJson } from '../../upstream/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import type { BalancesContext } from '../context.js'
import type { Holding } from './holding.js'

const sats = z.int().check(z.nonnegative())
const units = z.string().check(z.regex(/^\d{1,78}$/))
const sums = z.object({ funded_txo_sum: sats, spent_txo_sum: sats })
/** Esplora. */
const addressSchema = z.object({ chain_stats: sums, mempool_stats: sums })
const utxosSchema = z
  .array(z.looseObject({ txid: z.string().check(z.regex(/^[0-9a-f]{64}$/i)), vout: z.int().check(z.nonnegative()), value: sats }))
  .check(z.maxLength(100_000))
/** A Substrate node's JSON-RPC; `null` for an account that never received anything. */
const storageSchema = z.object({ result: z.nullable(z.string()) })
/** Substrate API Sidecar. */
const sidecarSchema = z.object({ free: units, reserved: units })
/** The bank module of the Cosmos SDK. */
const bankSchema = z.object({ balance: z.object({ denom: z.string(), amount: units }) })

type World = Pick<BalancesContext, 'data' | 'fetch'>
type Ledger = BalancesContext['data']['ledgers'][string]

interface Question {
  readonly chainId: string
  readonly account: string
  readonly signal: AbortSignal
}

/** The coin of an account on a chain of `ledgers`. @throws as `ledgerBalance` */
export async function ledgerHoldings(world: World, question: Question): Promise<readonly Holding[]> {
  const { chainId } = question
  const { name, symbol, decimals } = ledgerOf(world, chainId)
  const amount = await ledgerBalance(world, question)
  return [{ asset: { chainId, address: NATIVE, name, symbol, decimals, isListed: true }, amount }]
}

/** Name of the source of a chain, for `x-provider`. */
export function ledgerProvider({ data }: Pick<World, 'data'>, chainId: string): string {
  if (chainId.startsWith('bip122:')) return 'esplora'
  if (chainId.startsWith('cosmos:')) return 'bank'
  return data.ledgers[chainId]?.kind === 'sidecar' ? 'sidecar' : 'substrate'
}

/** In base units, what is not confirmed yet included. @throws AdapterError; HttpError 400 `address` when the chain has no such address */
export async function ledgerBalance(world: World, { chainId, account, signal }: Question): Promise<bigint> {
  const ledger = ledgerOf(world, chainId)
  return asked(
    () => readers[chainId.slice(0, chainId.indexOf(':'))]?.(world.fetch, ledger, account, signal) ?? Promise.resolve(0n),
  )
}

/** Unspent outputs of a bip122 account as Esplora has them. @throws as `ledgerBalance` */
export async function ledgerUtxos(world: World, { chainId, account, signal }: Question): Promise<z.output<typeof utxosSchema>> {
  const url = `${base(ledgerOf(world, chainId))}/address/${account}/utxo`
  return asked(() => fetchJson(world.fetch, url, { schema: utxosSchema, signal }))
}

type Reader = (fetch: World['fetch'], ledger: Ledger, account: string, signal: AbortSignal) => Promise<bigint>

const readers: Readonly<Record<string, Reader>> = {
  async bip122(fetch, ledger, account, signal) {
    const found = await fetchJson(fetch, `${base(ledger)}/address/${account}`, { schema: addressSchema, signal })
    const parts = [found.chain_stats, found.mempool_stats]
    return parts.reduce((sum, part) => sum + BigInt(part.funded_txo_sum) - BigInt(part.spent_txo_sum), 0n)
  },
  async polkadot(fetch, ledger, account, signal) {
    const key = substrateKey(account)
    if (!key) throw new HttpError(400, 'address', 'This is not an address')
    if (ledger.kind === 'sidecar') {
      const found = await fetchJson(fetch, `${base(ledger)}/accounts/${account}/balance-info`, { schema: sidecarSchema, signal })
      return BigInt(found.free) + BigInt(found.reserved)
    }
    const body = { jsonrpc: '2.0', id: 1, method: 'state_getStorage', params: [accountStorageKey(key)] }
    const { result } = await fetchJson(fetch, ledger.url, { schema: storageSchema, signal, body })
    const amount = result === null ? 0n : readAccountInfo(result)
    if (amount === undefined) throw new AdapterError(200, 'an account of an unknown shape')
    return amount
  },
  async cosmos(fetch, ledger, account, signal) {
    // One denomination by name: the list of all is cut into pages, and anyone can fill it.
    const query = new URLSearchParams({ denom: ledger.denom ?? '' })
    const url = `${base(ledger)}/cosmos/bank/v1beta1/balances/${account}/by_denom?${query.toString()}`
    const { balance } = await fetchJson(fetch, url, { schema: bankSchema, signal })
    if (balance.denom !== ledger.denom) throw new AdapterError(200, 'another coin than was asked for')
    return BigInt(balance.amount)
  },
}

function ledgerOf({ data }: Pick<World, 'data'>, chainId: string): Ledger {
  const ledger = data.ledgers[chainId]
  if (!ledger) throw new HttpError(400, 'chainId', 'This chain is not served here')
  return ledger
}

function base({ url }: Ledger): string {
  return url.replace(/\/+$/, '')
}

/** Checksums of addresses are checked by the chain's own interface, which answers 400. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AdapterError && error.status === 400) throw new HttpError(400, 'address', 'This is not an address')
    throw error
  }
}
