// Balances on Solana: lamports, and the token accounts of both token programs.
import * as z from 'zod/mini'
import { AdapterError, fetchJson } from '../assets/fetch-json.js'
import { NATIVE } from '../assets/ids.js'
import type { Asset } from '../assets/metadata.js'
import type { DataContext } from '../context.js'
import type { Holding } from './holding.js'
import { solanaAsset, solanaUrl } from './solana-assets.js'

/** The token program, and Token-2022. */
export const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

const lamportsSchema = z.object({ value: z.int().check(z.nonnegative()) })
const accountsSchema = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({
              mint: z.string(),
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

export async function solanaHoldings(
  ctx: DataContext,
  chainId: string,
  account: string,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const url = solanaUrl(ctx, chainId)
  const coin = solanaAsset(ctx, chainId, NATIVE)
  if (!url || !coin) throw new Error(`no node for ${chainId}`)
  const call = <S extends z.ZodMiniType>(method: string, params: readonly unknown[], schema: S) =>
    callSolana(ctx, url, { method, params, schema, signal })
  const [lamports, ...programs] = await Promise.all([
    call('getBalance', [account, { commitment: 'confirmed' }], lamportsSchema),
    ...tokenPrograms.map((programId) =>
      call(
        'getTokenAccountsByOwner',
        [account, { programId }, { encoding: 'jsonParsed', commitment: 'confirmed' }],
        accountsSchema,
      ),
    ),
  ])
  const amounts = new Map<string, Holding>()
  for (const { value } of programs) {
    for (const { account: holder } of value) {
      const { mint, tokenAmount } = holder.data.parsed.info
      const asset = solanaAsset(ctx, chainId, mint) ?? unlisted(chainId, mint, tokenAmount.decimals)
      // One owner may have several accounts of one mint.
      amounts.set(mint, { asset, amount: (amounts.get(mint)?.amount ?? 0n) + BigInt(tokenAmount.amount) })
    }
  }
  return [{ asset: coin, amount: BigInt(lamports.value) }, ...[...amounts.values()].filter(({ amount }) => amount > 0n)]
}

/** Anyone can mint anything under any name: what the operator has not listed is called by its mint. */
function unlisted(chainId: string, mint: string, decimals: number): Asset {
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return { chainId, address: mint, name: short, symbol: short, decimals, isListed: false }
}

export interface SolanaCall<S extends z.ZodMiniType> {
  readonly method: string
  readonly params: readonly unknown[]
  readonly schema: S
  readonly signal?: AbortSignal | undefined
}

/** One JSON-RPC call. @throws AdapterError */
export async function callSolana<S extends z.ZodMiniType>(
  { fetch }: DataContext,
  url: string,
  { method, params, schema, signal }: SolanaCall<S>,
): Promise<z.output<S>> {
  const envelope = z.object({
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.number(), message: z.string() })),
  })
  const { result, error } = await fetchJson(fetch, url, {
    schema: envelope,
    signal,
    body: { jsonrpc: '2.0', id: 1, method, params },
  })
  if (error) throw new AdapterError(200, `${error.code} ${error.message}`)
  const parsed = schema.safeParse(result)
  if (!parsed.success) throw new AdapterError(200, `an unexpected result of ${method}`)
  return parsed.data
}
