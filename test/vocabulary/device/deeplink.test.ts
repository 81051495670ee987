import { describe, expect, test } from 'vitest'
import {
  browseHref,
  choiceHref,
  linkBase,
  linkTarget,
  pairingHref,
  type LinkPlatform,
} from '../../../src/vocabulary/device/deeplink.js'
import { isImageUrl, isWebUrl } from '../../../src/vocabulary/image-url.js'
import { isAppLink, isSocketUrl } from '../../../src/vocabulary/safe-url.js'
import type { WalletEntry } from '../../../src/vocabulary/wallet.js'
import { testRows } from '../../support/rows.js'

const iphone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1' }
const android = { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130.0.0.0 Mobile Safari/537.36' }
const desktop = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36' }
const uri =
  'wc:94caa59c77dae0dd234b5818fb7292540d017b27d41f7f387ee75b22b9738c94@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const encoded = encodeURIComponent(uri)
const dangerous = [
  'javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', '\tjava\nscript:alert(1)', '\u0000javascript:alert(1)', 'javascript://x/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>', 'file:///etc/passwd', 'blob:https://a.example/1', 'vbscript:x', 'about:blank', 'filesystem:https://a/b',
  'view-source:https://a.example', 'intent://x#Intent;scheme=evil;end', 'content://x', 'chrome://settings', 'acme://a b', 'acme://"><img>',
] // oxfmt-ignore

describe('the base of a link', () => {
  testRows([
    ['acme', 'acme://'],
    ['acme:', 'acme://'],
    ['acme:/', 'acme://'],
    ['acme://', 'acme://'],
    [' acme:// ', 'acme://'],
    ['acme://path', 'acme://path/'],
    ['acme-wallet.x+1://', 'acme-wallet.x+1://'],
    ['https://acme.example', 'https://acme.example/'],
    ['https://acme.example/', 'https://acme.example/'],
    ['https://acme.example/open#top', 'https://acme.example/open/'],
    ['https://acme.example/open?a=1', 'https://acme.example/open/?a=1'],
  ])('ends where a path can follow: %s → %s', (link, base) => {
    expect(linkBase(link)).toBe(base)
  })

  testRows([...dangerous, '', ' ', undefined, null, '://', '/', 'https://', 'http:acme', `acme://${'x'.repeat(2048)}`])(
    '%j gives none', // attack 48
    (link) => {
      expect(linkBase(link)).toBeUndefined()
    },
  )
})

const acme: WalletEntry = {
  id: 'acme',
  name: 'Acme',
  mobile_link: 'acme://',
  link_mode: 'https://link.acme.example',
  desktop_link: 'acme-desktop://',
  webapp_link: 'https://app.acme.example',
}

describe('pairing links', () => {
  const rows: [what: string, entry: Partial<WalletEntry>, platform: LinkPlatform, options: Parameters<typeof pairingHref>[3], href: string | undefined, choice: string | undefined][] = [
    ['native', {}, 'mobile', { hints: iphone }, `acme://wc?uri=${encoded}`, 'acme://'],
    ['native with a path', { mobile_link: 'acme://go' }, 'mobile', { hints: iphone }, `acme://go/wc?uri=${encoded}`, 'acme://go/'],
    ['universal as the mobile link', { mobile_link: 'https://acme.example' }, 'mobile', { hints: android }, `https://acme.example/wc?uri=${encoded}`, 'https://acme.example/'],
    ['universal with a query', { mobile_link: 'https://acme.example/a?b=1' }, 'mobile', { hints: android }, `https://acme.example/a/wc?b=1&uri=${encoded}`, 'https://acme.example/a/?b=1'],
    ['universal when preferred', {}, 'mobile', { hints: iphone, preferUniversal: true }, `https://link.acme.example/wc?uri=${encoded}`, 'https://link.acme.example/'],
    ['native when preferred but absent', { link_mode: null }, 'mobile', { hints: iphone, preferUniversal: true }, `acme://wc?uri=${encoded}`, 'acme://'],
    ['universal when there is no native', { mobile_link: null }, 'mobile', { hints: iphone }, `https://link.acme.example/wc?uri=${encoded}`, 'https://link.acme.example/'],
    ['universal in Telegram on iOS', {}, 'mobile', { hints: { ...iphone, telegram: true } }, `https://link.acme.example/wc?uri=${encoded}`, 'https://link.acme.example/'],
    ['encoded twice in Telegram on Android', {}, 'mobile', { hints: { ...android, telegram: true } }, `acme://wc?uri=${encodeURIComponent(encoded)}`, 'acme://'],
    ['desktop', {}, 'desktop', { hints: desktop }, `acme-desktop://wc?uri=${encoded}`, 'acme-desktop://'],
    ['web app', {}, 'webapp', { hints: desktop }, `https://app.acme.example/wc?uri=${encoded}`, 'https://app.acme.example/'],
    ['web app that is none', { webapp_link: 'acme://' }, 'webapp', { hints: desktop }, undefined, undefined],
    ['no mobile link', { mobile_link: null, link_mode: null }, 'mobile', { hints: iphone }, undefined, undefined],
    ['no desktop link', { desktop_link: undefined }, 'desktop', { hints: desktop }, undefined, undefined],
    ['a universal link that is none', { link_mode: 'acme2://' }, 'mobile', { hints: iphone, preferUniversal: true }, `acme://wc?uri=${encoded}`, 'acme://'],
  ] // oxfmt-ignore

  testRows(rows)('lead to the wallet with the uri: %s', (_, entry, platform, options, href, choice) => {
    expect(pairingHref({ ...acme, ...entry }, platform, uri, options)).toBe(href)
    expect(choiceHref({ ...acme, ...entry }, platform, options)).toBe(choice)
  })

  testRows(dangerous)('never from %j', (link) => {
    // attack 48
    const entry = { id: 'x', name: 'X', mobile_link: link, link_mode: link, desktop_link: link, webapp_link: link }
    for (const platform of ['mobile', 'desktop', 'webapp'] as const)
      for (const preferUniversal of [true, false])
        expect(pairingHref(entry, platform, uri, { hints: iphone, preferUniversal })).toBeUndefined()
  })

  testRows(['', 'https://evil.example', 'javascript:alert(1)', 'wc:', 'wc:a b'])('never for %j, which is no pairing', (text) => {
    expect(pairingHref(acme, 'mobile', text, { hints: iphone })).toBeUndefined()
  })

  test('a wallet reads the very same uri back', () => {
    const href = pairingHref(acme, 'webapp', uri, { hints: desktop }) ?? ''
    expect(new URL(href).searchParams.get('uri')).toBe(uri)
  })
})

testRows([
  ['acme://wc', desktop, undefined, '_self'],
  ['https://acme.example/wc', iphone, undefined, '_blank'],
  ['acme://wc', { ...android, telegram: true }, undefined, '_blank'],
  ['acme://wc', { ...iphone, inFrame: true }, undefined, '_top'],
  ['https://acme.example/wc', { ...iphone, inFrame: true, telegram: true }, 'mobile', '_top'],
  ['https://app.acme.example/wc', { ...desktop, inFrame: true }, 'webapp', '_blank'],
] as const)('%s opens in the right window (%j, %s): %s', (href, hints, platform, target) => {
  expect(linkTarget(href, hints, platform)).toBe(target)
})

describe('browse links', () => {
  const page = 'https://shop.example/cart?a=1&b=ü#top'
  const url = encodeURIComponent(page)
  const origin = encodeURIComponent('https://shop.example')
  const phantom = { id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', name: 'Phantom' }
  const solflare = { id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79', name: 'Solflare' }
  const coinbase = { id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa', name: 'Coinbase Wallet' }
  const binance = { id: '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25', name: 'Binance Wallet' }

  testRows([
    ['Phantom on iOS', phantom, 'solana', iphone, `https://phantom.app/ul/browse/${url}?ref=${origin}`],
    [
      'Phantom on Android',
      phantom,
      'bip122',
      android,
      `intent://browse/${url}?ref=${origin}#Intent;scheme=phantom;package=app.phantom;end`,
    ],
    [
      'Phantom by rdns',
      { id: 'x', name: 'X', rdns: 'app.phantom' },
      'eip155',
      iphone,
      `https://phantom.app/ul/browse/${url}?ref=${origin}`,
    ],
    ['Phantom by name', { id: 'x', name: ' PHANTOM ' }, 'solana', iphone, `https://phantom.app/ul/browse/${url}?ref=${origin}`],
    ['Solflare', solflare, 'solana', iphone, `https://solflare.com/ul/v1/browse/${url}?ref=${url}`],
    ['Coinbase on Solana', coinbase, 'solana', iphone, `https://go.cb-w.com/dapp?cb_url=${url}`],
    ['Coinbase on EVM', coinbase, 'eip155', iphone, `cbwallet://miniapp?url=${url}`],
    ['Solflare on another namespace', solflare, 'eip155', iphone, undefined],
    ['any other wallet', { id: 'acme', name: 'Acme', rdns: null }, 'solana', iphone, undefined],
  ] as const)('lead into the browser of the wallet: %s', (_, wallet, namespace, hints, href) => {
    expect(browseHref(wallet, namespace, page, hints)).toBe(href)
  })

  test('Binance gets the page in the query of its own browser', () => {
    const outer = new URL(browseHref(binance, 'bip122', page, iphone) ?? '')
    expect(outer.origin + outer.pathname).toBe('https://app.binance.com/en/download')
    const inner = new URL(atob(outer.searchParams.get('_dp') ?? ''))
    expect(inner.protocol + inner.host + inner.pathname).toBe('bnc:app.binance.com/mp/app')
    expect(atob(inner.searchParams.get('startPagePath') ?? '')).toBe('/pages/browser/index')
    expect(new URLSearchParams(atob(inner.searchParams.get('startPageQuery') ?? '')).get('url')).toBe(page)
  })

  testRows(['javascript:alert(1)', 'about:blank', 'file:///index.html', ''])('never for the page %j', (pageUrl) => {
    expect(browseHref(phantom, 'solana', pageUrl, iphone)).toBeUndefined()
  })
})

describe('safe links', () => {
  testRows(dangerous)('%j is neither a web url, nor an app link, nor a picture', (link) => {
    // attacks 48, 52
    expect([isWebUrl(link), isAppLink(link), isImageUrl(link), isSocketUrl(link)]).toEqual([false, false, false, false])
  })

  test.each(['https://a.example', 'HTTP://a.example/x?y#z'])('%s is a web url', (link) => {
    expect([isWebUrl(link), isAppLink(link), isImageUrl(link), isSocketUrl(link)]).toEqual([true, true, true, false])
  })

  test.each(['wss://a.example', 'ws://127.0.0.1:1/'])('%s is a socket url', (link) => {
    expect([isSocketUrl(link), isWebUrl(link), isAppLink(link)]).toEqual([true, false, false])
  })

  test.each(['data:image/png;base64,AA==', 'data:image/svg+xml,%3Csvg/%3E', 'DATA:IMAGE/WEBP;base64,AA=='])(
    '%s is a picture', // attack 52
    (link) => {
      expect(isImageUrl(link)).toBe(true)
    },
  )

  testRows(['data:image/x-icon;base64,AA==', 'data:text/html;image/png,x', 'data:,x', '/logo.png', 'data:image/png'])(
    '%s is none', // attack 52
    (link) => {
      expect(isImageUrl(link)).toBe(false)
    },
  )
})
