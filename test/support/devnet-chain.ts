// The devnet, as viem's clients take it.
import { anvil } from 'viem/chains'

/**
 * A block comes only with a transaction there. While viem looks whether another transaction has replaced the one it waits for, it misses the block that brings it, and no next one
 * comes: seen with viem 2.57 on a busy machine.
 */
export const devnetChain = { ...anvil, supportsTransactionReplacementDetection: false } as const
