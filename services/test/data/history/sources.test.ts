// Where EVM history comes from, by the public route: block explorers named in the data file, the nodes when these are away, and
// nodes that give only so many blocks at once.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAddress, type Hex } from 'viem'
import type { Transaction } from '../../../../src/api/history.js'
import { RangeTooLong } from '../../../src/data/history/chain-reader.js'
import { EXPLORER_REST_MS, createExplorers } from '../../../src/data/history/explorers.js'
import { createRanges } from '../../../src/data/history/ranges.js'
import { ROWS_MAX } from '../../../src/data/history/explorer.js'
import type { DataContext } from '../../../src/data/context.js'
import { tokenAbi } from '../../../devnet/abis.js'
import { STABLE } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { startData } from '../support/world.js'

const [blockscout, etherscan, plain] = ['eip155:31337', 'eip155:5', 'eip155:6']
/** Blocks that one query of the third chain's node may span. */
const RANGE_MAX = 7

const devnet = useSeededDevnet({ past: false })
let data: Awaited<ReturnType<typeof startData>>
let strict: Server
let now = Date.now()
let old: Hex
let fresh: Hex
let ranges: number[] = []
/** What the explorers answer to an action; undefined: they are away. */
let explorer: ((action: string) => readonly object[]) | undefined
let asked: URL[] = []

const account = (index: number) => devnet().accounts[index]?.address ?? '0x'
const send = async (from: number, to: number, amount: bigint) => {
  const args = [account(to), amount] as const
  const hash = await devnet().wallet(from).writeContract({ address: STABLE.address, abi: tokenAbi, functionName: 'mint', args })
  await devnet().reader.waitForTransactionReceipt({ hash })
  return hash
}

beforeAll(async () => {
  for (let index = 1; index < 5; index++) old = await send(0, index, BigInt(index) * 1_000_000n)
  await devnet().reader.mine({ blocks: 200 })
  fresh = await send(0, 1, 7_000_000n)
  // When the devnet has stopped, nobody waits for the answer.
  strict = createServer((request, response) => void relay(request, response).catch(() => response.destroy()))
  strict.listen(0, '127.0.0.1')
  await new Promise((resolve) => strict.once('listening', resolve))
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!url.host.endsWith('.example')) return globalThis.fetch(input, init)
    asked.push(url)
    const result = explorer?.(url.searchParams.get('action') ?? '')
    if (!result) return Promise.resolve(new Response('busy', { status: 503 }))
    return Promise.resolve(Response.json({ status: result.length > 0 ? '1' : '0', message: 'OK', result }))
  }
  data = await startData({
    chains: {
      [blockscout]: [devnet().url],
      [etherscan]: [devnet().url],
      [plain]: [`http://127.0.0.1:${(strict.address() as AddressInfo).port}`],
    },
    dataFile: {
      chains: {
        [blockscout]: { logBlocks: 100, explorer: { kind: 'blockscout', url: 'https://scan.example/api/' } },
        [etherscan]: {
          logBlocks: 100,
          explorer: { kind: 'etherscan', url: 'https://ether.example/v2/api', key: 'env:SCAN_KEY' },
        },
        [plain]: { logBlocks: 64, startBlock: 0 },
      },
    },
    env: { SCAN_KEY: 'very-secret-key' },
    fetch,
    now: () => now,
  })
})
afterAll(async () => {
  await data.stop()
  strict.close()
})

/** The devnet, but with the limit that public nodes have. */
async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array))
  const text = Buffer.concat(parts).toString('utf8')
  type Call = { readonly id: number; readonly method: string; readonly params: readonly { fromBlock: Hex; toBlock: Hex }[] }
  const calls = [JSON.parse(text) as Call | readonly Call[]].flat()
  const widest = Math.max(
    ...calls.flatMap(({ method, params }) =>
      method === 'eth_getLogs' ? params.map(({ fromBlock, toBlock }) => Number(toBlock) - Number(fromBlock) + 1) : [0],
    ),
  )
  response.setHeader('content-type', 'application/json')
  if (widest > 0) ranges.push(widest)
  if (widest <= RANGE_MAX) {
    const answer = await fetch(devnet().url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })
    return void response.end(await answer.text())
  }
  const error = { code: -32005, message: `query returned more than 10000 results. Try with this block range [0x0, 0x6].` }
  const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
  response.end(JSON.stringify(text.startsWith('[') ? answers : answers[0]))
}

const history = async (index: number, chainId: string) => {
  const { status, body, headers } = await data.get(`/v1/account/${account(index)}/history?chainId=${chainId}`)
  expect(status).toBe(200)
  const rows = body.data as Transaction[]
  return { rows, hashes: rows.map(({ metadata }) => metadata.hash), incomplete: headers.get('x-incomplete') }
}

const told = `0x${'1'.repeat(64)}`
/** An internal payment: nodes know nothing of it. */
const internal = () => [
  {
    blockNumber: '3',
    timeStamp: '1700000000',
    hash: told,
    from: STABLE.address.toLowerCase(),
    to: account(1).toLowerCase(),
    value: '2500000000000000000',
    contractAddress: '',
    input: '',
    type: 'call',
    isError: '0',
  },
]

