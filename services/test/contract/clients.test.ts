// Every function of the client against the real application: what each resolves with, on a chain that is served and on one that is not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as analytics from '../../../src/api/analytics.js'
import * as approvals from '../../../src/api/approvals.js'
import * as balances from '../../../src/api/balances.js'
import * as chains from '../../../src/api/chains.js'
import * as history from '../../../src/api/history.js'
import type { Api } from '../../../src/api/http.js'
import * as identity from '../../../src/api/identity.js'
import * as nameWrites from '../../../src/api/name-writes.js'
import * as names from '../../../src/api/names.js'
import * as nfts from '../../../src/api/nfts.js'
import * as onrampBuy from '../../../src/api/onramp-buy.js'
import * as onramp from '../../../src/api/onramp.js'
import * as prices from '../../../src/api/prices.js'
import * as project from '../../../src/api/project.js'
import * as rpc from '../../../src/api/rpc.js'
import * as sessions from '../../../src/api/smart-sessions.js'
import * as swaps from '../../../src/api/swaps.js'
import * as tokenApprovals from '../../../src/api/token-approvals.js'
import * as wallets from '../../../src/api/wallets.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { COPPER, STABLE, V2_ROUTER } from '../../devnet/manifest.js'
import { CHAIN, signed } from '../data/names/support.js'
import { collectFailures } from '../../../test/support/rows.js'
import { signedOperation, termsOf } from './rows-onramp.js'
import { sow, type Seeds } from './seeds.js'
import { fetchInto, startWorld, type World } from './world.js'

