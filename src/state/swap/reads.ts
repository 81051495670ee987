// What the chain itself says before money moves: balances, allowances, the gas of a swap, and whether it would fail. Services are not asked for these.
import type { ApprovalTransaction } from '../../api/approvals.js'
import { hasBalances, isContract, readCoins, readTokenAllowance, readTokenBalance, readTokenDecimals } from '../../api/erc20.js'
import { estimateGas } from '../../api/fees.js'
import { rehearse } from '../../api/rehearsal.js'
import { isRevert, type RpcWorld } from '../../api/rpc.js'
import type { SwapTransaction } from '../../api/swaps.js'
import type { Asset } from '../../vocabulary/asset.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { delay } from '../../vocabulary/timeout.js'
import type { Core } from '../core.js'
import { createNetworks } from '../networks/networks.js'
import { rpcWorld } from '../networks/reads.js'
import { APPROVAL_GAS, PERMIT_GAS, SWAP_GAS } from './details.js'
import { assertGas } from './swap-call.js'

/** A node that answers may be some blocks behind the one that told of the approval. */
const [REREAD_COUNT, REREAD_MS] = [6, 1_000]

/** Tokens that count in shares round their balances, in base units. */
const ROUNDING = 2n

/** The swap that is read for. */
export interface ReadFor {
  readonly account: Account
  readonly from: Asset
  readonly to: Asset
  readonly amount: bigint
}

/** Reads of the chain for swaps. Errors as `callRpc`. */
export interface SwapReads {
  /**
   * What `spender` may take, the account's coins, whether `spender` is a contract, and whether it is one that has balances itself: a token or a collection.
   * @throws WalletError INSUFFICIENT_FUNDS (`details.problem`: `balance`) when the account has less than the amount; MALFORMED_RESPONSE when a token counts
   * with other decimal places than the services say
   */
  read(
    swap: ReadFor,
    spender: string,
    signal: AbortSignal,
  ): Promise<{ readonly allowance: bigint; readonly coins: bigint; readonly isContract: boolean; readonly isToken: boolean }>
  /** Waits until the allowance is at least `amount`, or zero where that is wanted; no longer than some seconds. */
  untilAllowed(swap: ReadFor, spender: string, amount: bigint): Promise<void>
  /**
   * Units of gas for the swap or its approval: those that the nodes estimate, or where they cannot say, those of the services; undefined: the wallet finds out.
   * @throws WalletError RPC_ERROR (`details.reverts`) when the transaction would fail now; MALFORMED_RESPONSE for gas beyond measure
   */
  gasFor(
    swap: ReadFor,
    tx: Pick<SwapTransaction, 'to' | 'data' | 'value'> & { readonly gas: bigint | undefined },
  ): Promise<bigint | undefined>
  /**
   * Lets a node play the swap through, where one can: whatever its data say, it must bring what was promised, and take no more than its amount.
   * @param least in base units of `to`
   * @throws WalletError MALFORMED_RESPONSE with `details.problem`
   */
  assertOutcome(swap: ReadFor, tx: SwapTransaction, least: bigint): Promise<void>
}

/** The nodes of the chain of a swap. @throws WalletError UNSUPPORTED_CHAIN */
export function nodesOf(core: Core, { chainId }: Pick<Account, 'chainId'>, signal: AbortSignal): RpcWorld {
  const network = core.use(createNetworks).find(chainId)
  if (!network) throw walletError('UNSUPPORTED_CHAIN', { details: { chain: chainId } })
  return { ...rpcWorld(core, network), signal }
}

/** A part. */
export function createSwapReads(core: Core): SwapReads {
  const worldOf = ({ account }: ReadFor, signal: AbortSignal) => nodesOf(core, account, signal)
  const allowanceOf = ({ from, account }: ReadFor, spender: string, world: RpcWorld) =>
    from.contract === undefined
      ? Promise.resolve(0n)
      : readTokenAllowance(world, { token: from.contract, owner: account.address, spender })
  return {
    async read(swap, spender, signal) {
      const { account, from, to, amount } = swap
      const world = worldOf(swap, signal)
      const [coins, tokens, allowance, hasCode, isToken] = await Promise.all([
        readCoins(world, account.address),
        from.contract === undefined ? undefined : readTokenBalance(world, from.contract, account.address),
        allowanceOf(swap, spender, world),
        isContract(world, spender),
        hasBalances(world, spender, account.address),
        ...[from, to].map((token) => assertDecimals(world, token)),
      ])
      if ((tokens ?? coins) < amount) throw walletError('INSUFFICIENT_FUNDS', { details: { problem: 'balance' } })
      return { allowance, coins, isContract: hasCode, isToken }
    },
    async untilAllowed(swap, spender, amount) {
      const world = worldOf(swap, core.signal)
      for (let count = 0; count < REREAD_COUNT; count++) {
        const allowance = await allowanceOf(swap, spender, world)
        if (amount === 0n ? allowance === 0n : allowance >= amount) return
        await delay(REREAD_MS, core.signal)
      }
    },
    async gasFor(swap, { to, data, value, gas: told }) {
      const asked = estimateGas(worldOf(swap, core.signal), { from: swap.account.address, to, data, value })
      const gas = await asked.catch((error: unknown) => {
        if (isRevert(error)) throw walletError('RPC_ERROR', { details: { reverts: true }, cause: error })
        if (!isWalletError(error, 'RPC_ERROR') && !isWalletError(error, 'MALFORMED_RESPONSE')) throw error
        return told ?? 0n
      })
      assertGas(gas)
      return gas === 0n ? undefined : gas
    },
    async assertOutcome(swap, tx, least) {
      const { account, from, to, amount } = swap
      const tokens = { gained: to.contract, spent: from.contract }
      const rehearsed = await rehearse(worldOf(swap, core.signal), { from: account.address, ...tx }, tokens)
      if (!rehearsed) return // no node can say
      const unfit = (problem: string) => walletError('MALFORMED_RESPONSE', { details: { problem: `the swap: ${problem}` } })
      // A node may take the fee from the coins; the coins that are paid are those of the transaction.
      const slack = ROUNDING + (to.contract === undefined ? feeOf(tx, undefined) : 0n)
      if (rehearsed.gained + slack < least) throw unfit('it would bring less than it promises')
      if (from.contract !== undefined && rehearsed.spent > amount + ROUNDING) throw unfit('it would take more than its amount')
    },
  }
}

/** An amount of a token with other decimal places than its own is another amount. */
async function assertDecimals(world: RpcWorld, { contract, decimals }: Asset): Promise<void> {
  if (contract !== undefined && (await readTokenDecimals(world, contract)) !== BigInt(decimals))
    throw walletError('MALFORMED_RESPONSE', { details: { problem: 'a token: it counts with other decimal places' } })
}

/**
 * What the transactions cost at most, in wei: the swap, and the approvals that come before it.
 * @param approval the next one; one of 0 has another one behind it
 * @param hasPermit a permit is checked within the swap
 */
export function feeOf({ gas, gasPrice }: SwapTransaction, approval: ApprovalTransaction | undefined, hasPermit = false): bigint {
  const approvals = approval === undefined ? 0n : approval.amount === 0n ? 2n : 1n
  return gasPrice * ((gas || SWAP_GAS) + approvals * (approval?.gas ?? APPROVAL_GAS) + (hasPermit ? PERMIT_GAS : 0n))
}
