// What a source of swaps is asked and answers. Amounts are base units; a chain's own coin is `native`.
import type { Address, Hex } from 'viem'
import { NATIVE_EVM_ADDRESS } from '../../../../src/api/native.js'
import { HttpError } from '../../errors.js'
import type { Provider } from '../../providers.js'
import { AdapterError } from '../assets/fetch-json.js'
import { NATIVE, type EvmToken } from '../assets/ids.js'

export interface SwapQuestion {
  readonly chainId: string
  readonly from: EvmToken['address']
  readonly to: EvmToken['address']
  readonly amount: bigint
  readonly user?: Address | undefined
}

export interface SwapRoute {
  /** Name of the source that knows what `via` means. */
  readonly source: string
  readonly amountOut: bigint
  /** Who takes the token; for a coin nobody does. */
  readonly spender: Address
  /** The source's own note of the way. */
  readonly via: string
}

export interface SwapOrder extends SwapQuestion {
  readonly user: Address
  /** 1 is one percent. */
  readonly slippagePercent: number
  /** Signed EIP-2612 permit: ABI of (owner, spender, value, deadline, v, r, s), seven words. */
  readonly permit?: Hex | undefined
  /** The way that was quoted before, if this source quoted it. */
  readonly route?: SwapRoute | undefined
  /** Unix seconds. */
  readonly deadline: bigint
}

export interface SwapTransaction {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  readonly amountOut: bigint
  /** The source's own guess, for when nothing is estimated. */
  readonly gas: bigint
}

export interface SwapSource {
  readonly name: string
  readonly kind: Provider<unknown, unknown>['kind']
  supports(chainId: string): boolean
  /** Best first; empty: no way from one to the other. @throws HttpError 400 for what the caller did wrong */
  quote(question: SwapQuestion, signal: AbortSignal): Promise<readonly SwapRoute[]>
  build(order: SwapOrder, signal: AbortSignal): Promise<SwapTransaction>
  /** Who must be allowed to take tokens, while no route says so. */
  spender(chainId: string, signal: AbortSignal): Promise<Address>
}

export function insufficientLiquidity(): HttpError {
  return new HttpError(400, '', 'Conversion parameter error: insufficient liquidity')
}

/** As the aggregators write a token. */
export function wireAddress(address: EvmToken['address']): string {
  return address === NATIVE ? NATIVE_EVM_ADDRESS : address
}

/** A provider's 4xx is the caller's mistake and is explained; its 401, 403 and 429 are ours, and the next provider's turn. */
export async function explained<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AdapterError) || ![400, 404, 422].includes(error.status)) throw error
    if (/liquidity|no available quotes|no route/i.test(error.explanation)) throw insufficientLiquidity()
    throw new HttpError(400, '', `Conversion parameter error: ${descriptionOf(error.explanation)}`)
  }
}

/** The sentence inside the provider's error object, without its ids and urls. */
function descriptionOf(text: string): string {
  const named = /"(?:description|message|reason)"\s*:\s*"([^"\\]{1,200})"/.exec(text)?.[1]
  return named ?? 'the provider refused it'
}

/** Rounded in the user's favour. */
export function minimumOut(amountOut: bigint, slippagePercent: number): bigint {
  const parts = 10_000n - BigInt(Math.round(slippagePercent * 100))
  return (amountOut * parts + 9999n) / 10_000n
}
