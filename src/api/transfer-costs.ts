// What a transfer costs its sender: the fee of the transaction, and on Solana the deposits of accounts that it opens.
import * as z from 'zod/mini'
import { type AssetId, parseAssetId } from '../vocabulary/caip.js'
import { walletError } from '../vocabulary/errors.js'
import { mostOf } from '../vocabulary/token-sources.js'
import { readTokenDecimals } from './erc20.js'
import { estimateFee } from './fees.js'
import { lookAt, TOKEN_PROGRAMS } from './receivers.js'
import { callRpc, type RpcWorld } from './rpc.js'
import { associatedAccount } from './solana-addresses.js'

export { isRevert } from './rpc.js'

/** For each signature of a transaction, of which a transfer has one (https://solana.com/docs/core/fees). */
const LAMPORTS_PER_SIGNATURE = 5_000n
/**
 * What a wallet may add to a transfer so that it is taken up sooner: Phantom does so unless the page has
 * (https://docs.phantom.com/developer-powertools/solana-priority-fees). Wallets choose the price of a unit; 0.0001 SOL pays for the 200 000 units that an
 * instruction may use by default at half a lamport each, and for more of the few that a transfer needs (https://solana.com/docs/core/fees).
 */
const PRIORITY_LAMPORTS = 100_000n
/** Bytes of a token account; one of Token-2022 has its kind and `ImmutableOwner` behind them. */
const [TOKEN_ACCOUNT_BYTES, TOKEN_2022_ACCOUNT_BYTES] = [165, 170]
/** Bytes that extensions of a mint of Token-2022 add to its accounts: 4 for type and length, and the value. */
const extensionBytes: Readonly<Record<string, number>> = {
  transferFeeConfig: 12,
  nonTransferable: 4,
  transferHook: 5,
  pausableConfig: 4,
}

const lamports = z.union([z.bigint(), z.int().check(z.minimum(0))])
const balanceSchema = z.object({ value: lamports })
const heldSchema = z.object({
  value: z.array(
    z.object({
      pubkey: z.string(),
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({ state: z.string(), tokenAmount: z.object({ amount: z.string().check(z.regex(/^\d{1,20}$/)) }) }),
          }),
        }),
      }),
    }),
  ),
})
const ownedSchema = z.object({ value: z.nullable(z.object({ owner: z.string() })) })
const mintSchema = z.object({
  value: z.object({
    owner: z.string(),
    data: z.object({
      parsed: z.object({ info: z.object({ extensions: z.nullish(z.array(z.object({ extension: z.string() }))) }) }),
    }),
  }),
})

/** A transfer whose cost is asked for. */
export interface CostQuery {
  readonly from: string
  /** The receiver; the sender itself while it is not known. */
  readonly to: string
  readonly asset: AssetId
  readonly amount: bigint
  /** By which base units of a token are counted: its contract is asked whether that is so (EVM). */
  readonly decimals?: number | undefined
  /** The sender is a smart account, by its wallet's word. */
  readonly isSmartAccount?: boolean | undefined
}

/** What a transfer costs, in base units of the chain's own coin. */
export interface TransferCost {
  /** Of the transaction, at most. Undefined for smart accounts: the wallet knows who pays for theirs, such as a relayer, and in which token. */
  readonly fee: bigint | undefined
  /** The deposit that opens the receiver's account for the token, paid by the sender; zero where nothing has to be opened. */
  readonly deposit: bigint
  /** Solana: the least that an account must hold if it holds anything; the sender keeps as much or nothing, and a new receiver gets as much. */
  readonly minimum?: bigint | undefined
  /**
   * Solana: what has to stay with the sender of all coins besides `fee`. The wallet may add a fee of its own; what it leaves of this must be no less than
   * `minimum`, or the cluster refuses the transfer.
   */
  readonly keepBack?: bigint | undefined
  /** Solana: the receiver has no account yet, and gets one with the transfer. */
  readonly opensReceiver?: boolean | undefined
  /** Solana: how much of the coin the sender has now. */
  readonly coinBalance?: bigint | undefined
  /** Solana: how much of the token one transfer can take from the sender's accounts now: what is frozen stays. Undefined where a node does not tell. */
  readonly tokenBalance?: bigint | undefined
}

/**
 * What a transfer will cost.
 * @throws WalletError AMOUNT_INVALID when the token counts with other decimals; RPC_ERROR, of which `isRevert` says whether it would revert (EVM);
 * MALFORMED_RESPONSE; further as `callRpc`
 */
