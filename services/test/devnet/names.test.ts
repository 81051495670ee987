// Names as viem asks for them: on chain, and through a CCIP-Read gateway that signs.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  concat,
  decodeErrorResult,
  decodeFunctionData,
  encodeAbiParameters,
  encodePacked,
  keccak256,
  namehash,
  parseAbi,
  toHex,
  zeroAddress,
  type Hex,
} from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { offchainResolverAbi } from '../../devnet/abis.js'
import {
  DEPLOYER_KEY,
  GATEWAY_KEY,
  GATEWAY_SIGNER,
  NAME_RESOLVER,
  OFFCHAIN_RESOLVER,
  ONCHAIN_NAME,
  UNIVERSAL_RESOLVER,
} from '../../devnet/manifest.js'
import { startSeededDevnet, walletOf, type SeededDevnet } from '../support/devnet.js'
import { checkEach } from '../../../test/support/rows.js'

const questions = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function name(bytes32 node) view returns (string)',
])
const BEN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CLEO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const primary = (address: Hex) => `${address.slice(2).toLowerCase()}.addr.reverse`
const addresses: Record<Hex, Hex> = { [namehash('ben.wallet.example')]: BEN }
const names: Record<Hex, string> = {
  [namehash(primary(BEN))]: 'ben.wallet.example',
  // Claims a name that leads to somebody else.
  [namehash(primary(CLEO))]: 'ben.wallet.example',
}

/** What the gateway does wrong on purpose. */
let fault: 'signature' | 'expiry' | 'down' | undefined
const asked: string[] = []

async function answer(request: Hex): Promise<Hex> {
  const { args } = decodeFunctionData({ abi: offchainResolverAbi, data: request })
  const [, question] = args as readonly [Hex, Hex]
  const { functionName, args: inner } = decodeFunctionData({ abi: questions, data: question })
  const node = inner[0]
  const result = {
    addr: () =>
      inner.length === 1
        ? encodeAbiParameters([{ type: 'address' }], [addresses[node] ?? zeroAddress])
        : encodeAbiParameters([{ type: 'bytes' }], [addresses[node] ?? '0x']),
    text: () => encodeAbiParameters([{ type: 'string' }], [inner[1] === 'bio' ? 'hello' : '']),
    name: () => encodeAbiParameters([{ type: 'string' }], [names[node] ?? '']),
  }[functionName]()
  const expires = BigInt(Math.floor(Date.now() / 1000) + (fault === 'expiry' ? -60 : 300))
  const hash = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', OFFCHAIN_RESOLVER, expires, keccak256(request), keccak256(result)],
    ),
  )
  const signature = await sign({ hash, privateKey: fault === 'signature' ? DEPLOYER_KEY : GATEWAY_KEY, to: 'hex' })
  return encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, expires, signature])
}

let gateway: Server
let devnet: SeededDevnet
beforeAll(async () => {
  gateway = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (fault === 'down') return void response.writeHead(503).end()
    const call = /^\/ccip\/(0x[0-9a-f]{40})\/(0x[0-9a-f]+)\.json$/.exec(request.url ?? '')
    if (call?.[1] !== OFFCHAIN_RESOLVER.toLowerCase()) return void response.writeHead(400).end()
    void answer(call[2] as Hex).then((reply) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: reply })),
    )
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  devnet = await startSeededDevnet({ gateway: { url: `http://127.0.0.1:${port}/ccip/{sender}/{data}.json` } })
})
beforeEach(() => {
  fault = undefined
  asked.length = 0
})
afterAll(async () => {
  gateway.close()
  await devnet.stop()
})

const universalResolverAddress: Hex = UNIVERSAL_RESOLVER
const ask = (name: string) => devnet.reader.getEnsAddress({ universalResolverAddress, name })

describe('a name with records on chain', () => {
  test('leads to its address and back', async () => {
    const [ada] = devnet.accounts
    expect(await ask(ONCHAIN_NAME)).toBe(ada!.address)
    expect(await devnet.reader.getEnsName({ universalResolverAddress, address: ada!.address })).toBe(ONCHAIN_NAME)
    expect(asked).toEqual([])
  })

  test('has a picture, and a resolver of its own', async () => {
    const key = { universalResolverAddress, name: ONCHAIN_NAME }
    expect(await devnet.reader.getEnsText({ ...key, key: 'avatar' })).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(await devnet.reader.getEnsResolver(key)).toBe(NAME_RESOLVER)
  })

  test('does not answer for its children, nor for strangers', async () => {
    expect(await ask(`child.${ONCHAIN_NAME}`)).toBeNull()
    expect(await ask('nobody.invalid')).toBeNull()
  })
})

