// Permits in place of approvals (EIP-2612): whether a token takes one, and the visitor's signature, which the token itself looks at before it is used.
import type { PermitToken } from '../../api/permits.js'
import { type ErrorCode, isWalletError } from '../../vocabulary/errors.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createSigning } from '../connections/signing.js'
import type { Core } from '../core.js'
import { nodesOf } from './reads.js'
import type { SignedPermit, Swapped, SwapRun } from './run.js'
import { createSwapTokens } from './swap-tokens.js'

/** How long a permit is good for: longer than a review is read, no longer than a swap is of use. */
const PERMIT_LIFETIME_MS = 30 * 60_000
/** One that ends sooner than that is signed anew. */
const PERMIT_LEFT_MIN_MS = 2 * 60_000

/** What a wallet says that cannot sign this, or does not want to for this page: a transaction may do. */
const unable: readonly ErrorCode[] = ['UNSUPPORTED_METHOD', 'UNAUTHORIZED', 'INVALID_PARAMS', 'WALLET_FAILED']

/** Permits of swaps. Errors as `callRpc`. */
export interface SwapPermits {
  /** With what the account signs a permit of the sold token. Undefined: an approval is needed. */
  find(swap: Swapped, signal: AbortSignal): Promise<PermitToken | undefined>
  /** The run's permit, if it is for this contract, covers the amount, and does not end soon. */
  usable(run: Pick<SwapRun, 'signed' | 'amount'>, spender?: string): SignedPermit | undefined
  /**
   * Asks the wallet for the permit that the run shows. Undefined: the wallet cannot sign it, or the token would not take what it has signed.
   * @throws WalletError USER_REJECTED, and others that say nothing of permits
   */
  sign(run: SwapRun): Promise<SignedPermit | undefined>
  /** Whether the token would still take the permit. */
  isGood(run: Swapped, permit: SignedPermit): Promise<boolean>
}

/** A part. */
export function createSwapPermits(core: Core): SwapPermits {
  const tokens = core.use(createSwapTokens)
  const signing = core.use(createSigning)
  const load = () => import('../../api/permits.js').catch(unreachable)
  const mayTake = ({ id }: { readonly id: string }) =>
    tokens.$tokens.get().value?.some((token) => token.id === id && token.mayTakePermits) === true

  const isGood: SwapPermits['isGood'] = async ({ account, from }, { data }) => {
    const { isPermitGood } = await load()
    return isPermitGood(nodesOf(core, account, core.signal), { token: from.contract ?? '', permit: data })
  }

  return {
    async find({ account, from }, signal) {
      if (from.contract === undefined || account.type === 'smartAccount' || !mayTake(from)) return undefined
      const { readPermitToken } = await load()
      return readPermitToken(nodesOf(core, account, signal), from.contract, account.address)
    },
    usable({ signed, amount }, spender = signed?.spender) {
      if (!signed || signed.spender !== spender || signed.amount < amount) return undefined
      return signed.deadline - core.deps.now() > PERMIT_LEFT_MIN_MS ? signed : undefined
    },
    async sign(run) {
      const { account, amount, spender, permit: token } = run
      if (!token || spender === undefined) return undefined
      const { permitText, encodePermit } = await load()
      const deadline = core.deps.now() + PERMIT_LIFETIME_MS
      const terms = { owner: account.address, spender, value: amount, deadline }
      const params = [account.address, permitText(token, terms)]
      const answer = await signing
        .ask({ method: 'eth_signTypedData_v4', params, from: account.accountId })
        .catch((thrown: unknown) => {
          if (isWalletError(thrown) && unable.includes(thrown.code)) return undefined
          throw thrown
        })
      const data = encodePermit(terms, answer)
      if (data === undefined) return undefined
      const signed = { spender, amount, deadline, data }
      return (await isGood(run, signed)) ? signed : undefined
    },
    isGood,
  }
}
