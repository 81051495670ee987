// What the visitor has asked for when Connect was opened: wallets of one ecosystem, a network, or a wallet beside the present one.
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import type { Core } from '../core.js'
import { createRouter } from '../interface/router.js'

/** What the next connection is to be. */
export interface AskedFor {
  /** The ecosystem; undefined: all. */
  readonly namespace?: Namespace | undefined
  /** The chain to start on; undefined: the chosen network, if it is of the ecosystem. */
  readonly chain?: ChainId | undefined
  /** Keep the namespace's present connection. */
  readonly beside: boolean
}

/** Reads the parameters of the Connect view in the history. Nothing was asked for when there is none. */
export function askedFor(core: Core): AskedFor {
  const connect = core
    .use(createRouter)
    .$history.get()
    .findLast((view) => view.name === 'Connect')
  const { namespace, network, beside = false } = connect ?? {}
  return { namespace: namespace ?? network?.chainNamespace, chain: network?.caipNetworkId, beside }
}
