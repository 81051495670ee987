// Transak: an access token of the partner (`POST /partners/api/v2/refresh-token`), with it a widget url (`POST /api/v2/auth/session`).
import * as z from 'zod/mini'
import { isWebUrl } from '../../../../../src/vocabulary/image-url.js'
import { AdapterError, fetchJson } from '../../../upstream/fetch-json.js'
import type { OnrampContext } from '../../context.js'
import { chainNames } from './networks.js'
import { isWanted, type OnrampProvider } from './provider.js'

const GATEWAY = 'https://api-gateway.transak.com'
const PARTNERS = 'https://api.transak.com'
/** An access token is renewed this long before it ends. */
const EARLY_MS = 600_000
const tokenSchema = z.object({ data: z.object({ accessToken: z.string().check(z.minLength(1)), expiresAt: z.number() }) })
const widgetSchema = z.object({
  data: z.object({ widgetUrl: z.string().check(z.refine(isWebUrl, 'a web address is needed')) }),
})

/** `adapters.transak` of the data file. */
export interface TransakOptions {
  readonly key: string
  readonly secretKey: string
  readonly referrerDomain: string
  readonly url?: string | undefined
  readonly tokenUrl?: string | undefined
}

/** The adapter of Transak. The access token is kept until ten minutes before its end. */
export function createTransak({ fetch, now }: OnrampContext, options: TransakOptions): OnrampProvider {
  const { key, secretKey, referrerDomain, url = GATEWAY, tokenUrl = PARTNERS } = options
  const at = (base: string, path: string) => `${base.replace(/\/+$/, '')}${path}`
  let held: { readonly token: string; readonly until: number } | undefined

  async function accessToken(signal: AbortSignal): Promise<string> {
    if (held && held.until > now()) return held.token
    const { data } = await fetchJson(fetch, at(tokenUrl, '/partners/api/v2/refresh-token'), {
      schema: tokenSchema,
      headers: { 'api-secret': secretKey },
      body: { apiKey: key },
      signal,
    })
    held = { token: data.accessToken, until: data.expiresAt * 1000 - EARLY_MS }
    return data.accessToken
  }

  return {
    name: 'transak',
    kind: 'adapter',
    supports: (purchase) => isWanted(purchase, 'transak') && chainNames(purchase).transak !== undefined,
    async ask(purchase, signal) {
      const { address, assets, fiatAmount, fiatCurrency, customer } = purchase
      const token = await accessToken(signal)
      const widgetParams = {
        apiKey: key,
        referrerDomain,
        productsAvailed: 'BUY',
        walletAddress: address,
        cryptoCurrencyCode: assets[0],
        network: chainNames(purchase).transak,
        fiatCurrency,
        fiatAmount,
        partnerCustomerId: customer,
      }
      const { data } = await fetchJson(fetch, at(url, '/api/v2/auth/session'), {
        schema: widgetSchema,
        headers: { 'access-token': token },
        body: { widgetParams },
        signal,
      }).catch((error: unknown) => {
        if (error instanceof AdapterError && error.status === 401) held = undefined // revoked before its time
        throw error
      })
      return { url: data.widgetUrl }
    },
  }
}
