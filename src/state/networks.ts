// The configured networks, which one is chosen, and which of them the connected wallet lets us go to.
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from '../caip.js'
import { WalletError } from '../errors.js'
import type { Network } from '../network.js'
import type { Core } from './core.js'
import { createPersisted } from './lib/persisted.js'
import { schemaOf } from './lib/schema.js'

export interface NetworkRow {
  readonly network: Network
  readonly current: boolean
  /** False: the wallet's session does not cover it, so a request to switch would only fail. */
  readonly enabled: boolean
}

export interface Networks {
  readonly networks: readonly [Network, ...Network[]]
  /** The chosen one: of the wallet while one is connected, of the page's next connection otherwise. Always a configured one. */
  readonly $network: ReadableAtom<Network>
  readonly $rows: ReadableAtom<readonly NetworkRow[]>
  find(chain: ChainId): Network | undefined
  /**
   * Chooses without any wallet, and remembers it for the next page load. `connection.switchTo` is the verb that asks the wallet.
   * @throws WalletError NETWORK_NOT_FOUND
   */
  choose(network: Network): void
  /** Told by `connection.ts`: the chains that requests may go to, per connected namespace. Absent chains: any. */
  restrict(namespace: Namespace, chains: readonly ChainId[] | undefined): void
}

export function createNetworks(core: Core): Networks {
  const { networks, defaultNetwork } = core.config
  // Deprecated ids are what older wallets answer with (Solana).
  const find = (chain: ChainId) =>
    networks.find((network) => network.caipNetworkId === chain) ??
    networks.find((network) => network.deprecatedCaipNetworkIds?.includes(chain))
  const remembered = createPersisted<ChainId | undefined>(
    core,
    'network',
    schemaOf((value) => (typeof value === 'string' ? find(value as ChainId)?.caipNetworkId : undefined)), // found means it is one
    undefined,
  )
  const chosen = remembered.get()
  core.session.setNetwork((chosen && find(chosen)) ?? defaultNetwork)
  const $network = core.session.$network as ReadableAtom<Network> // set just now
  const $allowed = atom<ReadonlyMap<Namespace, readonly ChainId[]>>(new Map())

  const stop = $network.listen((network) => core.emit('network', { chainId: network.caipNetworkId }))
  core.onEnd(stop)

  return {
    networks,
    $network,
    $rows: computed([$network, $allowed], (current, allowed) =>
      networks.map((network) => ({
        network,
        current: network === current,
        enabled: isAllowed(network, allowed.get(network.chainNamespace)),
      })),
    ),
    find,
    choose(wanted) {
      const network = find(wanted.caipNetworkId)
      if (!network) throw new WalletError('NETWORK_NOT_FOUND', { details: { chain: wanted.caipNetworkId } })
      if (network === $network.get()) return
      core.session.setNetwork(network)
      remembered.set(network.caipNetworkId)
    },
    restrict(namespace, chains) {
      const allowed = new Map($allowed.get())
      if (chains) allowed.set(namespace, chains)
      else if (!allowed.delete(namespace)) return
      $allowed.set(allowed)
    },
  }
}

/** Whether the visitor has a choice: the page lets them change the network, and has another one. */
export function mayChooseNetwork({ config }: Core): boolean {
  return config.enableNetworkSwitch && config.networks.length > 1
}

function isAllowed(network: Network, chains: readonly ChainId[] | undefined): boolean {
  return !chains || [network.caipNetworkId, ...(network.deprecatedCaipNetworkIds ?? [])].some((id) => chains.includes(id))
}