describe('an explorer that the data file names', () => {
  test.each([
    [blockscout, 'scan.example', '/api'],
    [etherscan, 'ether.example', '/v2/api'],
  ])('tells of %s what lies deep, the nodes what is new', async (chainId, host, path) => {
    asked = []
    explorer = (action) => (action === 'txlistinternal' ? internal() : [])
    const { rows, hashes, incomplete } = await history(1, chainId)
    expect([hashes, incomplete]).toEqual([[fresh, told], null])
    expect(rows[1]?.metadata).toMatchObject({ operationType: 'receive', sentFrom: getAddress(STABLE.address), chain: chainId })
    expect(rows[1]?.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '2.5' } }])
    expect(new Set(asked.map((url) => `${url.host}${url.pathname}`))).toEqual(new Set([`${host}${path}`]))
    const query = asked[0]?.searchParams
    expect([query?.get('startblock'), query?.get('chainid')]).toEqual(['0', chainId === etherscan ? '5' : null])
    expect(query?.get('apikey')).toBe(chainId === etherscan ? 'very-secret-key' : null)
    asked = []
    await history(1, chainId)
    expect(asked).toEqual([]) // read once
  })

  test('is replaced by the nodes while it is away, and asked again after a rest', async () => {
    asked = []
    explorer = undefined
    const found = await history(4, blockscout)
    expect([found.hashes, found.incomplete]).toEqual([[old], null])
    expect(asked.length).toBeGreaterThan(0)
    asked = []
    expect((await history(3, blockscout)).hashes).toHaveLength(1)
    expect(asked).toEqual([])
    now += EXPLORER_REST_MS + 1
    explorer = () => []
    expect((await history(2, blockscout)).hashes).toEqual([])
    expect(asked.length).toBeGreaterThan(0)
  })
})

test('a node that gives few blocks at once is asked for fewer, until everything is read', async () => {
  ranges = []
  // A slow machine answers with what it has after its budget of time, and says that it is not all.
  await expect
    .poll(async () => {
      const { hashes, incomplete } = await history(1, plain)
      return [hashes.length, hashes[0], incomplete]
    })
    .toEqual([2, fresh, null])
  expect(ranges[0]).toBe(64)
  expect(ranges.filter((range) => range > RANGE_MAX).length).toBeLessThan(ranges.length / 4)
  ranges = []
  await history(4, plain)
  expect(ranges[0]).toBeLessThanOrEqual(8) // what the node takes is remembered for the next account
})

test('a range shrinks until it fits, fails for a single block, and grows again', async () => {
  const ranges = createRanges(100)
  const tooLong = () => Promise.reject(new RangeTooLong('x'))
  for (const size of [25, 7, 2, 1]) {
    expect(await ranges.fit(tooLong)).toBeUndefined()
    expect(ranges.current()).toBe(size)
  }
  await expect(ranges.fit(tooLong)).rejects.toThrow(RangeTooLong)
  await expect(createRanges(100).fit(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  for (let index = 0; index < 200; index++) await ranges.fit(() => Promise.resolve(index))
  expect(ranges.current()).toBe(100)
})

test('what is too much of one account makes its queries shorter alone', async () => {
  const ranges = createRanges(1000)
  const [busy, other] = [ranges.ofAccount('busy'), ranges.ofAccount('other')]
  expect(await busy.fit(() => Promise.reject(new RangeTooLong('logs', { isBusy: true })))).toBeUndefined()
  expect([busy.current(), other.current(), ranges.current()]).toEqual([250, 1000, 1000])
  busy.used(5) // of 250 blocks
  expect([busy.current(), other.current()]).toEqual([10, 1000])
  for (let index = 0; index < 200; index++) await busy.fit(() => Promise.resolve(index))
  expect(busy.current()).toBe(1000)
  expect(await busy.fit(() => Promise.reject(new RangeTooLong('blocks')))).toBeUndefined()
  expect([busy.current(), other.current(), ranges.current()]).toEqual([250, 250, 250])
})

test('an account that may be a busy one is asked for little at first, and what is known of it is remembered', async () => {
  const ranges = createRanges(1000)
  const read = () => Promise.resolve('found')
  const fresh = ranges.ofAccount('fresh', true)
  const sizes = [fresh.current()]
  for (let index = 0; index < 5; index++) {
    await fresh.fit(read)
    sizes.push(fresh.current())
  }
  expect(sizes).toEqual([64, 128, 256, 512, 1000, 1000])
  fresh.used(2)
  expect(ranges.ofAccount('fresh').current()).toBe(4)
  await ranges.ofAccount('fresh').fit(read)
  expect(ranges.ofAccount('fresh').current()).toBe(4) // it was too long once
  for (let index = 0; index < 1000; index++) ranges.ofAccount(`other ${index}`)
  expect(ranges.ofAccount('fresh').current()).toBe(1000)
  expect(createRanges(20).ofAccount('fresh', true).current()).toBe(20)
})

test('a list that the explorer cuts is read in parts, the newest blocks first', async () => {
  const row = { ...internal()[0], transactionIndex: '0', nonce: '0' }
  const full = Array.from({ length: ROWS_MAX }, () => row)
  const fetch: typeof globalThis.fetch = (input) => {
    const { searchParams } = new URL(input as string)
    const isLong = searchParams.get('action') === 'txlist' && Number(searchParams.get('startblock')) < 900
    return Promise.resolve(Response.json({ status: '1', message: 'OK', result: isLong ? full : [] }))
  }
  const context = {
    fetch,
    now: () => 0,
    log: { warn() {} },
    data: { chains: { [plain]: { explorer: { kind: 'blockscout', url: 'https://scan.example/api' } } } },
  } as unknown as DataContext // what an explorer needs of it
  const range = { from: 0, to: 1000, scanFrom: 0, rememberFrom: 0 }
  const found = await createExplorers(context).read(plain, { account: account(1), range, signal: new AbortController().signal })
  expect(found?.from).toBeGreaterThan(900)
})
