// A person who swaps on the devnet: signs and sends what the services build, and looks at what came of it.
import { encodeAbiParameters, parseSignature, type Hex } from 'viem'
import { buildApproval } from '../../../../src/api/approvals.js'
import { buildSwap, getQuotes, type SwapOrder } from '../../../../src/api/swaps.js'
import { permitAbi, tokenAbi } from '../../../devnet/abis.js'
import type { DevnetToken } from '../../../devnet/manifest.js'
import { chainId, type World } from '../support/world.js'

type Order = Omit<SwapOrder, 'userAddress' | 'quotedAmount'> & { readonly quotedAmount?: bigint }
interface Sendable {
  readonly to: string
  readonly data: Hex
  readonly value: bigint
}

/** @param index of the devnet's account */
export function createTrader(world: Pick<World, 'devnet' | 'api'>, index: number) {
  const { devnet } = world
  const wallet = devnet.wallet(index)
  const { address } = wallet.account
  const userId = `${chainId}:${address}`

  /** With gas of its own, so that what fails does so on chain. */
  async function send({ to, data, value }: Sendable) {
    const hash = await wallet.sendTransaction({ to: to as Hex, data, value, gas: 1_500_000n })
    return devnet.reader.waitForTransactionReceipt({ hash })
  }

  const balanceOf = (token: DevnetToken | 'coins') =>
    token === 'coins'
      ? devnet.reader.getBalance({ address })
      : devnet.reader.readContract({ address: token.address, abi: tokenAbi, functionName: 'balanceOf', args: [address] })

  /** What the first quote promises; 0 without one. */
  async function shown({ amount, from, to }: Order) {
    const [quote] = await getQuotes(world.api, { amount, from, to, userAddress: address })
    return quote?.toAmount ?? 0n
  }

  return {
    address,
    userId,
    send,
    balanceOf,
    shown,
    /** For what was shown: where the order does not say what that was, it is looked at now. */
    build: async (order: Order) =>
      buildSwap(world.api, { ...order, quotedAmount: order.quotedAmount ?? (await shown(order)), userAddress: userId }),
    approval: (order: Order & { readonly spender: string }) => buildApproval(world.api, { ...order, userAddress: userId }),
    /** What changed, the fees of the transactions aside. */
    async changeOf(token: DevnetToken | 'coins', act: () => Promise<{ gasUsed: bigint; effectiveGasPrice: bigint }>) {
      const before = await balanceOf(token)
      const { gasUsed, effectiveGasPrice } = await act()
      return (await balanceOf(token)) - before + (token === 'coins' ? gasUsed * effectiveGasPrice : 0n)
    },
    /** EIP-2612, as clients send it: seven words. */
    async permit(token: DevnetToken, spender: string, value: bigint, deadline = 2n ** 40n): Promise<Hex> {
      const nonce = await devnet.reader.readContract({
        address: token.address,
        abi: permitAbi,
        functionName: 'nonces',
        args: [address],
      })
      const message = { owner: address, spender: spender as Hex, value, nonce, deadline }
      const signature = await wallet.signTypedData({
        domain: { name: token.name, version: '1', chainId: 31_337, verifyingContract: token.address },
        types: {
          Permit: [
            { name: 'owner', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primaryType: 'Permit',
        message,
      })
      const { r, s, yParity } = parseSignature(signature)
      const types = ['address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'] as const
      return encodeAbiParameters(
        types.map((type) => ({ type })),
        [address, message.spender, value, deadline, 27 + yParity, r, s],
      )
    },
  }
}

export type Trader = ReturnType<typeof createTrader>
