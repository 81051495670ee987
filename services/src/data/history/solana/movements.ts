// What a Solana transaction moved, and between whom: inferred from the balances before and after, since programs move tokens and
// coins in too many ways to know all their instructions. Approvals change no balance, so they are read from the instructions.
import { SYSTEM, type IndexedTransfer } from '../model.js'
import { approvalsOf } from './approvals.js'
import type { ParsedTransaction, TokenBalance } from './shapes.js'

/** Wrapped coins: their amount is also in the lamports of the account. */
const WRAPPED = 'So11111111111111111111111111111111111111112'

interface Change {
  readonly owner: string
  readonly amount: bigint
}

type Meta = NonNullable<ParsedTransaction['meta']>

/** Nothing for a transaction that failed: it paid its fee, and that is all. */
export function movementsOf({ transaction: { message }, meta }: ParsedTransaction): readonly IndexedTransfer[] {
  if (!meta || meta.err) return []
  const keys = message.accountKeys.map(({ pubkey }) => pubkey)
  const coins = pair(coinChanges(keys, meta)).map((move) => ({ kind: 'native' as const, contract: '', ...move }))
  const tokens = [...tokenChanges(meta)].flatMap(([contract, { changes, decimals }]) =>
    pair(changes).map((move) => ({
      kind: 'spl' as const,
      contract,
      decimals,
      // More, or less, than there was: minted, or burnt.
      ...move,
      sender: move.sender || SYSTEM,
      recipient: move.recipient || SYSTEM,
    })),
  )
  const approvals = approvalsOf(message, meta)
  return [...tokens, ...coins, ...approvals].map((transfer, logIndex) => ({ ...transfer, logIndex, part: 0 }))
}

function tokenChanges(meta: Meta): ReadonlyMap<string, { readonly changes: readonly Change[]; readonly decimals: number }> {
  const sums = new Map<string, { readonly owners: Map<string, bigint>; readonly decimals: number }>()
  const add = ({ mint, owner, uiTokenAmount: { amount, decimals } }: TokenBalance, sign: bigint) => {
    if (owner === undefined || owner === null) return // nodes of the first years did not say
    const sum = sums.get(mint) ?? { owners: new Map<string, bigint>(), decimals }
    sum.owners.set(owner, (sum.owners.get(owner) ?? 0n) + sign * BigInt(amount))
    sums.set(mint, sum)
  }
  for (const balance of meta.preTokenBalances ?? []) add(balance, -1n)
  for (const balance of meta.postTokenBalances ?? []) add(balance, 1n)
  return new Map(
    [...sums].map(([mint, { owners, decimals }]) => {
      const changes = [...owners].map(([owner, amount]) => ({ owner, amount })).filter(({ amount }) => amount !== 0n)
      return [mint, { changes, decimals }]
    }),
  )
}

/** Without the fee, and without the deposits of token accounts, which nobody means when they send or receive. */
function coinChanges(keys: readonly string[], meta: Meta): readonly Change[] {
  const changes = keys.map((_, index) => lamports(meta.postBalances[index]) - lamports(meta.preBalances[index]))
  changes[0] = (changes[0] ?? 0n) + lamports(meta.fee)
  const [before, after] = [byAccount(meta.preTokenBalances), byAccount(meta.postTokenBalances)]
  for (const index of new Set([...before.keys(), ...after.keys()])) {
    const deposit = (changes[index] ?? 0n) - wrapped(after.get(index)) + wrapped(before.get(index))
    changes[index] = 0n
    if (deposit === 0n) continue
    // A new account's deposit comes from who paid for the transaction, a closed one's goes back to its owner.
    const owner = deposit > 0n ? 0 : keys.indexOf(before.get(index)?.owner ?? '')
    const change = changes[owner]
    if (change !== undefined && (deposit > 0n ? change <= -deposit : change >= -deposit)) changes[owner] = change + deposit
  }
  return keys.flatMap((owner, index) => {
    const amount = changes[index] ?? 0n
    return amount === 0n ? [] : [{ owner, amount }]
  })
}

function byAccount(balances: readonly TokenBalance[] | null | undefined): ReadonlyMap<number, TokenBalance> {
  return new Map((balances ?? []).map((balance) => [balance.accountIndex, balance]))
}

function wrapped(balance: TokenBalance | undefined): bigint {
  return balance?.mint === WRAPPED ? BigInt(balance.uiTokenAmount.amount) : 0n
}

/** Beyond 2^53 a JSON number is no longer exact, and a difference of two would be made up. */
function lamports(amount: number | undefined): bigint {
  return amount !== undefined && Number.isSafeInteger(amount) ? BigInt(amount) : 0n
}

/** Who lost to who gained, the largest first. What is left over has nobody (an empty name) on its other side. */
function pair(
  changes: readonly Change[],
): readonly { readonly sender: string; readonly recipient: string; readonly amount: bigint }[] {
  const bySize = (a: { left: bigint }, b: { left: bigint }) => (a.left > b.left ? -1 : a.left < b.left ? 1 : 0)
  const side = (sign: bigint) =>
    changes.flatMap(({ owner, amount }) => (amount * sign > 0n ? [{ owner, left: amount * sign }] : [])).sort(bySize)
  const [givers, takers] = [side(-1n), side(1n)]
  const moves: { readonly sender: string; readonly recipient: string; readonly amount: bigint }[] = []
  while (givers[0] && takers[0]) {
    const [giver, taker] = [givers[0], takers[0]]
    const amount = giver.left < taker.left ? giver.left : taker.left
    moves.push({ sender: giver.owner, recipient: taker.owner, amount })
    giver.left -= amount
    taker.left -= amount
    if (giver.left === 0n) givers.shift()
    if (taker.left === 0n) takers.shift()
  }
  for (const { owner, left } of givers) moves.push({ sender: owner, recipient: '', amount: left })
  for (const { owner, left } of takers) moves.push({ sender: '', recipient: owner, amount: left })
  return moves
}
