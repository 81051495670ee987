// A devnet with contracts and a past, and viem clients on it.
import { createTestClient, createWalletClient, http, publicActions, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'
import { devnetChain } from '../../../test/support/devnet-chain.js'
import { MULTICALL3, startDevnet, type Devnet, type DevnetOptions } from '../../devnet/evm.js'

const chain = { ...devnetChain, contracts: { multicall3: { address: MULTICALL3 } } } as const

/** Reads, waits, mines: viem's public and test actions. */
export function readerOf(devnet: Pick<Devnet, 'url'>) {
  const transport = http(devnet.url, { retryCount: 0 })
  return createTestClient({ mode: 'anvil', chain, transport, pollingInterval: 20, cacheTime: 0 }).extend(publicActions)
}

/** Signs and sends as the owner of a key. */
export function walletOf(devnet: Pick<Devnet, 'url'>, privateKey: Hex) {
  return createWalletClient({ account: privateKeyToAccount(privateKey), chain, transport: http(devnet.url, { retryCount: 0 }) })
}

export interface SeededDevnet extends Devnet {
  readonly reader: ReturnType<typeof readerOf>
  /** @param index of an account, 0 to 9. */
  wallet(index: number): ReturnType<typeof walletOf>
}

export async function startSeededDevnet(options: DevnetOptions = {}): Promise<SeededDevnet> {
  const devnet = await startDevnet({ past: true, ...options })
  return {
    ...devnet,
    reader: readerOf(devnet),
    wallet(index) {
      const account = devnet.accounts[index]
      if (account === undefined) throw new Error(`There is no account ${index}`)
      return walletOf(devnet, account.privateKey)
    },
  }
}

/** One devnet for all tests of a file, stopped after them; it is there once their hooks run. Each engine gets it as it was (`reset`). */
export function useSeededDevnet(options?: DevnetOptions): () => SeededDevnet {
  let devnet: SeededDevnet | undefined
  beforeAll(async () => void (devnet = await startSeededDevnet(options)))
  afterAll(() => devnet?.stop())
  return () => {
    if (devnet === undefined) throw new Error('The devnet is there from beforeAll on')
    return devnet
  }
}
