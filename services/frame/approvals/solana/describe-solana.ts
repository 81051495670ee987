// The requests of Solana: messages and transactions in words.
import { base58, base64 } from '@scure/base'
import { describeMessage } from '../message.js'
import type { Scope } from '../scope.js'
import { visibleText } from '../text.js'
import { ApprovalError, refuse, type CallView, type Described, type Row, type Value } from '../types.js'
import { readList, readRecord } from '../values.js'
import { describeInstruction, openedAccount, type SolanaScope } from './programs.js'
import { readMessage, readTransaction, TRANSACTION_MAX_BYTES, type AccountKey, type Message } from './wire.js'

const TRANSACTIONS_MAX = 20
/** Base58 takes time with the square of the length. */
const MESSAGE_MAX_BYTES = 4_096
const LAMPORTS_PER_SIGNATURE = 5_000n
const [UNITS_MAX, UNITS_PER_INSTRUCTION, MICRO] = [1_400_000n, 200_000n, 1_000_000n]
/** Names of chains in messages to sign in, beside the CAIP-2 id. */
const chainNames: Readonly<Record<string, readonly string[]>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['mainnet', 'solana:mainnet'],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['devnet', 'solana:devnet'],
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': ['testnet', 'solana:testnet'],
}

/** Row 68: an account of Solana is 32 bytes in base58. @throws ApprovalError */
export function readSolanaAccount(value: unknown, what: string): string {
  try {
    if (typeof value === 'string' && value.length >= 32 && value.length <= 44 && base58.decode(value).length === 32) return value
  } catch {
    // Not base58.
  }
  return refuse(`${what} is no account of Solana`)
}

const paramsOf = (scope: Scope): Readonly<Record<string, unknown>> => {
  const { params } = scope.request
  if (Array.isArray(params) && params.length !== 1) return refuse('params is no object')
  return readRecord(Array.isArray(params) ? (params as readonly unknown[])[0] : params, 'params')
}

/** `solana_signMessage`. What could be a transaction is no message: its signature would send it. */
export function describeSolanaMessage(scope: Scope): Described {
  const { message, pubkey } = paramsOf(scope)
  const { account, chainId } = scope.request
  if (pubkey !== undefined && readSolanaAccount(pubkey, 'pubkey') !== account) refuse('pubkey is not the connected account')
  const bytes = decode(base58, message, 'The message', MESSAGE_MAX_BYTES)
  if (bytes.length === 0) refuse('The message is empty')
  if (isTransaction(bytes)) throw new ApprovalError('METHOD_NOT_ALLOWED', 'A transaction cannot be signed as a message')
  const chain = [chainId, chainId.slice(7), ...(chainNames[chainId] ?? [])]
  return describeMessage(scope, bytes, {
    kind: 'solanaMessage',
    account: 'Solana',
    chain,
    sign: { type: 'solanaMessage', message: bytes },
  })
}

function isTransaction(bytes: Uint8Array): boolean {
  return [readMessage, readTransaction].some((read) => {
    try {
      read(bytes)
      return true
    } catch {
      return false
    }
  })
}

/** `solana_signTransaction`, `solana_signAndSendTransaction`. */
export async function describeSolanaTransaction(scope: Scope): Promise<Described> {
  const { transaction } = paramsOf(scope)
  const bytes = readBytes(transaction)
  const { calls, rows } = await describeOne(scope, bytes)
  const [only] = calls
  const isOne = calls.length === 1 && only !== undefined
  return {
    kind: 'solanaTransaction',
    title: isOne ? only.title : 'title.solana',
    action: 'action.send',
    warnings: scope.warnings,
    rows: isOne ? [...only.rows, ...rows] : rows,
    calls: isOne ? [] : calls,
    raw: base64.encode(bytes),
    sign: { type: 'solanaTransaction', transaction: bytes },
  }
}

