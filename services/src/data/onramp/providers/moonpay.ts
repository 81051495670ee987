// MoonPay: a widget url, signed so that the address in it cannot be changed (HMAC-SHA256 over the query, base64).
import { createHmac } from 'node:crypto'
import { codeParts } from './networks.js'
import { isWanted, type Purchase, type OnrampProvider } from './provider.js'

const PAGE = 'https://buy.moonpay.com'

/** `adapters.moonpay` of the data file. */
export interface MoonpayOptions {
  readonly key: string
  /** Key of the signature: MoonPay accepts an address in signed urls only. */
  readonly secretKey: string
  readonly url?: string | undefined
}

/** The adapter of MoonPay; it makes the url without a request. It supports purchases whose coin and chain MoonPay has a code for. */
export function createMoonpay({ key, secretKey, url = PAGE }: MoonpayOptions): OnrampProvider {
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

/** MoonPay's code of the first wanted coin on the wanted chain; undefined where it has none. */
function codeOf(purchase: Purchase): string | undefined {
  const parts = codeParts(purchase, 'moonpay')
  return parts && parts[0].toLowerCase() + parts[1]
}
