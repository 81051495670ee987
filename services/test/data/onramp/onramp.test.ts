import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getHistory } from '../../../../src/api/history.js'
import { getBuyOptions, getBuyQuote } from '../../../../src/api/onramp-buy.js'
import { createOnrampUrl, getOnrampOptions, getOnrampQuote, type OnrampOrder } from '../../../../src/api/onramp.js'
import { ordersOf } from '../../../devnet/sandbox/orders.js'
import { STABLE, WRAPPED } from '../../../devnet/manifest.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startServices, type TestServices } from '../../support/services.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { CHAIN, startWorld, type World } from '../names/support.js'

const devnet = useSeededDevnet({ past: false })

let world: World
beforeAll(async () => void (world = await startWorld({ devnet: devnet() })))
afterAll(() => world.stop())

const on = { chainId: CHAIN }
const refused = (status: number, field: string) => ({ code: 'HTTP_STATUS', details: { status, field } })
const order = (index: number, more: Partial<OnrampOrder> = {}, assets = ['ETH']): OnrampOrder => {
  const { address } = world.account(index)
  const wallet = { address, blockchains: ['ethereum', 'base'], assets }
  return { destinationWallets: [wallet], partnerUserId: address, defaultNetwork: 'ethereum', defaultExperience: 'buy', ...more }
}
const buy = async (index: number, more: Partial<OnrampOrder> = {}, assets = ['ETH']) => {
  const page = await createOnrampUrl(world.api, { ...on, order: order(index, more, assets) })
  return page?.url ?? ''
}
const db = () => world.services.db!
const stateOf = async (url: string) => {
  const rows = await db().query<{ state: string; tx_hash: string }>('select state, tx_hash from onramp_orders where id = $1', [
    url.split('/').at(-1) ?? '',
  ])
  return rows[0]
}

/** As a browser does it: reads the page, sends its form, follows the redirect. */
async function press(url: string, button: 'confirm' | 'cancel', token?: string) {
  const page = await (await fetch(url)).text()
  const own = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const response = await fetch(`${url}/${button}`, { method: 'POST', body: new URLSearchParams({ token: token ?? own }) })
  return { status: response.status, text: await response.text(), token: own }
}

describe('options and quotes', () => {
  test('what the faucet can give, in currencies that have prices', async () => {
    const { estimate, purchaseCurrencies, paymentCurrencies } = await getOnrampOptions(world.api, on)
    expect(estimate).toBe(false)
    expect(paymentCurrencies.map(({ id }) => id)).toEqual(['USD'])
    expect(paymentCurrencies[0]?.payment_method_limits[0]).toEqual({ id: 'card', min: '10.00', max: '7500.00' })
    expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['ETH', 'TUSD', 'GRAIN', 'COPPER', 'OUSD'])
    expect(purchaseCurrencies[1]?.networks).toEqual([
      { name: 'devnet', display_name: 'Devnet (test money)', chain_id: '31337', contract_address: STABLE.address },
    ])
    expect(JSON.stringify(purchaseCurrencies)).not.toContain(WRAPPED.address)
    const sibling = await getBuyOptions(world.api, { ...on, country: 'DE' })
    expect(sibling.purchaseCurrencies[0]?.networks[0]).toMatchObject({ displayName: 'Devnet (test money)', chainId: '31337' })
  })

  test('a quote adds up, and both spellings say the same', async () => {
    const { purchaseCurrencies, paymentCurrencies } = await getOnrampOptions(world.api, on)
    const request = {
      purchaseCurrency: purchaseCurrencies[1]!,
      paymentCurrency: paymentCurrencies[0]!,
      amount: '50',
      network: 'TUSD',
    }
    const quote = await getOnrampQuote(world.api, { ...on, request })
    const cents = (text = '') => Math.round(Number(text) * 100)
    expect(quote?.paymentTotal).toEqual({ amount: '50.00', currency: 'USD' })
    expect(quote?.coinbaseFee.amount).toBe('0.75')
    expect(cents(quote?.paymentSubtotal.amount) + cents(quote?.coinbaseFee.amount) + cents(quote?.networkFee.amount)).toBe(5000)
    expect(quote?.purchaseAmount.currency).toBe('TUSD')
    expect(Number(quote?.purchaseAmount.amount)).toBe(Number(quote?.paymentSubtotal.amount))
    const query = {
      purchaseCurrency: 'TUSD',
      paymentAmount: '50',
      paymentCurrency: 'USD',
      paymentMethod: 'card',
      country: 'DE',
    }
    const sibling = await getBuyQuote(world.api, { ...on, ...query })
    expect(sibling?.paymentTotal).toEqual({ value: '50.00', currency: 'USD' })
    expect(sibling?.coinbaseFee).toEqual({ value: '0.75', currency: 'USD' })
    const [stored] = await db().query<{ quote: string }>('select quote from onramp_quotes where id = $1', [quote?.quoteId ?? ''])
    expect(stored?.quote).toContain('"total":5000')
  })

  test('a wrong question is refused with its field', () =>
    checkEach(
      [
        ['too little', { amount: '9.99' }, 'amount'],
        ['too much', { amount: '25000.01' }, 'amount'],
        ['part of a cent', { amount: '10.001' }, 'amount'],
        ['an unknown currency', { paymentCurrency: { id: 'XAU', payment_method_limits: [] } }, 'currency'],
        ['a currency without prices', { paymentCurrency: { id: 'EUR', payment_method_limits: [] } }, 'currency'],
        ['an unknown coin', { purchaseCurrency: { id: 'x', name: 'X', symbol: 'NOPE', networks: [] } }, 'asset'],
      ],
      'refused: %s',
      async (_, change, field) => {
        const purchaseCurrency = { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [] }
        const base = { purchaseCurrency, paymentCurrency: { id: 'USD', payment_method_limits: [] }, amount: '50', network: 'ETH' }
        const asked = getOnrampQuote(world.api, { ...on, request: { ...base, ...change } })
        await expect(asked).rejects.toMatchObject(refused(400, field))
      },
    ))
})

