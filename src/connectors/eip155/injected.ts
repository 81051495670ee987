// The wallet at `window.ethereum`, or those in its list: loaded where something stands there that no announcement has brought.
import type { FoundWallet } from '../connector.js'
import { isProvider, peek, WALLETS_MAX_COUNT } from './foreign.js'

/** How wallets mark their `window.ethereum`. `isMetaMask` is last: most of the others set it too. */
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

/** Those that are not among `announced` yet. */
export function readGlobal(window: Window, announced: readonly FoundWallet[]): FoundWallet[] {
  const ethereum = peek(window, 'ethereum')
  const several = peek(ethereum, 'providers')
  // One by one, and without asking for its length: a list may be a proxy that throws wherever it is touched.
  const listed = Array.from({ length: WALLETS_MAX_COUNT }, (_, index) => peek(several, index)).filter(isProvider)
  const found: FoundWallet[] = []
  for (const provider of listed[0] ? listed : [ethereum].filter(isProvider)) {
    const mark = Object.keys(marks).find((key) => peek(provider, key) === true) ?? 'ethereum'
    const name = marks[mark] ?? 'Browser wallet'
    const id = `injected:${mark}`
    // The same wallet may show a wrapped provider here and a bare one in its announcement: then the name gives it away.
    if ([...announced, ...found].some((other) => other.provider === provider || other.wallet.name === name)) continue
    found.push({ provider, wallet: { id, uid: id, namespace: 'eip155', name, source: 'injected' } })
  }
  return found
}
