// Requests letter by letter as public clients send them, with no client of ours: each gets its full answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COPPER, STABLE } from '../../devnet/manifest.js'
import { startSeededDevnet, type SeededDevnet } from '../support/devnet.js'
import { engine } from '../support/engines.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, type TestServices } from '../support/services.js'
import type { Db } from '../../src/db/connect.js'
import { browser, plainText, speak } from './raw.js'

const CHAIN = 'eip155:31337'
const EEEE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const COIN = `${CHAIN}:${EEEE}`
const ME = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SV = 'html-ethers-1.7.6'
const labels = `st=appkit&sv=${SV}&projectId=shop`

let devnet: SeededDevnet
let db: Db
let services: TestServices
let closed: TestServices
beforeAll(async () => {
  db = await engine.open()
  devnet = await startSeededDevnet()
  services = await startServices({
    db,
    evmUrl: devnet.url,
    config: { analytics: { isOpen: true, retentionDays: 30 } },
  })
  const projects = { shop: { origins: ['https://shop.example'], analytics: true } }
  closed = await startServices({ db, evmUrl: devnet.url, projects })
})
afterAll(async () => {
  await services.stop()
  await closed.stop()
  await db.close()
  await devnet.stop()
})

const get = (path: string, headers: readonly string[] = browser) => speak(services.url, `GET ${path}`, headers)
const post = (path: string, body: unknown, headers: readonly string[] = [...browser, 'Content-Type: application/json']) =>
  speak(services.url, `POST ${path}`, headers, typeof body === 'string' ? body : JSON.stringify(body))

describe('the wallet list', () => {
  test('of the released client: labels first, empty lists, a page', async () => {
    const { status, body } = await get(
      `/getWallets?projectId=shop&st=appkit&sv=${SV}&page=1&entries=4&include=&exclude=&chains=eip155:1`,
    )
    expect([status, body.data.length]).toEqual([200, 4])
    expect(body.count).toBeGreaterThan(20)
  })

  test('of the newer one: names and rdns of what is installed, escaped commas, words that it alone knows', async () => {
    const query = `names=MetaMask%2CNobody&rdns=io.metamask&page=1&entries=40&sort=default&platform=ios&include_pay_only=true`
    expect((await get(`/getWallets?${query}&${labels}`)).body).toMatchObject({ count: 1, data: [{ name: 'MetaMask' }] })
  })

  test('of an old one: who and what in headers of any case, nothing in the query', async () => {
    for (const names of [
      ['x-project-id', 'x-sdk-type', 'x-sdk-version'],
      ['X-Project-Id', 'X-Sdk-Type', 'X-SDK-VERSION'],
    ]) {
      const headers = [...browser, `${names[0]}: shop`, `${names[1]}: w3m`, `${names[2]}: html-wagmi-4.2.2`]
      expect((await speak(closed.url, 'GET /getWallets?page=1&entries=4', headers)).status).toBe(200)
    }
    expect((await speak(closed.url, 'GET /getWallets?page=1&entries=4', browser)).body.reasons[0].field).toBe('projectId')
  })

  test('a parameter twice counts once, one without a value does not count', async () => {
    expect((await get(`/getWallets?entries=4&entries=2&search=&badge_type&${labels}`)).body.data).toHaveLength(4)
  })

  test('in the rank prefetch the badge has a short name', async () => {
    const [long, short] = [await get(`/getWallets?badge_type=none&${labels}`), await get(`/getWallets?badge=none&${labels}`)]
    expect([short.status, short.body]).toEqual([200, long.body])
  })
})

describe('pictures', () => {
  test('each kind comes as an <img>, with its labels, and again from the cache', () =>
    checkEach(
      [
        '/getWalletImage/0d9f0000-0000-4000-8000-000000000000',
        '/public/getAssetImage/692ed6ba-e569-459a-556a-776476829e00',
        '/public/getTokenImage/usdc',
        '/public/getCurrencyImage/EUR',
      ],
      '%s',
      async (path) => {
        const headers = [
          'Accept: image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
          'Sec-Fetch-Dest: image',
          'Sec-Fetch-Mode: no-cors',
        ]
        const first = await get(`${path}?projectId=shop&st=appkit&sv=${SV}`, headers)
        expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
        expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d{5,}/)
        expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        const again = await get(path, [...headers, `If-None-Match: W/${first.headers.get('etag') ?? ''}`])
        expect([again.status, again.text]).toEqual([304, ''])
      },
    ))
})

