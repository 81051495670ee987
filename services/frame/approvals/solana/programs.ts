// The programs that approvals can say in words: coins, tokens, accounts of tokens, fees, memos. All others are unknown.
import { base58 } from '@scure/base'
import type { Scope } from '../scope.js'
import { utf8Of, visibleLines } from '../text.js'
import type { CallView, Row, Value } from '../types.js'
import type { AccountKey, Instruction } from './wire.js'

const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  tokenAccounts: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  oldMemo: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const

/** What one transaction is described with. */
export interface SolanaScope {
  readonly scope: Scope
  who(key: AccountKey): Promise<Value>
  /** Owners of token accounts that the transaction itself opens. */
  readonly owners: ReadonlyMap<string, string>
  /** Filled by the fee settings. */
  readonly fee: { limit?: bigint; price?: bigint }
}

type Described = Pick<CallView, 'title' | 'rows'> | undefined

class Data {
  #at = 0
  constructor(readonly bytes: Uint8Array) {}
  number(length: number): bigint | undefined {
    const part = this.bytes.subarray(this.#at, (this.#at += length))
    return part.length === length ? part.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n) : undefined
  }
  key(): string | undefined {
    const part = this.bytes.subarray(this.#at, (this.#at += 32))
    return part.length === 32 ? base58.encode(part) : undefined
  }
  get isAtEnd(): boolean {
    return this.#at === this.bytes.length
  }
}

/** An instruction in words. */
export async function describeInstruction(in_: SolanaScope, instruction: Instruction): Promise<CallView> {
  const { program, accounts, data } = instruction
  const described = await (program !== undefined && Object.hasOwn(readers, program)
    ? readers[program]?.(in_, instruction)
    : undefined)
  if (described) return { ...described, calls: [] }
  in_.scope.warn('warn.unknownProgram', 'danger')
  const rows: Row[] = [{ label: 'row.program', value: await in_.who(program), danger: true }]
  const named = accounts.map((account) => account ?? '?').join('\n')
  if (accounts.length > 0) rows.push({ label: 'row.accounts', value: { type: 'block', text: named } })
  if (data.length > 0) rows.push({ label: 'row.data', value: { type: 'block', text: base58.encode(data) } })
  return { title: 'call.unknown', rows, calls: [] }
}

/** The owner that an instruction opens a token account for. */
export function openedAccount({ program, accounts }: Instruction): readonly [string, string] | undefined {
  const [, account, owner] = accounts
  return program === programs.tokenAccounts && account !== undefined && owner !== undefined ? [account, owner] : undefined
}

async function system({ scope, who }: SolanaScope, { accounts, data }: Instruction): Promise<Described> {
  const reader = new Data(data)
  const tag = reader.number(4)
  const me = scope.request.account
  const [from, to] = accounts
  const amountRow = (lamports: bigint): Row => ({ label: 'row.amount', value: scope.coins(lamports) })
  const fromRows = async (): Promise<readonly Row[]> => (from === me ? [] : [{ label: 'row.from', value: await who(from) }])
  if (tag === 2n) {
    const lamports = reader.number(8)
    if (lamports === undefined || !reader.isAtEnd || accounts.length !== 2) return undefined
    if (to === me) scope.warn('warn.toSelf', 'note')
    return {
      title: 'call.send',
      rows: [amountRow(lamports), ...(await fromRows()), { label: 'row.recipient', value: await who(to) }],
    }
  }
  if (tag === 0n) {
    const [lamports, space, owner] = [reader.number(8), reader.number(8), reader.key()]
    if (lamports === undefined || space === undefined || owner === undefined || !reader.isAtEnd) return undefined
    // Coins that a program holds are the program's.
    if (!Object.values<string>(programs).includes(owner)) scope.warn('warn.unknownProgram', 'danger')
    return {
      title: 'call.createAccount',
      rows: [
        { label: 'row.account', value: await who(to) },
        amountRow(lamports),
        ...(await fromRows()),
        { label: 'row.program', value: await who(owner) },
      ],
    }
  }
  if (tag === 1n) {
    const owner = reader.key()
    if (owner === undefined || !reader.isAtEnd) return undefined
    scope.warn('warn.setAuthority', 'danger')
    return {
      title: 'call.setAuthority',
      rows: [
        { label: 'row.account', value: await who(from) },
        { label: 'row.newOwner', value: await who(owner), danger: true },
      ],
    }
  }
  if (tag === 4n && reader.isAtEnd) {
    scope.warn('warn.nonceSolana', 'danger')
    return { title: 'call.nonce', rows: [{ label: 'row.account', value: await who(from) }] }
  }
  return undefined
}

/** An amount of a token whose mint is known or not. */
function tokenAmount({ scope }: SolanaScope, amount: bigint, mint: AccountKey, decimals: number | undefined): Value {
  const listed = mint === undefined ? undefined : scope.context.knownContract?.(scope.request.chainId, mint)
  const places = decimals ?? listed?.decimals
  if (places === undefined) scope.warn('warn.noDecimals', 'note')
  const value = { type: 'amount', amount, decimals: places ?? 0, symbol: listed?.symbol ?? '?' } as const
  return listed?.symbol !== undefined ? value : { ...value, unverified: mint ?? '?' }
}

async function token(in_: SolanaScope, { accounts, data }: Instruction): Promise<Described> {
  const { scope, who, owners } = in_
  const reader = new Data(data)
  const tag = Number(reader.number(1))
  const isChecked = tag === 12 || tag === 13 || tag === 15
  const [source] = accounts
  const rowOf = async (label: Row['label'], key: AccountKey, danger = false): Promise<Row> => ({
    label,
    value: await who(key),
    ...(danger ? { danger } : {}),
  })
  if ([3, 12, 4, 13, 8, 15].includes(tag)) {
    const amount = reader.number(8)
    const decimals = isChecked ? reader.number(1) : undefined
    if (amount === undefined || (isChecked && decimals === undefined) || !reader.isAtEnd) return undefined
    const isBurn = tag === 8 || tag === 15
    // Burning names the mint second in both forms, sending and allowing in the checked form alone.
    const mint = isChecked || isBurn ? accounts[1] : undefined
    const other = isChecked ? accounts[2] : accounts[1]
    const value = tokenAmount(in_, amount, mint, decimals === undefined ? undefined : Number(decimals))
    const shown: Row = {
      label: 'row.amount',
      value: mint === undefined && source !== undefined ? ({ ...value, unverified: source } as Value) : value,
    }
    if (isBurn) {
      scope.warn('warn.burn', 'danger')
      return { title: 'call.burn', rows: [{ ...shown, danger: true }] }
    }
    if (tag === 4 || tag === 13) {
      scope.warn(amount >= 2n ** 63n ? 'warn.unlimited' : 'warn.delegate', 'danger')
      return { title: 'call.approve', rows: [{ ...shown, label: 'row.allowance' }, await rowOf('row.spender', other, true)] }
    }
    return { title: 'call.sendToken', rows: [shown, await rowOf('row.recipient', (other && owners.get(other)) ?? other)] }
  }
  if (tag === 5 && reader.isAtEnd) return { title: 'call.revoke', rows: [await rowOf('row.account', source)] }
  if (tag === 6) {
    scope.warn('warn.setAuthority', 'danger')
    reader.number(1)
    const owner = reader.number(1) === 1n ? reader.key() : undefined
    if (!reader.isAtEnd) return undefined
    const rows = [await rowOf('row.account', source), ...(owner === undefined ? [] : [await rowOf('row.newOwner', owner, true)])]
    return { title: 'call.setAuthority', rows }
  }
  if (tag === 9 && reader.isAtEnd) {
    const to = accounts[1]
    const isOurs = to === scope.request.account
    if (!isOurs) scope.warn('warn.closeAccount', 'danger')
    return { title: 'call.closeAccount', rows: [await rowOf('row.account', source), await rowOf('row.recipient', to, !isOurs)] }
  }
  if (tag === 17 && reader.isAtEnd) return { title: 'call.sync', rows: [await rowOf('row.account', source)] }
  return undefined
}

async function tokenAccounts({ who }: SolanaScope, { accounts, data }: Instruction): Promise<Described> {
  const isKnown = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  if (!isKnown || accounts.length < 4) return undefined
  const [, account, owner, mint] = accounts
  return {
    title: 'call.createAccount',
    rows: [
      { label: 'row.account', value: await who(account) },
      { label: 'row.owner', value: await who(owner) },
      { label: 'row.token', value: await who(mint) },
    ],
  }
}

function computeBudget({ fee }: SolanaScope, { data }: Instruction): Described {
  const reader = new Data(data)
  const tag = Number(reader.number(1))
  const value = tag === 3 ? reader.number(8) : tag === 1 || tag === 2 || tag === 4 ? reader.number(4) : undefined
  if (value === undefined || !reader.isAtEnd) return undefined
  if (tag === 2) fee.limit = value
  if (tag === 3) fee.price = value
  return { title: 'call.compute', rows: [] }
}

function memo(_: SolanaScope, { data }: Instruction): Described {
  const text = utf8Of(data)
  return text === undefined
    ? undefined
    : { title: 'call.memo', rows: [{ label: 'row.memo', value: { type: 'block', text: visibleLines(text) } }] }
}

type Read = (in_: SolanaScope, instruction: Instruction) => Described | Promise<Described>

/** By program. */
const readers: Readonly<Record<string, Read>> = {
  [programs.system]: system,
  [programs.token]: token,
  [programs.token2022]: token,
  [programs.tokenAccounts]: tokenAccounts,
  [programs.computeBudget]: computeBudget,
  [programs.memo]: memo,
  [programs.oldMemo]: memo,
}