describe('a name behind the gateway', () => {
  test('leads to its address and back', async () => {
    expect(await ask('ben.wallet.example')).toBe(BEN)
    expect(asked).toHaveLength(1)
    expect(await devnet.reader.getEnsName({ universalResolverAddress, address: BEN })).toBe('ben.wallet.example')
  })

  test('has texts, and addresses of other chains', async () => {
    const name = 'ben.wallet.example'
    expect(await devnet.reader.getEnsText({ universalResolverAddress, name, key: 'bio' })).toBe('hello')
    const coinType = 2_147_514_985n
    expect(await devnet.reader.getEnsAddress({ universalResolverAddress, name, coinType })).toBe(BEN.toLowerCase())
  })

  test('that nobody registered leads nowhere', async () => {
    expect(await ask('nobody.wallet.example')).toBeNull()
    expect(asked).toHaveLength(1)
  })

  test('is no primary name for an address that it does not lead to', async () => {
    expect(await devnet.reader.getEnsName({ universalResolverAddress, address: CLEO })).toBeNull()
    const strict = devnet.reader.getEnsName({ universalResolverAddress, address: CLEO, strict: true })
    await expect(strict).rejects.toThrow('ReverseAddressMismatch')
  })

  test('counts for nothing when the gateway is at fault', () =>
    checkEach(['signature', 'expiry', 'down'] as const, 'counts for nothing when the gateway is at fault: %s', async (kind) => {
      fault = kind
      expect(await ask('ben.wallet.example')).toBeNull()
      const strict = devnet.reader.getEnsAddress({ universalResolverAddress, name: 'ben.wallet.example', strict: true })
      await expect(strict).rejects.toThrow(kind === 'down' ? 'HttpError' : 'ResolverError')
    }))
})

describe('the off-chain resolver itself', () => {
  const name = toHex(packetToBytes('ben.wallet.example'))
  const question = concat(['0x3b3b57de', namehash('ben.wallet.example')])
  const contract = { address: OFFCHAIN_RESOLVER, abi: offchainResolverAbi } as const

  test('sends the asker to its gateway', async () => {
    const response = await fetch(devnet.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_call',
        params: [{ to: OFFCHAIN_RESOLVER, data: resolveCall() }],
      }),
    })
    const { error } = (await response.json()) as { error: { data: Hex } }
    const { errorName, args } = decodeErrorResult({ abi: offchainResolverAbi, data: error.data })
    expect(errorName).toBe('OffchainLookup')
    const [sender, urls, callData, callback] = args as readonly [Hex, readonly string[], Hex, Hex, Hex]
    expect(sender).toBe(OFFCHAIN_RESOLVER)
    expect(urls).toEqual([expect.stringContaining('/ccip/{sender}/{data}.json')])
    expect(callData).toBe(resolveCall())
    expect(callback).toBe(toHexSelector('resolveWithProof(bytes,bytes)'))
  })

  test('answers viem directly too', async () => {
    const result = await devnet.reader.readContract({ ...contract, functionName: 'resolve', args: [name, question] })
    expect(result).toBe(encodeAbiParameters([{ type: 'address' }], [BEN]))
  })

  test('is changed by its owner only', async () => {
    const change = { ...contract, functionName: 'setSigner', args: [BEN, true] } as const
    await expect(devnet.reader.simulateContract({ ...change, account: BEN })).rejects.toThrow('not yours')
    expect(await devnet.reader.readContract({ ...contract, functionName: 'signers', args: [GATEWAY_SIGNER] })).toBe(true)
    const hash = await walletOf(devnet, DEPLOYER_KEY).writeContract(change)
    await devnet.reader.waitForTransactionReceipt({ hash })
    expect(await devnet.reader.readContract({ ...contract, functionName: 'signers', args: [BEN] })).toBe(true)
    expect(privateKeyToAccount(GATEWAY_KEY).address).toBe(GATEWAY_SIGNER)
    await devnet.reset()
  })

  const resolveCall = () =>
    concat([toHexSelector('resolve(bytes,bytes)'), encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], [name, question])])
})

const toHexSelector = (signature: string) => keccak256(toHex(signature)).slice(0, 10) as Hex
