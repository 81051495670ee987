// The wallet at `window.ethereum`, or the wallets in its list `providers`. Loaded only where one of them may not have announced
// itself (EIP-6963).
import type { FoundWallet } from '../connector.js'
import { isProvider } from './foreign.js'
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
  isExodus: 'Exodus',
  isOpera: 'Opera Wallet',
  isMetaMask: 'MetaMask',
}

/** The wallets at `window.ethereum` that are not among `announced`: neither the same object nor a wallet of the same name. */
export function readGlobal(window: Window, announced: readonly FoundWallet[]): FoundWallet[] {
  const ethereum = peek(window, 'ethereum')
  const several = peek(ethereum, 'providers')
  // Each index is read on its own, and the length is not: the list may be a proxy that throws when it is read.
  const listed = Array.from({ length: WALLETS_MAX_COUNT }, (_, index) => peek(several, index)).filter(isProvider)
  const found: FoundWallet[] = []
  for (const provider of listed[0] ? listed : [ethereum].filter(isProvider)) {
    const mark = Object.keys(marks).find((key) => peek(provider, key) === true) ?? 'ethereum'
    const name = marks[mark] ?? 'Browser wallet'
    const id = `injected:${mark}`
    // A wallet may have a wrapped object here and a bare one in its announcement; then it is recognised by its name.
    if ([...announced, ...found].some((other) => other.provider === provider || other.wallet.name === name)) continue
    found.push({ provider, wallet: { id, uid: id, namespace: 'eip155', name, source: 'injected' } })
  }
  return found
}
