// What the services are given when they run beside these devnets.
import { DEVNET } from '../src/settings/config.js'
import type { Devnets } from '../src/data/devnets.js'
import { devnetChain, devnetSolana } from './chains.js'
import { startLogins } from './logins.js'
import { GATEWAY_KEY, UNIVERSAL_RESOLVER } from './manifest.js'
import { createSandbox } from './sandbox/sandbox.js'
import { startSmartAccounts } from './bundler/for-services.js'
import { SOLANA_CHAIN_ID } from './solana/manifest.js'

export const devnets: Devnets = {
  chains: { [DEVNET]: devnetChain() },
  solana: { [SOLANA_CHAIN_ID]: devnetSolana() },
  zone: 'wallet.example',
  gatewayKey: GATEWAY_KEY,
  universalResolvers: { [DEVNET]: UNIVERSAL_RESOLVER },
  createSandbox,
  startLogins,
  startSmartAccounts,
}
