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
