// Prices that the operator wrote into the settings, in US dollars. They win over every other source.
import type { Provider } from '../../upstream/providers.js'
import { NATIVE } from '../assets/ids.js'
import type { PricesContext } from '../context.js'
import { priceKey, type PriceAnswer, type PriceQuestion } from './source.js'

/** The source `table`: prices of the data file. */
export function staticPrices({ data }: PricesContext): Provider<PriceQuestion, PriceAnswer> {
  const tableOf = (chainId: string): Readonly<Record<string, number>> | undefined => {
    const ledger = data.ledgers[chainId]?.price
    return ledger === undefined ? (data.chains[chainId] ?? data.solana[chainId])?.prices : { [NATIVE]: ledger }
  }
  return {
    name: 'table',
    kind: 'embedded',
    supports: ({ assets, currency }) => currency === 'usd' && assets.some((asset) => tableOf(asset.chainId) !== undefined),
    ask: ({ assets }) =>
      Promise.resolve(
        new Map(
          assets.flatMap((asset) => {
            // Solana's mints tell upper case from lower; the table of an EVM chain is in lower case.
            const key = asset.chainId.startsWith('eip155:') ? asset.address.toLowerCase() : asset.address
            const price = tableOf(asset.chainId)?.[key]
            return price === undefined ? [] : [[priceKey(asset), price] as const]
          }),
        ),
      ),
  }
}
