// The balance of SOL at the nodes of a Solana cluster (JSON-RPC `getBalance`).
import * as z from 'zod/mini'
import { walletError } from '../vocabulary/errors.js'
import { callRpc, type RpcWorld } from './rpc.js'

/** Whole lamports that JSON carries exactly: up to 9 million SOL. A larger balance counts as unknown, because its last digits are lost. */
const answerSchema = z.object({ value: z.int().check(z.nonnegative()) })

/**
 * Balance of SOL as the cluster has confirmed it, in lamports.
 * @throws WalletError `ADDRESS_INVALID`; `MALFORMED_RESPONSE` when the answer has no whole number; further as `callRpc`
 */
export async function getNativeBalance({ address, ...world }: RpcWorld & { readonly address: string }): Promise<bigint> {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) throw walletError('ADDRESS_INVALID')
  const answer = z.safeParse(answerSchema, await callRpc(world, 'getBalance', [address, { commitment: 'confirmed' }]))
  if (!answer.success)
    throw walletError('MALFORMED_RESPONSE', {
      details: { chain: world.network.caipNetworkId, problem: 'balance is not a whole number' },
    })
  return BigInt(answer.data.value)
}
