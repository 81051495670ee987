// Balances on an EVM chain: the coin and every listed token, read through Multicall3 in chunks.
import { getAddress, type Address } from 'viem'
import type { BalancesContext } from '../context.js'
import { erc20Abi, multicallAbi } from '../assets/abi.js'
import { NATIVE } from '../assets/ids.js'
import { assetOf, listedAsset, type Asset } from '../assets/metadata.js'
import type { Holding } from './holding.js'

/** Calls of one aggregate: more would meet the nodes' gas limit of `eth_call`. */
const CHUNK = 200

/** The coin first, also when there is none of it; tokens of which there are some. */
export async function evmHoldings(ctx: BalancesContext, chainId: string, account: Address): Promise<readonly Holding[]> {
  const coin = listedAsset(ctx, chainId, NATIVE)
  const tokens = (ctx.data.chains[chainId]?.tokens ?? []).flatMap(({ address }) => listedAsset(ctx, chainId, address) ?? [])
  const holdings = await readAmounts(ctx, chainId, account, [...(coin ? [coin] : []), ...tokens])
  return holdings.filter(({ asset, amount }) => asset.address === NATIVE || amount > 0n)
}

/** These very tokens, from the chain, zero included. What is no token is left out. */
export async function namedHoldings(
  ctx: BalancesContext,
  chainId: string,
  { account, addresses }: { readonly account: Address; readonly addresses: readonly (Address | typeof NATIVE)[] },
): Promise<readonly Holding[]> {
  const assets = await Promise.all(addresses.map((address) => assetOf(ctx, chainId, address)))
  return readAmounts(
    ctx,
    chainId,
    account,
    assets.flatMap((asset) => asset ?? []),
  )
}

async function readAmounts(
  ctx: BalancesContext,
  chainId: string,
  account: Address,
  assets: readonly Asset[],
): Promise<readonly Holding[]> {
  const client = ctx.chains.client(chainId)
  const multicall3 = ctx.data.chains[chainId]?.multicall3
  const chunks: (readonly Asset[])[] = []
  for (let start = 0; start < assets.length; start += CHUNK) chunks.push(assets.slice(start, start + CHUNK))
  const read = async (chunk: readonly Asset[]) => {
    const contracts = chunk.map(({ address }) =>
      address === NATIVE && multicall3
        ? ({ address: multicall3, abi: multicallAbi, functionName: 'getEthBalance', args: [account] } as const)
        : ({ address: getAddress(address), abi: erc20Abi, functionName: 'balanceOf', args: [account] } as const),
    )
    // The chunks are cut here; the library must not cut them again by length.
    const results = await client.multicall({ contracts, batchSize: 0 })
    if (results.every(({ status }) => status === 'failure')) throw new Error(`no balance could be read on ${chainId}`)
    return chunk.flatMap((asset, index) => {
      const amount = results[index]?.result
      return amount === undefined ? [] : [{ asset, amount }]
    })
  }
  return (await Promise.all(chunks.map(read))).flat()
}
