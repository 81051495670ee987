// What a transfer costs on a rollup: besides its own gas, what its bytes cost on Ethereum. Over a node by script.
import { decodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { getTransferCost } from '../../src/api/transfer-costs.js'
import type { Network } from '../../src/vocabulary/network.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'

const [own, other] = ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const oracle = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** A node's error. */
class Refusal {
  constructor(
    readonly code: number,
    readonly message: string,
  ) {}
}

/** @param answer of the contract at the address of the oracle */
async function costOn(chain: Network, answer: (data: `0x${string}`) => unknown, asset = `${chain.caipNetworkId}/slip44:60`) {
  const called: string[] = []
  const reply = (method: string, params: readonly { readonly to: string; readonly data: `0x${string}` }[]) => {
    if (method === 'eth_chainId') return `0x${chain.id.toString(16)}`
    if (method === 'eth_estimateGas') return '0x5208'
    if (method === 'eth_gasPrice') return '0xa'
    if (method === 'eth_getCode') return '0x'
    if (method !== 'eth_call') return null
    const [{ to, data } = { to: '', data: '0x' as const }] = params
    called.push(to.toLowerCase())
    return to.toLowerCase().startsWith('0x42') ? answer(data) : '0x'
  }
  const fetch = (async (_url: string, init: RequestInit) => {
    const body = JSON.parse(init.body as string) as unknown
    const answers = [body].flat().map((call) => {
      const { id, method, params } = call as { id: number; method: string; params: never }
      const result = reply(method, params)
      return {
        jsonrpc: '2.0',
        id,
        ...(result instanceof Refusal ? { error: { code: result.code, message: result.message } } : { result }),
      }
    })
    return Response.json(Array.isArray(body) ? answers : answers[0])
  }) as typeof globalThis.fetch
  const world = { network: { ...chain }, rpcUrls: ['https://node.example'], fetch }
  const { fee } = await getTransferCost(world, {
    from: own,
    to: other,
    asset: asset as `${typeof chain.caipNetworkId}/x:y`,
    amount: 1n,
  })
  return { fee, called }
}

test('what the bytes cost on Ethereum is counted, with something to spare', async () => {
  const sizes: number[] = []
  const oracleSays = (data: `0x${string}`) => {
    const [bytes] = decodeFunctionData({ abi: oracle, data }).args
    sizes.push(bytes.length / 2 - 1)
    return word(1_000_000n)
  }
  expect((await costOn(base, oracleSays)).fee).toBe(21_000n * 10n + 1_500_000n)
  await costOn(base, oracleSays, `eip155:8453/erc20:${token}`)
  expect(sizes).toEqual([180, 180 + 68])
})

test('where no contract tells, and on Ethereum itself, there is nothing to add', async () => {
  expect((await costOn(base, () => '0x')).fee).toBe(210_000n)
  const { fee, called } = await costOn(mainnet, () => word(5n))
  expect([fee, called]).toEqual([210_000n, []])
})

test('a contract that is another one tells nothing, too', async () => {
  expect((await costOn(base, () => new Refusal(3, 'execution reverted'))).fee).toBe(210_000n)
  expect((await costOn(base, () => `0x${'00'.repeat(64)}`)).fee).toBe(210_000n)
})

test.each([
  ['fails', new Refusal(-32602, 'busy'), 'RPC_ERROR'],
  ['answers nonsense', null, 'MALFORMED_RESPONSE'],
])('where the node %s, the cost is not known, rather than too low', async (_what, answer, code) => {
  await expect(costOn(base, () => answer)).rejects.toMatchObject({ code })
})
