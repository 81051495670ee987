import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAllowedOrigins, getAnalyticsEnabled } from '../../../src/api/project.js'
import { getWallets, walletImageUrl } from '../../../src/api/wallets.js'
import { testApi } from '../../../test/api/server.js'
import { loadRegistry } from '../../src/wallets/registry.js'
import { networksByName } from '../../../src/vocabulary/networks.js'
import { parse } from '../../src/http/parse.js'
import { querySchema, selectWallets } from '../../src/wallets/search.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, type TestServices } from '../support/services.js'

let services: TestServices
beforeAll(async () => void (services = await startServices({ relay: false })))
afterAll(() => services.stop())
const api = () => testApi(services.url)
const { wallets } = loadRegistry()
const idOf = (name: string) => wallets.find((wallet) => wallet.name === name)?.id ?? ''
const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name)

describe('the client against the real list', () => {
  test('first page: forty rows of all, most popular first', async () => {
    const { count, data } = await getWallets(api())
    expect(count).toBe(wallets.length)
    expect(names(data)).toEqual(names(wallets.slice(0, 40)))
    expect(data[0]).toMatchObject({ name: 'MetaMask', rdns: 'io.metamask', mobile_link: 'metamask://' })
  })

  test('pages follow each other without gap or repetition, and end empty', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5, 6, 9].map((page) => getWallets(api(), { page, entries: 30 })))
    expect(names(pages.flatMap(({ data }) => data))).toEqual(names(wallets))
    expect(pages.at(-1)).toEqual({ count: wallets.length, data: [] })
  })

  test('a search finds a wallet by any part of its name and by its rdns', () =>
    checkEach(['metamask', 'META', 'taMas', 'io.metamask', ' MetaMask '], 'search %j finds MetaMask', async (search) => {
      expect(names((await getWallets(api(), { search })).data)).toContain('MetaMask')
    }))

  test('search by a whole id finds one; by half of it none', async () => {
    const id = idOf('Keplr')
    expect(names((await getWallets(api(), { search: id })).data)).toEqual(['Keplr'])
    expect((await getWallets(api(), { search: id.slice(0, 32) })).count).toBe(0)
  })

  test('include limits, exclude leaves out, include is stronger', async () => {
    const [keplr, rabby] = [idOf('Keplr'), idOf('Rabby')]
    expect(names((await getWallets(api(), { include: [rabby, keplr] })).data).sort()).toEqual(['Keplr', 'Rabby'])
    const without = await getWallets(api(), { exclude: [keplr], entries: 100 })
    expect(without.count).toBe(wallets.length - 1)
    expect(names(without.data)).not.toContain('Keplr')
    expect(names((await getWallets(api(), { include: [keplr], exclude: [keplr] })).data)).toEqual(['Keplr'])
  })

  test('wallets of one or more of the chains', async () => {
    const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
    const { data } = await getWallets(api(), { chains: [polkadot, 'cosmos:cosmoshub-4'], entries: 100 })
    expect(data.length).toBeGreaterThan(10)
    expect(data.every(({ chains }) => chains?.some((chain) => chain === polkadot || chain === 'cosmos:cosmoshub-4'))).toBe(true)
    expect((await getWallets(api(), { chains: ['eip155:424242'] })).count).toBe(0)
  })

  test('badge: nothing here claims a certificate, and a filter for it does not empty the list', async () => {
    expect(wallets.some(({ badge_type }) => badge_type === 'certified')).toBe(false)
    for (const badge_type of ['certified', 'none'] as const)
      expect((await getWallets(api(), { badge_type })).count).toBe(wallets.length)
  })

  test('badge: in a list that marks some wallets, the filter finds those', () => {
    const marked = wallets
      .slice(0, 3)
      .map((wallet, index) => ({ ...wallet, badge_type: index === 1 ? 'certified' : 'none' }) as const)
    const find = (badge_type: string) => selectWallets(marked, parse(querySchema, { badge_type })).data
    expect(find('certified')).toEqual([marked[1]])
    expect(find('none')).toEqual([marked[0], marked[2]])
  })

  test('names and rdns ask for any of these', async () => {
    const { data } = await getWallets(api(), { names: ['metamask', 'Nobody'], rdns: ['io.rabby'] })
    expect(names(data)).toEqual(['MetaMask', 'Rabby'])
  })

  test('every row passes the schema of the client with all links intact', async () => {
    const pages = await Promise.all([getWallets(api(), { entries: 100 })])
    for (const row of pages.flatMap(({ data }) => data)) {
      const sent = wallets.find(({ id }) => id === row.id)
      expect(row).toMatchObject({
        mobile_link: sent?.mobile_link,
        link_mode: sent?.link_mode,
        homepage: sent?.homepage,
        image_id: sent?.image_id,
      })
      expect(row).not.toHaveProperty('icon')
    }
  })
})

