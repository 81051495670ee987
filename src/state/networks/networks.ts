// The configured networks, which one is chosen, and to which of them the connected wallet can switch.
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import type { Core } from '../core.js'
import { createPersisted } from '../lib/persisted.js'
import { schemaOf } from '../lib/schema.js'

/** One row of a list of networks. */
export interface NetworkRow {
  readonly network: Network
  /** It is the chosen network. */
  readonly current: boolean
  /** False when the wallet's session does not include the network, so that a request to switch to it would fail. */
  readonly enabled: boolean
}

/** The configured networks and the chosen one. */
export interface Networks {
  readonly networks: readonly [Network, ...Network[]]
  /** The chosen network, always a configured one: that of the connected wallet, or the one that the next connection starts on. */
  readonly $network: ReadableAtom<Network>
  readonly $rows: ReadableAtom<readonly NetworkRow[]>
  /** The configured network with this CAIP-2 id, or with this id among its deprecated ones. */
  find(chain: ChainId): Network | undefined
  /**
   * Chooses a network, and stores that for the next page load. Does not ask the wallet: `connection.switchTo` does.
   * @throws WalletError NETWORK_NOT_FOUND when it is not configured
   */
  choose(network: Network): void
  /** For `connections.ts`: sets the chains for which the active wallet of a namespace accepts requests; undefined: all. */
  restrict(namespace: Namespace, chains: readonly ChainId[] | undefined): void
}

/** A part. Starts on the stored network of an earlier page load, if it is still configured, else on the default. */
export function createNetworks(core: Core): Networks {
  const { networks, defaultNetwork } = core.config
  // Older wallets answer with deprecated ids (Solana).
  const find = (chain: ChainId) =>
    networks.find((network) => network.caipNetworkId === chain) ??
    networks.find((network) => network.deprecatedCaipNetworkIds?.includes(chain))
  const remembered = createPersisted<ChainId | undefined>(
    core,
    'network',
    schemaOf((value) => (typeof value === 'string' ? find(value as ChainId)?.caipNetworkId : undefined)), // `find` finds only chain ids
    undefined,
  )
  const chosen = remembered.get()
  core.publicState.setNetwork((chosen && find(chosen)) ?? defaultNetwork)
  const $network = core.publicState.$network as ReadableAtom<Network> // set just now
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
      if (!network) throw walletError('NETWORK_NOT_FOUND', { details: { chain: wanted.caipNetworkId } })
      if (network === $network.get()) return
      core.publicState.setNetwork(network)
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

/** Whether the visitor can change the network: the setting `enableNetworkSwitch` allows it, and several networks are configured. */
export function mayChooseNetwork({ config }: Core): boolean {
  return config.enableNetworkSwitch && config.networks.length > 1
}

function isAllowed(network: Network, chains: readonly ChainId[] | undefined): boolean {
  return !chains || [network.caipNetworkId, ...(network.deprecatedCaipNetworkIds ?? [])].some((id) => chains.includes(id))
}
