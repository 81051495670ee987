// `wallet-modal/connector`: how anybody brings a wallet that the modal does not find by itself. `mock/connector.ts` is an example.
import type { GrantedAccount } from '../account.js'
import type { ChainId, Namespace } from '../caip.js'
import type { Network } from '../network.js'
import type { ConnectOptions, ConnectorChange, Grant, RequestArguments, Signature, SignRequest, Transfer } from './connector.js'

export type { GrantedAccount } from '../account.js'
export type { ConnectOptions, ConnectorChange, Grant, RequestArguments, Signature, SignRequest, Transfer } from './connector.js'

/** What a connector is made with: once per modal, before its wallet is chosen. It must not ask the wallet anything yet. */
export interface ConnectorContext {
  /** Tells the modal what the wallet does by itself: another grant, a message, that it has gone. */
  readonly tell: (change: ConnectorChange) => void
  /** Ends with the modal. */
  readonly signal: AbortSignal
}

/**
 * A wallet, as whoever brings it writes it. What it throws is shown by its EIP-1193 code (4001: the person said no), or as `WALLET_FAILED` with its
 * message; a WalletError passes as it is.
 */
export interface CustomConnector {
  /** Stable over reloads, and unique in its namespace: what a connection is stored by. Letters, digits, `.`, `-`, `_`. */
  readonly id: string
  readonly namespace: Namespace
  /** Shown to people: at most 64 characters. */
  readonly name: string
  /** `https:` url or `data:image/…`. */
  readonly icon?: string | undefined
  /** Asks the wallet for its accounts. `silent`: must not prompt; reject, or grant nothing, where the wallet would have to. */
  connect(options: ConnectOptions): Promise<Grant>
  /** What is granted now; must not prompt. Empty: nothing. */
  getAccounts(): Promise<readonly GrantedAccount[]>
  /** The person has disconnected. */
  disconnect?(): Promise<void>
  /** Stops listening to the wallet, and tells it nothing. */
  release?(): void
  /** Absent: the wallet stays on its chain. */
  switchTo?(network: Network): Promise<Grant>
  sign?(request: SignRequest): Promise<Signature>
  /** Resolves with the transaction's hash. */
  send?(transfer: Transfer): Promise<string>
  /** The wallet's own calls, for the page's provider. */
  request?(chain: ChainId, args: RequestArguments): Promise<unknown>
}

export type ConnectorFactory = (context: ConnectorContext) => CustomConnector

/**
 * Types a connector for the setting `connectors`.
 * @example
 * const acme = createConnector(({ tell }) => ({
 *   id: 'org.acme', namespace: 'eip155', name: 'Acme',
 *   connect: async () => ({ chain: 'eip155:1', accounts: [{ chain: 'eip155:1', address: await acmeWallet.open() }] }),
 *   getAccounts: async () => [],
 * }))
 * createWalletModal({ connectors: [acme] })
 */
export function createConnector(factory: ConnectorFactory): ConnectorFactory {
  return factory
}
