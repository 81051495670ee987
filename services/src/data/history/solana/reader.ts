// Reads an address's signatures and their transactions from a Solana node. Only what is final is read, so nothing is ever taken back.
import { createHash } from 'node:crypto'
import { callSolana, SolanaRefusal, UNSUPPORTED_VERSION } from '../../../chain/solana.js'
import { AdapterError } from '../../../upstream/fetch-json.js'
import type { HistoryContext } from '../../context.js'
import { isApproval, type IndexedTransaction } from '../model.js'
import { movementsOf } from './movements.js'
import { signaturesSchema, transactionSchema, type ParsedTransaction, type Signature } from './shapes.js'

/** Signatures of one step. */
export const PAGE_SIZE = 40
/** Transactions that are asked for at once: public nodes count calls. */
const TOGETHER = 8
const COMMITMENT = 'finalized'

/** A signature and its slot. */
export interface Mark {
  readonly signature: string
  readonly slot: number
}

/** Reads one chain through its nodes. */
export interface SolanaReader {
  /** Newest first; older than `before`, newer than `until`. @throws AdapterError also when the list is in no order */
  signatures(
    address: string,
    range: { readonly before?: Mark | undefined; readonly until?: Mark | undefined },
  ): Promise<readonly Signature[]>
  /** Up to the first that the node does not have. `concerns`: whether the account did, paid for or got something in it. */
  transactions(
    account: string,
    signatures: readonly Signature[],
  ): Promise<readonly { readonly concerns: boolean; readonly transaction: IndexedTransaction }[]>
}

/** A reader of `chainId` (CAIP-2). */
export function createSolanaReader(ctx: HistoryContext, chainId: string): SolanaReader {
  async function read(account: string, listed: Signature) {
    const options = { encoding: 'jsonParsed', commitment: COMMITMENT, maxSupportedTransactionVersion: 0 }
    const params = [listed.signature, options]
    const found = await callSolana(ctx, chainId, { method: 'getTransaction', params, schema: transactionSchema }).catch(
      (error: unknown) => {
        if (error instanceof SolanaRefusal && error.code === UNSUPPORTED_VERSION) return 'newer' as const
        throw error
      },
    )
    if (found === null) return undefined
    if (found === 'newer') return { concerns: true, transaction: unread(account, listed) }
    if (found.transaction.signatures[0] !== listed.signature || found.slot !== listed.slot)
      throw new AdapterError(200, 'another transaction than was asked for')
    const transaction = toIndexed(listed, found)
    return { concerns: isConcerned(account, found, transaction), transaction }
  }

  return {
    async signatures(address, { before, until }) {
      const marks = { ...(before && { before: before.signature }), ...(until && { until: until.signature }) }
      const params = [address, { limit: PAGE_SIZE, commitment: COMMITMENT, ...marks }]
      const list = await callSolana(ctx, chainId, { method: 'getSignaturesForAddress', params, schema: signaturesSchema })
      const isInOrder = list.every(({ signature, slot }, index) => {
        const newer = index === 0 ? before : list[index - 1]
        return newer === undefined || (slot <= newer.slot && signature !== newer.signature)
      })
      // Whoever ignores `before` would have us read the same page for ever.
      if (!isInOrder || list.length > PAGE_SIZE || list.some(({ signature }) => signature === before?.signature))
        throw new AdapterError(200, 'a list of signatures that is in no order')
      return list
    },
    async transactions(account, signatures) {
      const all = []
      for (let start = 0; start < signatures.length; start += TOGETHER) {
        const found = await Promise.all(signatures.slice(start, start + TOGETHER).map((listed) => read(account, listed)))
        for (const one of found) {
          if (!one) return all
          all.push(one)
        }
      }
      return all
    },
  }
}

/** Anyone can name anyone's address in a transaction: what neither was signed by the account nor moved its assets is not its history. */
function isConcerned(account: string, parsed: ParsedTransaction, { transfers }: IndexedTransaction): boolean {
  const isSigner = parsed.transaction.message.accountKeys.some(({ pubkey, signer }) => signer && pubkey === account)
  const isMoved = transfers.some((transfer) => !isApproval(transfer) && transfer.recipient === account)
  return isSigner || isMoved || transfers.some(({ sender }) => sender === account)
}

function toIndexed(listed: Signature, parsed: ParsedTransaction): IndexedTransaction {
  const { message } = parsed.transaction
  const sender = message.accountKeys[0]?.pubkey ?? ''
  const transfers = movementsOf(parsed)
  const sent = transfers.find((transfer) => transfer.sender === sender && transfer.recipient !== '')
  return {
    ...unread(sender, listed),
    minedAt: (parsed.blockTime ?? listed.blockTime ?? 0) * 1000,
    // Where nothing was sent: the program that was called.
    recipient: sent?.recipient ?? message.instructions.at(-1)?.programId ?? sender,
    failed: isFailure(parsed.meta?.err) || isFailure(listed.err),
    transfers,
  }
}

/** What the list of signatures alone says. */
function unread(sender: string, { signature, slot, blockTime, err }: Signature): IndexedTransaction {
  return {
    hash: signature,
    block: slot,
    position: positionOf(signature),
    minedAt: (blockTime ?? 0) * 1000,
    sender,
    recipient: sender,
    failed: isFailure(err),
    nonce: 0,
    value: 0n,
    transfers: [],
  }
}

function isFailure(error: unknown): boolean {
  return error !== null && error !== undefined
}

/** Nodes do not say where in its block a transaction stands. Pages need an order that is whole and the same next time. */
function positionOf(signature: string): number {
  return createHash('sha256').update(signature).digest().readUInt32BE(0) >>> 1
}
