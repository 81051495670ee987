// What the chain RPC answers beyond nodes: user operations, paymasters, and questions about bitcoin accounts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkEach } from '../../../test/support/rows.js'
import { startData } from '../data/support/world.js'

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const account = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const utxo = { txid: 'ab'.repeat(32), vout: 1, value: 5000, status: { confirmed: true, block_height: 800_000 } }
const sums = (funded: number) => ({ funded_txo_sum: funded, spent_txo_sum: 0 })

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
let data: Awaited<ReturnType<typeof startData>>
/** Host → what it answers, else the name of whom was asked. */
let answers: Readonly<Record<string, () => Response>> = {}
let asked: string[] = []
beforeAll(async () => {
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input)
    const given = answers[host]?.()
    if (host === 'btc.example') {
      asked.push(pathname)
      if (given) return Promise.resolve(given)
      return Promise.resolve(
        Response.json(pathname.endsWith('/utxo') ? [utxo] : { chain_stats: sums(2 ** 52), mempool_stats: sums(1) }),
      )
    }
    const calls = [JSON.parse(init?.body as string) as Call | readonly Call[]].flat()
    asked.push(...calls.map(({ method }) => `${host} ${method}`))
    const results = calls.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: [host, params] }))
    return Promise.resolve(given ?? Response.json(results.length === 1 ? results[0] : results))
  }
  const dataFile = {
    chains: { 'eip155:1': { bundler: 'https://bundler.example/key', paymaster: 'https://paymaster.example' } },
    ledgers: { [bitcoin]: { url: 'https://btc.example/api', name: 'Bitcoin', symbol: 'BTC', decimals: 8 } },
    solana: { [solana]: { url: 'https://sol.example' } },
  }
  const chains = { 'eip155:1': ['https://node.example'], 'eip155:10': ['https://node.example'] }
  data = await startData({ dataFile, chains, fetch })
})
afterAll(() => data.stop())

const call = (method: string, params: unknown = [], id: number | string = 1) => ({ jsonrpc: '2.0', id, method, params })
const ask = (body: unknown, chainId = 'eip155:1', path = '/v1') => {
  asked = []
  return data.post(`${path}?chainId=${chainId}&projectId=p`, body)
}
const operation = { sender: `0x${'1'.repeat(40)}`, nonce: '0x0' }
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

test('each method goes to its host', () =>
  checkEach(
    [
      ['eth_sendUserOperation', 'bundler.example'],
      ['eth_estimateUserOperationGas', 'bundler.example'],
      ['eth_getUserOperationByHash', 'bundler.example'],
      ['eth_getUserOperationReceipt', 'bundler.example'],
      ['eth_supportedEntryPoints', 'bundler.example'],
      ['pm_getPaymasterStubData', 'paymaster.example'],
      ['pm_getPaymasterData', 'paymaster.example'],
      ['pm_sponsorUserOperation', 'paymaster.example'],
      ['eth_getBalance', 'node.example'],
    ],
    '%s goes to %s',
    async (method, host) => {
      const params = [operation, entryPoint]
      expect((await ask(call(method, params))).body).toEqual({ jsonrpc: '2.0', id: 1, result: [host, params] })
      expect(asked).toEqual([`${host} ${method}`])
    },
  ))

test('the path that public clients use for bundlers', async () => {
  const { status, body } = await ask(call('eth_sendUserOperation', [operation, entryPoint]), 'eip155:1', '/v1/bundler')
  expect([status, body.result[0]]).toEqual([200, 'bundler.example'])
})

test('a method is refused where nobody is configured for it', () =>
  checkEach(
    [
      ['eth_sendUserOperation', 'No bundler is configured for this chain'],
      ['pm_getPaymasterData', 'No paymaster is configured for this chain'],
      ['eth_sendUserOperations', 'This method is not allowed here'],
      ['pm_anything', 'This method is not allowed here'],
    ],
    '%s is refused where nobody is configured for it',
    async (method, message) => {
      const { status, body } = await ask(call(method), 'eip155:10')
      expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 1, error: { code: -32601, message } }])
      expect(asked).toEqual([])
    },
  ))

