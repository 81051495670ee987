import { expect, test } from 'vitest'
import { assetImageUrl, currencyImageUrl, getWallets, tokenImageUrl, walletImageUrl } from '../../src/api/wallets.js'
import { json, serve, testApi } from './server.js'

const acme = {
  id: 'ab12',
  name: 'Acme Wallet',
  chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  homepage: 'https://acme.example',
  image_id: '0d9f',
  order: 10,
  link_mode: null,
  mobile_link: 'acme://',
  desktop_link: null,
  webapp_link: null,
  app_store: 'https://apps.example/1',
  play_store: null,
  chrome_store: null,
  rdns: 'example.acme',
  injected: [{ namespace: 'eip155', injected_id: 'isAcme' }],
}

async function answering(body: unknown) {
  const server = await serve((response) => json(response, body))
  return { ...server, api: testApi(server.url) }
}

test('a page of wallets keeps the names of the wire', async () => {
  const { api, asked, stop } = await answering({ count: 31, data: [{ ...acme, supports_wc: true }] })
  const page = await getWallets(api, {
    page: 2,
    entries: 40,
    search: 'ac me',
    include: ['a', 'b'],
    exclude: ['c'],
    chains: ['eip155:1'],
    badge_type: 'certified',
    names: ['Acme'],
    rdns: ['example.acme'],
  })
  expect(page.count).toBe(31)
  expect(page.data[0]).toMatchObject(acme)
  expect(page.data[0]).not.toHaveProperty('supports_wc')
  expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({
    page: '2',
    entries: '40',
    search: 'ac me',
    include: 'a,b',
    exclude: 'c',
    chains: 'eip155:1',
    badge_type: 'certified',
    names: 'Acme',
    rdns: 'example.acme',
  })
  expect(asked[0]?.url.searchParams.has('signal')).toBe(false)
  await stop()
})

test('a row needs an id and a name, nothing else', async () => {
  const { api, stop } = await answering({ count: 1, data: [{ id: 'x', name: 'Bare' }] })
  expect((await getWallets(api)).data[0]).toMatchObject({ id: 'x', name: 'Bare' })
  await stop()
})

test('a row that cannot be read is dropped, the others stay', async () => {
  const rows = [
    acme,
    { id: 'x' },
    null,
    'row',
    { ...acme, id: 'y', chains: 'eip155:1' },
    { id: 'w', name: 'n'.repeat(129) },
    { id: 'z', name: 'Last' },
  ]
  const { api, stop } = await answering({ count: 7, data: rows })
  const { count, data } = await getWallets(api)
  expect([count, data.map(({ id }) => id)]).toEqual([7, [acme.id, 'z']])
  await stop()
})

test('a link that could do harm is dropped, the wallet stays', async () => {
  const links = [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://a/b',
    '',
  ]
  const keys = ['mobile_link', 'link_mode', 'desktop_link', 'webapp_link', 'app_store', 'homepage', 'image_url']
  const withLinks = (link: string | null) => Object.fromEntries(keys.map((key) => [key, link]))
  const { api, stop } = await answering({ count: links.length, data: links.map((link) => ({ ...acme, ...withLinks(link) })) })
  const expected = links.map(() => ({ name: 'Acme Wallet', ...withLinks(null) }))
  expect((await getWallets(api)).data).toMatchObject(expected)
  await stop()
})

test('links of apps, universal links and pictures stay', async () => {
  const links = {
    mobile_link: 'https://go.acme.example',
    desktop_link: 'acme-desktop://',
    webapp_link: 'https://web.acme.example',
    image_url: 'data:image/png;base64,AAAA',
  }
  const { api, stop } = await answering({ count: 1, data: [{ ...acme, ...links }] })
  expect((await getWallets(api)).data[0]).toMatchObject(links)
  await stop()
})

test('a page without a count, or with more rows than can be asked for, is malformed', async () => {
  const rows = Array.from({ length: 101 }, (_, index) => ({ id: `${index}`, name: 'x' }))
  for (const body of [{ data: [] }, { count: -1, data: [] }, { count: 101, data: rows }, []]) {
    const { api, stop } = await answering(body)
    await expect(getWallets(api)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
    await stop()
  }
  const { api, stop } = await answering({ count: 100, data: rows.slice(1) })
  expect((await getWallets(api)).data).toHaveLength(100)
  await stop()
})

test('pictures have one address each, whatever the id holds', () => {
  expect(walletImageUrl('https://s.example/', '../x y')).toBe('https://s.example/getWalletImage/..%2Fx%20y')
  expect(assetImageUrl('https://s.example', 'eip155:1')).toBe('https://s.example/public/getAssetImage/eip155-1')
  expect(tokenImageUrl('https://s.example', 'USDC')).toBe('https://s.example/public/getTokenImage/USDC')
  expect(currencyImageUrl('https://s.example', 'EUR')).toBe('https://s.example/public/getCurrencyImage/EUR')
})
