// What can be bought and paid with: coins and tokens of the served chains, in currencies whose rates are known.
import type { z } from 'zod/mini'
import type { onrampOptionsSchema } from '../../../../src/api/onramp.js'
import { builtInOptions } from '../../../../src/api/onramp.js'
import { currencySchema } from '../../../../src/api/shapes.js'
import { DEVNET } from '../../settings/config.js'
import { solanaChains } from '../../chain/solana.js'
import { NATIVE } from '../assets/ids.js'
import { listedAsset, type Asset } from '../assets/metadata.js'
import { solanaAsset } from '../balances/solana-assets.js'
import type { OnrampContext } from '../context.js'

/** The answer of `GET /v1/onramp/options`. */
export type OnrampOptions = z.output<typeof onrampOptionsSchema>

/** Solana's main network. */
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_DEVNET_NAMES = ['local-solana', 'Solana devnet (test money)'] as const
const networkNames: Readonly<Record<string, readonly [name: string, display: string]>> = {
  'eip155:1': ['ethereum-mainnet', 'Ethereum'],
  'eip155:10': ['optimism-mainnet', 'OP Mainnet'],
  'eip155:137': ['polygon-mainnet', 'Polygon'],
  'eip155:8453': ['base-mainnet', 'Base'],
  'eip155:42161': ['arbitrum-mainnet', 'Arbitrum One'],
  'eip155:42220': ['celo-mainnet', 'Celo'],
  'eip155:43114': ['avalanche-mainnet', 'Avalanche'],
  [DEVNET]: ['devnet', 'Devnet (test money)'],
  [SOLANA]: ['solana-mainnet', 'Solana'],
}

/** Most tokens per chain that are offered. */
const TOKENS_MAX = 50

/** Whether coins of a chain are play money: of a devnet that runs beside these services. */
export const isPlay = ({ data }: Pick<OnrampContext, 'data'>, chainId: string) =>
  chainId === DEVNET || data.resettable.includes(chainId)

/** The chains on which anything can be sold: EVM chains, then those of Solana. */
export const sellingChains = (ctx: Pick<OnrampContext, 'data' | 'chains' | 'config'>): readonly string[] => [
  ...ctx.chains.ids,
  ...solanaChains(ctx),
]

/** The assets that a configured on-ramp provider can deliver: on devnets the sandbox, elsewhere a vendor. */
export function purchasable(ctx: OnrampContext, has: { readonly sandbox: boolean; readonly vendor: boolean }): readonly Asset[] {
  const served = sellingChains(ctx).filter((id) => (isPlay(ctx, id) ? has.sandbox : has.vendor))
  return served.flatMap((chainId) => {
    const chain = ctx.data.chains[chainId]
    const tokens = (chain ?? ctx.data.solana[chainId])?.tokens ?? []
    const sold = tokens.slice(0, TOKENS_MAX).filter(({ address }) => address !== chain?.wrapped)
    return [NATIVE, ...sold.map(({ address }) => address)].flatMap((address) => soldAsset(ctx, chainId, address) ?? [])
  })
}

/** A chain's coin, or a token of the operator's list. `address`: a contract or mint, or `native`. */
export function soldAsset(ctx: Pick<OnrampContext, 'data'>, chainId: string, address: string): Asset | undefined {
  return isSolana(chainId) ? solanaAsset(ctx, chainId, address) : listedAsset(ctx, chainId, address as typeof NATIVE)
}

/** Of the chain with this CAIP-2 id. */
export const isSolana = (chainId: string) => chainId.startsWith('solana:')

/** The configured currencies (ISO 4217, upper case) for which a rate is known. */
export function currenciesOf({ data }: OnrampContext): readonly string[] {
  const canConvert = (code: string) =>
    code === 'usd' || data.adapters.coingecko !== undefined || Object.entries(data.rates).some(([known]) => known === code)
  return data.onramp.currencies.filter((code) => {
    const lower = code.toLowerCase()
    return currencySchema.safeParse(lower).success && canConvert(lower)
  })
}

/** The options for `assets`; assets of one symbol are one currency with several networks. */
export function optionsOf(ctx: OnrampContext, assets: readonly Asset[]): OnrampOptions {
  const limits = builtInOptions.paymentCurrencies[0]?.payment_method_limits ?? []
  const symbols = [...new Set(assets.map(({ symbol }) => symbol))]
  return {
    paymentCurrencies: currenciesOf(ctx).map((id) => ({ id, payment_method_limits: limits })),
    purchaseCurrencies: symbols.flatMap((symbol) => {
      const same = assets.filter((asset) => asset.symbol === symbol)
      const [first] = same
      return first
        ? [{ id: symbol.toLowerCase(), name: first.name, symbol, networks: same.map((asset) => networkOf(ctx, asset)) }]
        : []
    }),
  }
}

function networkOf(
  ctx: Pick<OnrampContext, 'data'>,
  { chainId, address }: Asset,
): OnrampOptions['purchaseCurrencies'][number]['networks'][number] {
  const contract = { contract_address: address === NATIVE ? '' : address }
  const reference = chainId.slice(chainId.indexOf(':') + 1)
  if (isSolana(chainId)) {
    const other = isPlay(ctx, chainId) ? SOLANA_DEVNET_NAMES : ([`solana-${reference}`, `Solana ${reference}`] as const)
    const [name, display] = networkNames[chainId] ?? other
    return { name, display_name: display, chain_id: chainId, ...contract }
  }
  const [name, display] = networkNames[chainId] ?? [`eip155-${reference}`, `Chain ${reference}`]
  return { name, display_name: display, chain_id: reference, ...contract }
}

/** The asset with this symbol on this network (name, number or CAIP-2 id). Without a network, or with the symbol in its place, the first. */
export function findAsset(
  ctx: Pick<OnrampContext, 'data'>,
  assets: readonly Asset[],
  { symbol, network }: { readonly symbol: string; readonly network: string | undefined },
): Asset | undefined {
  const same = assets.filter((asset) => asset.symbol.toLowerCase() === symbol.toLowerCase())
  if (network === undefined || network === '' || network.toLowerCase() === symbol.toLowerCase()) return same[0]
  return same.find((asset) => {
    const { name, chain_id } = networkOf(ctx, asset)
    return name === network || chain_id === network || asset.chainId === network
  })
}
