// The error of EIP-1193. Providers reject with it, and so do channels to wallets for failures of their own.

/** An error with a numeric code of EIP-1193 (4001, 4100, 4200, 4900, 4901), EIP-3326 (4902), EIP-5792 or EIP-1474 (-32602 …). */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, options: { readonly data?: unknown; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    if (options.data !== undefined) this.data = options.data
  }
}

/**
 * Error 4200: the wallet lacks `method`. The words are those by which viem tells that a wallet has no batches of calls (EIP-5792), and
 * sends the calls one by one where the page allows that; it does not go by the code.
 */
export const unsupportedMethod = (method: string, cause?: unknown): ProviderRpcError =>
  new ProviderRpcError(4200, `The method ${method} does not exist / is not available in this wallet.`, { cause })