describe('wrong questions', () => {
  test('each names its parameter', () =>
    checkEach(
      [
        ['page', 'page=0'],
        ['page', 'page=-1'],
        ['page', 'page=1.5'],
        ['page', 'page=one'],
        ['page', 'page=100001'],
        ['entries', 'entries=0'],
        ['entries', 'entries=101'],
        ['entries', 'entries=1e2'],
        ['search', `search=${'x'.repeat(201)}`],
        ['include', 'include=a%20b'],
        ['exclude', 'exclude=../x'],
        ['include', `include=${Array.from({ length: 301 }, (_, i) => i).join(',')}`],
        ['chains', 'chains=1'],
        ['chains', 'chains=eip155:1,nonsense'],
        ['badge_type', 'badge_type=gold'],
        ['names', `names=${'n'.repeat(129)}`],
      ],
      '%s: ?%s',
      async (field, query) => {
        const response = await fetch(`${services.url}/getWallets?${query}`)
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({
          status: 'FAILED',
          reasons: [{ field, description: expect.stringMatching(/.{5}/) as string }],
        })
      },
    ))

  test('an empty value is an absent one', async () => {
    const response = await fetch(`${services.url}/getWallets?page=&entries=&search=&include=&exclude=&chains=&badge_type=`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ count: wallets.length })
  })

  test('the client hears which parameter was wrong', async () => {
    await expect(getWallets(api(), { page: 0 })).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      details: { status: 400, reasons: 'page: at least 1' },
    })
  })
})

