// Networks by name or CAIP-2 id, for `<wallet-modal networks="mainnet, base">`. The table is fetched only for pages that name them.
import { CodedError } from '../../coded-error.js'
import type { NetworkInput } from '../../network.js'
import type * as table from '../../networks.js'
import {
  mainnet,
  sepolia,
  optimism,
  optimismSepolia,
  arbitrum,
  arbitrumSepolia,
  polygon,
  polygonAmoy,
  celo,
  celoSepolia,
  aurora,
  auroraTestnet,
  bsc,
  bscTestnet,
  avalanche,
  avalancheFuji,
  zksync,
  zksyncSepoliaTestnet,
  gnosis,
  gnosisChiado,
  base,
  baseSepolia,
  zora,
  zoraSepolia,
  solana,
  solanaTestnet,
  solanaDevnet,
  bitcoin,
  bitcoinTestnet,
  polkadot,
  kusama,
  westend,
  cosmoshub,
  osmosis,
} from '../../networks.js'

// Named one by one: the module as an object would bring the bundler's run-time along.
const known: ReadonlyMap<string, NetworkInput> = new Map(
  Object.entries({
    mainnet,
    sepolia,
    optimism,
    optimismSepolia,
    arbitrum,
    arbitrumSepolia,
    polygon,
    polygonAmoy,
    celo,
    celoSepolia,
    aurora,
    auroraTestnet,
    bsc,
    bscTestnet,
    avalanche,
    avalancheFuji,
    zksync,
    zksyncSepoliaTestnet,
    gnosis,
    gnosisChiado,
    base,
    baseSepolia,
    zora,
    zoraSepolia,
    solana,
    solanaTestnet,
    solanaDevnet,
    bitcoin,
    bitcoinTestnet,
    polkadot,
    kusama,
    westend,
    cosmoshub,
    osmosis,
  } satisfies typeof table),
)

/** @throws CodedError NETWORK_NOT_FOUND */
export function readNetworks(names: readonly string[]): readonly NetworkInput[] {
  return names.map((name) => {
    const network = known.get(name) ?? [...known.values()].find((candidate) => candidate.caipNetworkId === name)
    if (!network) throw new CodedError('NETWORK_NOT_FOUND', 'Network not found', { details: { network: name } })
    return network
  })
}
