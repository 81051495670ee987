// Meld: a widget session of its white-label interface (`POST /crypto/session/widget`).
import * as z from 'zod/mini'
import { isWebUrl } from '../../../../../src/vocabulary/image-url.js'
import { fetchJson } from '../../../upstream/fetch-json.js'
import type { OnrampContext } from '../../context.js'
import { codeParts } from './networks.js'
import { isWanted, type Purchase, type OnrampProvider } from './provider.js'

const API = 'https://api.meld.io'
const VERSION = '2023-12-19'
const FIAT_DEFAULT = 100
const answerSchema = z.object({
  id: z.nullish(z.string()),
  widgetUrl: z.string().check(z.refine(isWebUrl, 'a web address is needed')),
})

/** `adapters.meld` of the data file. */
export interface MeldOptions {
  readonly key: string
  readonly url?: string | undefined
  /** ISO 3166-1 alpha-2 country of all buyers. */
  readonly country: string
  /** Meld's own provider for the purchase (`serviceProvider`), such as `TRANSAK`. */
  readonly seller: string
}

/** The adapter of Meld. It supports purchases whose coin and chain Meld has a code for. */
export function createMeld({ fetch }: OnrampContext, { key, url = API, country, seller }: MeldOptions): OnrampProvider {
  return {
    name: 'meld',
    kind: 'adapter',
    supports: (purchase) => isWanted(purchase, 'meld') && codeOf(purchase) !== undefined,
    async ask(purchase, signal) {
      const { address, fiatAmount = FIAT_DEFAULT, fiatCurrency, customer } = purchase
      const answer = await fetchJson(fetch, `${url.replace(/\/+$/, '')}/crypto/session/widget`, {
        schema: answerSchema,
        headers: { authorization: `BASIC ${key}`, 'meld-version': VERSION },
        body: {
          sessionType: 'BUY',
          externalCustomerId: customer,
          sessionData: {
            walletAddress: address,
            countryCode: country,
            sourceCurrencyCode: fiatCurrency,
            sourceAmount: String(fiatAmount),
            destinationCurrencyCode: codeOf(purchase),
            serviceProvider: seller,
          },
        },
        signal,
      })
      return { url: answer.widgetUrl, orderId: answer.id ?? undefined }
    },
  }
}

function codeOf(purchase: Purchase): string | undefined {
  const parts = codeParts(purchase, 'meld')
  return parts && parts[0].toUpperCase() + parts[1]
}
