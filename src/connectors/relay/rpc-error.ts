/** An error with a code, as an EIP-1193 provider rejects. */
export class RelayRpcError extends Error {
  override readonly name = 'RelayRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
