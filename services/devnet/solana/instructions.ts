// The instructions of the past: System, Token, Associated Token Account and Memo programs.
import { fromBase58 } from '../../src/base58.js'
import { ASSOCIATED, MEMO, SYSTEM, TOKEN, tokenAccountOf } from './keys.js'
import type { Instruction } from './transaction.js'

export const MINT_LENGTH = 82n

const u32 = (value: number) => [...Uint8Array.from(Buffer.from(Uint32Array.of(value).buffer))]
const u64 = (value: bigint) => [...Uint8Array.from(Buffer.from(BigUint64Array.of(value).buffer))]

export function transferSol(from: string, to: string, lamports: bigint): Instruction {
  return {
    program: SYSTEM,
    accounts: [
      { address: from, signer: true, writable: true },
      { address: to, writable: true },
    ],
    input: Uint8Array.from([...u32(2), ...u64(lamports)]),
  }
}

/** Makes a mint at the address of a new key; `authority` may mint. */
export function createMint(
  options: Readonly<Record<'payer' | 'mint' | 'authority' | 'program', string>> & {
    readonly decimals: number
    readonly rent: bigint
  },
): readonly Instruction[] {
  const { payer, mint, authority, program, decimals, rent } = options
  return [
    {
      program: SYSTEM,
      accounts: [payer, mint].map((address) => ({ address, signer: true, writable: true })),
      input: Uint8Array.from([...u32(0), ...u64(rent), ...u64(MINT_LENGTH), ...fromBase58(program)]),
    },
    {
      program,
      accounts: [{ address: mint, writable: true }],
      // InitializeMint2, without an authority to freeze
      input: Uint8Array.from([20, decimals, ...fromBase58(authority), 0]),
    },
  ]
}

/** The owner's token account, unless it is there already. */
export function createTokenAccount(payer: string, owner: string, mint: string, program = TOKEN): Instruction {
  return {
    program: ASSOCIATED,
    accounts: [
      { address: payer, signer: true, writable: true },
      { address: tokenAccountOf(owner, mint, program), writable: true },
      { address: owner },
      { address: mint },
      { address: SYSTEM },
      { address: program },
    ],
    input: Uint8Array.of(1),
  }
}

export function mintTokens(mint: string, to: string, authority: string, amount: bigint, program = TOKEN): Instruction {
  return {
    program,
    accounts: [
      { address: mint, writable: true },
      { address: to, writable: true },
      { address: authority, signer: true },
    ],
    input: Uint8Array.from([7, ...u64(amount)]),
  }
}

/** Between token accounts; the decimals are checked against the mint. */
export function transferTokens(
  options: Readonly<Record<'from' | 'to' | 'owner' | 'mint', string>> & {
    readonly amount: bigint
    readonly decimals: number
    readonly program?: string
  },
): Instruction {
  const { from, to, owner, mint, amount, decimals, program = TOKEN } = options
  return {
    program,
    accounts: [
      { address: from, writable: true },
      { address: mint },
      { address: to, writable: true },
      { address: owner, signer: true },
    ],
    input: Uint8Array.from([12, ...u64(amount), decimals]),
  }
}

/** Lets `delegate` spend up to `amount` out of the owner's token account. */
export function approveTokens(
  options: Readonly<Record<'source' | 'delegate' | 'owner', string>> & { readonly amount: bigint; readonly program?: string },
): Instruction {
  const { source, delegate, owner, amount, program = TOKEN } = options
  const accounts = [{ address: source, writable: true }, { address: delegate }, { address: owner, signer: true }]
  return { program, accounts, input: Uint8Array.from([4, ...u64(amount)]) }
}

export function burnTokens(
  options: Readonly<Record<'from' | 'mint' | 'owner', string>> & { readonly amount: bigint; readonly program?: string },
): Instruction {
  const { from, mint, owner, amount, program = TOKEN } = options
  const accounts = [
    { address: from, writable: true },
    { address: mint, writable: true },
    { address: owner, signer: true },
  ]
  return { program, accounts, input: Uint8Array.from([8, ...u64(amount)]) }
}

export function memo(text: string): Instruction {
  return { program: MEMO, accounts: [], input: new TextEncoder().encode(text) }
}