/** `solana_signAllTransactions`. */
export async function describeSolanaTransactions(scope: Scope): Promise<Described> {
  const list = readList(paramsOf(scope)['transactions'], 'transactions')
  if (list.length < 1 || list.length > TRANSACTIONS_MAX) refuse(`There are not 1 to ${String(TRANSACTIONS_MAX)} transactions`)
  const transactions = list.map(readBytes)
  const calls: CallView[] = []
  for (const bytes of transactions) {
    const described = await describeOne(scope, bytes)
    calls.push({ title: 'title.solana', rows: described.rows, calls: described.calls })
  }
  return {
    kind: 'solanaTransaction',
    title: 'title.solanaAll',
    action: 'action.sign',
    warnings: scope.warnings,
    rows: [{ label: 'row.calls', value: { type: 'text', text: String(calls.length) } }],
    calls,
    raw: transactions.map((bytes) => base64.encode(bytes)).join('\n'),
    sign: { type: 'solanaTransactions', transactions },
  }
}

async function describeOne(scope: Scope, bytes: Uint8Array): Promise<Pick<CallView, 'rows' | 'calls'>> {
  const { account, chainId } = scope.request
  const message = readTransaction(bytes)
  const { signers, instructions, tables } = message
  if (!signers.includes(account)) refuse('The connected account is not among the signers of the transaction')
  const [feePayer] = signers
  if (tables.length > 0) scope.warn('warn.lookup', 'danger')
  if (signers.length > 1) scope.warn('warn.manySigners', 'note')
  if (feePayer !== account) scope.warn('warn.feePayer', 'note')
  const who = async (key: AccountKey): Promise<Value> => {
    if (key === undefined) return { type: 'text', text: '?' }
    if (key === account) return { type: 'address', address: key, isSelf: true }
    const listed = scope.context.knownContract?.(chainId, key)?.name
    const name = listed ?? (await scope.context.nameOf?.(chainId, key, scope.signal).catch(() => undefined))
    return name === undefined ? { type: 'address', address: key } : { type: 'address', address: key, name: visibleText(name) }
  }
  const in_: SolanaScope = {
    scope,
    who,
    owners: new Map(instructions.flatMap((each) => [openedAccount(each)].filter((pair) => pair !== undefined))),
    fee: {},
  }
  const described: CallView[] = []
  for (const instruction of instructions) described.push(await describeInstruction(in_, instruction))
  const rows: Row[] = []
  if (feePayer !== account) rows.push({ label: 'row.feePayer', value: await who(feePayer) })
  else rows.push(feeRow(scope, in_, message))
  // What the fee settings say is in the fee.
  return { rows, calls: described.filter(({ title }) => title !== 'call.compute') }
}

function feeRow(scope: Scope, { fee }: SolanaScope, { signers, instructions }: Message): Row {
  const usual = UNITS_PER_INSTRUCTION * BigInt(instructions.length)
  const units = fee.limit ?? (usual < UNITS_MAX ? usual : UNITS_MAX)
  const priority = ((fee.price ?? 0n) * (units < UNITS_MAX ? units : UNITS_MAX) + MICRO - 1n) / MICRO
  const most = LAMPORTS_PER_SIGNATURE * BigInt(signers.length) + priority
  const isHigh = most >= (scope.chain.feeLimit ?? 10n ** BigInt(scope.chain.decimals))
  if (isHigh) scope.warn('warn.feeHigh', 'danger')
  return { label: 'row.feeMost', value: scope.coins(most), ...(isHigh ? { danger: true } : {}) }
}

/** A transaction in base64, or in base58 as older pages write it. What is signed is what was read, in either case. */
function readBytes(value: unknown): Uint8Array {
  try {
    const bytes = decode(base64, value, 'The transaction', TRANSACTION_MAX_BYTES)
    readTransaction(bytes)
    return bytes
  } catch {
    return decode(base58, value, 'The transaction', TRANSACTION_MAX_BYTES)
  }
}

function decode(coder: { decode(text: string): Uint8Array }, value: unknown, what: string, most: number): Uint8Array {
  if (typeof value !== 'string' || value.length > most * 1.4) return refuse(`${what} is no text of at most ${String(most)} bytes`)
  try {
    const bytes = coder.decode(value)
    if (bytes.length <= most) return bytes
  } catch {
    // Refused below.
  }
  return refuse(`${what} cannot be decoded`)
}
