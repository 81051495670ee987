// The types of EIP-1193. They are assignable to those of viem, wagmi and ethers, so that each of them takes a provider as it is.

/** Hex text with `0x`: an address, a chain number, bytes. */
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

/** The events of a provider, each with its listener (EIP-1193). */
export interface Eip1193Events {
  /** A wallet was connected, on this chain. */
  connect(info: { readonly chainId: Hex }): void
  /** The wallet was disconnected: error 4900. */
  disconnect(error: RpcError): void
  /** The wallet, or without one the chosen network, is on another chain. */
  chainChanged(chainId: Hex): void
  /** The addresses of the accounts, the selected one first; empty without a wallet. */
  accountsChanged(accounts: Hex[]): void
  /** A message of the wallet, such as that of a subscription. */
  message(message: { readonly type: string; readonly data: unknown }): void
}

/** Name of a provider's event. */
export type ProviderEvent = keyof Eip1193Events

/** An EIP-1193 provider. Errors have a numeric `code` (4001 rejected, 4100 unauthorised, 4200 unsupported, 4900 disconnected, 4902 unknown chain). */
export interface Eip1193Provider {
  /**
   * Sends a JSON-RPC request to the wallet or node. `Answer` is what the caller expects; the answer is not checked. It is a type parameter, because viem
   * types the answer by method.
   */
  request<Answer = unknown>(args: RequestInput): Promise<Answer>
  on<Event extends ProviderEvent>(event: Event, listener: Eip1193Events[Event]): this
  removeListener<Event extends ProviderEvent>(event: Event, listener: Eip1193Events[Event]): this
}
