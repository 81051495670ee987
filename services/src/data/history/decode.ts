// Reads the transfers and approvals out of a receipt's logs: ERC-20, ERC-721, ERC-1155, Permit2, and the wrapped coin's own two events. Without logs, an
// approval is read out of the call.
import { decodeAbiParameters, type Hex } from 'viem'
import { ZERO, type IndexedTransfer } from './model.js'

/** First topics: keccak256 of each event's signature. */
export const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** `Approval(address,address,address,uint160,uint48)` of Permit2. */
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

/** Uniswap's Permit2, the same on all chains: it spends tokens for those whom their owner has approved there. */
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** A log of a receipt. */
export interface RawLog {
  readonly address: string
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: number
}

/** What is known about the chain and the transaction. */
export interface Known {
  readonly wrapped?: string | undefined
  /** Routers, which unwrap coins for their caller. */
  readonly routers: readonly string[]
  /** Who sent the transaction. */
  readonly sender: string
}

/** Transfers and approvals of a receipt's logs. A log that does not decode is skipped, because a contract may log anything. */
export function decodeLogs(logs: readonly RawLog[], known: Known): readonly IndexedTransfer[] {
  // Some wrapped coins log a transfer from or to the zero address beside their own events; it is counted once.
  const isTold = logs.some(
    ({ address, topics: [event, from, to] }) =>
      event === topics.transfer &&
      address.toLowerCase() === known.wrapped &&
      [from, to].some((topic) => topic && /^0x0{64}$/.test(topic)),
  )
  return logs.flatMap((log) => {
    try {
      const found = decodeLog(log, known)
      const isOwnEvent = log.topics[0] === topics.deposit || log.topics[0] === topics.withdrawal
      return isTold && isOwnEvent ? found.filter(({ kind }) => kind === 'native') : found
    } catch {
      return []
    }
  })
}

function decodeLog({ address, topics: [event, first, second, third], data, logIndex }: RawLog, known: Known): IndexedTransfer[] {
  const contract = address.toLowerCase()
  const one = (rest: Omit<IndexedTransfer, 'logIndex' | 'part' | 'contract'> & { readonly contract?: string }) => [
    { contract, ...rest, logIndex, part: 0 },
  ]
  switch (event) {
    case topics.transfer:
      if (!first || !second) return []
      return third === undefined
        ? one({ kind: 'erc20', sender: owner(first), recipient: owner(second), amount: number(data) })
        : one({ kind: 'erc721', sender: owner(first), recipient: owner(second), amount: 1n, tokenId: BigInt(third) })
    case topics.approval:
      if (!first || !second) return []
      if (third === undefined)
        return one({ kind: 'approval', sender: owner(first), recipient: owner(second), amount: number(data) })
      // With a third topic it is about one collectible, which nobody may take once the address of zero may.
      return one(approvalOfOne({ sender: owner(first), recipient: owner(second), tokenId: BigInt(third) }))
    case topics.approvalForAll:
      if (!first || !second) return []
      return one({ kind: 'operator', sender: owner(first), recipient: owner(second), amount: number(data) === 0n ? 0n : 1n })
    case topics.permit2Approval:
      if (!first || !second || !third || contract !== PERMIT2) return []
      return one({
        kind: 'approval',
        contract: owner(second),
        sender: owner(first),
        recipient: owner(third),
        amount: number(data),
      })
    case topics.transferSingle: {
      if (!second || !third) return []
      const [tokenId, amount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
      return one({ kind: 'erc1155', sender: owner(second), recipient: owner(third), amount, tokenId })
    }
    case topics.transferBatch: {
      if (!second || !third) return []
      const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
      const [sender, recipient] = [owner(second), owner(third)]
      return ids.map((tokenId, part) => ({
        kind: 'erc1155',
        contract,
        sender,
        recipient,
        amount: amounts[part] ?? 0n,
        tokenId,
        logIndex,
        part,
      }))
    }
    case topics.deposit:
      if (!first || contract !== known.wrapped) return []
      return one({ kind: 'erc20', sender: ZERO, recipient: owner(first), amount: number(data) })
    case topics.withdrawal: {
      if (!first || contract !== known.wrapped) return []
      const holder = owner(first)
      const paid = { kind: 'native', contract: '', sender: contract, amount: number(data) } as const
      // The coin moves without a log. Unwrapped by its owner it goes to the owner; by a router, to whom it swaps for.
      if (known.routers.includes(holder)) return one({ ...paid, recipient: known.sender })
      const burnt = { kind: 'erc20', contract, sender: holder, recipient: ZERO, amount: number(data), logIndex, part: 0 } as const
      return [burnt, { ...paid, recipient: holder, logIndex, part: 1 }]
    }
    default:
      return []
  }
}

function approvalOfOne({
  sender,
  recipient,
  tokenId,
}: Pick<IndexedTransfer, 'sender' | 'recipient'> & { readonly tokenId: bigint }) {
  return { kind: 'approval', sender, recipient, amount: recipient === ZERO ? 0n : 1n, tokenId } as const
}

/** Selector of a call → the approval that it gives, and the place of spender and amount among its words. */
const approvalCalls: Readonly<
  Partial<Record<string, { readonly kind: 'approval' | 'operator'; readonly spender: number; readonly amount: number }>>
> = {
  '0x095ea7b3': { kind: 'approval', spender: 0, amount: 1 }, // approve(address,uint256)
  '0xa22cb465': { kind: 'operator', spender: 0, amount: 1 }, // setApprovalForAll(address,bool)
  '0x39509351': { kind: 'approval', spender: 0, amount: 1 }, // increaseAllowance(address,uint256)
  '0x87517c45': { kind: 'approval', spender: 1, amount: 2 }, // approve(address,address,uint160,uint48) of Permit2
}

/**
 * The approval that a call gives or takes back, where its logs are not known. Of one collectible it looks like one of an amount, but for the address of zero.
 * @param to the contract that is called, in lower case
 */
export function decodeApprovalCall(
  sender: string,
  to: string,
  input: string,
): Omit<IndexedTransfer, 'logIndex' | 'part'> | undefined {
  const call = approvalCalls[input.slice(0, 10).toLowerCase()]
  const isPermit2 = call?.spender === 1
  if (!call || isPermit2 !== (to === PERMIT2)) return undefined
  const word = (index: number): Hex => `0x${input.slice(10 + index * 64, 74 + index * 64)}`
  try {
    const recipient = owner(word(call.spender))
    const amount = recipient === ZERO ? 0n : number(word(call.amount))
    return {
      kind: call.kind,
      contract: isPermit2 ? owner(word(0)) : to,
      sender,
      recipient,
      amount: call.kind === 'operator' && amount > 0n ? 1n : amount,
    }
  } catch {
    return undefined
  }
}

function owner(topic: Hex): string {
  if (!/^0x0{24}[0-9a-fA-F]{40}$/.test(topic)) throw new Error('no address')
  return `0x${topic.slice(26).toLowerCase()}`
}

function number(data: Hex): bigint {
  if (data.length < 66) throw new Error('no number')
  return BigInt(data.slice(0, 66))
}