describe('balances', () => {
  const path = `/v1/account/${ME}/balance`
  test('each way of asking gets the same rows', () =>
    checkEach(
      [
        ['as the client asks', `${path}?currency=usd&chainId=${CHAIN}&${labels}`, browser],
        ['with escaped colons', `${path}?currency=usd&chainId=eip155%3A31337&${labels}`, browser],
        ['labels first, an empty cursor of nothing', `${path}?${labels}&forceUpdate=&currency=usd&chainId=${CHAIN}`, browser],
        ['without Origin and version, where public servers give nothing', `${path}?currency=usd&chainId=${CHAIN}`, []],
        ['of a release that public servers refuse', `${path}?currency=usd&sv=html-wagmi-1.6.4&chainId=${CHAIN}`, browser],
        ['on every chain', `${path}?currency=usd&${labels}`, browser],
        ['in small letters', `${path.toLowerCase()}?currency=usd&${labels}`, browser],
        ['in capitals', `/v1/account/0x${ME.slice(2).toUpperCase()}/balance?currency=usd&${labels}`, browser],
        ['as a CAIP-10 id', `/v1/account/${CHAIN}:${ME}/balance?currency=usd&${labels}`, browser],
        ['with the id of the relay client', `${path}?currency=usd&clientId=did%3Akey%3Az6Mkabc&${labels}`, browser],
        ['with a slash at the end', `${path}/?currency=usd&${labels}`, browser],
      ] as const,
      '%s',
      async (_, asked, headers) => {
        const { status, body } = await get(asked, headers)
        expect([status, body.balances[0]]).toMatchObject([200, { symbol: 'ETH', quantity: { decimals: '18' } }])
        expect(body.balances.length).toBeGreaterThan(3)
        expect(body.balances[0]).not.toHaveProperty('address')
      },
    ))

  test('tokens to read anew, joined by commas, in any case', async () => {
    const list = [COIN, `${CHAIN}:${STABLE.address.toLowerCase()}`].join(',')
    const { body } = await get(`${path}?currency=usd&chainId=${CHAIN}&forceUpdate=${encodeURIComponent(list)}&${labels}`)
    expect(body.balances.map(({ symbol }: { symbol: string }) => symbol)).toEqual(expect.arrayContaining(['ETH', 'TUSD']))
  })
})

describe('identity', () => {
  test('each way of asking is answered', () =>
    checkEach(
      [
        `/v1/identity/${ME}?sender=${ME}&${labels}`,
        `/v1/identity/${ME.toLowerCase()}?${labels}`,
        `/v1/account/${ME}/identity?sender=&${labels}`,
      ],
      '%s',
      async (path) => {
        expect((await get(path)).body).toMatchObject({ name: 'ada.devnet.example', resolvedAt: expect.any(String) as string })
      },
    ))
})

describe('history', () => {
  test('however it is asked for, each row has a chain and a transfer', () =>
    checkEach(
      [
        ['on one chain', `chainId=${CHAIN}&${labels}`],
        ['by the bare number', `chainId=31337&${labels}`],
        ['on every chain, with an empty cursor', `cursor=&onramp=&${labels}`],
        ['with a currency', `currency=usd&chainId=${CHAIN}&${labels}`],
      ] as const,
      '%s',
      async (_, query) => {
        const { status, text, body } = await get(`/v1/account/${ME}/history?${query}`)
        expect([status, body.next], text.slice(0, 200)).toEqual([200, null])
        expect(body.data.length).toBeGreaterThan(5)
        for (const { metadata, transfers } of body.data) {
          expect(metadata.chain).toBe(CHAIN)
          expect(transfers.length).toBeGreaterThan(0)
        }
      },
    ))
})

describe('prices', () => {
  const body = { projectId: 'shop', currency: 'usd', addresses: [COIN] }
  test('a body is read whatever type it is said to have', () =>
    checkEach(
      [
        ['as JSON', [...browser, 'Content-Type: application/json']],
        ['as plain text, which saves the preflight', [...browser, plainText]],
        ['without any type', browser],
        ['with a type of old', ['content-type:application/x-www-form-urlencoded']],
      ] as const,
      '%s',
      async (_, headers) => {
        const answer = await post('/v1/fungible/price', body, headers)
        expect(answer).toMatchObject({ status: 200, body: { fungibles: [{ symbol: 'ETH', decimals: 18 }] } })
        expect(answer.body.fungibles[0].price).toBeGreaterThan(1000)
      },
    ))

  test('the project in the body alone, and ids in small letters', async () => {
    const addresses = [COIN, `${CHAIN}:${STABLE.address.toLowerCase()}`]
    const answer = await speak(closed.url, 'POST /v1/fungible/price', browser, JSON.stringify({ ...body, addresses }))
    expect(answer.body.fungibles.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['ETH', 'TUSD'])
    const stranger = await speak(closed.url, 'POST /v1/fungible/price', browser, JSON.stringify({ ...body, projectId: 'x' }))
    expect(stranger).toMatchObject({ status: 401, body: { reasons: [{ field: 'projectId' }] } })
  })
})

