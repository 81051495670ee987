// The wallet at `window.ethereum`, or the wallets in its list `providers`. Loaded only where one of them may not have announced
// itself (EIP-6963).
import type { FoundWallet } from '../connector.js'
import { type InjectedProvider, isProvider } from './foreign.js'
import { peek, WALLETS_MAX_COUNT } from '../peek.js'

/**
 * Names of wallets by the property that they set to `true` on their object. `isMetaMask` is last, since most of the others set it
 * too.
 */
const marks: Readonly<Record<string, string>> = {
  isRabby: 'Rabby Wallet',
  isBraveWallet: 'Brave Wallet',
  isCoinbaseWallet: 'Coinbase Wallet',
  isTrust: 'Trust Wallet',
  isTrustWallet: 'Trust Wallet',
  isPhantom: 'Phantom',
  isOkxWallet: 'OKX Wallet',
  isRainbow: 'Rainbow',
  isZerion: 'Zerion',
  isFrame: 'Frame',
  isTally: 'Taho',
  isEnkrypt: 'Enkrypt',
  isBackpack: 'Backpack',
  isTokenPocket: 'TokenPocket',
  isImToken: 'imToken',
  isBitKeep: 'Bitget Wallet',
  isBinance: 'Binance Wallet',
  isExodus: 'Exodus',
  isOpera: 'Opera Wallet',
  isMetaMask: 'MetaMask',
}

/** Where wallets put an object of their own, with the mark and the rdns of each. `window.ethereum` may be the same object. */
const ownPlaces: readonly { readonly path: readonly string[]; readonly mark: string; readonly rdns: string }[] = [
  { path: ['coinbaseWalletExtension'], mark: 'isCoinbaseWallet', rdns: 'com.coinbase.wallet' },
  { path: ['trustwallet'], mark: 'isTrust', rdns: 'com.trustwallet.app' },
  { path: ['okxwallet'], mark: 'isOkxWallet', rdns: 'com.okex.wallet' },
  { path: ['binancew3w', 'ethereum'], mark: 'isBinance', rdns: 'com.binance.wallet' },
  { path: ['phantom', 'ethereum'], mark: 'isPhantom', rdns: 'app.phantom' },
  { path: ['bitkeep', 'ethereum'], mark: 'isBitKeep', rdns: 'com.bitget.web3' },
]
const objectAt = (window: Window, path: readonly string[]) => path.reduce<unknown>((target, key) => peek(target, key), window)

/**
 * The wallets at `window.ethereum` and at globals of their own that are not among `others`: neither the same object, nor a wallet of
 * the same name or rdns.
 */
export function readGlobals(window: Window, others: readonly FoundWallet[]): FoundWallet[] {
  const found = readGlobal(window, others)
  for (const { path, mark, rdns } of ownPlaces) {
    const provider = objectAt(window, path)
    if (isProvider(provider) && others.every(({ wallet }) => wallet.rdns !== rdns)) add(found, others, provider, mark)
  }
  return found
}

/** Adds a wallet, unless it is there already. It may have a wrapped object here and a bare one there; then the name tells. */
function add(found: FoundWallet[], others: readonly FoundWallet[], provider: InjectedProvider, mark: string): void {
  const name = marks[mark] ?? 'Browser wallet'
  const id = `injected:${mark}`
  if ([...others, ...found].some((other) => other.provider === provider || other.wallet.name === name)) return
  found.push({ provider, wallet: { id, uid: id, namespace: 'eip155', name, source: 'injected' } })
}

/** The wallets at `window.ethereum` that are not among `announced`: neither the same object nor a wallet of the same name. */
export function readGlobal(window: Window, announced: readonly FoundWallet[]): FoundWallet[] {
  const ethereum = peek(window, 'ethereum')
  const several = peek(ethereum, 'providers')
  // Each index is read on its own, and the length is not: the list may be a proxy that throws when it is read.
  const listed = Array.from({ length: WALLETS_MAX_COUNT }, (_, index) => peek(several, index)).filter(isProvider)
  const found: FoundWallet[] = []
  for (const provider of listed[0] ? listed : [ethereum].filter(isProvider)) {
    // Some set only the mark of MetaMask there, and are known by being the object at their own place.
    const place = ownPlaces.find(({ path }) => objectAt(window, path) === provider)
    add(found, announced, provider, place?.mark ?? Object.keys(marks).find((key) => peek(provider, key) === true) ?? 'ethereum')
  }
  return found
}
