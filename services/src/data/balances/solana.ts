// Balances on Solana: lamports, and the token accounts of both token programs.
import * as z from 'zod/mini'
import { callSolana } from '../../chain/solana.js'
import { NATIVE } from '../assets/ids.js'
import type { BalancesContext } from '../context.js'
import type { Holding } from './holding.js'
import { solanaAsset, solanaToken } from './solana-assets.js'

/** The token program, and Token-2022. */
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'] as const

// Whole, but not always below 2^53: the richest accounts are told as exactly as JSON numbers are.
const lamportsSchema = z.object({ value: z.number().check(z.nonnegative(), z.refine(Number.isInteger)) })
const accountsSchema = z.object({
  value: z.array(
    z.object({
      pubkey: z.string().check(z.maxLength(64)),
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({
              mint: z.string().check(z.maxLength(64)),
              tokenAmount: z.object({
                amount: z.string().check(z.regex(/^\d{1,20}$/)),
                decimals: z.int().check(z.minimum(0), z.maximum(255)),
              }),
            }),
          }),
        }),
      }),
    }),
  ),
})

/** An account of a token program. */
export interface TokenAccount {
  readonly address: string
  readonly mint: string
  readonly amount: bigint
  readonly decimals: number
}

/** Lamports and tokens of an owner. @throws AdapterError */
export async function solanaHoldings(
  ctx: BalancesContext,
  chainId: string,
  owner: string,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const coin = solanaAsset(ctx, chainId, NATIVE)
  const params = [owner, { commitment: 'confirmed' }]
  const [{ value: lamports }, accounts] = await Promise.all([
    callSolana(ctx, chainId, { method: 'getBalance', params, schema: lamportsSchema, signal }),
    solanaTokenAccounts(ctx, chainId, owner, { commitment: 'confirmed', signal }),
  ])
  const amounts = new Map<string, Holding>()
  for (const { mint, amount, decimals } of accounts) {
    const asset = amounts.get(mint)?.asset ?? solanaToken(ctx, chainId, mint, decimals)
    // One owner may have several accounts of one mint.
    amounts.set(mint, { asset, amount: (amounts.get(mint)?.amount ?? 0n) + amount })
  }
  // In the operator's order, then by mint: nodes list accounts in any order.
  const listed = (ctx.data.solana[chainId]?.tokens ?? []).map(({ address }) => address)
  const place = ({ asset }: Holding) =>
    `${listed.includes(asset.address) ? String(listed.indexOf(asset.address)).padStart(6, '0') : 'x'} ${asset.address}`
  const tokens = [...amounts.values()].filter(({ amount }) => amount > 0n).sort((a, b) => (place(a) < place(b) ? -1 : 1))
  return [...(coin ? [{ asset: coin, amount: BigInt(lamports) }] : []), ...tokens]
}

/** All token accounts of an owner, empty ones included. @throws AdapterError */
export async function solanaTokenAccounts(
  ctx: BalancesContext,
  chainId: string,
  owner: string,
  { commitment, signal }: { readonly commitment: 'confirmed' | 'finalized'; readonly signal?: AbortSignal },
): Promise<readonly TokenAccount[]> {
  const lists = await Promise.all(
    tokenPrograms.map((programId) => {
      const params = [owner, { programId }, { encoding: 'jsonParsed', commitment }]
      return callSolana(ctx, chainId, { method: 'getTokenAccountsByOwner', params, schema: accountsSchema, signal })
    }),
  )
  return lists.flatMap(({ value }) =>
    value.map(({ pubkey, account }) => {
      const { mint, tokenAmount } = account.data.parsed.info
      return { address: pubkey, mint, amount: BigInt(tokenAmount.amount), decimals: tokenAmount.decimals }
    }),
  )
}