describe('a purchase in the sandbox', () => {
  test('is called play money wherever it shows', async () => {
    const ready = (await (await fetch(`${world.services.url}/ready`)).json()) as { providers: object[] }
    expect(ready.providers).toContainEqual({ capability: 'on-ramp', provider: 'sandbox', kind: 'sandbox' })
    const page = await createOnrampUrl(world.api, { ...on, order: order(1) })
    expect(page?.provider).toBe('sandbox')
    const row = `update onramp_orders set state = $2 where id = $1`
    for (const state of ['pending', 'paying', 'done', 'failed', 'expired']) {
      await db().query(row, [page?.url.split('/').at(-1) ?? '', state])
      expect(await (await fetch(page?.url ?? '')).text(), state).toContain('<strong>Test money.</strong>')
    }
    await db().query('delete from onramp_orders')
  })

  /** The newest order of an account after a sweep. The node may answer before it has mined: what one sweep does not note, the next does. */
  const swept = async (address: string, services: TestServices = world.services) => {
    await services.parts?.jobs.run('on-ramp orders')
    return (await ordersOf(db(), address.toLowerCase()))[0]
  }

  test('arrives once, however often it is confirmed, and stands in the history', async () => {
    const { address } = world.account(1)
    const before = await world.devnet.reader.getBalance({ address })
    const url = await buy(1, { presetFiatAmount: 50 })
    expect(url).toMatch(new RegExp(`^${world.services.url}/onramp/checkout/o_[0-9a-f]{40}$`))
    const page = await fetch(url)
    const text = await page.text()
    expect(text).toContain('Test money.')
    expect(text).not.toMatch(/<script|\son\w+=/)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const answers = await Promise.all(Array.from({ length: 5 }, () => press(url, 'confirm', token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await expect.poll(() => swept(address)).toMatchObject({ state: 'done' })
    expect((await press(url, 'confirm', token)).status).toBe(200)
    const [done] = await ordersOf(db(), address.toLowerCase())
    expect(done).toMatchObject({ state: 'done', symbol: 'ETH', fiatAmount: '50.00', fiatCurrency: 'USD' })
    expect((await world.devnet.reader.getBalance({ address })) - before).toBe(BigInt(done?.amount ?? 0))
    expect(await (await fetch(url)).text()).toContain(done?.txHash)
    const { data } = await getHistory(world.api, { ...on, account: address, onramp: 'coinbase' })
    expect(data[0]?.metadata).toMatchObject({
      hash: done?.txHash,
      status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      operationType: 'buy',
    })
  })

  test('of a token, several at once: each arrives', async () => {
    const balanceOf = (index: number) =>
      world.devnet.reader.readContract({
        address: STABLE.address,
        abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
        functionName: 'balanceOf',
        args: [world.account(index).address],
      })
    const buyers = [2, 3, 4, 5]
    const before = await Promise.all(buyers.map(balanceOf))
    const urls = await Promise.all(buyers.map((index) => buy(index, { presetCryptoAmount: 20 }, ['TUSD'])))
    await Promise.all(urls.map((url) => press(url, 'confirm')))
    const received = async () => {
      await world.services.parts?.jobs.run('on-ramp orders')
      const after = await Promise.all(buyers.map(balanceOf))
      return after.map((balance, index) => balance - (before[index] ?? 0n))
    }
    await expect.poll(received).toEqual(buyers.map(() => 20_000_000n))
  })

  test('survives that the process dies before the chain has it', async () => {
    const { address } = world.account(6)
    const { reader } = world.devnet
    const before = await reader.getBalance({ address })
    const url = await buy(6)
    await reader.setAutomine(false)
    await press(url, 'confirm')
    const paying = await stateOf(url)
    expect(paying?.state).toBe('paying')
    expect((await fetch(url)).headers.get('refresh')).toBe('2')
    // As a crash between writing and sending leaves it.
    await reader.dropTransaction({ hash: paying?.tx_hash as `0x${string}` })
    await reader.setAutomine(true)
    const second = await startServices({ evmUrl: world.devnet.url, db: db() })
    await expect.poll(() => swept(address, second)).toMatchObject({ state: 'done', txHash: paying?.tx_hash })
    await second.stop()
    const [done] = await ordersOf(db(), address)
    expect((await reader.getBalance({ address })) - before).toBe(BigInt(done?.amount ?? 0))
  })

  test('takes the price of a quote, within its minute', async () => {
    const purchaseCurrency = { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [] }
    const request = {
      purchaseCurrency,
      paymentCurrency: { id: 'USD', payment_method_limits: [] },
      amount: '77.70',
      network: 'ETH',
    }
    const quote = await getOnrampQuote(world.api, { ...on, request })
    const ask = (quoteId = '') =>
      fetch(`${world.services.url}/v1/generators/onrampurl`, { method: 'POST', body: JSON.stringify({ ...order(7), quoteId }) })
    expect((await ask(quote?.quoteId)).status).toBe(200)
    expect((await ordersOf(db(), world.account(7).address))[0]?.fiatAmount).toBe('77.70')
    world.clock.now += 60_001
    expect(await (await ask(quote?.quoteId)).json()).toMatchObject({ reasons: [{ field: 'quoteId' }] })
  })

  test('is not confirmed by a foreign page, after it was cancelled, or after half an hour', async () => {
    const url = await buy(8)
    expect((await press(url, 'confirm', 'guess')).status).toBe(403)
    expect((await stateOf(url))?.state).toBe('pending')
    expect((await press(url, 'cancel')).status).toBe(200)
    const { token } = await press(await buy(8), 'confirm', 'guess')
    await press(url, 'confirm', token)
    expect((await stateOf(url))?.state).toBe('expired')
    const late = await buy(8)
    world.clock.now += 31 * 60_000
    await world.services.parts?.jobs.run('on-ramp orders')
    await press(late, 'confirm')
    expect(await stateOf(late)).toEqual({ state: 'expired', tx_hash: null })
    expect((await fetch(`${world.services.url}/onramp/checkout/o_1`)).status).toBe(404)
  })

  test('a wrong order is refused with its field', () =>
    checkEach(
      [
        ['no wallet', { destinationWallets: [] }, 'destinationWallets'],
        ['an address of nowhere', { destinationWallets: [{ address: 'nowhere' }] }, 'destinationWallets'],
        ['a long user id', { partnerUserId: 'a'.repeat(50) }, 'partnerUserId'],
        ['half an amount', { presetFiatAmount: 10.5 }, 'presetFiatAmount'],
        ['too small an amount', { presetFiatAmount: 5 }, 'amount'],
      ],
      'refused: %s',
      async (_, change, field) => {
        const body = JSON.stringify({ ...order(1), ...change })
        const response = await fetch(`${world.services.url}/v1/generators/onrampurl`, { method: 'POST', body })
        expect({ status: response.status, body: await response.json() }).toMatchObject({
          status: 400,
          body: { reasons: [{ field }] },
        })
      },
    ))
})
