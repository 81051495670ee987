// Mock wallets for tests behind a `ConnectorPort` of their own.
import { walletError } from '../../vocabulary/errors.js'
import type { ConnectorPort, RelaySession } from '../connector.js'
import type { MockWallet } from './wallet.js'
import { withTimeout } from '../../vocabulary/timeout.js'

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
  }
}
