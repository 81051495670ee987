// The sandbox as the on-ramp sees it: an on-ramp provider, its checkout page, and payments out of the devnet's faucet.
import { DEVNET } from '../../src/settings/config.js'
import type { CreateSandbox } from '../../src/data/onramp/sandbox.js'
import { checkoutRoutes } from './checkout.js'
import { sweepOrders } from './orders.js'
import { createPayout } from './payout.js'
import { createSandboxProvider } from './provider.js'

export const createSandbox: CreateSandbox = (ctx, assets) => {
  const payout = createPayout(ctx, DEVNET)
  return {
    provider: createSandboxProvider(ctx, assets),
    routes: checkoutRoutes(ctx, payout),
    async work() {
      await payout.resume()
      await sweepOrders(ctx.db, ctx.now())
    },
  }
}
