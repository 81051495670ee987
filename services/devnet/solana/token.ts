// Reads mints and token accounts of both token programs.
import { toBase58 } from '../../src/base58.js'
import { TOKEN, TOKEN_2022 } from './keys.js'
import type { NativeAccount } from './litesvm.js'

const ACCOUNT_LENGTH = 165
const MINT_LENGTH = 82
/** In what is longer than an account, the byte after one says what it is. */
const KIND = { mint: 1, account: 2 }

export interface TokenAmount {
  readonly amount: string
  readonly decimals: number
  readonly uiAmount: number | null
  readonly uiAmountString: string
}

export interface TokenHolding {
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly uiTokenAmount: TokenAmount
}
export type TokenBalance = TokenHolding & { readonly accountIndex: number }

export interface Mint {
  readonly authority: string | undefined
  readonly freezeAuthority: string | undefined
  readonly supply: bigint
  readonly decimals: number
}

type Find = (address: string) => NativeAccount | null

const programOf = (account: NativeAccount) => {
  const owner = toBase58(account.owner())
  return owner === TOKEN || owner === TOKEN_2022 ? owner : undefined
}

export function readMint(account: NativeAccount): Mint | undefined {
  const bytes = Buffer.from(account.data())
  const fits = bytes.length === MINT_LENGTH || (bytes.length > ACCOUNT_LENGTH && bytes[ACCOUNT_LENGTH] === KIND.mint)
  if (programOf(account) === undefined || !fits || bytes[45] !== 1) return undefined
  return {
    authority: optional(bytes, 0),
    supply: bytes.readBigUInt64LE(36),
    decimals: bytes.readUInt8(44),
    freezeAuthority: optional(bytes, 46),
  }
}

/** Undefined for anything that is no initialised token account. */
export function readTokenAccount(account: NativeAccount, find: Find): (TokenHolding & { readonly frozen: boolean }) | undefined {
  const programId = programOf(account)
  const bytes = Buffer.from(account.data())
  const fits = bytes.length === ACCOUNT_LENGTH || (bytes.length > ACCOUNT_LENGTH && bytes[ACCOUNT_LENGTH] === KIND.account)
  if (programId === undefined || !fits || bytes[108] === 0) return undefined
  const mint = toBase58(bytes.subarray(0, 32))
  const mintAccount = find(mint)
  const decimals = (mintAccount && readMint(mintAccount)?.decimals) ?? 0
  const uiTokenAmount = tokenAmount(bytes.readBigUInt64LE(64), decimals)
  return { mint, owner: toBase58(bytes.subarray(32, 64)), programId, uiTokenAmount, frozen: bytes[108] === 2 }
}

export function tokenAmount(amount: bigint, decimals: number): TokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

function optional(bytes: Buffer, at: number): string | undefined {
  return bytes.readUInt32LE(at) === 1 ? toBase58(bytes.subarray(at + 4, at + 36)) : undefined
}
