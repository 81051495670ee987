// Reads the transfers and approvals out of a receipt's logs: ERC-20, ERC-721, ERC-1155, and the wrapped coin's own two events.
import { decodeAbiParameters, type Hex } from 'viem'
import { ZERO, type IndexedTransfer } from './model.js'

/** First topics: keccak256 of each event's signature. */
export const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

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
      // With a third topic it is about one collectible, and the list of approvals is about money.
      if (!first || !second || third !== undefined) return []
      return one({ kind: 'approval', sender: owner(first), recipient: owner(second), amount: number(data) })
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

function owner(topic: Hex): string {
  if (!/^0x0{24}[0-9a-fA-F]{40}$/.test(topic)) throw new Error('no address')
  return `0x${topic.slice(26).toLowerCase()}`
}

function number(data: Hex): bigint {
  if (data.length < 66) throw new Error('no number')
  return BigInt(data.slice(0, 66))
}
