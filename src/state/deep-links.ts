// Links that hand a pairing uri to a wallet app, links that open this page inside a wallet's own browser, and the fixed storage key
// under which wallet client libraries look for the app that was chosen.
import type { Namespace } from '../caip.js'
import type { WalletEntry } from '../wallet.js'
import type { Core } from './core.js'
import type { Device } from './device.js'

/** Not prefixed per instance: sign-client reads exactly this key to reopen the app for each request. */
export const LINK_CHOICE_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

export interface LinkChoice {
  /** Base of the app's links, such as `acme://` or `https://acme.example/`. */
  readonly href: string
  readonly name: string
}

const dangerous = /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|intent)$/i

/**
 * Base of an app's links from what a wallet list says: `acme`, `acme:`, `acme://` → `acme://`; `https://acme.example` → `https://acme.example/`.
 * Undefined for what cannot be opened safely.
 */
export function linkBase(link: string | null | undefined): string | undefined {
  const text = link?.trim() ?? ''
  if (/^https?:/i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || url.username || url.password) return undefined
    return `${url.origin}${url.pathname.replace(/\/*$/, '/')}`
  }
  const scheme = /^([a-z][a-z0-9+.-]*):?\/*(.*)$/i.exec(text)
  if (!scheme?.[1] || dangerous.test(scheme[1])) return undefined
  const rest = (scheme[2] ?? '').replace(/\/*$/, '')
  return rest === '' ? `${scheme[1]}://` : /^[\w./-]+$/.test(rest) ? `${scheme[1]}://${rest}/` : undefined
}

/** `{base}wc?uri={uri}`. Telegram on Android decodes once on its way, so the uri goes out encoded twice there. */
export function pairingLink(base: string, uri: string, device: Pick<Device, 'isTelegram' | 'isAndroid'>): string {
  const once = encodeURIComponent(uri)
  return `${base}wc?uri=${device.isTelegram && device.isAndroid ? encodeURIComponent(once) : once}`
}

/** The base of the link for phones: the scheme or the universal link, by preference. */
export function mobileBase(entry: WalletEntry | undefined, preferUniversal: boolean): string | undefined {
  const native = linkBase(entry?.mobile_link)
  const universal = linkBase(entry?.link_mode)
  return preferUniversal ? (universal ?? native) : (native ?? universal)
}

/** Where the browser shall open a link: a scheme must not leave an empty tab behind, a page must not replace this one. */
export function linkTarget(href: string, device: Pick<Device, 'isTelegram' | 'isFramed'>): '_blank' | '_self' | '_top' {
  if (device.isTelegram || /^https?:/i.test(href)) return '_blank'
  return device.isFramed ? '_top' : '_self'
}

interface BrowseRule {
  readonly ids: readonly string[]
  readonly namespaces: readonly Namespace[]
  readonly href: (page: URL, device: Pick<Device, 'isAndroid'>) => string
}

const enc = encodeURIComponent

/** Wallets that a pairing link does not reach; their own browser opens this page instead (published by each wallet). */
const browseRules: readonly BrowseRule[] = [
  {
    ids: ['a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'], // Phantom
    namespaces: ['solana', 'eip155', 'bip122'],
    href: (page, { isAndroid }) =>
      isAndroid
        ? `intent://browse/${enc(page.href)}?ref=${enc(page.origin)}#Intent;scheme=phantom;package=app.phantom;end`
        : `https://phantom.app/ul/browse/${enc(page.href)}?ref=${enc(page.origin)}`,
  },
  {
    ids: ['1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79'], // Solflare
    namespaces: ['solana'],
    href: (page) => `https://solflare.com/ul/v1/browse/${enc(page.href)}?ref=${enc(page.href)}`,
  },
  {
    ids: [
      'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
      'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    ], // Coinbase, Base
    namespaces: ['solana'],
    href: (page) => `https://go.cb-w.com/dapp?cb_url=${enc(page.href)}`,
  },
]

/** The link that opens this page in the wallet's browser, for wallets that have no other way on a phone. */
export function browseLink(
  walletId: string,
  wanted: readonly Namespace[],
  pageUrl: string | undefined,
  device: Pick<Device, 'isAndroid'>,
): string | undefined {
  const rule = browseRules.find(
    ({ ids, namespaces }) => ids.includes(walletId) && namespaces.some((name) => wanted.includes(name)),
  )
  return rule && pageUrl && /^https?:/i.test(pageUrl) ? rule.href(new URL(pageUrl), device) : undefined
}

export function storeLinkChoice(core: Core, choice: LinkChoice): void {
  try {
    core.deps.storage?.setItem(LINK_CHOICE_KEY, JSON.stringify(choice))
  } catch (error) {
    core.deps.log.error('cannot save the chosen wallet app in storage', error) // specification §8: only logged
  }
}

export function removeLinkChoice(core: Core): void {
  try {
    core.deps.storage?.removeItem(LINK_CHOICE_KEY)
  } catch (error) {
    core.deps.log.error('cannot remove the chosen wallet app from storage', error) // specification §8: only logged
  }
}
