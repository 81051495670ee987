// A past for the Solana accounts: mints, gifts, transfers of coins and tokens, an approval, a burn, trades, a memo, and one that failed.
import type { Bank } from './bank.js'
import {
  approveTokens,
  burnTokens,
  createMint,
  createTokenAccount,
  memo,
  MINT_LENGTH,
  mintTokens,
  transferSol,
  transferTokens,
} from './instructions.js'
import { signerOf, TOKEN, TOKEN_2022, tokenAccountOf } from './keys.js'
import {
  SOLANA_ACCOUNTS,
  SOLANA_FAUCET,
  SOLANA_GRAIN,
  SOLANA_SALT,
  SOLANA_STABLE,
  SOLANA_TOKENS,
  type SolanaAccount,
  type SolanaToken,
} from './manifest.js'
import { writeTransaction, type Instruction } from './transaction.js'

const DAY_S = 86_400
const SOL = 1_000_000_000n
const FAUCET_SOL = 1_000_000n
const BALANCE = 100n * SOL

const programOf = (token: SolanaToken) => (token.program === 'token' ? TOKEN : TOKEN_2022)
const faucet = SOLANA_FAUCET

export function fundFaucet(bank: Bank): void {
  bank.setBalance(faucet.address, FAUCET_SOL * SOL)
}

/** @param now seconds since 1970: the last of it was an hour before. */
export function livePast(bank: Bank, now: number): void {
  const send = (daysAgo: number, instructions: readonly Instruction[], by: SolanaAccount, ...others: { seed: string }[]) =>
    bank.at(Math.floor(now - daysAgo * DAY_S), () => {
      const signers = [by, ...others].map(({ seed }) => signerOf(seed))
      bank.send(writeTransaction(instructions, signers, bank.blockhash()))
    })
  const [ada, ben, cleo] = SOLANA_ACCOUNTS as readonly [SolanaAccount, SolanaAccount, SolanaAccount]

  for (const token of SOLANA_TOKENS) {
    const { mint, decimals } = token
    const place = { payer: faucet.address, mint, authority: faucet.address, program: programOf(token), decimals }
    send(30, createMint({ ...place, rent: bank.rent(MINT_LENGTH) }), faucet, token)
  }
  for (const to of SOLANA_ACCOUNTS) send(29, [transferSol(faucet.address, to.address, BALANCE)], faucet)
  for (const [token, amount, owners] of [
    [SOLANA_STABLE, 5_000n, SOLANA_ACCOUNTS],
    [SOLANA_GRAIN, 1_000n, [ada, ben]],
    [SOLANA_SALT, 77n, [ada]],
  ] as const) {
    for (const owner of owners) send(28, gift(token, owner.address, amount), faucet)
  }
  send(20, [transferSol(ada.address, ben.address, (3n * SOL) / 2n)], ada)
  send(18, [transferSol(ben.address, ada.address, SOL / 4n)], ben)
  send(12, [pay(SOLANA_STABLE, ada, ben, 120_000_000n)], ada)
  send(9, [createTokenAccount(ada.address, cleo.address, SOLANA_SALT.mint, TOKEN_2022), pay(SOLANA_SALT, ada, cleo, 700n)], ada)
  const [bensGrain, dollars] = [tokenAccountOf(ben.address, SOLANA_GRAIN.mint), 40_000_000n]
  send(8, [approveTokens({ source: bensGrain, delegate: ada.address, owner: ben.address, amount: 50_000_000_000n })], ben)
  send(7, [burnTokens({ from: bensGrain, mint: SOLANA_GRAIN.mint, owner: ben.address, amount: 1_000_000_000n })], ben)
  // Two sides in one transaction, both signed: coins for tokens.
  send(6, [transferSol(cleo.address, ben.address, SOL / 5n), pay(SOLANA_STABLE, ben, cleo, dollars)], cleo, ben)
  send(5.5, [transferSol(ben.address, cleo.address, SOL / 5n), pay(SOLANA_STABLE, cleo, ben, dollars)], ben, cleo)
  send(5, [pay(SOLANA_GRAIN, ben, ada, 25_000_000_000n), memo('for the mill')], ben)
  // More than she has: it fails, and stays in the history as failed.
  send(3, [pay(SOLANA_STABLE, cleo, ada, 9_999_000_000n)], cleo)
  send(0.05, [transferSol(cleo.address, ada.address, SOL / 10n)], cleo)
  // What the past cost is given back, so that everyone starts with a round sum.
  for (const { address } of SOLANA_ACCOUNTS) bank.setBalance(address, BALANCE)
}

function gift(token: SolanaToken, owner: string, whole: bigint): readonly Instruction[] {
  const program = programOf(token)
  const to = tokenAccountOf(owner, token.mint, program)
  const amount = whole * 10n ** BigInt(token.decimals)
  return [
    createTokenAccount(faucet.address, owner, token.mint, program),
    mintTokens(token.mint, to, faucet.address, amount, program),
  ]
}

function pay(token: SolanaToken, from: SolanaAccount, to: SolanaAccount, amount: bigint): Instruction {
  const { mint, decimals } = token
  const program = programOf(token)
  const place = (owner: SolanaAccount) => tokenAccountOf(owner.address, mint, program)
  return transferTokens({ from: place(from), to: place(to), owner: from.address, mint, amount, decimals, program })
}
