// `GET /getWallets`: a page of the wallet list.
import * as z from 'zod'
import { walletEntrySchema } from '../../../src/api/wallets.js'
import { ifChanged } from '../etag.js'
import { defineRoute, type Route } from '../route.js'
import type { Registry } from './registry.js'
import { querySchema, selectWallets } from './search.js'

/** The field's services cache lists for two hours; a developer wants to see a change. */
const LIST_AGE_S = 7200
const LIST_AGE_DEV_S = 60

const walletPageSchema = z.object({ count: z.int().min(0), data: z.array(walletEntrySchema) })

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
