// Links that open a wallet: for a pairing, and those of wallets that open this page in their own browser. Pure; the links of the wallet list
// are untrusted text, so a scheme that could run or read something gives no link at all.
import type { Namespace } from './caip.js'
import { type PlatformHints, isAndroid, isIos, isTelegram } from './platform.js'
import { isWebUrl } from './image-url.js'
import { isAppLink } from './safe-link.js'
import type { Platform, WalletEntry } from './wallet.js'

/** Where a link can lead to. */
export type LinkPlatform = Extract<Platform, 'mobile' | 'webapp' | 'desktop'>

export interface LinkOptions {
  readonly hints: PlatformHints
  /** Config `preferUniversalLinks`. */
  readonly preferUniversal?: boolean | undefined
}

/** Third argument of `window.open`: the wallet learns nothing of the page that sent it. */
export const LINK_FEATURES = 'noreferrer,noopener'
const LINK_MAX_CHARACTERS = 2048

/**
 * The base that a pairing link, and the library's later request links, are built on: `acme`, `acme:`, `acme:/` and `acme://` → `acme://`;
 * a web url → the same, ending in `/`. Undefined for what is no link or not a safe one.
 */
export function linkBase(link: string | null | undefined): string | undefined {
  const text = link?.trim() ?? ''
  if (text === '' || text.length > LINK_MAX_CHARACTERS || !isAppLink(text)) return undefined
  if (/^https?:/i.test(text)) return isWebUrl(text) ? endWithSlash(text) : undefined
  if (text.includes('://')) return endWithSlash(text)
  const scheme = text.replace(/[/:]/g, '')
  return scheme !== '' && isAppLink(`${scheme}://`) ? `${scheme}://` : undefined
}

/** `{base}wc?uri={pairing uri}`. Telegram on Android decodes once too often, so there the uri is encoded twice. */
export function pairingHref(
  entry: WalletEntry,
  platform: LinkPlatform,
  pairingUri: string,
  options: LinkOptions,
): string | undefined {
  const base = choiceHref(entry, platform, options)
  if (!base || !/^wc:[^\s]+$/.test(pairingUri)) return undefined
  const once = encodeURIComponent(pairingUri)
  const encoded = isTelegram(options.hints) && isAndroid(options.hints) ? encodeURIComponent(once) : once
  const [path = '', query] = base.split('?')
  return `${endWithSlash(path)}wc?${query ? `${query}&` : ''}uri=${encoded}`
}

/** What is remembered as `href` of the deep-link choice: the base, without the pairing. */
export function choiceHref(entry: WalletEntry, platform: LinkPlatform, options: LinkOptions): string | undefined {
  if (platform === 'desktop') return linkBase(entry.desktop_link)
  if (platform === 'webapp') return isWebUrl(entry.webapp_link ?? '') ? linkBase(entry.webapp_link) : undefined
  const universal = isWebUrl(entry.link_mode ?? '') ? linkBase(entry.link_mode) : undefined
  const own = linkBase(entry.mobile_link)
  // Telegram on iOS swallows schemes that it does not know.
  const first = options.preferUniversal || (isTelegram(options.hints) && isIos(options.hints)) ? universal : own
  return first ?? own ?? universal
}

/** Second argument of `window.open`. A web wallet never replaces the page; a framed page cannot leave its frame but by the top. */
export function linkTarget(href: string, hints: PlatformHints, platform?: Platform): '_self' | '_top' | '_blank' {
  if (platform === 'webapp') return '_blank'
  if (hints.inFrame) return '_top'
  return isTelegram(hints) || /^https?:/i.test(href) ? '_blank' : '_self'
}

interface Browser {
  /** Ids under which the public wallet list knows it. */
  readonly ids: readonly string[]
  readonly rdns: string
  readonly name: string
  readonly href: Partial<Record<Namespace, (url: string, origin: string, hints: PlatformHints) => string>>
}

const phantom = (url: string, origin: string, hints: PlatformHints) =>
  isAndroid(hints)
    ? `intent://browse/${url}?ref=${origin}#Intent;scheme=phantom;package=app.phantom;end`
    : `https://phantom.app/ul/browse/${url}?ref=${origin}`

/** The mini program of Binance's own browser (its public developer pages). */
const BINANCE_BROWSER_APP = 'xoqXxUSMRccLCrZNRebmzj'
const binance = (url: string) => {
  const link = new URL('bnc://app.binance.com/mp/app')
  link.searchParams.set('appId', BINANCE_BROWSER_APP)
  link.searchParams.set('startPagePath', btoa('/pages/browser/index'))
  link.searchParams.set('startPageQuery', btoa(`url=${url}`)) // percent-encoded before, hence ASCII
  return `https://app.binance.com/en/download?_dp=${encodeURIComponent(btoa(link.href))}`
}

/** Wallets that are reached by opening this page in their browser, because a pairing link does nothing there. */
const browsers: readonly Browser[] = [
  {
    ids: ['a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'],
    rdns: 'app.phantom',
    name: 'phantom',
    href: { solana: phantom, eip155: phantom, bip122: phantom },
  },
  {
    ids: ['1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'],
    rdns: 'com.solflare.wallet',
    name: 'solflare',
    href: { solana: (url) => `https://solflare.com/ul/v1/browse/${url}?ref=${url}` },
  },
  {
    ids: [
      'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
      'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    ],
    rdns: 'com.coinbase.wallet',
    name: 'coinbase wallet',
    href: {
      solana: (url) => `https://go.cb-w.com/dapp?cb_url=${url}`,
      eip155: (url) => `cbwallet://miniapp?url=${url}`,
    },
  },
  {
    ids: ['2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25'],
    rdns: 'com.binance.wallet',
    name: 'binance wallet',
    href: { bip122: binance },
  },
]

/**
 * The link that opens `pageUrl` in the wallet's own browser, if it is a wallet that needs one on this namespace. For phones only, and only
 * when the wallet is not installed in this very page: the caller knows both.
 */
export function browseHref(
  wallet: { readonly id: string; readonly name: string; readonly rdns?: string | null | undefined },
  namespace: Namespace,
  pageUrl: string,
  hints: PlatformHints,
): string | undefined {
  if (!isWebUrl(pageUrl)) return undefined
  const browser = browsers.find(
    ({ ids, rdns, name }) => ids.includes(wallet.id) || rdns === wallet.rdns || name === wallet.name.trim().toLowerCase(),
  )
  return browser?.href[namespace]?.(encodeURIComponent(pageUrl), encodeURIComponent(new URL(pageUrl).origin), hints)
}

/** Before a query, if there is one; a fragment never helps a wallet and is cut. */
function endWithSlash(link: string): string {
  const [path = '', ...query] = (link.split('#')[0] ?? '').split('?')
  return `${path.endsWith('/') ? path : `${path}/`}${query.length > 0 ? `?${query.join('?')}` : ''}`
}
