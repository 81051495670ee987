// The sandbox as the on-ramp knows it: an on-ramp provider of play money. `services/devnet/sandbox` makes it; production has none.
import type { Route } from '../../http/route.js'
import type { Asset } from '../assets/metadata.js'
import type { OnrampContext } from '../context.js'
import type { OnrampProvider } from './providers/provider.js'

/** An on-ramp provider of play money, with its checkout page. */
export interface Sandbox {
  readonly provider: OnrampProvider
  /** Its checkout page. */
  readonly routes: readonly Route[]
  /** Continues payments that were begun, and closes orders that were not confirmed. */
  readonly work: () => Promise<void>
}

/** Makes a sandbox. @param assets what its faucets can pay out, each chain's own coin first */
export type CreateSandbox = (ctx: OnrampContext, assets: readonly Asset[]) => Sandbox

/** Part of the context beside devnets. */
export interface MaybeSandbox {
  readonly createSandbox?: CreateSandbox | undefined
}