const native = `${CHAIN}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
const stable = `${CHAIN}:${STABLE.address}`
const elsewhere = 'eip155:999'
const modules = { analytics, approvals, balances, chains, history, identity, nameWrites, names, nfts, onrampBuy, onramp, prices, project, rpc, sessions, swaps, tokenApprovals, wallets } // oxfmt-ignore
/** They ask nobody. */
const pure = ['withoutKeys', 'assertApproval', 'isRevert', 'minimumOut', 'presetAmount', 'nameMessage', 'addressOfName', 'isOriginAllowed', 'rpcEndpoints', 'sharedRpcUrl', 'revokeText', 'revokeData', 'walletImageUrl', 'assetImageUrl', 'tokenImageUrl', 'currencyImageUrl'] // oxfmt-ignore

let world: World
let seeds: Seeds
let api: Api
const at = (index: number) => seeds.at[index] ?? ''
const idOf = (index: number) => `${CHAIN}:${at(index)}`
const write = (index: number, text: Parameters<typeof signed>[1]) => signed(world.account(index), text, Date.now())
const rpcWorld = () => ({
  network: toNetwork({
    id: 31_337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }),
  services: 'http://services.test',
  fetch: fetchInto(world.apps.open),
})

beforeAll(async () => {
  world = await startWorld()
  seeds = await sow(world)
  const sdk = { type: 'wm', version: 'html-test-0.1.0' }
  api = {
    fetch: fetchInto(world.apps.open),
    services: 'http://services.test',
    projectId: 'shop',
    clientId: 'did:key:z6Mk',
    sdk,
  }
})
afterAll(() => world.stop())

const quoted = { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [] }
const paid = { id: 'USD', payment_method_limits: [] }
const uuid = /^[0-9a-f-]{36}$/
const some = (kind: unknown) => expect.any(kind) as unknown

/** Function → call and what it resolves with. */
const calls: Readonly<Record<string, readonly [run: () => Promise<unknown>, result: unknown]>> = {
  buildApproval: [
    () => approvals.buildApproval(api, { from: stable, to: native, userAddress: at(0), amount: 5n, spender: V2_ROUTER }),
    { to: STABLE.address, value: 0n, gasPrice: some(BigInt) },
  ],
  getBalances: [
    () => balances.getBalances(api, { address: at(0), chainId: CHAIN, forceUpdate: [native, stable] }),
    { balances: expect.arrayContaining([expect.objectContaining({ symbol: 'ETH', isNative: true, amount: some(BigInt) })]) as unknown, isIncomplete: false }, // oxfmt-ignore
  ],
  getSupportedChains: [() => chains.getSupportedChains(api), { http: [CHAIN], ws: [CHAIN] }],
  getHistory: [
    () => history.getHistory(api, { account: at(0), chainId: CHAIN }),
    { data: some(Array), next: undefined, isIncomplete: false },
  ],
  getIdentity: [() => identity.getIdentity(api, { address: at(0), sender: at(0) }), { name: 'ada.devnet.example' }],
  registerName: [
    async () => nameWrites.registerName(api, await write(6, { name: 'client.wallet.example' })),
    { success: true, record: { name: 'client.wallet.example' } },
  ],
  setNameAttributes: [
    async () => nameWrites.setNameAttributes(api, { ...(await write(3, { attributes: { bio: 'hi' } })), name: seeds.name }),
    { bio: 'hi' },
  ],
  setNameAddress: [
    async () => nameWrites.setNameAddress(api, { ...(await write(3, { coinType: 60, address: at(3) })), name: seeds.name }),
    { 60: { created_at: some(String) } },
  ],
  getName: [() => names.getName(api, { name: seeds.name, chainId: CHAIN }), { name: 'contract.wallet.example' }],
  getNamesOf: [() => names.getNamesOf(api, { address: at(3), chainId: CHAIN }), [{ name: 'contract.wallet.example' }]],
  getNameZone: [() => names.getNameZone(api, { chainId: CHAIN }), 'wallet.example'],
  getNameSuggestions: [
    () => names.getNameSuggestions(api, { name: 'contract', zone: 'wallet.example', chainId: CHAIN }),
    expect.arrayContaining([{ name: 'contract.wallet.example', registered: true }]),
  ],
  getNfts: [
    () => nfts.getNfts(api, { address: at(0), chainId: CHAIN }),
    { data: some(Array), next: undefined, isIncomplete: false },
  ],
  isApproved: [
    async () => {
      const { data } = await tokenApprovals.getTokenApprovals(api, { address: at(0), chainId: CHAIN })
      const [row] = data
      if (!row) throw new Error('the account has approved nothing')
      const known = await tokenApprovals.isApproved(rpcWorld(), { ...row, owner: at(0) })
      return [known, await tokenApprovals.isApproved(rpcWorld(), { ...row, owner: at(9) })]
    },
    [true, false],
  ],
  getTokenApprovals: [
    () => tokenApprovals.getTokenApprovals(api, { address: at(0), chainId: CHAIN }),
    { data: expect.arrayContaining([expect.objectContaining({ symbol: 'GRAIN', kind: 'erc20' })]) as unknown, next: undefined, isIncomplete: false }, // oxfmt-ignore
  ],
  getBuyOptions: [
    () => onrampBuy.getBuyOptions(api, { chainId: CHAIN, country: 'DE' }),
    { paymentCurrencies: [{ id: 'USD' }], purchaseCurrencies: some(Array) },
  ],
  getBuyQuote: [
    () =>
      onrampBuy.getBuyQuote(api, {
        chainId: CHAIN,
        purchaseCurrency: 'ETH',
        paymentAmount: '50',
        paymentCurrency: 'USD',
        paymentMethod: 'CARD',
        country: 'DE',
      }),
    { paymentTotal: { value: '50.00', currency: 'USD' } },
  ],
  createOnrampUrl: [
    () =>
      onramp.createOnrampUrl(api, {
        chainId: CHAIN,
        order: { destinationWallets: [{ address: at(5), assets: ['ETH'] }], partnerUserId: at(5) },
      }),
    { provider: 'sandbox', url: expect.stringContaining('/onramp/checkout/o_') as unknown },
  ],
  getOnrampProviders: [() => onramp.getOnrampProviders(api, { chainId: CHAIN }), ['sandbox']],
  getOnrampOptions: [
    () => onramp.getOnrampOptions(api, { chainId: CHAIN }),
    { estimate: false, paymentCurrencies: [{ id: 'USD' }] },
  ],
  getOnrampQuote: [
    () =>
      onramp.getOnrampQuote(api, {
        chainId: CHAIN,
        request: { purchaseCurrency: quoted, paymentCurrency: paid, amount: '50', network: 'ETH' },
      }),
    { paymentTotal: { amount: '50.00', currency: 'USD' }, quoteId: some(String) },
  ],
  getPrices: [
    () => prices.getPrices(api, { addresses: [native, stable] }),
    [
      { symbol: 'ETH', price: some(Number) },
      { symbol: 'TUSD', price: some(Number) },
    ],
  ],
  getAllowedOrigins: [() => project.getAllowedOrigins(api), []],
  getAnalyticsEnabled: [() => project.getAnalyticsEnabled(api), true],
  callRpc: [() => rpc.callRpc(rpcWorld(), 'eth_chainId', []), '0x7a69'],
  getNativeBalance: [() => rpc.getNativeBalance({ ...rpcWorld(), address: at(9) }), some(BigInt)],
  createSmartSession: [
    () => sessions.createSmartSession(api, { account: idOf(4), request: termsOf(seeds) }),
    { pci: expect.stringMatching(uuid) as unknown, key: { type: 'secp256k1' } },
  ],
  activateSmartSession: [
    () =>
      sessions.activateSmartSession(api, {
        account: idOf(4),
        activation: { ...termsOf(seeds), pci: seeds.sessions.waiting, context: '0xabcd' },
      }),
    undefined,
  ],
  getSmartSessionContext: [
    () => sessions.getSmartSessionContext(api, { account: idOf(4), pci: seeds.sessions.active }),
    `0x${'cd'.repeat(32)}`,
  ],
  signWithSmartSession: [
    async () =>
      sessions.signWithSmartSession(api, {
        account: idOf(4),
        pci: seeds.sessions.active,
        userOp: await signedOperation(seeds),
      }),
    expect.stringMatching(/^0x[0-9a-f]{130,}$/),
  ],
  getSmartSessions: [() => sessions.getSmartSessions(api, { account: idOf(4) }), { sessions: some(Array), next: undefined }],
  revokeSmartSession: [
    async () => {
      const timestamp = world.seconds()
      const message = sessions.revokeText({ pci: seeds.sessions.doomed, address: idOf(4), timestamp })
      const signature = await world.account(4).signMessage({ message })
      return sessions.revokeSmartSession(api, {
        account: idOf(4),
        revocation: { pci: seeds.sessions.doomed, signature, timestamp },
      })
    },
    { success: true },
  ],
  getQuotes: [
    () => swaps.getQuotes(api, { amount: 10n ** 18n, userAddress: at(0), from: native, to: stable }),
    expect.arrayContaining([expect.objectContaining({ fromAmount: 10n ** 18n, toAmount: some(BigInt), toAccount: stable })]),
  ],
  getSwapTokens: [
    () => swaps.getSwapTokens(api, { chainId: CHAIN }),
    expect.arrayContaining([expect.objectContaining({ symbol: 'TUSD', decimals: 6, eip2612: true })]),
  ],
  getAllowance: [() => swaps.getAllowance(api, { tokenAddress: `${CHAIN}:${COPPER.address}`, userAddress: idOf(9) }), 0n],
  getGasPrice: [() => swaps.getGasPrice(api, { chainId: CHAIN }), { standard: some(BigInt), instant: some(BigInt) }],
  buildSwap: [
    async () => {
      const order = { amount: 10n ** 18n, from: native, to: stable }
      const [quote] = await swaps.getQuotes(api, { ...order, userAddress: at(0) })
      return swaps.buildSwap(api, { ...order, userAddress: idOf(0), quotedAmount: quote?.toAmount ?? 0n, quoteId: quote?.id })
    },
    { to: V2_ROUTER, value: 10n ** 18n, amount: some(BigInt), gas: some(BigInt) },
  ],
  getWallets: [
    () => wallets.getWallets(api, { search: 'metamask', entries: 4, chains: ['eip155:1'] }),
    { count: 1, data: [{ name: 'MetaMask' }] },
  ],
  createAnalytics: [
    async () => {
      let next = 0
      const told = analytics.createAnalytics({
        api,
        isEnabled: () => true,
        page: () => ({ href: 'https://shop.example/?secret', hostname: 'shop.example' }),
        now: Date.now,
        uuid: () => `c0ffee00-0000-4000-8000-00000000000${(next += 1)}`,
        onRefused: () => {},
      })
      await told.track('CONTRACT_TRIED', { name: 'Acme' }, at(0))
      await told.report('API_ERROR', new Error('x'))
      return world.db.query('select name from analytics_events where event_id like $1 order by name', ['c0ffee%'])
    },
    [{ name: 'API_ERROR' }, { name: 'CONTRACT_TRIED' }],
  ],
}

test('no function of the client is left out', () => {
  const exported = Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  )
  expect([...Object.keys(calls), ...pure].sort()).toEqual(exported.sort())
})

test('every function resolves with what the application knows', async () => {
  const failures = collectFailures()
  for (const [name, [run, result]] of Object.entries(calls))
    await failures.check(name, async () => {
      const answer = await run()
      if (typeof result === 'object' && result !== null && !('asymmetricMatch' in result)) expect(answer).toMatchObject(result)
      else expect(answer).toEqual(result)
    })
  expect(failures.list).toEqual([])
})

describe('the same chain, the same account, the same numbers', () => {
  test('history pages and balances are those of the chain', async () => {
    const page = await history.getHistory(api, { account: at(0), chainId: CHAIN })
    expect(page.data.length).toBeGreaterThan(5)
    expect(new Set(page.data.map(({ metadata }) => metadata.chain))).toEqual(new Set([CHAIN]))
    const held = await balances.getBalances(api, { address: at(0), chainId: CHAIN, forceUpdate: [native] })
    const [coin] = held.balances
    expect(coin?.amount).toBe(await world.devnet.reader.getBalance({ address: world.account(0).address }))
  })

  test('a chain that is not served is not asked about', async () => {
    const before = world.outgoing.length
    expect(await history.getHistory(api, { account: at(0), chainId: elsewhere })).toEqual({
      data: [],
      next: undefined,
      isIncomplete: false,
    })
    await expect(swaps.getGasPrice(api, { chainId: elsewhere })).rejects.toMatchObject({ code: 'GAS_PRICE_NOT_SUPPORTED' })
    expect(world.outgoing.length).toBe(before)
  })
})

test('a refusal of the real server is a coded error with its field', async () => {
  const stranger = { ...api, fetch: fetchInto(world.apps.projects), projectId: 'nobody' }
  await expect(wallets.getWallets(stranger)).rejects.toMatchObject({
    code: 'HTTP_STATUS',
    details: { status: 401, field: 'projectId' },
  })
  const hurried = { ...api, fetch: fetchInto(world.apps.empty) }
  await expect(identity.getIdentity(hurried, { address: at(0) })).rejects.toMatchObject({
    code: 'HTTP_STATUS',
    details: { status: 429, field: 'rate_limited' },
  })
})
