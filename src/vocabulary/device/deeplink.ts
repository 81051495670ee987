// Links that open a wallet app: with a pairing uri, or with this page, to open it in the wallet's own browser. Pure functions. The links of the wallet
// list are untrusted: a scheme that could run code or read files gives no link.
import type { Namespace } from '../caip.js'
import { type PlatformHints, isAndroid, isIos, isTelegram } from './platform.js'
import { isWebUrl } from '../image-url.js'
import { isAppLink } from '../safe-url.js'
import type { Platform, WalletEntry } from '../wallet.js'

/** The platforms that are reached by a link. */
export type LinkPlatform = Extract<Platform, 'mobile' | 'webapp' | 'desktop'>

/** What the choice among a wallet's links depends on. */
export interface LinkOptions {
  readonly hints: PlatformHints
  /** The setting `preferUniversalLinks`: a universal link before the app's own scheme. */
  readonly preferUniversal?: boolean | undefined
}

/** Third argument of `window.open`: the wallet's page gets neither the referrer nor `window.opener`. */
export const LINK_FEATURES = 'noreferrer,noopener'
const LINK_MAX_CHARACTERS = 2048

/**
 * The base of a pairing link, and of the links that `@walletconnect/sign-client` opens for later requests: `acme`, `acme:`, `acme:/` and `acme://` give
 * `acme://`; a web url ends in `/`. Undefined for a text that is no link, or not a safe one.
 */
export function linkBase(link: string | null | undefined): string | undefined {
  const text = link?.trim() ?? ''
  if (text === '' || text.length > LINK_MAX_CHARACTERS || !isAppLink(text)) return undefined
  if (/^https?:/i.test(text)) return isWebUrl(text) ? endWithSlash(text) : undefined
  if (text.includes('://')) return endWithSlash(text)
  const scheme = text.replace(/[/:]/g, '')
  return scheme !== '' && isAppLink(`${scheme}://`) ? `${scheme}://` : undefined
}

/**
 * The link that opens a wallet with a pairing, `{base}wc?uri={pairing uri}`; undefined when the wallet has no link for `platform`. Telegram on Android
 * decodes a link twice, so there the uri is encoded twice.
 */
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

/** The base of the link that opens a wallet on `platform`, which is stored as `href` of the deep-link choice. Undefined when there is none. */
export function choiceHref(entry: WalletEntry, platform: LinkPlatform, options: LinkOptions): string | undefined {
  if (platform === 'desktop') return linkBase(entry.desktop_link)
  if (platform === 'webapp') return isWebUrl(entry.webapp_link ?? '') ? linkBase(entry.webapp_link) : undefined
  const universal = isWebUrl(entry.link_mode ?? '') ? linkBase(entry.link_mode) : undefined
  const own = linkBase(entry.mobile_link)
  // Telegram on iOS does not open schemes that it does not know.
  const first = options.preferUniversal || (isTelegram(options.hints) && isIos(options.hints)) ? universal : own
  return first ?? own ?? universal
}

/** Second argument of `window.open` for a link. A web wallet opens in a new tab; a page in a frame can open apps only from the top window. */
export function linkTarget(href: string, hints: PlatformHints, platform?: Platform): '_self' | '_top' | '_blank' {
  if (platform === 'webapp') return '_blank'
  if (hints.inFrame) return '_top'
  return isTelegram(hints) || /^https?:/i.test(href) ? '_blank' : '_self'
}

/** A wallet with a browser of its own. */
interface Browser {
  /** Its ids in the public wallet list. */
  readonly ids: readonly string[]
  readonly rdns: string
  readonly name: string
  readonly href: Partial<Record<Namespace, (url: string, origin: string, hints: PlatformHints) => string>>
}

const phantom = (url: string, origin: string, hints: PlatformHints) =>
  isAndroid(hints)
    ? `intent://browse/${url}?ref=${origin}#Intent;scheme=phantom;package=app.phantom;end`
    : `https://phantom.app/ul/browse/${url}?ref=${origin}`

/** App id of the browser in Binance's app, from its public developer pages. */
const BINANCE_BROWSER_APP = 'xoqXxUSMRccLCrZNRebmzj'
const binance = (url: string) => {
  const link = new URL('bnc://app.binance.com/mp/app')
  link.searchParams.set('appId', BINANCE_BROWSER_APP)
  link.searchParams.set('startPagePath', btoa('/pages/browser/index'))
  link.searchParams.set('startPageQuery', btoa(`url=${url}`)) // percent-encoded before, hence ASCII
  return `https://app.binance.com/en/download?_dp=${encodeURIComponent(btoa(link.href))}`
}

/** Wallets that connect by opening this page in their own browser, because they do not open pairing links on these namespaces. */
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
 * The link that opens `pageUrl` in the wallet's own browser; undefined for a wallet that needs none on this namespace. The caller checks that this is a
 * phone, and that the wallet is not installed in this browser.
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

/**
 * The link that opens `pageUrl` in the wallet's own browser, for the first of `namespaces` that the wallet serves. Undefined where it is paired with on that
 * namespace, because its list entry names a chain of it and has a link for phones; and for a wallet that serves none of them so.
 */
export function browseHrefFor(
  wallet: Parameters<typeof browseHref>[0] & { readonly entry?: WalletEntry | undefined },
  namespaces: readonly Namespace[],
  pageUrl: string,
  hints: PlatformHints,
): string | undefined {
  const { entry } = wallet
  const hasLink = entry !== undefined && choiceHref(entry, 'mobile', { hints }) !== undefined
  for (const namespace of namespaces) {
    const href = browseHref(wallet, namespace, pageUrl, hints)
    if (href !== undefined) return href
    if (hasLink && entry.chains?.some((chain) => chain.startsWith(`${namespace}:`))) return undefined
  }
  return undefined
}

/** Ends the path of a link with a slash, keeps its query and removes its fragment. */
function endWithSlash(link: string): string {
  const [path = '', ...query] = (link.split('#')[0] ?? '').split('?')
  return `${path.endsWith('/') ? path : `${path}/`}${query.length > 0 ? `?${query.join('?')}` : ''}`
}
