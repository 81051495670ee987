// Mock wallets for tests: behind a `ConnectorPort` of their own, or in a page, each by the convention of its ecosystem. The code of all but
// EVM's is loaded when one is asked for.
import { walletError } from '../../vocabulary/errors.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import type { ConnectorPort, RelaySession } from '../connector.js'
import type { MockBitcoinOptions, MockBitcoinWallet } from './bip122.js'
import type { MockCosmosOptions, MockCosmosWallet } from './cosmos.js'
import type { MockPolkadotOptions, MockPolkadotWallet } from './polkadot.js'
import type { MockSolanaOptions, MockSolanaWallet } from './solana.js'
import { shownName } from './name.js'
import { createMockWallet, type MockWallet, type MockWalletOptions } from './wallet.js'

/** The wallets of a mock port. */
export interface MockPortOptions {
  /** The installed wallets. Default: none. */
  readonly wallets?: readonly MockWallet[] | undefined
  /**
   * Resolves with the wallet that approves a pairing; the pairing fails with what it rejects with. Absent: no wallet ever
   * approves.
   */
  readonly pair?: ((uri: string) => Promise<MockWallet>) | undefined
}

/**
 * A port whose installed wallets, and wallets behind a pairing uri, are mock wallets. Sessions live 7 days, and only as long as
 * the port object: `restore` knows those that this port has paired.
 */
export function createMockPort({ wallets = [], pair }: MockPortOptions = {}): ConnectorPort {
  const sessions = new Map<string, RelaySession>()
  const toSession = (topic: string, wallet: MockWallet): RelaySession => {
    const connector = wallet.connector()
    const session: RelaySession = {
      topic,
      wallet: wallet.installed,
      expiresAt: Date.now() + 7 * 86_400_000,
      connectors: [connector],
      async disconnect() {
        sessions.delete(topic)
        await connector.disconnect()
      },
      forget() {
        sessions.delete(topic)
        connector.release()
      },
    }
    sessions.set(topic, session)
    return session
  }
  return {
    discover(listener, signal) {
      if (!signal.aborted) listener(wallets.map(({ installed }) => installed))
    },
    open({ id, namespace }) {
      const wallet = wallets.find(({ installed }) => installed.id === id && installed.namespace === namespace)
      return wallet ? Promise.resolve(wallet.connector()) : Promise.reject(walletError('WALLET_NOT_FOUND'))
    },
    async pair({ onUri, signal, networks }) {
      const topic = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${topic}`
      if (signal.aborted) throw walletError('ABORTED')
      onUri(uri)
      const wallet = await withTimeout(pair?.(uri) ?? new Promise<never>(() => {}), { signal })
      const session = toSession(topic, wallet)
      await session.connectors[0]?.connect({ networks, signal })
      return session
    },
    restore: ({ topic }) => Promise.resolve(sessions.get(topic)),
    embed: () => Promise.reject(walletError('FRAME_UNREACHABLE')),
  }
}

/** A mock wallet of EVM chains that a page finds like an installed one. */
export interface AnnouncedMockWallet extends MockWallet {
  /** Stops answering the page's requests for wallets (EIP-6963). A modal that has found the wallet keeps it. */
  stop(): void
}

/** What a mock wallet of each namespace is made with. */
export interface MockOptionsByNamespace {
  readonly eip155: MockWalletOptions
  readonly solana: MockSolanaOptions
  readonly bip122: MockBitcoinOptions
  readonly polkadot: MockPolkadotOptions
  readonly cosmos: MockCosmosOptions
}

/** A namespace that has mock wallets. */
export type MockNamespace = keyof MockOptionsByNamespace

/** The mock wallet of each namespace, as it stands in a page. */
export interface MockWalletByNamespace {
  readonly eip155: AnnouncedMockWallet
  readonly solana: MockSolanaWallet
  readonly bip122: MockBitcoinWallet
  readonly polkadot: MockPolkadotWallet
  readonly cosmos: MockCosmosWallet
}

/**
 * Makes a mock wallet and puts it into `window` by the convention of its ecosystem: Solana by the Wallet Standard, Bitcoin in
 * `btc_providers` (WBIP004), Polkadot in `injectedWeb3`, Cosmos in the shape of Keplr's object. Resolves when it stands there. Wallets
 * of one name in several namespaces are one row of the modal; of two with one name in one namespace the later one takes the place of
 * the earlier.
 * @throws TypeError (rejects) when an account is no private key of 32 bytes, or nothing of the name can be shown
 * @example
 * const wallet = await announceMockWallet(window, { namespace: 'solana', name: 'Test Wallet' })
 * wallet.fail('solana:signMessage', 'reject')
 */
export function announceMockWallet<N extends Exclude<MockNamespace, 'eip155'>>(
  window: Window,
  options: MockOptionsByNamespace[N] & { readonly namespace: N },
): Promise<MockWalletByNamespace[N]>
/**
 * Makes a mock wallet of EVM chains and announces it in `window` as an extension does: now, and whenever the page asks (EIP-6963).
 * @throws TypeError when nothing of the name can be shown
 */
export function announceMockWallet(window: Window, options?: MockWalletOptions): AnnouncedMockWallet
/** The implementation of both. */
export function announceMockWallet(
  window: Window,
  options: MockOptionsByNamespace[MockNamespace] = {},
): ReturnType<typeof announceAnyMockWallet> {
  return announceAnyMockWallet(window, options)
}

/** As `announceMockWallet`, for options of which it is not known which namespace they name. */
export function announceAnyMockWallet(
  window: Window,
  options: MockOptionsByNamespace[MockNamespace],
): AnnouncedMockWallet | Promise<MockWalletByNamespace[Exclude<MockNamespace, 'eip155'>]> {
  switch (options.namespace) {
    case 'solana':
      return import('./solana.js').then(({ announceSolanaWallet }) => announceSolanaWallet(window, options))
    case 'bip122':
      return import('./bip122.js').then(({ announceBitcoinWallet }) => announceBitcoinWallet(window, options))
    case 'polkadot':
      return import('./polkadot.js').then(({ announcePolkadotWallet }) => announcePolkadotWallet(window, options))
    case 'cosmos':
      return import('./cosmos.js').then(({ announceCosmosWallet }) => announceCosmosWallet(window, options))
    default:
      return announceEvmWallet(window, options)
  }
}

function announceEvmWallet(window: Window, options: MockWalletOptions): AnnouncedMockWallet {
  const wallet = createMockWallet(options)
  const { uid, name, rdns } = wallet.installed
  const info = Object.freeze({
    uuid: uid,
    name: shownName(name),
    icon: options.icon ?? 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns,
  })
  const life = new AbortController()
  const announce = () => {
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: wallet.provider }) }),
    )
  }
  window.addEventListener('eip6963:requestProvider', announce, { signal: life.signal })
  announce()
  return Object.assign(wallet, { stop: () => life.abort() })
}
