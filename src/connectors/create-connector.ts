// `wallet-modal/connector`: the public contract for wallets that the modal does not find by itself. `mock/connector.ts` is a
// complete example.
import type { GrantedAccount } from '../vocabulary/account.js'
import type { ChainId, Namespace } from '../vocabulary/caip.js'
import type { Network } from '../vocabulary/network.js'
import { connectProvider, type ProviderConnectorOptions } from './provider-connector.js'
import type { ConnectOptions, ConnectorChange, Grant, RequestArguments, Signature, SignRequest, Transfer } from './connector.js'

export type { ProviderConnectorOptions, ProviderLike } from './provider-connector.js'
export type { GrantedAccount } from '../vocabulary/account.js'
export type { ConnectOptions, ConnectorChange, Grant, RequestArguments, Signature, SignRequest, Transfer } from './connector.js'

/**
 * What a connector's factory is given. The factory runs once per modal, before the person chooses a wallet; it must not ask the
 * wallet anything.
 */
export interface ConnectorContext {
  /**
   * Reports to the modal what the wallet does by itself: `grant` with the whole new grant, `message`, or `disconnect`. Call it at
   * any time after the factory has returned; a change before `connect` resolves is replaced by the grant that `connect` resolves
   * with. It never throws, so that it can be called from an event of the wallet: a grant that has no chain of the connector's
   * namespace, or no list of accounts, is ignored and reported to the developer (`CONFIG_INVALID`).
   */
  readonly tell: (change: ConnectorChange) => void
  /** Ends when the modal is destroyed: stop listening to the wallet then. */
  readonly signal: AbortSignal
}

/**
 * A wallet that the page brings. The modal checks what the functions answer, and turns what they throw into a `WalletError`:
 * numeric codes of EIP-1193 and EIP-1474 get their own code (4001 → `USER_REJECTED`, 4100 → `UNAUTHORIZED`, 4200 →
 * `UNSUPPORTED_METHOD`, 4900 → `WALLET_DISCONNECTED`, -32002 → `REQUEST_PENDING`), anything else is `WALLET_FAILED` with its
 * message. A `WalletError` passes as it is.
 */
export interface CustomConnector {
  /**
   * Stable over reloads, and unique among the connectors of its namespace: a stored connection is found again by it. 1 to 128
   * letters, digits, `.`, `-`, `_`.
   */
  readonly id: string
  readonly namespace: Namespace
  /** Shown to people, cut to one line of 64 characters. */
  readonly name: string
  /** `https:` url or `data:image/…`. A text that is no url of an image is ignored. */
  readonly icon?: string | undefined
  /**
   * Asks the wallet for its accounts. Called when the person chooses the wallet, and with `options.silent` after a reload. A
   * silent call must not show anything: reject, or resolve with no accounts, when the wallet would have to ask. `chain` must be
   * of `namespace`, or the connection fails with `WALLET_FAILED`; accounts of other namespaces are dropped, and without an
   * account on `chain` it fails with `NO_ACCOUNTS`.
   */
  connect(options: ConnectOptions): Promise<Grant>
  /** The accounts that are granted now, `[]` when there are none. Must not prompt. */
  getAccounts(): Promise<readonly GrantedAccount[]>
  /** Called when the person or the page disconnects: take the page's permission back. */
  disconnect?(): Promise<void>
  /**
   * Called when a connection has ended (after `disconnect` too) and when the modal is destroyed: stop listening to the wallet,
   * and tell it nothing. `connect` may be called again afterwards, since one object serves the modal for all its life.
   */
  release?(): void
  /** Switches the wallet to `network` and resolves with the grant there. Absent: switching fails with `SWITCH_FAILED`. */
  switchTo?(network: Network): Promise<Grant>
  /** Signs a plain text; see `Signature` for the encoding. Absent: signing fails with `UNSUPPORTED_METHOD`. */
  sign?(request: SignRequest): Promise<Signature>
  /**
   * Sends a transfer (`amount` in base units) and resolves with the hash of the transaction. Absent: sending fails with
   * `UNSUPPORTED_METHOD`.
   */
  send?(transfer: Transfer): Promise<string>
  /**
   * Answers a JSON-RPC call of the page's own provider; numeric codes of its errors reach the page. Absent: calls fail with
   * `UNSUPPORTED_METHOD`.
   */
  request?(chain: ChainId, args: RequestArguments): Promise<unknown>
}

/** Makes a connector for one modal: a member of the setting `connectors`. */
export type ConnectorFactory = (context: ConnectorContext) => CustomConnector

/**
 * Gives a connector its types and returns it unchanged. Put the result into the setting `connectors` of any number of modals.
 * @example
 * import { createWalletModal } from 'wallet-modal'
 * import { createConnector } from 'wallet-modal/connector'
 *
 * const acme = createConnector(({ tell, signal }) => {
 *   const grantOf = (address?: string) => ({
 *     chain: 'eip155:1' as const,
 *     accounts: address === undefined ? [] : [{ chain: 'eip155:1' as const, address }],
 *   })
 *   device.addEventListener('unplugged', () => tell({ type: 'disconnect' }), { signal })
 *   return {
 *     id: 'com.acme.device',
 *     namespace: 'eip155',
 *     name: 'Acme Device',
 *     connect: async ({ silent = false }) => grantOf(await device.open({ prompt: !silent })),
 *     getAccounts: async () => grantOf(await device.open({ prompt: false })).accounts,
 *     sign: async ({ message }) => ({ signature: await device.sign(message) }),
 *   }
 * })
 * createWalletModal({ connectors: [acme] })
 */
export function createConnector(factory: ConnectorFactory): ConnectorFactory {
  return factory
}

/**
 * Makes a connector of an EVM wallet that has an EIP-1193 provider, and gets the treatment of an installed wallet: its answers and
 * events are checked, and accounts, networks, signing, sending, batches and permissions work as with one.
 * `WALLET_NOT_FOUND` when the provider has no `request`; what `provider` throws is coded like what a wallet throws.
 * @example
 * import { createWalletModal } from 'wallet-modal'
 * import { providerConnector } from 'wallet-modal/connector'
 *
 * const base = providerConnector({
 *   id: 'app.base.account',
 *   name: 'Base Account',
 *   provider: async () => (await import('@base-org/account')).createBaseAccountSDK({ appName: 'Shop' }).getProvider(),
 * })
 * createWalletModal({ connectors: [base] })
 */
export function providerConnector(options: ProviderConnectorOptions): ConnectorFactory {
  return (modal) => connectProvider(options, modal)
}
