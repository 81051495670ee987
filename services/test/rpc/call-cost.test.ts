// What JSON-RPC calls cost: each call of a batch by its method and by what it asks for, over HTTP and over WebSocket alike.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { json, serve } from '../../../test/api/server.js'
import { checkEach } from '../../../test/support/rows.js'
import { callsCost, callWeight } from '../../src/rpc/call-cost.js'
import { startServices } from '../support/services.js'

const CHAIN = 'eip155:1'
const call = (method: string, params: readonly unknown[] = [], id = 1) => ({
  jsonrpc: '2.0' as const,
  id,
  method,
  params: [...params],
})
const named = (method: string, params: Readonly<Record<string, unknown>>) => ({ ...call(method), params })
const tenBalances = Array.from({ length: 10 }, (_, at) => [`0x${at}`, { balance: '0x1' }] as const)
const logs = (filter: unknown) => call('eth_getLogs', [filter])
const hundred = (method: string) => Array.from({ length: 100 }, (_, id) => call(method, [{}], id))

test('a call weighs what it makes a node do', () =>
  checkEach(
    [
      ['a number', call('eth_blockNumber'), 1],
      ['a call', call('eth_call', [{ to: '0x1' }, 'latest']), 2],
      ['a call with as much gas as nodes grant', call('eth_call', [{ to: '0x1', gas: '0x2faf080' }, 'latest']), 2],
      ['a call with a thousand times as much', call('eth_call', [{ to: '0x1', gas: '0xba43b7400' }, 'latest']), 12],
      ['a call with gas that cannot be read', call('eth_call', [{ to: '0x1', Gas: {} }, 'latest']), 12],
      ['a call of code that comes with it', call('eth_call', [{ data: '0x1' }, 'latest']), 5],
      ['a call of code that replaces a contract', call('eth_call', [{ to: '0x1' }, 'latest', { '0x1': { CODE: '0x1' } }]), 7],
      ['a call with ten balances', call('eth_call', [{ to: '0x1' }, 'latest', Object.fromEntries(tenBalances)]), 13],
      ['a call by name', named('eth_call', { request: { to: '0x1' }, block: 'latest' }), 17],
      ['a call of nothing', named('eth_call', {}), 2],
      ['an estimate', call('eth_estimateGas'), 5],
      ['an estimate of code that comes with it', call('eth_estimateGas', [{ data: '0x1' }]), 8],
      ['an access list of code that comes with it', call('eth_createAccessList', [{ to: null, data: '0x1' }]), 8],
      ['the logs of the last block', logs({}), 10],
      ['the logs of one block', logs({ blockHash: '0x1' }), 10],
      ['the logs of a thousand blocks', logs({ fromBlock: '0x3e8', toBlock: '0x7d0' }), 11],
      ['the logs of fifty thousand blocks', logs({ fromBlock: '0x0', toBlock: '0xc350' }), 60],
      ['the logs of everything', logs({ fromBlock: 'earliest', toBlock: '0xffffffffff' }), 100],
      ['the logs since a block', logs({ fromBlock: '0x1' }), 50],
      ['the logs since a block, to the newest', logs({ fromBlock: '0x1', toBlock: 'latest' }), 50],
      ['the logs since a block, in another case', logs({ FROMBLOCK: '0x1', Toblock: 'LATEST' }), 50],
      ['the logs since a block, with a Kelvin sign', logs({ 'fromBloc\u212a': '0x0', 'toBloc\u212a': '0xfffffff' }), 100],
      ['the logs of numbers', logs({ fromBlock: 0, toBlock: 1_000_000 }), 100],
      ['the logs of what cannot be read', logs({ fromBlock: '12', toBlock: {} }), 100],
      ['the logs of a range backwards', logs({ fromBlock: '0xc350', toBlock: '0x0' }), 60],
      ['the logs of a range of nothing', logs({ fromBlock: '0x11', toBlock: '0x10' }), 11],
      ['the logs of numbers below zero', logs({ fromBlock: -1, toBlock: -1 }), 100],
      ['the logs of parts of blocks', logs({ fromBlock: 0.5, toBlock: 1 }), 100],
      ['the logs of a range with zeros in front', logs({ fromBlock: '0x000', toBlock: '0x00c350' }), 60],
      ['the logs of a list of lists', logs([{ fromBlock: '0x0' }]), 100],
      ['the logs of a filter by name', named('eth_getLogs', { filter: { fromBlock: '0x0' } }), 100],
      ['the logs of no filter', call('eth_getLogs'), 100],
      ['the logs of a thousand addresses', logs({ address: Array.from({ length: 1000 }, () => `0x${'1'.repeat(40)}`) }), 20],
      ['a simulation of a hundred calls', call('eth_simulateV1', [{ blockStateCalls: [{ calls: Array(100).fill({}) }] }]), 122],
      ['fees of twenty blocks', call('eth_feeHistory', ['0x14', 'latest', []]), 2],
      ['fees of twenty blocks with percentiles', call('eth_feeHistory', ['0x14', 'latest', [10, 50, 90]]), 7],
      ['fees of all blocks with percentiles', call('eth_feeHistory', [1024, 'latest', [50]]), 258],
      ['fees of more blocks than there may be', call('eth_feeHistory', ['0xffffff', 'latest', []]), 12],
      ['fees of what cannot be read', call('eth_feeHistory', [{}, 'latest', [50]]), 258],
      ['fees by name', named('eth_feeHistory', { newest: 'latest', count: '0x400', percentiles: [50] }), 258],
      ['a block', call('eth_getBlockByNumber', ['latest', false]), 2],
      ['a block with its transactions', call('eth_getBlockByNumber', ['latest', true]), 5],
      ['a block with its transactions, by name', named('eth_getBlockByNumber', { full: true, number: 'latest' }), 5],
      ['a block with its transactions, as others say it', call('eth_getBlockByHash', ['0x1', 'true']), 5],
      ['a proof of nothing but the account', call('eth_getProof', ['0x1', [], 'latest']), 7],
      ['a proof of a thousand slots', call('eth_getProof', ['0x1', Array(1000).fill('0x1'), 'latest']), 1008],
      ['a hundred accounts of Solana', call('getMultipleAccounts', [Array(100).fill('1')]), 22],
      ['a recent status', call('getSignatureStatuses', [['1']]), 2],
      ['256 recent statuses', call('getSignatureStatuses', [Array(256).fill('1')]), 27],
      ['256 statuses of long ago', call('getSignatureStatuses', [Array(256).fill('1'), { searchTransactionHistory: true }]), 258],
      ['rewards of ten accounts', call('getInflationReward', [Array(10).fill('1')]), 15],
      ['ten slots', call('getBlocks', [5, 15]), 10],
      ['all slots that one call may ask for', call('getBlocks', [5]), 60],
      ['as many by their number', call('getBlocksWithLimit', [5, 500_000]), 60],
      ['slots of what cannot be read', call('getBlocks', [{}, 500_000]), 60],
      ['a block of Bitcoin', call('getblock', ['00']), 10],
      ['a block of Bitcoin with its transactions', call('getblock', ['00', 2]), 20],
      ['a block of Bitcoin with its transactions, as a text', call('getblock', ['00', '2']), 20],
      ['a block of Bitcoin with its transactions, by name', named('getblock', { verbosity: 2, blockhash: '00' }), 20],
      ['a block of Bitcoin, as earlier versions say it', call('getblock', ['00', true]), 10],
      ['a hundred hashes of blocks of Polkadot', call('chain_getBlockHash', [Array.from({ length: 100 }, (_, at) => at)]), 11],
      ['a hundred keys of Polkadot', call('state_queryStorageAt', [Array(100).fill('0x')]), 52],
      ['a hundred keys of Polkadot, by name', named('state_queryStorageAt', { keys: Array(100).fill('0x') }), 52],
      ['a search of Cosmos', call('tx_search'), 20],
      ['a name that every object has', call('constructor'), 1],
      ['a user operation', call('eth_sendUserOperation'), 10],
      ['an account of Solana', call('getAccountInfo'), 1],
      ['signatures of Solana', call('getSignaturesForAddress'), 10],
      ['a simulation of Solana', call('simulateTransaction'), 5],
      [
        'one that returns a hundred accounts',
        call('simulateTransaction', ['', { accounts: { addresses: Array(100).fill('1') } }]),
        25,
      ],
      ['a subscription', call('eth_subscribe', ['logs', {}]), 10],
      ['one to hashes of transactions', call('eth_subscribe', ['newPendingTransactions', false]), 10],
      ['one to whole transactions', call('eth_subscribe', ['newPendingTransactions', true]), 20],
      ['a method that no node sees', call('debug_traceTransaction'), 1],
    ],
    '%s',
    (_, item, weight) => expect(callWeight(item)).toBe(weight),
  ))

