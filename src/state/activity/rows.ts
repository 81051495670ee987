// Rows of the activity: made from the transactions of the service, and from those that were sent here.
import type { Transaction } from '../../api/history.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import type { MovedAsset, SentTransaction, TransactionKind } from '../account/transactions.js'
import { type Leg, type Legs, legsOf } from './legs.js'

/** What a transaction did, as far as the views have words for it; `other` for all that they have none for. */
export type ActivityKind =
  | 'approve'
  | 'borrow'
  | 'burn'
  | 'buy'
  | 'cancel'
  | 'claim'
  | 'deploy'
  | 'deposit'
  | 'execute'
  | 'mint'
  | 'other'
  | 'receive'
  | 'repay'
  | 'revoke'
  | 'sell'
  | 'send'
  | 'stake'
  | 'trade'
  | 'unstake'
  | 'withdraw'

/** One transaction of the list. */
export interface ActivityRow extends Legs {
  /** Unique within the list. */
  readonly id: string
  readonly hash: string
  readonly kind: ActivityKind
  readonly status: 'confirmed' | 'pending' | 'failed' | 'replaced'
  /** When it was mined, or sent where it is not yet; Unix ms. */
  readonly at: number
  /** Of `at`, or of today for what is pending: months from the year 0 in the visitor's time zone. */
  readonly month: number
  /** The other side: the plain address of a receiver, sender or contract. */
  readonly party: { readonly role: 'to' | 'from' | 'with'; readonly address: string } | undefined
  /** The application in which it was sent, one safe line. */
  readonly application: { readonly name: string; readonly picture: string | undefined } | undefined
}

/** Words of the services' providers by kind (wire reference §2.3). */
const kinds: Readonly<Partial<Record<string, ActivityKind>>> = {
  approve: 'approve',
  borrow: 'borrow',
  bought: 'buy',
  burn: 'burn',
  buy: 'buy',
  cancel: 'cancel',
  claim: 'claim',
  deploy: 'deploy',
  deposit: 'deposit',
  execute: 'execute',
  mint: 'mint',
  receive: 'receive',
  repay: 'repay',
  revoke: 'revoke',
  sell: 'sell',
  send: 'send',
  stake: 'stake',
  trade: 'trade',
  unstake: 'unstake',
  withdraw: 'withdraw',
}
const kindsOfSent: Readonly<Record<TransactionKind, ActivityKind>> = {
  send: 'send',
  swap: 'trade',
  approve: 'approve',
  revoke: 'revoke',
}
/** With these nobody is at the other side whom the visitor dealt with. */
const alone: readonly ActivityKind[] = ['burn', 'deploy', 'mint']
/** Nothing moves by it: the asset is shown without an amount, and who may spend it as the other side. */
export const isApproval = (kind: ActivityKind): boolean => kind === 'approve' || kind === 'revoke'

/** All transfers are of spam. A transaction without transfers is none. */
export function isSpam({ transfers }: Transaction): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info: nft }) => nft?.flags?.is_spam === true)
}

/** The row of a transaction of the service. */
export function rowOf({ id, metadata, transfers }: Transaction): ActivityRow {
  const { operationType, hash, minedAt, status, sentFrom, sentTo, application } = metadata
  const kind = (Object.hasOwn(kinds, operationType) && kinds[operationType]) || 'other'
  const at = Date.parse(minedAt)
  const name = visibleName(application?.name)
  const isReceived = kind === 'receive'
  const address = isReceived ? sentFrom : sentTo
  const role = isReceived ? 'from' : kind === 'send' ? 'to' : 'with'
  return {
    id,
    hash,
    kind,
    status: readStatus(status),
    at,
    month: monthOf(at),
    party: address && !alone.includes(kind) ? { role, address } : undefined,
    application: name === undefined ? undefined : { name, picture: application?.iconUrl ?? undefined },
    ...legsOf(transfers, isApproval(kind)),
  }
}

/** The id of the row of a transaction that was sent here. */
export const idOfSent = ({ hash }: SentTransaction) => `sent ${hash}`

/** The row of a transaction that was sent here. */
export function rowOfSent(sent: SentTransaction, now: number): ActivityRow {
  const { hash, kind, status, sentAt, to, out, in: into } = sent
  const shown = [...(out ? [legOf(out, 'out')] : []), ...(into ? [legOf(into, 'in')] : [])].filter(
    ({ amount }) => amount > 0n || isApproval(kindsOfSent[kind]),
  )
  return {
    id: idOfSent(sent),
    hash,
    kind: kindsOfSent[kind],
    status,
    at: sentAt,
    month: monthOf(status === 'pending' ? now : sentAt),
    party: to ? { role: kind === 'send' ? 'to' : 'with', address: to } : undefined,
    application: undefined,
    shown,
    others: 0,
  }
}

function legOf({ symbol, decimals, amount }: MovedAsset, direction: 'in' | 'out'): Leg {
  return {
    direction,
    amount: BigInt(amount),
    decimals,
    name: visibleName(symbol),
    isNft: false,
    contract: undefined,
    isVerified: undefined,
    picture: undefined,
    worth: undefined,
  }
}

/** `ONRAMP_TRANSACTION_STATUS_…` for purchases; what is not known is taken as done, because it is on the chain. */
function readStatus(status: string): ActivityRow['status'] {
  if (status === 'failed' || status.endsWith('_FAILED')) return 'failed'
  if (status === 'pending' || status.endsWith('_IN_PROGRESS')) return 'pending'
  return 'confirmed'
}

/** Months from the year 0 in the visitor's time zone. */
export function monthOf(at: number): number {
  const date = new Date(at)
  return date.getFullYear() * 12 + date.getMonth()
}
