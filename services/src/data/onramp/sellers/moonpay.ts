// MoonPay: a widget url, signed so that nobody can change the address in it (HMAC-SHA256 over the query, base64).
import { createHmac } from 'node:crypto'
import { isWanted, type Seller } from './seller.js'

const PAGE = 'https://buy.moonpay.com'
/** MoonPay's codes are a symbol, and the chain behind it unless that is Ethereum. */
const suffixes: Readonly<Record<string, string>> = {
  arbitrum: '_arbitrum',
  'avalanche-c-chain': '_cchain',
  base: '_base',
  celo: '_celo',
  optimism: '_optimism',
  polygon: '_polygon',
}

export interface MoonpayOptions {
  readonly key: string
  /** Without it the url is not signed: then MoonPay takes no address, so the seller stays off. */
  readonly secretKey?: string | undefined
  readonly url?: string | undefined
}

export function moonpaySeller({ key, secretKey, url = PAGE }: MoonpayOptions): Seller {
  return {
    name: 'moonpay',
    kind: 'adapter',
    supports: (purchase) => isWanted(purchase, 'moonpay') && secretKey !== undefined,
    ask({ address, assets, defaultNetwork, fiatAmount, fiatCurrency, customer }) {
      const symbol = assets[0]?.toLowerCase()
      const page = new URL(url)
      const query = {
        apiKey: key,
        ...(symbol && { currencyCode: `${symbol}${suffixes[defaultNetwork ?? ''] ?? ''}` }),
        walletAddress: address,
        baseCurrencyCode: fiatCurrency.toLowerCase(),
        ...(fiatAmount !== undefined && { baseCurrencyAmount: String(fiatAmount) }),
        externalCustomerId: customer,
      }
      for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value)
      page.searchParams.set(
        'signature',
        createHmac('sha256', secretKey ?? '')
          .update(page.search)
          .digest('base64'),
      )
      return Promise.resolve({ url: page.href })
    },
  }
}
