// Finds the Polkadot wallets in this page: extensions put themselves under a name of their own into `window.injectedWeb3`
// (https://github.com/polkadot-js/extension), some of them only after the page has loaded.
import { displayName } from '../../vocabulary/display-name.js'
import type { Discover, FoundWallet } from '../connector.js'
import { has, walletObject } from '../foreign-calls.js'
import { lookAgain } from '../look-again.js'
import { peek, WALLETS_MAX_COUNT } from '../peek.js'

/** Names of wallets by the key under which they stand. */
const names: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  talisman: 'Talisman',
  'subwallet-js': 'SubWallet',
  'fearless-wallet': 'Fearless Wallet',
  enkrypt: 'Enkrypt',
  polkagate: 'PolkaGate',
  'manta-wallet-js': 'Manta Wallet',
  'aleph-zero': 'Aleph Zero Signer',
  nova: 'Nova Wallet',
  trust: 'Trust Wallet',
}

const KEYS_MAX_COUNT = 256
const KEY_MAX_CHARACTERS = 128

/** What `discover` hands to `createConnector`. */
export interface InjectedExtension {
  /** The one that stands in the page when this is read. */
  readonly extension: unknown
}

/**
 * Reports the Polkadot wallets of the page at once, and again when one arrives within the first three seconds or with the page's
 * `load`, until `signal` ends.
 */
export const discover: Discover = (window, listener, signal) => {
  const found = new Map<string, FoundWallet>()
  const look = () => {
    if (signal.aborted) return
    const before = found.size
    for (const key of keysOf(peek(window, 'injectedWeb3'))) {
      if (found.has(key) || found.size >= WALLETS_MAX_COUNT) continue
      const extension = walletObject(() => peek(peek(window, 'injectedWeb3'), key), isExtension)
      const name = Object.hasOwn(names, key) ? names[key] : displayName(key)
      const id = `injected:${key}`
      if (name && extension)
        found.set(key, {
          provider: {
            get extension() {
              return extension()
            },
          } satisfies InjectedExtension,
          wallet: { id, uid: `polkadot ${id}`, namespace: 'polkadot', name, source: 'injected' },
        })
    }
    if (found.size > before) listener([...found.values()])
  }
  lookAgain(window, look, signal)
}

const isExtension = (object: unknown) => has(object, 'enable') || has(object, 'connect')

function keysOf(injected: unknown): readonly string[] {
  try {
    const keys = typeof injected === 'object' && injected !== null ? Object.keys(injected) : []
    // Known ones first: many others must not hide them.
    const isKnown = (key: string) => Object.hasOwn(names, key)
    const others = keys.filter((key) => !isKnown(key) && key.length <= KEY_MAX_CHARACTERS)
    return [...keys.filter(isKnown), ...others.slice(0, KEYS_MAX_COUNT)]
  } catch {
    return [] // a proxy that throws
  }
}
