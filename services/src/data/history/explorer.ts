// Reads what an account did from a block explorer with the Etherscan interface (Blockscout has it at `/api`), merged by transaction.
import * as z from 'zod/mini'
import { AdapterError, fetchJson } from '../../upstream/fetch-json.js'
import type { ChainData } from '../../chain/chain-data.js'
import type { Found, Range } from './chain-reader.js'
import { decodeApprovalCall } from './decode.js'
import type { IndexedTransaction, IndexedTransfer, TransferKind } from './model.js'

/** Rows of one answer; the interface gives no more. */
export const ROWS_MAX = 10_000

/** These blocks have more rows than one answer of the explorer holds. */
export class CutList extends AdapterError {
  constructor() {
    super(200, 'the list is cut')
  }
}

const digits = z.string().check(z.regex(/^\d{1,78}$/))
/** A number that the columns of the index hold. */
const count = z.string().check(z.regex(/^\d{1,15}$/))
const address = z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{40})?$/))
const rowSchema = z.object({
  blockNumber: count,
  timeStamp: z.string().check(z.regex(/^\d{1,12}$/)),
  hash: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
  nonce: z.optional(count),
  from: address,
  to: address,
  value: z.optional(digits),
  input: z.catch(z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))), undefined),
  contractAddress: z.optional(address),
  transactionIndex: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  isError: z.optional(z.string()),
  tokenID: z.optional(digits),
  tokenValue: z.optional(digits),
})
type Row = z.output<typeof rowSchema>
// "No transactions found" comes as status 0 with an empty list; a refusal as status 0 with a text.
const answerSchema = z.object({ status: z.string(), message: z.string(), result: z.union([z.array(rowSchema), z.string()]) })

const actions = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const
const kinds = {
  txlistinternal: 'native',
  tokentx: 'erc20',
  tokennfttx: 'erc721',
  token1155tx: 'erc1155',
} as const satisfies Record<string, TransferKind>

/** `explorer` of a chain in the data file. */
export type Explorer = NonNullable<ChainData['explorer']>

/** @throws AdapterError when it refuses or answers something else; CutList */
export async function readExplorer(
  fetch: typeof globalThis.fetch,
  { url, key, kind }: Explorer,
  {
    account,
    chainId,
    range,
    signal,
  }: { readonly account: string; readonly chainId: string; readonly range: Range; readonly signal?: AbortSignal },
): Promise<Found> {
  const lists = await Promise.all(
    actions.map(async (action) => {
      const query = new URLSearchParams({
        module: 'account',
        action,
        address: account,
        sort: 'asc',
        page: '1',
        offset: String(ROWS_MAX),
      })
      query.set('startblock', String(range.from))
      query.set('endblock', String(range.to))
      if (kind === 'etherscan') query.set('chainid', chainId.replace('eip155:', ''))
      if (key !== undefined) query.set('apikey', key)
      const { result, message } = await fetchJson(fetch, `${url.replace(/\/+$/, '')}?${query.toString()}`, {
        schema: answerSchema,
        signal,
      })
      if (typeof result === 'string') {
        // Not every explorer keeps every list.
        if (action !== 'txlist' && /unknown|invalid|missing/i.test(`${message} ${result}`)) return { action, rows: [] }
        throw new AdapterError(200, `${message}: ${result}`)
      }
      if (result.length >= ROWS_MAX) throw new CutList()
      return { action, rows: result }
    }),
  )
  const byHash = new Map<string, { rows: { readonly action: (typeof actions)[number]; readonly row: Row }[] }>()
  for (const { action, rows } of lists) {
    for (const row of rows) {
      const hash = row.hash.toLowerCase()
      const entry = byHash.get(hash) ?? { rows: [] }
      entry.rows.push({ action, row })
      byHash.set(hash, entry)
    }
  }
  return { transactions: [...byHash].flatMap(([hash, { rows }]) => toTransaction(hash, rows) ?? []), blocks: [] }
}

function toTransaction(
  hash: string,
  rows: readonly { readonly action: (typeof actions)[number]; readonly row: Row }[],
): IndexedTransaction | undefined {
  const own = rows.find(({ action }) => action === 'txlist')?.row
  const told = own ?? rows[0]?.row
  if (!told) return undefined
  const failed = own?.isError === '1'
  const transfers = failed
    ? []
    : rows.flatMap(({ action, row }, index) => (action === 'txlist' ? approvalIn(row, index) : [toTransfer(action, row, index)]))
  // Without a row of its own the transaction was sent by another account, which the lists do not name: the first transfer's sender stands for it.
  return {
    hash,
    block: Number(told.blockNumber),
    // Not every list has it.
    position: Number(rows.find(({ row }) => row.transactionIndex !== undefined)?.row.transactionIndex ?? 0),
    minedAt: Number(told.timeStamp) * 1000,
    sender: told.from.toLowerCase(),
    recipient: (own ? own.to || undefined : told.contractAddress || told.to)?.toLowerCase(),
    creates: own && !own.to && own.contractAddress ? own.contractAddress.toLowerCase() : undefined,
    failed,
    isGuessed: !own,
    nonce: Number(told.nonce ?? 0),
    value: BigInt(own?.value ?? 0),
    transfers,
  }
}

function approvalIn({ from, to, input = '' }: Row, index: number): readonly IndexedTransfer[] {
  const approval = decodeApprovalCall(from.toLowerCase(), to.toLowerCase(), input)
  return approval ? [{ ...approval, logIndex: index, part: 0 }] : []
}

function toTransfer(action: keyof typeof kinds, row: Row, index: number): IndexedTransfer {
  const kind = kinds[action]
  return {
    // The lists have no numbers of logs: the place in the merged list is as good, as long as it is the same next time.
    logIndex: index,
    part: 0,
    kind,
    contract: kind === 'native' ? '' : (row.contractAddress ?? '').toLowerCase(),
    sender: row.from.toLowerCase(),
    recipient: row.to.toLowerCase(),
    amount: kind === 'erc721' ? 1n : BigInt((kind === 'erc1155' ? row.tokenValue : row.value) ?? 0),
    ...(kind === 'native' || kind === 'erc20' ? {} : { tokenId: BigInt(row.tokenID ?? 0) }),
  }
}
