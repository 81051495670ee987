// Accounts, instructions and transactions as a node's JSON has them, `jsonParsed` for the programs that wallets read.
import { toBase58 } from '../../src/base58.js'
import type { TransactionRecord } from './bank.js'
import { ASSOCIATED, MEMO, SYSTEM, TOKEN, TOKEN_2022 } from './keys.js'
import type { NativeAccount } from './litesvm.js'
import { readMint, readTokenAccount, tokenAmount } from './token.js'

export type Encoding = 'base58' | 'base64' | 'jsonParsed' | 'json'
export interface Slice {
  readonly offset: number
  readonly length: number
}
type Find = (address: string) => NativeAccount | null

const programNames: Readonly<Record<string, string>> = { [TOKEN]: 'spl-token', [TOKEN_2022]: 'spl-token-2022' }

export function accountJson(account: NativeAccount, find: Find, encoding: Encoding = 'base64', slice?: Slice) {
  const whole = account.data()
  const bytes = slice ? whole.slice(slice.offset, slice.offset + slice.length) : whole
  const parsed = encoding === 'jsonParsed' ? parsedAccount(account, find) : undefined
  const plain = encoding === 'base58' ? [toBase58(bytes), 'base58'] : [Buffer.from(bytes).toString('base64'), 'base64']
  return {
    lamports: account.lamports(),
    owner: toBase58(account.owner()),
    executable: account.executable(),
    rentEpoch: account.rentEpoch(),
    space: whole.length,
    data: parsed ?? plain,
  }
}

function parsedAccount(account: NativeAccount, find: Find) {
  const [mint, holding] = [readMint(account), readTokenAccount(account, find)]
  const frame = { program: programNames[toBase58(account.owner())] ?? '', space: account.data().length }
  if (holding !== undefined) {
    const { mint: of, owner, uiTokenAmount: amount, frozen } = holding
    const content = { isNative: false, mint: of, owner, state: frozen ? 'frozen' : 'initialized', tokenAmount: amount }
    return { ...frame, parsed: { type: 'account', info: content } }
  }
  if (mint === undefined) return undefined
  const { authority = null, freezeAuthority = null, supply, decimals } = mint
  const content = { mintAuthority: authority, freezeAuthority, supply: supply.toString(), decimals, isInitialized: true }
  return { ...frame, parsed: { type: 'mint', info: content } }
}

interface Compiled {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly input: Uint8Array
}

export function transactionJson(record: TransactionRecord, encoding: Encoding) {
  const { transaction, keys, loaded, meta, error } = record
  const { message } = transaction
  const instruction = (compiled: Compiled, stackHeight: number | null) =>
    encoding === 'jsonParsed' ? { ...parsedInstruction(compiled, keys), stackHeight } : { ...compiledJson(compiled), stackHeight }
  const innerInstructions = meta.innerInstructions().flatMap((list, index) => {
    const instructions = list.map((inner) => {
      const compiled = inner.instruction()
      const accounts = [...compiled.accounts()]
      return instruction({ programIdIndex: compiled.programIdIndex(), accounts, input: compiled.data() }, inner.stackHeight())
    })
    return instructions.length === 0 ? [] : [{ index, instructions }]
  })
  const common = { recentBlockhash: message.blockhash, instructions: message.instructions.map((each) => instruction(each, null)) }
  const signatures = transaction.signatures.map(toBase58)
  const plain =
    encoding === 'base58' ? [toBase58(record.bytes), 'base58'] : [Buffer.from(record.bytes).toString('base64'), 'base64']
  const [signers, readonlySigners, readonlyOthers] = message.header
  const json = {
    ...common,
    header: {
      numRequiredSignatures: signers,
      numReadonlySignedAccounts: readonlySigners,
      numReadonlyUnsignedAccounts: readonlyOthers,
    },
    accountKeys: message.keys,
    ...(message.version === 0 ? { addressTableLookups: lookupsJson(record) } : {}),
  }
  return {
    slot: record.slot,
    blockTime: record.blockTime,
    version: message.version,
    transaction:
      encoding === 'json'
        ? { signatures, message: json }
        : encoding === 'jsonParsed'
          ? { signatures, message: { ...common, accountKeys: parsedKeys(record) } }
          : plain,
    meta: {
      err: error,
      status: error === null ? { Ok: null } : { Err: error },
      fee: record.fee,
      preBalances: record.preBalances,
      postBalances: record.postBalances,
      preTokenBalances: record.preTokenBalances.map(tokenBalanceJson),
      postTokenBalances: record.postTokenBalances.map(tokenBalanceJson),
      innerInstructions,
      logMessages: meta.logs(),
      rewards: [],
      computeUnitsConsumed: meta.computeUnitsConsumed(),
      ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: loaded }),
    },
  }
}