test('who has the page already gets 304', async () => {
  const first = await fetch(`${services.url}/getWallets?page=1`)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('public, max-age=7200')
  const again = await fetch(`${services.url}/getWallets?page=1`, { headers: { 'if-none-match': `W/${etag}, "x"` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const other = await fetch(`${services.url}/getWallets?page=2`, { headers: { 'if-none-match': etag } })
  expect(other.status).toBe(200)
})

describe('pictures', () => {
  const picture = async (path: string) => {
    const response = await fetch(services.url + path)
    return { response, text: await response.text() }
  }

  test('of a wallet: its drawing where there is one, else its initial; always safe to open', async () => {
    const metamask = wallets.find(({ name }) => name === 'MetaMask')?.image_id ?? ''
    const { response, text } = await picture(new URL(walletImageUrl(services.url, metamask)).pathname)
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(text).toContain('#FF5C16')
    const uniswap = wallets.find(({ name }) => name === 'Uniswap Wallet')?.image_id ?? ''
    expect((await picture(`/getWalletImage/${uniswap}`)).text).toContain('>U</text>')
  })

  test('of what is unknown: the same initial and colour each time', async () => {
    const [one, two, other] = await Promise.all(['zebra', 'zebra', 'zulu'].map((id) => picture(`/getWalletImage/${id}`)))
    expect(one?.text).toContain('>Z</text>')
    expect(one?.text).toBe(two?.text)
    expect(one?.text).not.toBe(other?.text)
  })

  test('of networks, by name, by CAIP-2 id, and of connectors', async () => {
    const [byName, byId, base, wallet, unknown] = await Promise.all(
      ['ethereum', 'eip155-1', 'eip155-8453', 'metamask', 'eip155-424242'].map((id) => picture(`/public/getAssetImage/${id}`)),
    )
    expect(byName?.text).toBe(byId?.text)
    expect(base?.text).not.toBe(byId?.text)
    expect(wallet?.text).toContain('#FF5C16')
    expect(unknown?.text).toContain('>E</text>')
  })

  test('chain marks: of every network that the modal knows', () =>
    checkEach(Object.values(networksByName), 'chain marks: of %j, which the modal knows', async ({ caipNetworkId }) => {
      const { text } = await picture(`/public/getAssetImage/${caipNetworkId.replace(':', '-')}`)
      expect(text).toContain('class="web3icons"')
    }))

  test('of names that every table seems to have: an initial', () =>
    checkEach(['constructor', 'toString', '__proto__'], 'of %s, which every table seems to have: an initial', async (id) => {
      for (const path of ['/getWalletImage', '/public/getAssetImage', '/public/getTokenImage', '/public/getCurrencyImage'])
        expect((await picture(`${path}/${id}`)).text, path).toMatch(/>[CT_P•]<\/text>/)
    }))

  test('of tokens, in any case, and of currencies by their sign', async () => {
    const [upper, lower] = await Promise.all([picture('/public/getTokenImage/USDC'), picture('/public/getTokenImage/usdc')])
    expect(upper.text).toBe(lower.text)
    expect((await picture('/public/getCurrencyImage/EUR')).text).toContain('>€</text>')
    expect((await picture('/public/getCurrencyImage/chf')).text).toContain('>CHF</text>')
    expect((await picture('/public/getCurrencyImage/pesos')).text).toContain('>P</text>')
    expect((await picture('/public/getTokenImage/---')).text).toContain('>•</text>')
  })

  test('an id that is a path never reaches the disk', () =>
    checkEach(
      ['..%2F..%2Fetc%2Fpasswd', '%2e%2e', 'a%00b', 'a%20b', 'x'.repeat(65), '%3Csvg%3E', '%E0%A4%A', 'eip155:1'],
      'id %s never reaches the disk',
      async (id) => {
        for (const path of ['/getWalletImage', '/public/getAssetImage', '/public/getTokenImage', '/public/getCurrencyImage']) {
          const response = await fetch(`${services.url}${path}/${id}`)
          expect(response.headers.get('content-type')).toContain('json')
          expect([400, 404]).toContain(response.status)
          expect(await response.json()).toMatchObject({ status: 'FAILED' })
        }
      },
    ))
})

describe('projects', () => {
  test('without a table everyone is welcome: all origins, no analytics', async () => {
    await expect(getAllowedOrigins(api())).resolves.toEqual([])
    await expect(getAnalyticsEnabled(api())).resolves.toBe(false)
  })

  test('with a table: each its own, strangers get 401, headers count too', async () => {
    const projects = { shop: { origins: ['https://*.shop.example'], analytics: true } }
    const closed = await startServices({ relay: false, projects })
    await expect(getAllowedOrigins(testApi(closed.url))).resolves.toEqual(['https://*.shop.example'])
    await expect(getAnalyticsEnabled(testApi(closed.url))).resolves.toBe(true)
    for (const projectId of ['stranger', '__proto__', undefined]) {
      const stranger = testApi(closed.url, { projectId })
      await expect(getWallets(stranger)).rejects.toMatchObject({ code: 'HTTP_STATUS', details: { status: 401 } })
      await expect(getAllowedOrigins(stranger)).rejects.toMatchObject({ details: { status: 401 } })
      await expect(getAnalyticsEnabled(stranger)).rejects.toMatchObject({ details: { status: 401 } })
    }
    const response = await fetch(`${closed.url}/getWallets`, { headers: { 'x-project-id': 'shop' } })
    expect(response.status).toBe(200)
    expect((await fetch(`${closed.url}/getWalletImage/x`)).status).toBe(200)
    await closed.stop()
  })
})