describe('swaps', () => {
  test('quotes for each way of asking', () =>
    checkEach(
      [
        [
          'as the client asks',
          `amount=1000000000000000000&userAddress=${ME}&from=${COIN}&to=${CHAIN}:${STABLE.address}&gasPrice=1000000000&${labels}`,
        ],
        [
          'all escaped, labels first',
          `${labels}&amount=1000000000000000000&userAddress=${ME}&from=${encodeURIComponent(COIN)}&to=${encodeURIComponent(`${CHAIN}:${STABLE.address}`)}`,
        ],
        [
          'in capitals and small letters',
          `amount=1000000000000000000&from=${CHAIN}:0x${'EE'.repeat(20)}&to=${CHAIN}:${STABLE.address.toLowerCase()}&${labels}`,
        ],
        [
          'with a user as CAIP-10, or no user at all',
          `amount=1000000000000000000&userAddress=${CHAIN}:${ME}&from=${COIN}&to=${CHAIN}:${STABLE.address}`,
        ],
      ] as const,
      '%s',
      async (_, query) => {
        const { status, body } = await get(`/v1/convert/quotes?${query}`)
        const quote = { fromAmount: '1000000000000000000', toAmount: expect.stringMatching(/^\d{9,}$/) as string }
        expect([status, body.quotes[0]]).toMatchObject([200, quote])
      },
    ))

  test('allowance, gas price and approval', async () => {
    const token = `${CHAIN}:${COPPER.address.toLowerCase()}`
    expect(
      (await get(`/v1/convert/allowance?tokenAddress=${token}&userAddress=${CHAIN}:${ME.toLowerCase()}&${labels}`)).body
        .allowance,
    ).toMatch(/^\d+$/)
    expect((await get(`/v1/convert/gas-price?chainId=${CHAIN}&${labels}`)).body.standard).toMatch(/^\d+$/)
    const approval = await get(`/v1/convert/build-approve?userAddress=${ME}&from=${token}&to=${COIN}&${labels}`)
    // Clients send it to the address in `from`, others to `to`: both are the token that is given.
    expect(approval.body.tx.from).toBe(approval.body.tx.to)
    expect(approval.body.tx).toMatchObject({ data: expect.stringMatching(/^0x095ea7b3/) as string, value: '0' })
  })

  test('a transaction, from a body as plain text', async () => {
    const body = {
      amount: '1000000000000000000',
      eip155: { slippage: 1 },
      projectId: 'shop',
      from: COIN,
      to: `${CHAIN}:${STABLE.address}`,
      userAddress: `${CHAIN}:${ME}`,
      disableEstimate: true,
    }
    await get(`/v1/convert/quotes?amount=${body.amount}&userAddress=${ME}&from=${body.from}&to=${body.to}&${labels}`)
    const { body: answer } = await post('/v1/convert/build-transaction', body, [...browser, plainText])
    expect(answer.tx).toMatchObject({
      from: `${CHAIN}:${ME}`,
      value: '1000000000000000000',
      eip155: { gas: expect.stringMatching(/^\d+$/) as string },
    })
  })
})

describe('chain RPC', () => {
  const call = { id: 1, jsonrpc: '2.0', method: 'eth_chainId' }
  test('each way of asking is answered', () =>
    checkEach(
      [
        ['/v1/?chainId=eip155:31337&projectId=shop'],
        ['/v1?chainId=eip155%3A31337&projectId=shop'],
        ['/v1/?projectId=shop&chainId=eip155:31337&clientId=did:key:z6Mk&sessionId=x&st=appkit&sv=' + SV],
      ] as const,
      '%s',
      async (path) => {
        for (const headers of [[...browser, 'Content-Type: application/json'], [plainText], ['Solana-Client: js/1.0.0']])
          expect((await post(path, call, headers)).body).toEqual({ id: 1, jsonrpc: '2.0', result: '0x7a69' })
      },
    ))

  test('a batch with ids of every kind', async () => {
    const answer = await post('/v1/?chainId=eip155:31337', [
      { ...call, id: '1795240380930728448' },
      { ...call, id: 0 },
    ])
    expect(answer.body.map(({ id }: { id: unknown }) => id)).toEqual(['1795240380930728448', 0])
  })
})

