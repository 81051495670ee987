// Names what an account did in a transaction, from what moved in and out of it.
import { SYSTEM, ZERO, type IndexedTransaction, type IndexedTransfer } from './model.js'

/** Values of `operationType`. */
export type Operation = 'approve' | 'burn' | 'deploy' | 'execute' | 'mint' | 'receive' | 'send' | 'trade'

/** A transfer from the point of view of the account. */
export interface Seen extends IndexedTransfer {
  readonly direction: 'in' | 'out' | 'self'
}

/** What of a transaction concerns this account, its coins included. */
export function seenBy(account: string, { sender, recipient, value, failed, transfers }: IndexedTransaction): readonly Seen[] {
  const coins: IndexedTransfer = {
    logIndex: -1,
    part: 0,
    kind: 'native',
    contract: '',
    sender,
    recipient: recipient ?? ZERO,
    amount: value,
  }
  const all = value > 0n && !failed ? [coins, ...transfers] : transfers
  return all.flatMap((transfer): readonly Seen[] => {
    const isOut = transfer.sender === account
    const isIn = transfer.recipient === account
    if (transfer.kind === 'approval') return isOut ? [{ ...transfer, direction: 'self' }] : []
    if (!isIn && !isOut) return []
    return [{ ...transfer, direction: isIn && isOut ? 'self' : isIn ? 'in' : 'out' }]
  })
}

/** The operation that the row shows. */
export function operationOf(transaction: IndexedTransaction, seen: readonly Seen[]): Operation {
  if (transaction.recipient === undefined) return 'deploy'
  const moved = seen.filter(({ kind }) => kind !== 'approval')
  if (moved.length === 0) return seen.length > 0 ? 'approve' : 'execute'
  const incoming = moved.filter(({ direction }) => direction === 'in')
  const outgoing = moved.filter(({ direction }) => direction === 'out')
  if (incoming.length > 0 && outgoing.length > 0) return isSameAsset(incoming, outgoing) ? 'execute' : 'trade'
  if (incoming.length > 0) return incoming.every(({ sender }) => isNobody(sender)) ? 'mint' : 'receive'
  if (outgoing.length > 0) return outgoing.every(({ recipient }) => isNobody(recipient)) ? 'burn' : 'send'
  return 'send' // to oneself
}

function isNobody(address: string): boolean {
  return address === ZERO || address === SYSTEM
}

/** Change given back is no trade. */
function isSameAsset(incoming: readonly Seen[], outgoing: readonly Seen[]): boolean {
  const assets = (side: readonly Seen[]) => new Set(side.map(({ contract, tokenId }) => `${contract} ${tokenId ?? ''}`))
  const [one, other] = [assets(incoming), assets(outgoing)]
  return one.size === 1 && other.size === 1 && [...one][0] === [...other][0]
}
