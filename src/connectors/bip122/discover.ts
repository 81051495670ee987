// Finds the Bitcoin wallets in this page: by the Wallet Standard, in the registry `window.btc_providers` (WBIP004), and at the
// places where known wallets put their objects. The first way in this order in which a wallet is found counts.
import { displayName } from '../../vocabulary/display-name.js'
import { isImageUrl } from '../../vocabulary/image-url.js'
import type { Discover, FoundWallet } from '../connector.js'
import { has, listOf, textAt } from '../foreign-calls.js'
import { lookAgain } from '../look-again.js'
import { peek, WALLETS_MAX_COUNT } from '../peek.js'
import { watchRegistry } from '../wallet-standard/registry.js'
import { chainsOf, foundWallet, hasFeature } from '../wallet-standard/wallet.js'

/** What `discover` hands to `createConnector`. */
export interface BitcoinShape {
  readonly shape: 'standard' | 'sats-connect' | 'leather' | 'unisat'
  readonly object: unknown
}

/** Where wallets stand that are in no registry. */
const places: readonly (readonly [path: readonly string[], name: string, shape: BitcoinShape['shape']])[] = [
  [['XverseProviders', 'BitcoinProvider'], 'Xverse', 'sats-connect'],
  [['LeatherProvider'], 'Leather', 'leather'],
  [['okxwallet', 'bitcoin'], 'OKX Wallet', 'unisat'],
  [['bitkeep', 'unisat'], 'Bitget Wallet', 'unisat'],
  [['binancew3w', 'bitcoin'], 'Binance Wallet', 'unisat'],
  [['unisat'], 'Unisat', 'unisat'],
]
/** Of each registry: so that a flood of entries leaves room for the others. */
const REGISTERED_MAX_COUNT = 20
const ICON_MAX_CHARACTERS = 262_144

/**
 * Reports all Bitcoin wallets of the page at once and again when one registers, unregisters or arrives within the first three
 * seconds, until `signal` ends.
 */
export const discover: Discover = (window, listener, signal) => {
  if (signal.aborted) return
  let standard: readonly FoundWallet[] = []
  let last = ''
  const report = () => {
    if (signal.aborted) return
    const found = distinct([
      ...standard.slice(0, REGISTERED_MAX_COUNT),
      ...readProviders(window).slice(0, REGISTERED_MAX_COUNT),
      ...readPlaces(window),
    ])
    const ids = found.map(({ wallet }) => wallet.uid).join('\n')
    if (ids !== last) listener(found)
    last = ids
  }
  watchRegistry(
    window,
    (registered) => {
      standard = registered
        .filter(isBitcoin)
        .flatMap((object) => foundWallet('bip122', object, { shape: 'standard', object } satisfies BitcoinShape) ?? [])
      report()
    },
    signal,
  )
  lookAgain(window, report, signal)
}

/** Whether a registered wallet can be connected and asked to sign on Bitcoin. */
const isBitcoin = (wallet: unknown): boolean =>
  chainsOf(wallet).some((chain) => chain.startsWith('bitcoin:')) &&
  (hasFeature(wallet, 'bitcoin:connect') || hasFeature(wallet, 'standard:connect')) &&
  ['bitcoin:signMessage', 'bitcoin:signTransaction'].some((name) => hasFeature(wallet, name))

/** One wallet for each object, and one for each name. */
function distinct(found: readonly FoundWallet[]): readonly FoundWallet[] {
  const seen = new Set<unknown>()
  return found
    .filter(({ wallet, provider }) => {
      const keys = [wallet.name.toLowerCase(), (provider as BitcoinShape).object] // as made here
      const isNew = keys.every((key) => !seen.has(key))
      for (const key of keys) seen.add(key)
      return isNew
    })
    .slice(0, WALLETS_MAX_COUNT)
}

/** The registry names each wallet, and the path of its object from `window`. */
function readProviders(window: Window): readonly FoundWallet[] {
  return listOf(peek(window, 'btc_providers')).flatMap((entry) => {
    const path = textAt(entry, 'id', 128)
    const name = displayName(textAt(entry, 'name'))
    const object = path?.split('.').reduce<unknown>((at, key) => peek(at, key), window)
    if (!path || !name || !has(object, 'request')) return []
    const icon = textAt(entry, 'icon', ICON_MAX_CHARACTERS)
    return [row(path, name, { shape: path === 'LeatherProvider' ? 'leather' : 'sats-connect', object }, icon)]
  })
}

function readPlaces(window: Window): readonly FoundWallet[] {
  return places.flatMap(([path, name, shape]) => {
    const object = path.reduce<unknown>((at, key) => peek(at, key), window)
    const isThere = shape === 'unisat' ? has(object, 'requestAccounts') || has(object, 'connect') : has(object, 'request')
    return isThere ? [row(path.join('.'), name, { shape, object })] : []
  })
}

function row(path: string, name: string, provider: BitcoinShape, icon?: string): FoundWallet {
  const id = `injected:${path}`
  const picture = icon && isImageUrl(icon) ? { icon } : {}
  return { provider, wallet: { id, uid: `bip122 ${id}`, namespace: 'bip122', name, ...picture, source: 'injected' } }
}