describe('names, purchases, sessions, events', () => {
  test('a name that nobody has: a 404 for the first version, an empty list for the second', async () => {
    expect((await get('/v1/profile/account/nobody.wallet.example')).status).toBe(404)
    expect(await get(`/v1/profile/account/Nobody.Wallet.Example?apiVersion=2&${labels}`)).toMatchObject({
      status: 200,
      body: [],
    })
    expect(await get(`/v1/profile/reverse/${ME}?sender=${ME}&apiVersion=2&${labels}`)).toMatchObject({ status: 200, body: [] })
    expect((await get(`/v1/profile/suggestions/Ada?zone=wallet.example&${labels}`)).body.suggestions[0]).toEqual({
      name: 'ada.wallet.example',
      registered: false,
    })
  })

  test('a purchase, as plain text, with all that the client adds', async () => {
    const wallet = {
      address: ME,
      blockchains: ['ethereum', 'arbitrum', 'polygon', 'berachain', 'avalanche-c-chain', 'optimism', 'celo', 'base'],
      assets: ['ETH', 'USDC'],
    }
    const body = {
      destinationWallets: [wallet],
      defaultNetwork: 'ethereum',
      partnerUserId: ME,
      defaultExperience: 'buy',
      presetFiatAmount: 50,
    }
    const { status, body: answer } = await post('/v1/generators/onrampurl?projectId=shop', body, [...browser, plainText])
    expect([status, answer.url]).toEqual([200, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/onramp\/checkout\/o_/)])
  })

  test('what a page reports as it goes away, and what an old one reports at once', async () => {
    const event = {
      eventId: 'e1',
      url: 'https://shop.example/',
      domain: 'shop.example',
      timestamp: Date.now(),
      props: { type: 'track', event: 'MODAL_CLOSE', properties: { connected: true } },
    }
    expect(await post(`/batch?${labels}`, [event, event], [...browser, plainText])).toMatchObject({
      status: 202,
      body: { accepted: 2 },
    })
    expect(await post(`/e?${labels}`, { ...event, timestamp: new Date().toISOString() })).toMatchObject({
      status: 202,
      body: { accepted: 1 },
    })
  })
})

describe('around every call', () => {
  test('a preflight from any origin, for every call', async () => {
    for (const origin of ['https://anyone.example', 'http://localhost:5173', 'null']) {
      const headers = [
        `Origin: ${origin}`,
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: content-type,x-sdk-type,x-sdk-version,x-project-id,solana-client',
      ]
      for (const path of ['/v1/fungible/price', '/v1/?chainId=eip155:31337', '/getWallets', '/e', `/v1/account/${ME}/balance`]) {
        const { status, headers: given, text } = await speak(services.url, `OPTIONS ${path}`, headers)
        expect([status, text, given.get('access-control-allow-origin')]).toEqual([204, '', '*'])
        expect(given.get('access-control-allow-headers')?.split(', ')).toEqual(
          expect.arrayContaining(['content-type', 'x-sdk-type', 'x-sdk-version', 'x-project-id', 'solana-client']),
        )
        expect(Number(given.get('access-control-max-age'))).toBeGreaterThanOrEqual(600)
      }
    }
  })

  test('HEAD is GET without the body', async () => {
    for (const path of [
      `/getWallets?entries=4&${labels}`,
      '/getWalletImage/x',
      `/v1/identity/${ME}`,
      '/v1/supported-chains',
      '/health',
    ]) {
      const [whole, head] = [await get(path), await speak(services.url, `HEAD ${path}`, browser)]
      expect([head.status, head.text, head.headers.get('content-type')]).toEqual([
        whole.status,
        '',
        whole.headers.get('content-type'),
      ])
    }
  })

  test('a slash at the end is let pass, another spelling is not', () =>
    checkEach(
      [
        ['/getWallets/?entries=4', 200],
        [`/v1/identity/${ME}/`, 200],
        ['/v1/supported-chains/', 200],
        ['/public/getTokenImage/ETH/', 200],
        ['/getwallets', 404],
        ['//getWallets', 404],
      ] as const,
      '%s',
      async (path, status) => {
        expect((await get(path)).status).toBe(status)
      },
    ))

  test('the whole address in the request line, as proxies write it', async () => {
    expect((await get(`${services.url}/v1/supported-chains?${labels}`)).body).toEqual({ http: [CHAIN], ws: [CHAIN] })
  })

  test('the relay on the same port, asked plainly, says nothing', async () => {
    expect(await get('/')).toMatchObject({ status: 404, body: { status: 'FAILED' } })
  })
})
