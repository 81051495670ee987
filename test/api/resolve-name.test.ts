// Where and how names are looked up in ENS, over a node by script that answers as the universal resolver does.
import { decodeFunctionData, encodeAbiParameters, namehash, parseAbi, toHex } from 'viem'
import { packetToBytes } from 'viem/ens'
import { sepolia, holesky } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { ensNetwork, resolveName } from '../../src/api/resolve-name.js'
import { type Network, toNetwork } from '../../src/vocabulary/network.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const onBase = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const abi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes answer, address resolver)',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
])
const [testnet, otherTestnet] = [toNetwork(sepolia), toNetwork(holesky)]
const bareTestnet: Network = { ...testnet, id: 84_532, caipNetworkId: 'eip155:84532', contracts: {} }

describe('the network of ENS', () => {
  test.each<[string, readonly Network[], Network, Network | undefined]>([
    ['Ethereum, though a test net is the first', [testnet, mainnet], mainnet, mainnet],
    ['Ethereum for its rollups', [testnet, base, mainnet], base, mainnet],
    ['none for real money where there is only a test net', [testnet, base], base, undefined],
    ['the account’s own test net, also where the page has Ethereum', [mainnet, otherTestnet, testnet], testnet, testnet],
    ['Ethereum for a test net without ENS', [testnet, mainnet, bareTestnet], bareTestnet, mainnet],
    ['the first test net for one without ENS', [otherTestnet, testnet, bareTestnet], bareTestnet, otherTestnet],
    ['none', [base], base, undefined],
  ])('is %s', (_text, networks, own, expected) => {
    expect(ensNetwork(networks, own)?.caipNetworkId).toBe(expected?.caipNetworkId)
  })
})

describe('a name in ENS', () => {
  type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }
  /** @param reply to a call of a resolver's function, by its name's coin: 60 for Ethereum */
  async function ask(chainId: `eip155:${number}`, reply: (coinType: bigint) => Reply) {
    const asked: bigint[] = []
    const network = { ...mainnet } // the state of nodes is kept by the object
    const fetch = (async (_url: string, init: RequestInit) => {
      const calls = [JSON.parse(init.body as string)].flat() as {
        id: number
        method: string
        params: [{ data: `0x${string}` }]
      }[]
      const answers = calls.map(({ id, method, params }) => {
        if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x1' }
        const outer = decodeFunctionData({ abi, data: params[0].data })
        const [name, data] = outer.args as readonly [`0x${string}`, `0x${string}`]
        expect(name).toBe(toHex(packetToBytes('ada.eth')))
        const { args } = decodeFunctionData({ abi, data })
        expect(args[0]).toBe(namehash('ada.eth'))
        const coinType = (args[1] as bigint | undefined) ?? 60n
        asked.push(coinType)
        return { jsonrpc: '2.0', id, ...reply(coinType) }
      })
      return Response.json(JSON.parse(init.body as string) instanceof Array ? answers : answers[0])
    }) as typeof globalThis.fetch
    const { address: found, isOfEthereum } =
      (await resolveName('ada.eth', chainId, { ens: { network, rpcUrls: ['https://node.example'], fetch } })) ?? {}
    return { found, isOfEthereum, asked }
  }
  const answered = (inner: `0x${string}`): Reply => ({
    result: encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [inner, owner]),
  })
  const address = answered(encodeAbiParameters([{ type: 'address' }], [owner]))

  test('leads to the address of Ethereum', async () => {
    expect(await ask('eip155:1', () => address)).toEqual({ found: owner, isOfEthereum: false, asked: [60n] })
  })

  test('leads to its own address on another chain, else to that of Ethereum, and says so', async () => {
    const own = answered(encodeAbiParameters([{ type: 'bytes' }], [onBase]))
    const coinOfBase = 0x8000_0000n + 8453n
    expect(await ask('eip155:8453', (coin) => (coin === 60n ? address : own))).toEqual({
      found: onBase,
      isOfEthereum: false,
      asked: [coinOfBase],
    })
    const none = answered(encodeAbiParameters([{ type: 'bytes' }], ['0x']))
    expect(await ask('eip155:8453', (coin) => (coin === 60n ? address : none))).toMatchObject({
      found: owner,
      isOfEthereum: true,
    })
  })

  test.each([
    [3, 'execution reverted'],
    [-32000, 'execution reverted: ResolverNotFound'],
    [-32015, 'VM execution error: reverted 0x77209fe8'],
  ])('is none when the resolver reverts: %i %s', async (code, message) => {
    expect((await ask('eip155:1', () => ({ error: { code, message } }))).found).toBeUndefined()
  })

  test('is not none when the node refuses for another reason', async () => {
    const reply = { error: { code: -32602, message: 'invalid argument' } }
    await expect(ask('eip155:1', () => reply)).rejects.toMatchObject({ code: 'RPC_ERROR' })
  })

  test('without an address is none', async () => {
    const zero = answered(encodeAbiParameters([{ type: 'address' }], ['0x0000000000000000000000000000000000000000']))
    expect((await ask('eip155:1', () => zero)).found).toBeUndefined()
    expect((await ask('eip155:1', () => ({ result: '0x' }))).found).toBeUndefined()
  })
})
