import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPrices } from '../../../../src/api/prices.js'
import { pricesSchema } from '../../../../src/api/prices.js'
import { getSwapTokens, swapTokensSchema } from '../../../../src/api/swaps.js'
import { COPPER, GRAIN, OLD_DOLLAR, STABLE, V2_ROUTER, WRAPPED } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'
import { chainId, idOf, native, startWorld, type World } from '../support/world.js'

const devnet = useSeededDevnet({ past: false })

let world: World
let now = Date.now()
beforeAll(async () => {
  world = await startWorld({ devnet: devnet(), now: () => now })
})
afterAll(() => world.stop())

const ask = (addresses: unknown, currency = 'usd') => world.post('/v1/fungible/price', { projectId: 'p', currency, addresses })

test('prices follow the pools: directly, by way of the coin, and one for the stable token', async () => {
  const addresses = [native, idOf(GRAIN), idOf(COPPER), idOf(OLD_DOLLAR), idOf(STABLE), idOf(WRAPPED)]
  const found = await getPrices(world.api, { addresses })
  expect(found.map(({ address }) => address)).toEqual(addresses)
  const prices = found.map(({ price }) => price)
  ;[2500, 0.5, 4, 1, 1, 2500].forEach((expected, index) => expect(prices[index]).toBeCloseTo(expected, 6))
  expect(found[0]).toMatchObject({ name: 'Ether', symbol: 'ETH', decimals: 18 })
})

test('the answer names who gave it, and fits the client’s schema', async () => {
  const { status, body, headers } = await ask([native])
  expect(status).toBe(200)
  expect(headers.get('x-provider')).toBe('pools')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(pricesSchema.safeParse(body).success).toBe(true)
})

test('what nobody prices, and what is no token, is left out and the rest stays in order', async () => {
  const stranger = `${chainId}:0x000000000000000000000000000000000000dEaD`
  const { body } = await ask([idOf(COPPER), stranger, idOf({ address: V2_ROUTER }), native])
  expect(body.fungibles.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['COPPER', 'ETH'])
  expect((await ask([native], 'eur')).body.fungibles).toEqual([])
})

test('a price is remembered for fifteen seconds', async () => {
  now += 60_000
  const before = (await ask([idOf(GRAIN)])).body.fungibles[0].price
  // A swap of a tenth of the pool moves the price by about a fifth.
  const { devnet } = world
  const wallet = devnet.wallet(0)
  const hash = await wallet.writeContract({
    address: V2_ROUTER,
    abi: [
      {
        type: 'function',
        name: 'swapExactETHForTokens',
        stateMutability: 'payable',
        inputs: [
          { name: 'min', type: 'uint256' },
          { name: 'path', type: 'address[]' },
          { name: 'to', type: 'address' },
          { name: 'deadline', type: 'uint256' },
        ],
        outputs: [],
      },
    ],
    functionName: 'swapExactETHForTokens',
    args: [0n, [WRAPPED.address, GRAIN.address], wallet.account.address, 2n ** 40n],
    value: 20n * 10n ** 18n,
  })
  await devnet.reader.waitForTransactionReceipt({ hash })
  now += 14_000
  expect((await ask([idOf(GRAIN)])).body.fungibles[0].price).toBe(before)
  now += 2000
  expect((await ask([idOf(GRAIN)])).body.fungibles[0].price).toBeGreaterThan(before * 1.15)
})

describe('refusals', () => {
  test('name what is wrong', () =>
    checkEach(
      [
        ['no address', { currency: 'usd', addresses: [] }, 400, 'addresses'],
        ['a hundred and one', { currency: 'usd', addresses: Array<string>(101).fill(native) }, 400, 'addresses'],
        ['a bare address', { currency: 'usd', addresses: [WRAPPED.address] }, 400, 'addresses'],
        ['a wrong check sum', { currency: 'usd', addresses: [idOf(WRAPPED).replace('6D8d', '6d8D')] }, 400, 'addresses'],
        ['a chain that is not served', { currency: 'usd', addresses: [native.replace('31337', '5')] }, 400, 'chainId'],
        ['an unknown currency', { currency: 'XAU', addresses: [native] }, 422, 'currency'],
        ['no currency', { addresses: [native] }, 422, 'currency'],
        ['no object', [], 422, ''],
        ['no JSON', 'hello', 400, 'body'],
      ],
      '%s',
      async (_, body, status, field) => {
        const answer = await world.post('/v1/fungible/price', body)
        expect(answer.status).toBe(status)
        expect(answer.body).toMatchObject({ status: 'FAILED', reasons: [{ description: expect.any(String) }] })
        if (field) expect(answer.body.reasons[0].field).toBe(field)
      },
    ))
})

describe('tokens', () => {
  test('the chain’s own coin first, then the list, with who takes permits', async () => {
    const tokens = await getSwapTokens(world.api, { chainId })
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'WETH', 'TUSD', 'GRAIN', 'COPPER', 'OUSD'])
    expect(tokens[0]).toMatchObject({ address: native, decimals: 18, eip2612: false })
    expect(tokens.map(({ eip2612 }) => eip2612)).toEqual([false, false, true, true, false, false])
    const { body, headers } = await world.get(`/v1/convert/tokens?chainId=${chainId}&st=wm&sv=html-1.0.0&projectId=p`)
    expect(swapTokensSchema.safeParse(body).success).toBe(true)
    expect(headers.get('x-provider')).toBe('list')
  })

  test('one token alone', async () => {
    const { body } = await world.get(`/v1/convert/tokens?chainId=${chainId}&address=${idOf(COPPER).toLowerCase()}`)
    expect(body.tokens).toMatchObject([{ symbol: 'COPPER', decimals: 8 }])
  })

  test('refuses a wrong question with its field', () =>
    checkEach(
      [
        ['', 'chainId'],
        ['chainId=eip155:5', 'chainId'],
        ['chainId=nonsense', 'chainId'],
        [`chainId=${chainId}&address=nonsense`, 'address'],
      ],
      'refuses ?%s',
      async (query, field) => {
        const { status, body } = await world.get(`/v1/convert/tokens?${query}`)
        expect([status, body.reasons[0].field]).toEqual([400, field])
      },
    ))
})
