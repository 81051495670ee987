// Finds the EVM wallets that live in this page: those that announce themselves (EIP-6963), and the one at `window.ethereum`.
// It is loaded together with the first view, so its few checks are written by hand: the schema library would be several times its size.
import { displayName } from '../../display-name.js'
import type { Discover, FoundWallet, RequestArguments } from '../connector.js'

/** The least an EIP-1193 provider must have. */
export interface InjectedProvider {
  request(args: RequestArguments): unknown
}

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
const ICON_MAX_CHARACTERS = 262_144
/** More than this in one page is not a user with many wallets but a script that floods the list. */
const WALLETS_MAX_COUNT = 50

/** Reads one property of a foreign object, whose getters may throw. */
const peek = (target: unknown, key: string | number): unknown => {
  try {
    return (target as Record<string, unknown> | null | undefined)?.[key] // any property may be asked of any object
  } catch {
    return undefined // a hostile or half-loaded wallet: as if it had no such property
  }
}
export const isProvider = (value: unknown): value is InjectedProvider => typeof peek(value, 'request') === 'function'
const text = (value: unknown, shape: RegExp, max = 253): string | undefined =>
  typeof value === 'string' && value.length <= max && shape.test(value) ? value : undefined

function readAnnouncement(event: Event): FoundWallet | undefined {
  const detail = peek(event, 'detail')
  const info = peek(detail, 'info')
  const provider = peek(detail, 'provider')
  const uid = text(peek(info, 'uuid'), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
  const name = displayName(peek(info, 'name'))
  if (!uid || !name || !isProvider(provider)) return undefined
  const icon = text(peek(info, 'icon'), /^data:image\/[\w.+-]+[;,]/i, ICON_MAX_CHARACTERS)
  const rdns = text(peek(info, 'rdns'), /^[a-z\d_-]+(\.[a-z\d_-]+)+$/i)
  const id = rdns ?? `announced:${name}`
  return { provider, wallet: { id, uid, namespace: 'eip155', name, icon, rdns, source: 'announced' } }
}

function readGlobal(window: Window, announced: readonly FoundWallet[]): FoundWallet[] {
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

/**
 * Reports all wallets of the page at once and again on every arrival, until `signal` ends (EIP-6963: late wallets announce themselves any time).
 * A wallet that announces itself twice, or under two ids with one provider, is one wallet; the first word counts.
 */
export const discoverInjected: Discover = (window, listener, signal) => {
  if (signal.aborted) return
  const announced: FoundWallet[] = []
  const report = () => listener([...announced, ...readGlobal(window, announced)])
  let isFirstRound = true
  const add = (event: Event) => {
    const found = readAnnouncement(event)
    if (!found || announced.length >= WALLETS_MAX_COUNT) return
    const { wallet } = found
    const { id } = wallet
    if (announced.some((other) => other.provider === found.provider || other.wallet.uid === wallet.uid)) return
    // An rdns is self-claimed: a second claimant gets an id of its own, so that neither can be opened in the other's place.
    for (let claim = 2; announced.some((other) => other.wallet.id === wallet.id); claim++)
      Object.assign(wallet, { id: `${id}#${claim}` })
    announced.push(found)
    if (!isFirstRound) report()
  }
  window.addEventListener('eip6963:announceProvider', add, { signal })
  window.addEventListener('ethereum#initialized', report, { signal }) // wallets that arrive late without announcing themselves
  window.dispatchEvent(new Event('eip6963:requestProvider')) // those that are there already answer before this returns
  isFirstRound = false
  report()
}