export async function getTransferCost(world: RpcWorld, query: CostQuery): Promise<TransferCost> {
  const { from, to, asset, amount, isSmartAccount } = query
  if (world.network.chainNamespace === 'solana') return solanaCost(world, query)
  const { assetNamespace, reference } = parseAssetId(asset)
  const call = assetNamespace === 'erc20' ? { to: reference, value: 0n, data: transferCall(to, amount) } : { to, value: amount }
  const [, paysItself, fee] = await Promise.all([
    assetNamespace === 'erc20' && checkDecimals(world, reference, query.decimals),
    isSmartAccount ? false : lookAt(world, from).then(({ isContract }) => !isContract),
    // A token that counts otherwise is told before what else is wrong.
    estimateFee(world, { from, ...call }).catch((error: unknown) => error as Error),
  ])
  if (fee instanceof Error) throw fee
  return { fee: paysItself ? fee.amount : undefined, deposit: 0n }
}

/**
 * Base units were counted with what a service says of the token. A contract that says something else would move another amount than the visitor has seen.
 * @throws WalletError AMOUNT_INVALID; not where the contract says nothing, or no node answers
 */
async function checkDecimals(world: RpcWorld, token: string, expected: number | undefined): Promise<void> {
  const decimals = await readTokenDecimals(world, token).catch(() => undefined)
  if (decimals !== undefined && expected !== undefined && decimals !== BigInt(expected))
    throw walletError('AMOUNT_INVALID', { details: { decimals: String(decimals) } })
}

/** The call data of `transfer(address,uint256)` of ERC-20. */
function transferCall(to: string, amount: bigint): `0x${string}` {
  return `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}

async function solanaCost(world: RpcWorld, { from, to, asset }: CostQuery): Promise<TransferCost> {
  const { assetNamespace, reference: mint } = parseAssetId(asset)
  const isToken = assetNamespace === 'token'
  const [coinBalance, minimum, receiver, deposit, tokenBalance] = await Promise.all([
    balanceOf(world, from),
    rentOf(world, 0),
    to === from || isToken ? undefined : lookAt(world, to),
    isToken && to !== from ? depositOf(world, to, mint) : 0n,
    isToken ? tokenBalanceOf(world, from, mint).catch(() => undefined) : undefined, // nodes may keep no list of an owner's accounts
  ])
  const keepBack = minimum + PRIORITY_LAMPORTS
  const opensReceiver = receiver?.exists === false
  return { fee: LAMPORTS_PER_SIGNATURE, deposit, minimum, keepBack, opensReceiver, coinBalance, tokenBalance }
}

/** The deposit of the receiver's associated account for a token; zero where there is one. Other accounts of the receiver are not sent to. */
async function depositOf(world: RpcWorld, owner: string, mint: string): Promise<bigint> {
  const config = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const { value } = read(mintSchema, await callRpc(world, 'getAccountInfo', [mint, config]), world)
  const target = await associatedAccount(owner, mint, value.owner)
  const opened = read(ownedSchema, await callRpc(world, 'getAccountInfo', [target, config]), world)
  if (opened.value?.owner === value.owner) return 0n
  if (value.owner === TOKEN_PROGRAMS[0]) return rentOf(world, TOKEN_ACCOUNT_BYTES)
  const extensions = value.data.parsed.info.extensions ?? []
  const more = extensions.reduce((sum, { extension }) => sum + (extensionBytes[extension] ?? 0), 0)
  return rentOf(world, TOKEN_2022_ACCOUNT_BYTES + more)
}

async function tokenBalanceOf(world: RpcWorld, owner: string, mint: string): Promise<bigint> {
  const config = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const { value } = read(heldSchema, await callRpc(world, 'getTokenAccountsByOwner', [owner, { mint }, config]), world)
  const movable = value.flatMap(({ pubkey, account }) => {
    const { state, tokenAmount } = account.data.parsed.info
    return state === 'initialized' ? [{ address: pubkey, amount: BigInt(tokenAmount.amount) }] : []
  })
  return mostOf(movable)
}

async function balanceOf(world: RpcWorld, owner: string): Promise<bigint> {
  const answer = await callRpc(world, 'getBalance', [owner, { commitment: 'confirmed' }])
  return BigInt(read(balanceSchema, answer, world).value)
}

/** What an account of so many bytes must hold, so that it stays. */
async function rentOf(world: RpcWorld, bytes: number): Promise<bigint> {
  return BigInt(read(lamports, await callRpc(world, 'getMinimumBalanceForRentExemption', [bytes]), world))
}

function read<S extends z.core.$ZodType>(schema: S, answer: unknown, { network }: RpcWorld): z.output<S> {
  const parsed = z.safeParse(schema, answer)
  if (parsed.success) return parsed.data
  throw walletError('MALFORMED_RESPONSE', { details: { chain: network.caipNetworkId } })
}
