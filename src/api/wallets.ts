// The wallet list and the pictures of the wallet services (specification §7; wire shapes as in `GET /getWallets`).
import * as z from 'zod/mini'
import { isImageUrl, isWebUrl } from '../image-url.js'
import { isAppLink } from '../safe-link.js'
import type { WalletEntry } from '../wallet.js'
import { type Api, get, join } from './http.js'

/** The services refuse more rows in one answer. */
export const WALLETS_PER_CALL_MAX = 100

export interface WalletQuery {
  /** 1-based. */
  readonly page?: number | undefined
  /** 1–100. */
  readonly entries?: number | undefined
  readonly search?: string | undefined
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** CAIP-2 ids; a wallet with any of them matches. */
  readonly chains?: readonly string[] | undefined
  readonly badge_type?: 'none' | 'certified' | undefined
  readonly names?: readonly string[] | undefined
  readonly rdns?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

export interface WalletPage {
  /** All matches, not only those of this page. */
  readonly count: number
  readonly data: readonly WalletEntry[]
}

const word = z.string().check(z.maxLength(2048))
// A link is opened by the browser: a scheme that runs or reads something here is dropped, the rest of the row stays usable.
const appLink = optional(isAppLink)
const webLink = optional(isWebUrl)
const imageLink = optional(isImageUrl)

/** One row of `GET /getWallets`. */
export const walletEntrySchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.minLength(1), z.maxLength(128)),
  description: z.nullish(word),
  homepage: webLink,
  chains: z.optional(z.array(z.string()).check(z.maxLength(2000))),
  image_id: z.nullish(z.string().check(z.maxLength(128))),
  image_url: imageLink,
  order: z.nullish(z.number()),
  badge_type: z.nullish(z.enum(['none', 'certified'])),
  rdns: z.nullish(z.string().check(z.maxLength(256))),
  injected: z.nullish(z.array(z.object({ namespace: z.string(), injected_id: z.string() }))),
  mobile_link: appLink,
  link_mode: appLink,
  desktop_link: appLink,
  webapp_link: webLink,
  app_store: webLink,
  play_store: webLink,
  chrome_store: webLink,
})

const pageSchema = z.object({
  count: z.int().check(z.nonnegative()),
  // One row that cannot be read must not take the others with it.
  data: z.pipe(
    z.array(z.unknown()).check(z.maxLength(WALLETS_PER_CALL_MAX)),
    z.transform((rows) => rows.flatMap((row) => walletEntrySchema.safeParse(row).data ?? [])),
  ),
})

/** One page of wallets, most popular first. Errors as in `get`. */
export async function getWallets(api: Api, { signal, ...query }: WalletQuery = {}): Promise<WalletPage> {
  return get(api, { path: '/getWallets', schema: pageSchema, query, signal })
}

/** Picture of a wallet; always an image, a drawn initial for an unknown id. */
export function walletImageUrl(services: string, imageId: string): string {
  return join(services, `/getWalletImage/${encodeURIComponent(imageId)}`)
}

/** Picture of a network, by CAIP-2 id or by name (`ethereum`). */
export function assetImageUrl(services: string, id: string): string {
  return join(services, `/public/getAssetImage/${encodeURIComponent(id.replace(':', '-'))}`)
}

/** Picture of a token, by symbol. */
export function tokenImageUrl(services: string, symbol: string): string {
  return join(services, `/public/getTokenImage/${encodeURIComponent(symbol)}`)
}

/** Picture of a currency, by ISO 4217 code. */
export function currencyImageUrl(services: string, code: string): string {
  return join(services, `/public/getCurrencyImage/${encodeURIComponent(code)}`)
}

/** A text that a person or an operator wrote: kept when it passes, `null` when not. */
function optional(isGood: (text: string) => boolean) {
  return z.pipe(
    z.nullish(word),
    z.transform((text) => (typeof text === 'string' && isGood(text) ? text : null)),
  )
}