test('what is no call costs as much as the cheapest', () => {
  expect(callsCost([null, 'x', {}, { ...call('eth_getLogs'), id: 1.5 }])).toBeCloseTo(0.8)
})

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** Services before a node that counts the calls it is sent. */
async function start(tokens: number) {
  let calls = 0
  const answers = (text: string) => {
    const items = [JSON.parse(text) as { id: number }[]].flat()
    calls += items.length
    const all = items.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))
    return text.startsWith('[') ? all : all[0]
  }
  const http = await serve((response, { body }) => json(response, answers(body)))
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(sockets, 'listening')
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => socket.send(JSON.stringify(answers(data.toString())))),
  )
  const node = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`
  const services = await startServices({
    chains: { [CHAIN]: [http.url] },
    config: { sockets: { [CHAIN]: [node] } },
    limits: { tokens, refillPerSecond: 0.001 },
  })
  ending.push(
    () => services.stop(),
    () => http.stop(),
    () => sockets.close(),
  )
  const post = (body: unknown) => fetch(`${services.url}/v1?chainId=${CHAIN}`, { method: 'POST', body: JSON.stringify(body) })
  const socket = new WebSocket(`${services.relayUrl}/ws?chainId=${CHAIN}&projectId=p1`)
  await once(socket, 'open')
  ending.push(() => socket.terminate())
  const say = async (body: unknown): Promise<ReturnType<typeof JSON.parse>> => {
    const heard = once(socket, 'message')
    socket.send(JSON.stringify(body))
    return JSON.parse(String((await heard)[0]))
  }
  return { post, say, calls: () => calls }
}

describe('a batch is paid whole, or nothing of it is sent', () => {
  test('over HTTP', async () => {
    const { post, calls } = await start(50)
    expect((await post(hundred('eth_chainId'))).status).toBe(200)
    const asked = calls()
    const refused = await post(hundred('eth_call'))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
    expect(await refused.json()).toMatchObject({ error: { code: -32_005 }, reasons: [{ field: 'rate_limited' }] })
    expect(calls()).toBe(asked)
    expect((await post(call('eth_chainId'))).status).toBe(200) // the rest of the bucket is still there
  })

  test('over WebSocket', async () => {
    const { say, calls } = await start(50)
    expect(await say(hundred('eth_chainId'))).toHaveLength(100)
    const refused = await say(hundred('eth_call'))
    expect(refused).toHaveLength(100)
    expect(refused[99]).toMatchObject({
      id: 99,
      error: { code: -32_005, data: { retryAfterSeconds: expect.any(Number) as number } },
    })
    expect(calls()).toBe(100)
    expect(await say(call('eth_chainId'))).toMatchObject({ result: '0x1' })
  })

  test('one that costs more than a full bucket empties it far below zero', async () => {
    const { post, say, calls } = await start(50)
    expect((await post(hundred('eth_getLogs'))).status).toBe(200)
    const later = await post(call('eth_chainId'))
    expect(later.status).toBe(429)
    expect(Number(later.headers.get('retry-after'))).toBeGreaterThan(100_000)
    expect(await say(hundred('eth_getLogs'))).toHaveLength(100)
    expect(await say(call('eth_chainId'))).toMatchObject({ error: { code: -32_005 } })
    expect(calls()).toBe(200)
  })
})

test('a question about many things costs more than one about one', async () => {
  const projects = { shop: { origins: [], analytics: false } }
  const services = await startServices({ projects, chains: {}, limits: { tokens: 10, refillPerSecond: 0.001 } })
  ending.push(() => services.stop())
  const tokens = Array.from({ length: 100 }, () => `eip155:999:0x${'1'.repeat(40)}`)
  const prices = (addresses: readonly string[]) =>
    fetch(`${services.url}/v1/fungible/price`, {
      method: 'POST',
      body: JSON.stringify({ projectId: 'shop', currency: 'usd', addresses }),
    })
  const balance = (forced: readonly string[]) =>
    fetch(
      `${services.url}/v1/account/eip155:999:0x${'1'.repeat(40)}/balance?projectId=shop&currency=usd&forceUpdate=${forced.join()}`,
    )
  const statuses = async (ask: () => Promise<Response>, count: number) => {
    const found: number[] = []
    for (let index = 0; index < count; index += 1) found.push((await ask()).status)
    return found
  }
  expect(await statuses(() => prices(tokens), 2)).toEqual([400, 429])
  expect(await statuses(() => balance(tokens.slice(0, 30)), 2)).toEqual([400, 429])
  const account = (id: string, what: string) => fetch(`${services.url}/v1/account/${id}/${what}?projectId=shop`)
  const address = `0x${'1'.repeat(40)}`
  for (const what of ['history', 'nfts']) {
    const isRefused = (await statuses(() => account(address, what), 2)).map((status) => status === 429)
    expect([what, ...isRefused]).toEqual([what, false, true]) // of all chains
  }
  const report = (path: string) =>
    fetch(`${services.url}${path}?projectId=shop`, { method: 'POST', body: JSON.stringify(Array(200).fill({})) })
  expect(await statuses(() => report('/batch'), 3)).toEqual([202, 202, 429])
  expect(await statuses(() => report('/e'), 3)).toEqual([202, 202, 429])
})
