// Buying on Solana in the sandbox: what is bought is on the Solana devnet afterwards, once.
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getHistory } from '../../../../src/api/history.js'
import { createOnrampUrl, getOnrampOptions, getOnrampQuote, type OnrampOrder } from '../../../../src/api/onramp.js'
import { ordersOf } from '../../../devnet/sandbox/orders.js'
import { signerOf, TOKEN, TOKEN_2022, tokenAccountOf } from '../../../devnet/solana/keys.js'
import {
  SOLANA_ACCOUNTS,
  SOLANA_CHAIN_ID as chainId,
  SOLANA_GRAIN,
  SOLANA_SALT,
  SOLANA_STABLE,
} from '../../../devnet/solana/manifest.js'
import type { SolanaDevnet } from '../../../devnet/solana.js'
import type { Db } from '../../../src/db/connect.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import { solanaMissing, startSeededSolana } from '../../support/solana.js'
import { startData } from '../support/world.js'

const evm = useSeededDevnet({ past: false })
const [ada = '', , cleo = ''] = SOLANA_ACCOUNTS.map(({ address }) => address)
/** Has nothing, not even an account of a token. */
const newcomer = signerOf('5e'.repeat(32)).address

describe.skipIf(solanaMissing !== undefined)(`on the devnet${solanaMissing ? ` (${solanaMissing})` : ''}`, () => {
  let devnet: SolanaDevnet
  let data: Awaited<ReturnType<typeof startData>>
  let db: Db
  /** Whether transactions reach the node. */
  let isOpen = true
  beforeAll(async () => {
    devnet = await startSeededSolana()
    db = await engine.open()
    const fetch: typeof globalThis.fetch = (input, init) => {
      const isSent = typeof init?.body === 'string' && init.body.includes('"sendTransaction"')
      return isSent && !isOpen ? Promise.reject(new Error('away')) : globalThis.fetch(input, init)
    }
    data = await startData({ db, evmUrl: evm().url, chains: { [chainId]: [devnet.url] }, fetch })
  })
  afterAll(async () => {
    await data.stop()
    await db.close()
    await devnet.stop()
  })

  const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const response = await fetch(devnet.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: unknown }).result
  }
  const coins = async (address: string) => z.parse(z.object({ value: z.number() }), await rpc('getBalance', address)).value
  const tokens = async (owner: string, { mint, program }: typeof SOLANA_STABLE) => {
    const account = tokenAccountOf(owner, mint, program === 'token' ? TOKEN : TOKEN_2022)
    const result = z.safeParse(
      z.object({ value: z.object({ amount: z.string() }) }),
      await rpc('getTokenAccountBalance', account),
    )
    return BigInt(result.data?.value.amount ?? 0)
  }
  const order = (address: string, symbol: string, more: Partial<OnrampOrder> = {}): OnrampOrder => ({
    destinationWallets: [{ address, blockchains: ['solana'], assets: [symbol] }],
    partnerUserId: address,
    defaultNetwork: 'solana',
    defaultExperience: 'buy',
    ...more,
  })
  const buy = async (address: string, symbol: string, more: Partial<OnrampOrder> = {}) =>
    (await createOnrampUrl(data.api, { chainId, order: order(address, symbol, more) }))?.url ?? ''
  const confirm = async (url: string) => {
    const token = /name="token" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? ''
    return (await fetch(`${url}/confirm`, { method: 'POST', body: new URLSearchParams({ token }) })).text()
  }
  const newest = async (address: string) => (await ordersOf(db, address))[0]
  const sweep = () => data.services.parts?.jobs.run('on-ramp orders')
  const refused = (field: string) => ({ code: 'HTTP_STATUS', details: { status: 400, field } })
  /** As the client asks: for a token on the network of its account. */
  const quote = async (symbol: string, amount: string) => {
    const { purchaseCurrencies, paymentCurrencies } = await getOnrampOptions(data.api, { chainId })
    const purchaseCurrency = purchaseCurrencies.find((each) => each.symbol === symbol)!
    const network = purchaseCurrency.networks.find(({ chain_id: id }) => id === chainId)?.name
    const request = { purchaseCurrency, paymentCurrency: paymentCurrencies[0]!, amount, network: network! }
    return await getOnrampQuote(data.api, { chainId, request })
  }

  test('coin and tokens are offered beside those of the EVM devnet', async () => {
    const { purchaseCurrencies } = await getOnrampOptions(data.api, { chainId })
    const on = (symbol: string) =>
      purchaseCurrencies.find((each) => each.symbol === symbol)?.networks.map(({ chain_id: id }) => id)
    expect([on('SOL'), on('SALT'), on('ETH')]).toEqual([[chainId], [chainId], ['31337']])
    expect(on('TUSD')).toEqual(['31337', chainId])
    const stable = purchaseCurrencies.find(({ symbol }) => symbol === 'TUSD')?.networks[1]
    expect(stable).toMatchObject({ display_name: 'Solana devnet (test money)', contract_address: SOLANA_STABLE.mint })
  })

  test('a quote is in the units of Solana, with its fees', async () => {
    const sol = await quote('SOL', '50')
    expect(sol.networkFee.amount).toBe('0.01')
    expect(Number(sol.purchaseAmount.amount)).toBeCloseTo((50 - 0.75 - 0.01) / 150, 8)
    const stable = await quote('TUSD', '50')
    expect([stable.networkFee.amount, stable.purchaseAmount.amount]).toEqual(['0.31', '48.94'])
  })

  test('SOL arrives once, however often it is confirmed, and stands in the history', async () => {
    const before = await coins(ada)
    const { quoteId, purchaseAmount } = await quote('SOL', '50')
    const url = await buy(ada, 'SOL', { quoteId })
    expect(await (await fetch(url)).text()).toContain(`${purchaseAmount.amount} SOL`)
    await Promise.all([confirm(url), confirm(url), confirm(url)])
    await expect.poll(async () => (await sweep(), newest(ada))).toMatchObject({ state: 'done', chainId, symbol: 'SOL' })
    await confirm(url)
    const done = await newest(ada)
    expect((await coins(ada)) - before).toBe(Number(done?.amount))
    expect(Number(done?.amount) / 1e9).toBe(Number(purchaseAmount.amount))
    const { data: rows } = await getHistory(data.api, { chainId, account: ada, onramp: 'coinbase' })
    expect(rows[0]?.metadata).toMatchObject({ hash: done?.txHash, chain: chainId, sentTo: ada, status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS' }) // oxfmt-ignore
    expect(await rpc('getTransaction', done?.txHash, { encoding: 'json' })).toMatchObject({ meta: { err: null } })
  })

  test.each([
    ['a token', SOLANA_STABLE, cleo],
    ['a token of which the buyer has no account yet', SOLANA_GRAIN, newcomer],
    ['a token of Token-2022', SOLANA_SALT, newcomer],
  ])('%s arrives: what is on the chain is what was bought', async (_, token, owner) => {
    const before = await tokens(owner, token)
    await confirm(await buy(owner, token.symbol, { presetFiatAmount: 20 }))
    await expect.poll(async () => (await sweep(), newest(owner))).toMatchObject({ state: 'done', asset: token.mint })
    const amount = BigInt((await newest(owner))?.amount ?? 0)
    expect(amount).toBeGreaterThan(0n)
    expect((await tokens(owner, token)) - before).toBe(amount)
  })

  test('two orders of the same amount at once are two payments', async () => {
    const before = await coins(newcomer)
    const { quoteId } = await quote('SOL', '30')
    const urls = await Promise.all([0, 1].map(() => buy(newcomer, 'SOL', { quoteId })))
    await Promise.all(urls.map(confirm))
    await expect
      .poll(async () => (await sweep(), (await ordersOf(db, newcomer)).slice(0, 2).map(({ state }) => state)))
      .toEqual(['done', 'done'])
    expect((await coins(newcomer)) - before).toBe(2 * Number((await newest(newcomer))?.amount))
  })

  test('what could not be sent is sent by a later sweep, once', async () => {
    const before = await coins(cleo)
    isOpen = false
    const url = await buy(cleo, 'SOL', { presetFiatAmount: 40 })
    expect(await confirm(url)).toContain('on their way')
    expect([await coins(cleo), (await newest(cleo))?.state]).toEqual([before, 'paying'])
    isOpen = true
    await expect.poll(async () => (await sweep(), newest(cleo))).toMatchObject({ state: 'done' })
    await sweep()
    expect((await coins(cleo)) - before).toBe(Number((await newest(cleo))?.amount))
  })

  test('a payment that the chain can take no more has failed, and is not made again', async () => {
    isOpen = false
    const url = await buy(cleo, 'SOL', { presetFiatAmount: 40 })
    await confirm(url)
    devnet.reset() // the block that it names is of no chain any more
    const before = await coins(cleo)
    isOpen = true
    await expect.poll(async () => (await sweep(), newest(cleo))).toMatchObject({ state: 'failed' })
    expect(await coins(cleo)).toBe(before)
    expect(await (await fetch(url)).text()).toContain('Nothing was paid')
  })

  test("beside Solana's devnet alone the sandbox sells there", async () => {
    const alone = await startData({ db, chains: { [chainId]: [devnet.url] } })
    try {
      const { purchaseCurrencies } = await getOnrampOptions(alone.api, { chainId })
      expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['SOL', 'TUSD', 'GRAIN', 'SALT'])
      const page = await createOnrampUrl(alone.api, { chainId, order: order(ada, 'TUSD') })
      expect(await (await fetch(page?.url ?? '')).text()).toContain(' TUSD')
    } finally {
      await alone.stop()
    }
  })

  test('coins of one family of chains go to no address of the other', async () => {
    const { address } = evm().accounts[1]!
    const { quoteId } = await quote('SOL', '50')
    await expect(buy(address, 'SOL', { quoteId })).rejects.toMatchObject(refused('destinationWallets'))
    await expect(buy('nobody', 'SOL')).rejects.toMatchObject(refused('destinationWallets'))
    // A coin that the family has not: its own stands for it.
    expect(await (await fetch(await buy(address, 'SOL'))).text()).toContain(' ETH')
    expect(await (await fetch(await buy(ada, 'ETH'))).text()).toContain(' SOL')
  })
})
