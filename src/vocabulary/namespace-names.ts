// Generated from the table in src/root/namespaces.ts by scripts/namespaces.mjs: do not edit.

/** The ecosystems that this package speaks (CAIP-2 namespaces). */
export const namespaces = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const
