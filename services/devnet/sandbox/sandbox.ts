// The sandbox as the on-ramp sees it: an on-ramp provider, its checkout page, and payments out of the faucets of the devnets that are served.
import { DEVNET } from '../../src/settings/config.js'
import { solanaChains } from '../../src/chain/solana.js'
import { HttpError } from '../../src/http/errors.js'
import type { CreateSandbox } from '../../src/data/onramp/sandbox.js'
import { SOLANA_CHAIN_ID } from '../solana/manifest.js'
import { checkoutRoutes } from './checkout.js'
import { sweepOrders } from './orders.js'
import { createPayout, type Payout } from './payout.js'
import { createSolanaPayout } from './payout-solana.js'
import { createSandboxProvider } from './provider.js'

export const createSandbox: CreateSandbox = (ctx, assets) => {
  const payouts: Readonly<Record<string, Payout>> = {
    ...(ctx.chains.has(DEVNET) && { [DEVNET]: createPayout(ctx, DEVNET) }),
    ...(solanaChains(ctx).includes(SOLANA_CHAIN_ID) && { [SOLANA_CHAIN_ID]: createSolanaPayout(ctx, SOLANA_CHAIN_ID) }),
  }
  const payout: Payout = {
    async pay(order) {
      const own = payouts[order.chainId]
      if (!own) throw new HttpError(503, 'chainId', 'This devnet is no longer served')
      await own.pay(order)
    },
    async resume() {
      // A devnet that is away holds up no payments of the other.
      const all = await Promise.allSettled(Object.values(payouts).map((own) => own.resume()))
      const failed = all.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
  return {
    provider: createSandboxProvider(ctx, assets),
    routes: checkoutRoutes(ctx, payout),
    async work() {
      await payout.resume()
      await sweepOrders(ctx.db, ctx.now())
    },
  }
}