test("a bundler's own refusal passes", async () => {
  const error = { code: -32500, message: 'AA21 didn’t pay prefund', data: '0x' }
  answers = { 'bundler.example': () => Response.json({ jsonrpc: '2.0', id: 1, error }) }
  expect((await ask(call('eth_sendUserOperation'))).body).toEqual({ jsonrpc: '2.0', id: 1, error })
  answers = {}
})

test('one batch for several: each is asked, who is away takes nothing from the others', async () => {
  const batch = [call('eth_gasPrice', [], 'a'), call('eth_sendUserOperation', [], 'b'), call('pm_getPaymasterData', [], 'c')]
  expect((await ask(batch)).body.map(({ id, result }: { id: string; result: string[] }) => [id, result[0]])).toEqual([
    ['a', 'node.example'],
    ['b', 'bundler.example'],
    ['c', 'paymaster.example'],
  ])
  answers = {
    'bundler.example': () => new Response('', { status: 500 }),
    'paymaster.example': () => new Response('', { status: 429 }),
  }
  const { status, body } = await ask(batch)
  answers = {}
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { result: ['node.example', []] },
    { id: 'b', error: { code: -32603 } },
    { id: 'c', error: { code: -32005 } },
  ])
})

test('alone, a bundler that is away is 503', async () => {
  answers = { 'bundler.example': () => new Response('', { status: 500 }) }
  const { status, body } = await ask(call('eth_sendUserOperation'))
  answers = {}
  expect([status, body.reasons[0].field, body.error.code]).toEqual([503, 'chainId', -32603])
})

test('a bitcoin account, by what public clients send', async () => {
  const balance = await ask({ id: '1', jsonrpc: '2.0', method: 'getAddressBalance', params: { address: account } }, bitcoin)
  expect([balance.status, balance.body]).toEqual([200, { jsonrpc: '2.0', id: '1', result: String(2 ** 52 + 1) }])
  const utxos = await ask(call('getAddressUtxos', [{ address: account }]), bitcoin)
  expect(utxos.body.result).toEqual([utxo])
  expect(asked).toEqual([`/api/address/${account}/utxo`])
})

test('what is no call is refused there', () =>
  checkEach<[unknown, number]>(
    [
      [call('getAddressBalance', { address: 'x' }), -32602],
      [call('getAddressBalance', []), -32602],
      [call('getAddressBalance', { address: `${account}/utxo` }), -32602],
      [call('toString'), -32601],
      [call('getblockcount'), -32601],
    ],
    '%j is refused there',
    async (body, code) => {
      const answer = await ask(body, bitcoin)
      expect([answer.status, answer.body.error.code, asked]).toEqual([200, code, []])
    },
  ))

test('Esplora away is 503; an address that it refuses is the caller’s mistake', async () => {
  answers = { 'btc.example': () => new Response('', { status: 502 }) }
  expect((await ask(call('getAddressBalance', { address: account }), bitcoin)).status).toBe(503)
  answers = { 'btc.example': () => new Response('Invalid Bitcoin address', { status: 400 }) }
  expect((await ask(call('getAddressBalance', { address: account }), bitcoin)).body.error.code).toBe(-32602)
  answers = {}
})

test('what only the data side serves is listed, so that clients ask for it; its node is not shared', async () => {
  const { body } = await data.get('/v1/supported-chains')
  expect(body.http).toEqual(['eip155:1', 'eip155:10', solana, bitcoin])
  expect((await ask(call('getHealth'), solana)).body.error.code).toBe(-32601)
})

test('the table says who answers', async () => {
  const { providers } = (await data.get('/ready')).body
  expect(providers).toContainEqual({ capability: 'bundler eip155:1', provider: 'bundler', kind: 'adapter' })
  expect(providers).toContainEqual({ capability: 'paymaster eip155:1', provider: 'paymaster', kind: 'adapter' })
})
