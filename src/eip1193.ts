// The types of EIP-1193 as pages know them. They fit those of viem, wagmi and ethers, so that a provider goes into each as it is.

export type Hex = `0x${string}`

/** A JSON-RPC call to a wallet (EIP-1193 `RequestArguments`). */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** What a page may pass to `request`: `params` that are neither a list nor an object are refused with -32602. */
export interface RequestInput {
  readonly method: string
  readonly params?: unknown
}

/** An error with one of the numeric codes of EIP-1193 and EIP-1474. */
export interface RpcError extends Error {
  readonly code: number
  readonly data?: unknown
}

/** Event name → its listener. */
export interface Eip1193Events {
  connect(info: { readonly chainId: Hex }): void
  disconnect(error: RpcError): void
  chainChanged(chainId: Hex): void
  accountsChanged(accounts: Hex[]): void
  message(message: { readonly type: string; readonly data: unknown }): void
}

export type ProviderEvent = keyof Eip1193Events

/** EIP-1193. Errors carry a numeric `code` (4001 rejected, 4100 unauthorised, 4200 unsupported, 4900 disconnected, 4902 unknown chain). */
export interface Eip1193Provider {
  /** `Answer` is the caller's claim; the answer itself is whatever the wallet or node has said. viem types each answer by its method, so this is open. */
  request<Answer = unknown>(args: RequestInput): Promise<Answer>
  on<Event extends ProviderEvent>(event: Event, listener: Eip1193Events[Event]): this
  removeListener<Event extends ProviderEvent>(event: Event, listener: Eip1193Events[Event]): this
}
