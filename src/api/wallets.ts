// The wallet list and the urls of pictures of the wallet services (specification §7; wire reference §4.1, §4.2).
import * as z from 'zod/mini'
import { isImageUrl, isWebUrl } from '../vocabulary/image-url.js'
import { isAppLink } from '../vocabulary/safe-url.js'
import type { WalletEntry } from '../vocabulary/wallet.js'
import { type Api, get, join } from './http.js'

/** Most wallets in one answer, and so the most that `WalletQuery.entries` may ask for. */
export const WALLETS_PER_CALL_MAX = 100

/** Query of `GET /getWallets`, with its field names; lists are sent joined with commas. */
export interface WalletQuery {
  /** 1-based. */
  readonly page?: number | undefined
  /** 1–100. */
  readonly entries?: number | undefined
  readonly search?: string | undefined
  /** Ids: only these wallets. */
  readonly include?: readonly string[] | undefined
  /** Ids: not these wallets. */
  readonly exclude?: readonly string[] | undefined
  /** CAIP-2 ids; a wallet with any of them matches. */
  readonly chains?: readonly string[] | undefined
  readonly badge_type?: 'none' | 'certified' | undefined
  readonly names?: readonly string[] | undefined
  readonly rdns?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** One page of the wallet list. */
export interface WalletPage {
  /** Number of all matches, over all pages. */
  readonly count: number
  readonly data: readonly WalletEntry[]
}

const word = z.string().check(z.maxLength(2048))
// The browser opens links, so a link with a scheme that could run code or read data (`javascript:`, `file:`) is dropped; the row
// stays usable.
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
  // A malformed row is left out; the other rows stay.
  data: z.pipe(
    z.array(z.unknown()).check(z.maxLength(WALLETS_PER_CALL_MAX)),
    z.transform((rows) => rows.flatMap((row) => walletEntrySchema.safeParse(row).data ?? [])),
  ),
})

/** One page of wallets, most popular first. Errors as in `get`. */
export async function getWallets(api: Api, { signal, ...query }: WalletQuery = {}): Promise<WalletPage> {
  return get(api, { path: '/getWallets', schema: pageSchema, query, signal })
}

/**
 * Url of a wallet's picture (`GET /getWalletImage/{id}`), by `WalletEntry.image_id`. Our services answer unknown ids with a drawn
 * initial.
 */
export function walletImageUrl(services: string, imageId: string): string {
  return join(services, `/getWalletImage/${encodeURIComponent(imageId)}`)
}

/** Url of a network's picture (`GET /public/getAssetImage/{id}`), by CAIP-2 id or by name (`ethereum`). */
export function assetImageUrl(services: string, id: string): string {
  return join(services, `/public/getAssetImage/${encodeURIComponent(id.replace(':', '-'))}`)
}

/** Url of a token's picture (`GET /public/getTokenImage/{id}`), by symbol. */
export function tokenImageUrl(services: string, symbol: string): string {
  return join(services, `/public/getTokenImage/${encodeURIComponent(symbol)}`)
}

/** Url of a currency's picture (`GET /public/getCurrencyImage/{id}`), by ISO 4217 code. */
export function currencyImageUrl(services: string, code: string): string {
  return join(services, `/public/getCurrencyImage/${encodeURIComponent(code)}`)
}

/** An optional text that becomes `null` unless `isGood` accepts it. */
function optional(isGood: (text: string) => boolean) {
  return z.pipe(
    z.nullish(word),
    z.transform((text) => (typeof text === 'string' && isGood(text) ? text : null)),
  )
}
