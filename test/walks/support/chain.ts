// The devnet outside of the page: what became of an account, and transactions that wait or fail.
import { createPublicClient, createTestClient, createWalletClient, erc20Abi, http, parseAbi, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devnetChain } from '../../support/devnet-chain.js'

const writes = parseAbi(['function approve(address spender, uint256 amount)', 'function mint(address to, uint256 amount)'])

/** The chain as everybody sees it, outside of the page, and what a walk does to it. `user`: the account that is watched. */
export function chainOf(url: string, user: Hex) {
  const node = createPublicClient({ chain: devnetChain, transport: http(url), pollingInterval: 50 })
  const control = createTestClient({ mode: 'anvil', transport: http(url) })
  const token = (address: Hex) => ({ address, abi: erc20Abi }) as const
  return {
    node,
    nonce: () => node.getTransactionCount({ address: user }),
    coins: (address: Hex) => node.getBalance({ address }),
    held: (address: Hex) => node.readContract({ ...token(address), functionName: 'balanceOf', args: [user] }),
    allowance: (address: Hex, spender: Hex) =>
      node.readContract({ ...token(address), functionName: 'allowance', args: [user, spender] }),
    /** From now on a transaction waits for `mine`. */
    wait: () => control.setAutomine(false),
    mine: () => control.mine({ blocks: 1 }),
    async go() {
      await control.mine({ blocks: 1 })
      await control.setAutomine(true)
    },
    /** Mines while the code of a contract is another one. */
    async mineWith(address: Hex, bytecode: Hex) {
      const before = (await node.getCode({ address })) ?? '0x'
      await control.setCode({ address, bytecode })
      await control.mine({ blocks: 1 })
      await control.setCode({ address, bytecode: before })
    },
    /** What waits to be mined. */
    async waiting() {
      const { transactions } = await node.getBlock({ blockTag: 'pending', includeTransactions: true })
      return transactions
    },
    /** As the owner of a key does elsewhere. */
    async write(key: Hex, address: Hex, functionName: 'approve' | 'mint', to: Hex, amount: bigint) {
      const client = createWalletClient({ account: privateKeyToAccount(key), transport: http(url) })
      const hash = await client.writeContract({ address, abi: writes, functionName, args: [to, amount], chain: null })
      await node.waitForTransactionReceipt({ hash })
    },
  }
}
