// The settings that the demo pages give to the modal.
import { bitcoin, cosmoshub, mainnet, polkadot, solana, solanaDevnet } from '../../src/vocabulary/networks.js'
import { SOLANA_CHAIN_ID } from '../../services/devnet/solana/manifest.js'
import type { Network } from '../../src/vocabulary/network.js'
import type { ModalConfig } from '../../src/index.js'
import { devnetChain } from './chain.js'
import type { DemoConfig } from './config.js'
import icon from './wallet-icon.svg?raw'

const PHONE_WALLET_ID = 'sandbox-phone-wallet'

/** Devnet first, Ethereum second (the devnet plays it, see `scripts/start.mjs`); the demo phone wallet stands at the top of the list. */
export function modalConfig(config: DemoConfig, own: ModalConfig = {}): ModalConfig {
  const devnet = devnetChain(config.evm)
  return {
    projectId: 'demo',
    services: { url: config.services, relay: config.relay, ...(config.frame ? { frame: config.frame } : {}) },
    metadata: {
      name: 'wallet-modal demo',
      description: 'Shows what the modal does',
      url: location.origin,
      icons: [new URL('/favicon.svg', location.href).href],
    },
    features: { smartSessions: true, socials: true }, // social logins need the frame, and without it there are none
    networks: [devnet, mainnet],
    rpcUrls: { [`eip155:${devnet.id}`]: config.evm },
    customWallets: [
      {
        id: PHONE_WALLET_ID,
        name: 'Sandbox Phone Wallet',
        homepage: config.wallet,
        image_url: `data:image/svg+xml,${encodeURIComponent(icon)}`,
        mobile_link: config.wallet,
        webapp_link: config.wallet,
      },
    ],
    ...own,
  }
}

/** The genesis of the running devnet makes its id. */
const solanaHere: Network = {
  ...solanaDevnet,
  id: SOLANA_CHAIN_ID.slice('solana:'.length),
  caipNetworkId: SOLANA_CHAIN_ID,
  deprecatedCaipNetworkIds: [],
  blockExplorers: undefined,
}

/** The settings of a page with five ecosystems, for `modalConfig`. Solana is the devnet where one runs. */
export function everyEcosystem(config: DemoConfig): ModalConfig {
  const devnet = devnetChain(config.evm)
  return {
    networks: [devnet, mainnet, config.solana ? solanaHere : solana, bitcoin, polkadot, cosmoshub],
    rpcUrls: {
      [`eip155:${devnet.id}`]: config.evm,
      ...(config.solana ? { [solanaHere.caipNetworkId]: config.solana } : {}),
    },
  }
}
