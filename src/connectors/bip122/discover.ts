// Finds the Bitcoin wallets in this page: by the Wallet Standard, in the registry `window.btc_providers` (WBIP004), and at the
// places where known wallets put their objects. The first way in this order in which a wallet is found counts.
import { displayName } from '../../vocabulary/display-name.js'
import { isImageUrl } from '../../vocabulary/image-url.js'
import type { Discover, FoundWallet } from '../connector.js'
import { has, listOf, textAt, valueAt, walletObject } from '../foreign-calls.js'
import { lookAgain } from '../look-again.js'
import { peek, WALLETS_MAX_COUNT } from '../peek.js'
import { watchRegistry } from '../wallet-standard/registry.js'
import { chainsOf, foundWallet, hasFeature } from '../wallet-standard/wallet.js'

/** What `discover` hands to `createConnector`. */
export interface BitcoinShape {
  readonly shape: 'standard' | 'sats-connect' | 'leather' | 'unisat'
  /** That of a place is the one that stands there when this is read. */
  readonly object: unknown
}

/** What was found, as made here. */
interface FoundBitcoinWallet extends FoundWallet {
  readonly provider: BitcoinShape
}

/** Where wallets stand that are in no registry. */
const places: readonly (readonly [path: string, name: string, shape: BitcoinShape['shape']])[] = [
  ['XverseProviders.BitcoinProvider', 'Xverse', 'sats-connect'],
  ['LeatherProvider', 'Leather', 'leather'],
  ['okxwallet.bitcoin', 'OKX Wallet', 'unisat'],
  ['bitkeep.unisat', 'Bitget Wallet', 'unisat'],
  ['binancew3w.bitcoin', 'Binance Wallet', 'unisat'],
  ['unisat', 'Unisat', 'unisat'],
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
  let standard: readonly FoundBitcoinWallet[] = []
  let last: readonly FoundBitcoinWallet[] = []
  const report = () => {
    if (signal.aborted) return
    const found = distinct([
      ...standard.slice(0, REGISTERED_MAX_COUNT),
      ...readProviders(window).slice(0, REGISTERED_MAX_COUNT),
      ...readPlaces(window),
    ])
    const isSame = found.length === last.length && found.every((each, index) => isEqual(each, last[index]))
    last = found
    if (!isSame) listener(found)
  }
  watchRegistry(
    window,
    (registered) => {
      standard = registered.filter(isBitcoin).flatMap((object) => {
        const found = foundWallet('bip122', object)
        return found ? { ...found, provider: { shape: 'standard', object } } : []
      })
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

const isEqual = (one: FoundBitcoinWallet, other: FoundBitcoinWallet | undefined) =>
  one.wallet.uid === other?.wallet.uid && one.wallet.name === other.wallet.name && one.provider.object === other.provider.object

/** One wallet for each object, and one for each name. */
function distinct(found: readonly FoundBitcoinWallet[]): readonly FoundBitcoinWallet[] {
  const seen = new Set<unknown>()
  return found
    .filter(({ wallet, provider }) => {
      const keys = [wallet.name.toLowerCase(), provider.object]
      const isNew = keys.every((key) => !seen.has(key))
      for (const key of keys) seen.add(key)
      return isNew
    })
    .slice(0, WALLETS_MAX_COUNT)
}

/** The registry names each wallet, and the path of its object from `window`. */
function readProviders(window: Window): readonly FoundBitcoinWallet[] {
  return listOf(peek(window, 'btc_providers')).flatMap((entry) => {
    const path = textAt(entry, 'id', 128)
    const name = displayName(textAt(entry, 'name'))
    if (!path || !name) return []
    const icon = textAt(entry, 'icon', ICON_MAX_CHARACTERS)
    return rowAt(window, path, name, path === 'LeatherProvider' ? 'leather' : 'sats-connect', icon)
  })
}

const readPlaces = (window: Window): readonly FoundBitcoinWallet[] => places.flatMap((place) => rowAt(window, ...place))

/** The row of the wallet whose object stands at a path of the window; none where no object of its shape does. */
function rowAt(
  window: Window,
  path: string,
  name: string,
  shape: BitcoinShape['shape'],
  icon?: string,
): readonly FoundBitcoinWallet[] {
  const object = walletObject(
    () => valueAt(window, path.split('.')),
    (each) => (shape === 'unisat' ? has(each, 'requestAccounts') || has(each, 'connect') : has(each, 'request')),
  )
  if (!object) return []
  const id = `injected:${path}`
  const provider: BitcoinShape = {
    shape,
    get object() {
      return object()
    },
  }
  const picture = icon && isImageUrl(icon) ? { icon } : {}
  return [{ provider, wallet: { id, uid: `bip122 ${id}`, namespace: 'bip122', name, ...picture, source: 'injected' } }]
}
