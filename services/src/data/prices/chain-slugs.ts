// What the price services call the chains and their coins.

/** CAIP-2 → name of the chain in each service's token ids. */
export const slugs: Readonly<Record<string, { readonly defillama: string; readonly coingecko: string }>> = {
  'eip155:1': { defillama: 'ethereum', coingecko: 'ethereum' },
  'eip155:10': { defillama: 'optimism', coingecko: 'optimistic-ethereum' },
  'eip155:56': { defillama: 'bsc', coingecko: 'binance-smart-chain' },
  'eip155:100': { defillama: 'xdai', coingecko: 'xdai' },
  'eip155:137': { defillama: 'polygon', coingecko: 'polygon-pos' },
  'eip155:324': { defillama: 'era', coingecko: 'zksync' },
  'eip155:5000': { defillama: 'mantle', coingecko: 'mantle' },
  'eip155:8453': { defillama: 'base', coingecko: 'base' },
  'eip155:42161': { defillama: 'arbitrum', coingecko: 'arbitrum-one' },
  'eip155:42220': { defillama: 'celo', coingecko: 'celo' },
  'eip155:43114': { defillama: 'avax', coingecko: 'avalanche' },
  'eip155:59144': { defillama: 'linea', coingecko: 'linea' },
  'eip155:534352': { defillama: 'scroll', coingecko: 'scroll' },
  'eip155:7777777': { defillama: 'zora', coingecko: 'zora-network' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { defillama: 'solana', coingecko: 'solana' },
}

/** CAIP-2 → CoinGecko's id of the chain's own coin, which DefiLlama takes too. */
export const coinIds: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'ethereum',
  'eip155:56': 'binancecoin',
  'eip155:100': 'xdai',
  'eip155:137': 'polygon-ecosystem-token',
  'eip155:324': 'ethereum',
  'eip155:5000': 'mantle',
  'eip155:8453': 'ethereum',
  'eip155:42161': 'ethereum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche-2',
  'eip155:59144': 'ethereum',
  'eip155:534352': 'ethereum',
  'eip155:7777777': 'ethereum',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 'polkadot',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 'kusama',
  'cosmos:cosmoshub-4': 'cosmos',
}
