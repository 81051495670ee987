// A seller whose money is worth nothing, as the on-ramp knows it. `services/devnet/sandbox` is one; in production there is none.
import type { Route } from '../../route.js'
import type { Asset } from '../assets/metadata.js'
import type { OnrampContext } from '../context.js'
import type { Seller } from './sellers/seller.js'

export interface Sandbox {
  readonly seller: Seller
  /** Its checkout page. */
  readonly routes: readonly Route[]
  /** Goes on with payments that were begun, and closes orders that nobody confirms. */
  readonly work: () => Promise<void>
}

/** @param assets what it can give away, the chain's own coin first */
export type CreateSandbox = (ctx: OnrampContext, assets: readonly Asset[]) => Sandbox

export interface MaybeSandbox {
  readonly createSandbox?: CreateSandbox | undefined
}
