// Mock wallets in place of the real world: as the port of a modal under test, or announced in a page like installed ones (EIP-6963).
import { WalletError } from '../../errors.js'
import type { ConnectorPort, RelaySession } from '../connector.js'
import { createMockWallet, type MockWallet, type MockWalletOptions } from './wallet.js'
import { withTimeout } from '../../timeout.js'

export interface MockPortOptions {
  readonly wallets?: readonly MockWallet[] | undefined
  /** Who approves a pairing, and when. Absent: nobody ever does. Rejects: the pairing fails so. */
  readonly pair?: ((uri: string) => Promise<MockWallet>) | undefined
}

/** A port whose installed wallets, and whose phone, are mock wallets. */
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
      return wallet ? Promise.resolve(wallet.connector()) : Promise.reject(new WalletError('WALLET_NOT_FOUND'))
    },
    async pair({ onUri, signal, networks }) {
      const topic = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${topic}`
      if (signal.aborted) throw new WalletError('ABORTED')
      onUri(uri)
      const wallet = await withTimeout(pair?.(uri) ?? new Promise<never>(() => {}), { signal })
      const session = toSession(topic, wallet)
      await session.connectors[0]?.connect({ networks, signal })
      return session
    },
    restore: ({ topic }) => Promise.resolve(sessions.get(topic)),
  }
}

export interface AnnouncedMockWallet extends MockWallet {
  /** Takes the wallet out of the page: it answers no further EIP-6963 request. */
  stop(): void
}

/** Installs a mock wallet in `window` as an extension would: it announces itself now and whenever a page asks. */
export function announceMockWallet(window: Window, options: MockWalletOptions = {}): AnnouncedMockWallet {
  const wallet = createMockWallet(options)
  const { uid, name, rdns } = wallet.installed
  const info = Object.freeze({
    uuid: uid,
    name,
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
