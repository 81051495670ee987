// Balances on bip122, polkadot and cosmos chains, with answers in the shapes that Esplora, Substrate nodes and Cosmos servers give.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesSchema } from '../../../../src/api/balances.js'
import { accountStorageKey, readAccountInfo, substrateKey } from '../../../src/chain/substrate.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startData } from '../support/world.js'

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const kusama = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const cosmos = 'cosmos:cosmoshub-4'
const accounts = {
  [bitcoin]: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  [polkadot]: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  [kusama]: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  [cosmos]: 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
}
type ChainId = keyof typeof accounts

/** Nonce 5, one provider, free 1.5 DOT, reserved 0.5 DOT, nothing frozen, the flag of new logic. */
const u128 = (amount: bigint) => Buffer.from(amount.toString(16).padStart(32, '0'), 'hex').reverse().toString('hex')
const accountInfo = `0x05000000000000000100000000000000${u128(15_000_000_000n)}${u128(5_000_000_000n)}${u128(0n)}${u128(1n << 127n)}`

const esplora = {
  address: accounts[bitcoin],
  chain_stats: { funded_txo_count: 2, funded_txo_sum: 150_000_000, spent_txo_count: 1, spent_txo_sum: 50_000_000, tx_count: 3 },
  mempool_stats: { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 1, spent_txo_sum: 1000, tx_count: 1 },
}
const usual: Readonly<Record<string, unknown>> = {
  'btc.example': esplora,
  'testnet.example': new Response('Invalid Bitcoin address', { status: 400 }),
  'dot.example': { jsonrpc: '2.0', id: 1, result: accountInfo },
  'ksm.example': {
    at: { hash: '0x00', height: '1' },
    nonce: '1',
    tokenSymbol: 'KSM',
    free: '15',
    reserved: '5',
    frozen: '0',
    locks: [],
  },
  'atom.example': { balance: { denom: 'uatom', amount: '1234567' } },
}
const ledgers = {
  [bitcoin]: { url: 'https://btc.example/api', name: 'Bitcoin', symbol: 'BTC', decimals: 8, price: 60_000 },
  [testnet]: { url: 'https://testnet.example/api', name: 'Test bitcoin', symbol: 'tBTC', decimals: 8 },
  [polkadot]: { url: 'https://dot.example', name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  [kusama]: { url: 'https://ksm.example/', kind: 'sidecar', name: 'Kusama', symbol: 'KSM', decimals: 12 },
  [cosmos]: { url: 'https://atom.example/', name: 'Cosmos', symbol: 'ATOM', decimals: 6, denom: 'uatom' },
}

let data: Awaited<ReturnType<typeof startData>>
let answers = usual
let now = Date.now()
const asked: { readonly url: URL; readonly body: unknown }[] = []
beforeAll(async () => {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push({ url, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
    const answer = answers[url.host]
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer.clone() : Response.json(answer)
  }
  data = await startData({ dataFile: { ledgers }, fetch, now: () => now })
})
afterAll(() => data.stop())

const balance = (chainId: ChainId, account: string = accounts[chainId], more = `&chainId=${chainId}`) => {
  now += 60_000 // beyond what is remembered
  return data.get(`/v1/account/${account}/balance?currency=usd${more}`)
}

test('each ledger is read through its provider', () =>
  checkEach(
    [
      [bitcoin, 'esplora', 'BTC', '0.99999', 59_999.4],
      [polkadot, 'substrate', 'DOT', '2', undefined],
      [kusama, 'sidecar', 'KSM', '0.00000000002', undefined],
      [cosmos, 'bank', 'ATOM', '1.234567', undefined],
    ] as const,
    '%s is read through %s',
    async (chainId, provider, symbol, numeric, value) => {
      const { status, body, headers } = await balance(chainId)
      expect([status, headers.get('x-provider')]).toEqual([200, provider])
      expect(balancesSchema.safeParse(body).success).toBe(true)
      expect(body.balances).toHaveLength(1)
      expect(body.balances[0]).toMatchObject({ symbol, chainId, quantity: { numeric } })
      expect(body.balances[0].value).toBe(value)
    },
  ))

test('each is asked as it documents', async () => {
  asked.length = 0
  for (const chainId of [bitcoin, polkadot, kusama, cosmos] as const) await balance(chainId)
  expect(asked.map(({ url }) => url.pathname + url.search)).toEqual([
    `/api/address/${accounts[bitcoin]}`,
    '/',
    `/accounts/${accounts[kusama]}/balance-info`,
    `/cosmos/bank/v1beta1/balances/${accounts[cosmos]}/by_denom?denom=uatom`,
  ])
  expect(asked[1]?.body).toMatchObject({
    jsonrpc: '2.0',
    method: 'state_getStorage',
    params: [expect.stringMatching(/^0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9[0-9a-f]{96}$/)],
  })
})

test('all chains of a family, of which one does not take the address', async () => {
  const { status, body, headers } = await balance(bitcoin, accounts[bitcoin], '')
  expect([status, headers.get('x-incomplete')]).toEqual([200, null])
  expect(body.balances.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTC'])
})

test('who was never paid has nothing, which is an answer', async () => {
  answers = { ...usual, 'dot.example': { jsonrpc: '2.0', id: 1, result: null } }
  expect((await balance(polkadot)).body.balances[0].quantity.numeric).toBe('0')
  answers = usual
})

test('whoever answers with anything else is 503', () =>
  checkEach<[string, ChainId, unknown]>(
    [
      ['nothing', bitcoin, new Error('not reachable')],
      ['HTTP 500', bitcoin, new Response('busy', { status: 500 })],
      ['a page', bitcoin, new Response('<html>')],
      ['another shape', bitcoin, { address: 'x' }],
      ['sums below zero', bitcoin, { ...esplora, chain_stats: { funded_txo_sum: -1, spent_txo_sum: 0 } }],
      ['text for sums', bitcoin, { ...esplora, mempool_stats: { funded_txo_sum: '0', spent_txo_sum: '0' } }],
      ['a refusal', polkadot, { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }],
      ['another entry', polkadot, { jsonrpc: '2.0', id: 1, result: '0x0500' }],
      ['a number', polkadot, { jsonrpc: '2.0', id: 1, result: 5 }],
      ['amounts with a sign', kusama, { free: '-1', reserved: '0' }],
      ['another coin', cosmos, { balance: { denom: 'uosmo', amount: '5' } }],
      ['an amount that is none', cosmos, { balance: { denom: 'uatom', amount: '1e9' } }],
      ['a failure in JSON', cosmos, { code: 2, message: 'codespace sdk code 2', details: [] }],
    ],
    'whoever answers with %s on %s is 503',
    async (_, chainId, answer) => {
      answers = { ...usual, [new URL(ledgers[chainId].url).host]: answer }
      const { status, body } = await balance(chainId)
      answers = usual
      expect([status, body.reasons?.[0].field]).toEqual([503, 'chainId'])
    },
  ))

test('an address that the chain refuses, or that was mistyped, is 400', async () => {
  answers = { ...usual, 'atom.example': new Response('{"code":3,"message":"decoding bech32 failed"}', { status: 400 }) }
  expect((await balance(cosmos)).body.reasons[0].field).toBe('address')
  answers = usual
  const mistyped = accounts[polkadot].replace('15oF', '15oG')
  expect((await balance(polkadot, mistyped)).status).toBe(400)
})

describe('Substrate', () => {
  test('finds an account in the storage: the well-known Alice', () => {
    const key = substrateKey('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY') ?? new Uint8Array()
    expect(Buffer.from(key).toString('hex')).toBe('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')
    expect(accountStorageKey(key)).toBe(
      '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    )
  })

  test('one key has an address on each network', () => {
    const onPolkadot = substrateKey('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
    expect(onPolkadot).toEqual(substrateKey(accounts[kusama]))
  })

  test('what is no address', () =>
    checkEach(
      ['', '5Grwva', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQZ', '0OIl', '1'.repeat(48), 'z'.repeat(64)],
      '%j is no address',
      (text) => expect(substrateKey(text)).toBeUndefined(),
    ))

  test('reads amounts beyond 64 bits', () => {
    const amount = (1n << 127n) + 3n
    expect(readAccountInfo(`0x${'00'.repeat(16)}${u128(amount)}${u128(4n)}${u128(0n)}${u128(0n)}`)).toBe(amount + 4n)
  })
})

test('a cosmos chain needs the name of its coin, and only a polkadot chain a kind', async () => {
  const { denom: _, ...unnamed } = ledgers[cosmos]
  await expect(startData({ dataFile: { ledgers: { [cosmos]: unnamed } } })).rejects.toThrow(`ledgers.${cosmos}.denom`)
  const odd = { ...ledgers[bitcoin], kind: 'sidecar' }
  await expect(startData({ dataFile: { ledgers: { [bitcoin]: odd } } })).rejects.toThrow(`ledgers.${bitcoin}.kind`)
})
