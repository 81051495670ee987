// The aggregators' answers in the shapes that their documentation shows, and services that ask them.
import { encodeFunctionResult, multicall3Abi, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import { openDatabase } from '../../support/engines.js'
import { recorded, startData } from '../support/world.js'

export const user = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const router = '0x111111125421cA6dc452d289314280a0f8842A65'
export const holder = '0x0000000000001fF3684f28c67538d4D072C22734'
export const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

/** What Multicall3 answers when it was asked for one allowance. */
const noAllowance = encodeFunctionResult({
  abi: multicall3Abi,
  functionName: 'aggregate3',
  result: [{ success: true, returnData: numberToHex(0, { size: 32 }) }],
})

/** A node that knows prices of gas, and that nobody was allowed anything. */
const node = (_: URL, init: RequestInit | undefined) => {
  const calls: unknown = JSON.parse(init?.body as string)
  const answer = ({ id, method }: { id: number; method: string }) => {
    if (method === 'eth_feeHistory')
      return {
        jsonrpc: '2.0',
        id,
        result: {
          oldestBlock: '0x1',
          baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'],
          gasUsedRatio: [0.5],
          reward: [['0x1', '0x2', '0x3']],
        },
      }
    if (method === 'eth_call') return { jsonrpc: '2.0', id, result: noAllowance }
    return { jsonrpc: '2.0', id, result: '0x1' }
  }
  return Array.isArray(calls) ? calls.map(answer) : answer(calls as never)
}

export const zeroxPrice = {
  allowanceTarget: holder,
  blockNumber: '20114676',
  buyAmount: '2500000000',
  buyToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  fees: { integratorFee: null, zeroExFee: null, gasFee: null },
  gas: '288079',
  gasPrice: '7062490000',
  issues: { allowance: null, balance: null, simulationIncomplete: false, invalidSourcesPassed: [] },
  liquidityAvailable: true,
  minBuyAmount: '2475000000',
  sellAmount: '1000000000000000000',
  zid: '0x111111111111111111111111',
}
export const zeroxQuote = {
  ...zeroxPrice,
  transaction: { to: holder, data: '0x2213bc0b', gas: '288079', gasPrice: '4837860000', value: '1000000000000000000' },
}
/** Without an estimate, which `disableEstimate` switches off. */
export const oneinchSwap = {
  dstAmount: '2510000000',
  tx: { from: user, to: router, data: '0x12aa3caf', value: '1000000000000000000', gas: 0, gasPrice: '7062490000' },
}
export const lifiQuote = {
  id: '0b1f',
  type: 'lifi',
  tool: '1inch',
  estimate: {
    fromAmount: '1',
    toAmount: '2490000000',
    toAmountMin: '2465100000',
    approvalAddress: diamond,
    executionDuration: 30,
  },
  transactionRequest: {
    from: user,
    to: diamond,
    chainId: 1,
    data: '0x4630a0d8',
    value: '0x0de0b6b3a7640000',
    gasPrice: '0x1a5',
    gasLimit: '0x3d090',
  },
}

/** Services with some aggregators, for the tests of one file; all on one database, but an hour later nobody remembers what was quoted. */
export function useAggregators() {
  let db: Db
  let now = Date.now()
  beforeAll(async () => {
    db = await openDatabase()
  })
  afterAll(() => db.close())
  let stop: (() => Promise<void>) | undefined
  afterEach(async () => {
    await stop?.()
    stop = undefined
  })

  async function startWith(options: Parameters<typeof startData>[0], answers: Parameters<typeof recorded>[0]) {
    now += 3_600_000
    const recording = recorded(answers)
    const data = await startData({ ...options, db, now: () => now, fetch: recording.fetch })
    stop = data.stop
    return { ...data, recording }
  }

  async function start(adapters: object, answers: Parameters<typeof recorded>[0]) {
    const chains = { 'eip155:1': ['https://node.example/'] }
    const { recording, ...data } = await startWith({ dataFile: { adapters }, chains }, { 'node.example': node, ...answers })
    const asked = () => recording.asked.filter(({ url }) => url.host !== 'node.example')
    return { ...data, asked }
  }
  return { start, startWith }
}

export const quotePath = `/v1/convert/quotes?projectId=p&amount=1000000000000000000&userAddress=${user}&from=${coin}&to=${usdc}`
export const order = {
  projectId: 'p',
  amount: '1000000000000000000',
  from: coin,
  to: usdc,
  userAddress: `eip155:1:${user}`,
  eip155: { slippage: 1 },
  disableEstimate: true,
}
