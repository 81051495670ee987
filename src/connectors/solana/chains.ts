// The names of Solana's clusters in the Wallet Standard, by CAIP-2 id.
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import type { Network } from '../../vocabulary/network.js'

const clusters: Readonly<Partial<Record<ChainId, `solana:${string}`>>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** `solana:localnet`: a cluster that is none of the three public ones. Wallets have no node for it. */
export const LOCALNET = 'solana:localnet'

/** The name of a cluster in the Wallet Standard; `solana:localnet` for one that is not public. */
export const clusterOf = (chain: ChainId): `solana:${string}` => clusters[chain] ?? LOCALNET

/** An account on each of `networks` whose cluster the wallet names. */
export function onNetworks<Account extends Omit<GrantedAccount, 'chain'>>(
  networks: readonly Network[],
  named: readonly string[],
  account: Account,
): (Account & Pick<GrantedAccount, 'chain'>)[] {
  const served = networks.filter(({ caipNetworkId }) => named.includes(clusterOf(caipNetworkId)))
  return served.map(({ caipNetworkId }) => ({ chain: caipNetworkId, ...account }))
}
