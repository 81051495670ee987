// Contract wallets sign in: by ERC-1271, and by ERC-6492 before they exist. On a real node.
import { createWalletClient, encodeDeployData, encodeFunctionData, getContractAddress, http, keccak256, parseAbi, publicActions, serializeErc6492Signature, zeroHash, type Hex } from 'viem' // oxfmt-ignore
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import contracts from '../../services/test/data/sessions/contracts/OwnedWallet.json' with { type: 'json' }
import { verifySignature } from '../../src/siwx/index.js'
import type { Read } from '../../src/connectors/connector.js'
import { type Anvil, startAnvil } from '../support/anvil.js'
import { devnetChain } from '../support/devnet-chain.js'

const text = 'Hello from a contract'
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
let anvil: Anvil
let address: Hex
let make: () => Promise<void>
let wrap: (signature: Hex, call?: Hex) => Hex
const asked: string[] = []

const read: Read = async (chain, { method, params }) => {
  asked.push(`${chain} ${method}`)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = (await response.json()) as { readonly result?: unknown; readonly error?: { readonly message: string } }
  if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
  return answer.result
}
const isValid = (signature: Hex, given: Partial<Parameters<typeof verifySignature>[0]> = {}) =>
  verifySignature({ text, signature, address, chainId: 'eip155:31337', read, ...given })

beforeAll(async () => {
  anvil = await startAnvil()
  const account = privateKeyToAccount(anvil.accounts[0]!.privateKey)
  const client = createWalletClient({ account, chain: devnetChain, transport: http(anvil.url) }).extend(publicActions)
  const hash = await client.deployContract({ abi: [], bytecode: contracts.factory as Hex })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  const factory = contractAddress!
  const abi = parseAbi(['function make(address owner)', 'constructor(address owner)'])
  const bytecode = encodeDeployData({ abi, bytecode: contracts.wallet as Hex, args: [owner.address] })
  address = getContractAddress({ opcode: 'CREATE2', from: factory, salt: zeroHash, bytecodeHash: keccak256(bytecode) })
  const data = encodeFunctionData({ abi, functionName: 'make', args: [owner.address] })
  wrap = (signature, call = data) => serializeErc6492Signature({ address: factory, data: call, signature })
  make = async () => {
    await client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: factory, data }) })
  }
})
afterAll(() => anvil?.stop())

test('a contract signs in by ERC-6492 before it exists, and by ERC-1271 afterwards', async () => {
  const signature = await owner.signMessage({ message: text })
  const foreign = await stranger.signMessage({ message: text })
  expect(await isValid(signature)).toBe(false) // nothing says yet what the address is
  expect(await isValid(wrap(signature))).toBe(true)
  expect(await isValid(wrap(foreign))).toBe(false)
  expect(await isValid(wrap(signature, '0xdeadbeef'))).toBe(false) // the factory makes nothing
  expect(await isValid(wrap(signature), { text: 'another' })).toBe(false)
  expect(await isValid(wrap(signature), { address: stranger.address })).toBe(false)
  await make()
  expect(await isValid(signature)).toBe(true)
  expect(await isValid(wrap(signature))).toBe(true)
  expect(await isValid(foreign)).toBe(false)
  expect(await isValid(signature, { text: 'another' })).toBe(false)
  expect(await isValid(signature, { read: undefined })).toBe(false)
  // On a chain where the contract is not, its word counts for nothing.
  expect(await isValid(signature, { chainId: 'eip155:1', read: async () => '0x' })).toBe(false)
  expect(new Set(asked)).toEqual(new Set(['eip155:31337 eth_call']))
})

test('junk is refused, not an error', async () => {
  const flipped = (await owner.signMessage({ message: text })).replace(/.$/, 'f') as Hex
  const junk = ['6492', '8010'].map((magic): Hex => `0x${'00'.repeat(65)}${magic.repeat(16)}`)
  for (const signature of [flipped, ...junk, '0x00' as const, `0x${'ff'.repeat(2_000)}` as const])
    expect(await isValid(signature)).toBe(false)
})
