// `GET /getWallets`: a page of the wallet list.
import * as z from 'zod'
import { walletEntrySchema } from '../../../src/api/wallets.js'
import { ifChanged } from '../http/etag.js'
import { defineRoute, type Route } from '../http/route.js'
import type { Registry } from './registry.js'
import { querySchema, selectWallets } from './search.js'

/** Seconds that the list may be cached: two hours as usual in the field, a minute in development. */
const LIST_AGE_S = 7200
const LIST_AGE_DEV_S = 60

const walletPageSchema = z.object({ count: z.int().min(0), data: z.array(walletEntrySchema) })

/** `GET /getWallets`. */
export function walletRoutes({ registry, dev }: { readonly registry: Registry; readonly dev: boolean }): readonly Route[] {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=${dev ? LIST_AGE_DEV_S : LIST_AGE_S}`,
  }
  return [
    defineRoute({
      method: 'GET',
      path: '/getWallets',
      summary: 'A page of the wallet list',
      cost: 1,
      project: 'required',
      query: querySchema,
      answers: { 200: walletPageSchema },
      handle: ({ request, query }) => ifChanged(request, JSON.stringify(selectWallets(registry.wallets, query)), headers),
    }),
  ]
}
