// Names what an account did in a transaction, from what moved in and out of it.
import { isApproval, SYSTEM, ZERO, type IndexedTransaction, type IndexedTransfer } from './model.js'

/** Values of `operationType`. */
export type Operation = 'approve' | 'burn' | 'deploy' | 'execute' | 'mint' | 'receive' | 'revoke' | 'send' | 'trade'

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
    if (isApproval(transfer)) return isOut ? [{ ...transfer, direction: 'self' }] : []
    if (!isIn && !isOut) return []
    return [{ ...transfer, direction: isIn && isOut ? 'self' : isIn ? 'in' : 'out' }]
  })
}

/** The operation that the row shows. */
export function operationOf(transaction: IndexedTransaction, seen: readonly Seen[]): Operation {
  if (transaction.recipient === undefined) return 'deploy'
  const moved = seen.filter((transfer) => !isApproval(transfer))
  if (moved.length === 0) return seen.length === 0 ? 'execute' : seen.some(({ amount }) => amount > 0n) ? 'approve' : 'revoke'
  const incoming = moved.filter(({ direction }) => direction === 'in')
  const outgoing = moved.filter(({ direction }) => direction === 'out')
  if (incoming.length > 0 && outgoing.length > 0) return isSameAsset(incoming, outgoing) ? 'execute' : 'trade'
  if (incoming.length > 0) return incoming.every(({ sender }) => isNobody(sender)) ? 'mint' : 'receive'
  if (outgoing.length > 0) return outgoing.every(({ recipient }) => isNobody(recipient)) ? 'burn' : 'send'
  return 'send' // to oneself
}

/**
 * Who gave and who got, for the row: of what was sent and received the owners, not the token's contract that was called; of approvals the one who may spend,
 * or no longer may.
 */
export function partiesOf(
  transaction: IndexedTransaction,
  seen: readonly Seen[],
): { readonly from: string; readonly to: string } {
  const { sender, recipient, creates } = transaction
  const called = { from: sender, to: recipient ?? creates ?? sender }
  const main = mainOf(operationOf(transaction, seen), seen)
  if (!main) return called
  const isTakenBack = isApproval(main) && isNobody(main.recipient)
  return { from: main.sender || called.from, to: (!isTakenBack && main.recipient) || called.to }
}

/** The transfer or approval that an operation is about; undefined where it is about several, or none. */
function mainOf(operation: Operation, seen: readonly Seen[]): Seen | undefined {
  if (operation === 'approve') return seen.findLast(({ amount }) => amount > 0n)
  if (operation === 'revoke') return seen[0]
  const moved = seen.filter((transfer) => !isApproval(transfer))
  if (operation === 'send' || operation === 'burn') return largestOf(moved.filter(({ direction }) => direction !== 'in'))
  if (operation === 'receive') return largestOf(moved.filter(({ sender }) => !isNobody(sender)))
  return undefined
}

/** Of the first asset: a token may take a fee of what it moves. */
function largestOf(moved: readonly Seen[]): Seen | undefined {
  const isFirst = ({ kind, contract }: Seen) => kind === moved[0]?.kind && contract === moved[0].contract
  return moved
    .filter(isFirst)
    .reduce<Seen | undefined>((most, one) => (most && most.amount >= one.amount ? most : one), undefined)
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
