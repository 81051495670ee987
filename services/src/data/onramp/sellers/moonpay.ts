// MoonPay: a widget url, signed so that nobody can change the address in it (HMAC-SHA256 over the query, base64).
import { createHmac } from 'node:crypto'
import { chainNames } from './networks.js'
import { isWanted, type Purchase, type Seller } from './seller.js'

const PAGE = 'https://buy.moonpay.com'

export interface MoonpayOptions {
  readonly key: string
  /** Signs: MoonPay takes no address in a url that is not signed. */
  readonly secretKey: string
  readonly url?: string | undefined
}

export function moonpaySeller({ key, secretKey, url = PAGE }: MoonpayOptions): Seller {
  return {
    name: 'moonpay',
    kind: 'adapter',
    supports: (purchase) => isWanted(purchase, 'moonpay') && codeOf(purchase) !== undefined,
    ask(purchase) {
      const { address, fiatAmount, fiatCurrency, customer } = purchase
      const page = new URL(url)
      const query = {
        apiKey: key,
        currencyCode: codeOf(purchase) ?? '',
        walletAddress: address,
        baseCurrencyCode: fiatCurrency.toLowerCase(),
        ...(fiatAmount !== undefined && { baseCurrencyAmount: String(fiatAmount) }),
        externalCustomerId: customer,
      }
      for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value)
      // Over the query as it is sent, question mark included; it must stand at the end.
      page.searchParams.set('signature', createHmac('sha256', secretKey).update(page.search).digest('base64'))
      return Promise.resolve({ url: page.href })
    },
  }
}

/** MoonPay takes no address without the coin that it is for. */
function codeOf(purchase: Purchase): string | undefined {
  const [symbol] = purchase.assets
  const { moonpay } = chainNames(purchase)
  return symbol === undefined || moonpay === undefined ? undefined : symbol.toLowerCase() + moonpay
}
