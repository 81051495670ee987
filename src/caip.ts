// Chain, account and asset ids (CAIP-2, CAIP-10, CAIP-19): types, parsers, address rules, coin type.
export const namespaces = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const

/** An ecosystem this toolkit speaks (CAIP-2 namespace). */
export type Namespace = (typeof namespaces)[number]
/** CAIP-2 chain id, such as `eip155:1`. */
export type ChainId = `${Namespace}:${string}`
/** CAIP-10 account id, such as `eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`. */
export type AccountId = `${Namespace}:${string}:${string}`