const compiledJson = ({ programIdIndex, accounts, input }: Compiled) => ({ programIdIndex, accounts, data: toBase58(input) })

const tokenBalanceJson = ({
  accountIndex,
  mint,
  owner,
  programId,
  uiTokenAmount,
}: TransactionRecord['preTokenBalances'][number]) => ({
  accountIndex,
  mint,
  owner,
  programId,
  uiTokenAmount,
})

const lookupsJson = ({ transaction }: TransactionRecord) =>
  transaction.message.lookups.map(({ table, writable, readonly }) => ({
    accountKey: table,
    writableIndexes: writable,
    readonlyIndexes: readonly,
  }))

function parsedKeys({ transaction, keys, loaded }: TransactionRecord) {
  const { header, keys: own } = transaction.message
  const [signers, readonlySigners, readonlyOthers] = header
  return keys.map((pubkey, index) => {
    const signer = index < signers
    const fromTable = index >= own.length
    const writable = fromTable
      ? index < own.length + loaded.writable.length
      : signer
        ? index < signers - readonlySigners
        : index < own.length - readonlyOthers
    return { pubkey, signer, writable, source: fromTable ? 'lookupTable' : 'transaction' }
  })
}

function parsedInstruction({ programIdIndex, accounts, input }: Compiled, keys: readonly string[]) {
  const programId = keys[programIdIndex] ?? ''
  const named = accounts.map((index) => keys[index] ?? '')
  const bytes = Buffer.from(input)
  const found = parsers[programId]?.(bytes, named)
  if (found === undefined) return { programId, accounts: named, data: toBase58(input) }
  return { programId, ...found }
}

type Parser = (bytes: Buffer, accounts: readonly string[]) => { readonly program: string; readonly parsed: unknown } | undefined

const tokenParser =
  (program: string): Parser =>
  (bytes, [first, second, third, fourth]) => {
    const amount = bytes.length >= 9 ? bytes.readBigUInt64LE(1) : 0n
    const text = amount.toString()
    switch (bytes[0]) {
      case 3:
        return {
          program,
          parsed: { type: 'transfer', info: { source: first, destination: second, authority: third, amount: text } },
        }
      case 4: {
        const content = { source: first, delegate: second, owner: third, amount: text }
        return { program, parsed: { type: 'approve', info: content } }
      }
      case 5:
        return { program, parsed: { type: 'revoke', info: { source: first, owner: second } } }
      case 8: {
        const content = { account: first, mint: second, authority: third, amount: text }
        return { program, parsed: { type: 'burn', info: content } }
      }
      case 13: {
        const tokens = tokenAmount(amount, bytes[9] ?? 0)
        const content = { source: first, mint: second, delegate: third, owner: fourth, tokenAmount: tokens }
        return { program, parsed: { type: 'approveChecked', info: content } }
      }
      case 7:
        return { program, parsed: { type: 'mintTo', info: { mint: first, account: second, mintAuthority: third, amount: text } } }
      case 12: {
        const tokens = tokenAmount(amount, bytes[9] ?? 0)
        const content = { source: first, mint: second, destination: third, authority: fourth, tokenAmount: tokens }
        return { program, parsed: { type: 'transferChecked', info: content } }
      }
      default:
        return undefined
    }
  }

const parsers: Readonly<Record<string, Parser>> = {
  [TOKEN]: tokenParser('spl-token'),
  [TOKEN_2022]: tokenParser('spl-token'),
  [SYSTEM]: (bytes, [source, destination]) => {
    if (bytes.length !== 12 || bytes.readUInt32LE(0) !== 2) return undefined
    const content = { source, destination, lamports: bytes.readBigUInt64LE(4) }
    return { program: 'system', parsed: { type: 'transfer', info: content } }
  },
  [ASSOCIATED]: (bytes, [source, account, wallet, mint, systemProgram, tokenProgram]) => {
    if (bytes.length > 1 || (bytes[0] ?? 0) > 1) return undefined
    const type = bytes[0] === 1 ? 'createIdempotent' : 'create'
    return {
      program: 'spl-associated-token-account',
      parsed: { type, info: { source, account, wallet, mint, systemProgram, tokenProgram } },
    }
  },
  [MEMO]: (bytes) => ({ program: 'spl-memo', parsed: bytes.toString('utf8') }),
}
