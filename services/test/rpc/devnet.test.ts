// The proxy in front of a real node, asked by the client's own functions and by viem.
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSupportedChains } from '../../../src/api/chains.js'
import { callRpc, getNativeBalance, sharedRpcUrl } from '../../../src/api/rpc.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { testApi } from '../../../test/api/server.js'
import { devnetChain } from '../../../test/support/devnet-chain.js'
import { startDevnet, type Devnet } from '../../devnet/evm.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, type TestServices } from '../support/services.js'

let devnet: Devnet
let services: TestServices
beforeAll(async () => {
  devnet = await startDevnet()
  services = await startServices({ relay: false, evmUrl: devnet.url })
})
afterAll(async () => {
  await services.stop()
  await devnet.stop()
})

const network = toNetwork({ ...devnetChain, rpcUrls: { default: { http: [] } } })
const world = () => ({ network, services: services.url, projectId: 'shop' })
const url = () => sharedRpcUrl(services.url, 'eip155:31337')
const post = (body: unknown, contentType = 'application/json') =>
  fetch(url(), { method: 'POST', headers: { 'content-type': contentType }, body: JSON.stringify(body) })

test('the devnet is among the supported chains', async () => {
  await expect(getSupportedChains(testApi(services.url))).resolves.toEqual({ http: ['eip155:31337'], ws: ['eip155:31337'] })
})

test('the client reads a balance through it', async () => {
  const address = devnet.accounts[0]?.address ?? ''
  await expect(getNativeBalance({ ...world(), address })).resolves.toBe(parseEther('10000'))
})

test('a devnet that plays another chain is believed under its number, in development alone', async () => {
  const playing = await startServices({ relay: false, evmUrl: devnet.url, chains: { 'eip155:1': [devnet.url] } })
  const production = await startServices({ relay: false, chains: { 'eip155:1': [devnet.url] } })
  const chainIdAt = async (services: TestServices) => {
    const response = await fetch(sharedRpcUrl(services.url, 'eip155:1'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    })
    return ((await response.json()) as { result: unknown }).result
  }
  try {
    expect([await chainIdAt(playing), await chainIdAt(production)]).toEqual(['0x1', '0x7a69'])
  } finally {
    await playing.stop()
    await production.stop()
  }
})

test('the client hears that a method is refused', async () => {
  await expect(callRpc(world(), 'eth_sign', ['0x', '0x'])).rejects.toMatchObject({
    code: 'RPC_ERROR',
    details: { rpcCode: -32601 },
  })
})

test('viem sends a signed transfer and waits for it', async () => {
  const [from, to] = devnet.accounts
  const transport = http(url(), { batch: true, retryCount: 0 })
  const account = privateKeyToAccount(from?.privateKey ?? '0x')
  const wallet = createWalletClient({ account, chain: devnetChain, transport })
  const reader = createPublicClient({ chain: devnetChain, transport, pollingInterval: 50 })
  const target = to?.address ?? '0x'
  const before = await reader.getBalance({ address: target })
  const hash = await wallet.sendTransaction({ to: target, value: 5n })
  const receipt = await reader.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  expect(await reader.getBalance({ address: target })).toBe(before + 5n)
})

test('a batch mixes what is answered, refused and malformed, in its own order and with its own ids', async () => {
  const response = await post([
    { jsonrpc: '2.0', id: 'a', method: 'eth_chainId' },
    { jsonrpc: '2.0', id: 7, method: 'debug_traceTransaction', params: [] },
    { jsonrpc: '2.0', id: 7, method: 'net_version', params: [] },
    'nonsense',
    { jsonrpc: '2.0', id: 'a', method: 'eth_getBalance', params: ['0x0000000000000000000000000000000000000001', 'latest'] },
  ])
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject([
    { id: 'a', result: '0x7a69' },
    { id: 7, error: { code: -32601 } },
    { id: 7, result: '31337' },
    { id: null, error: { code: -32600 } },
    { id: 'a', result: '0x0' },
  ])
})

test('JSON sent as text is read, with or without the slash', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
  expect(await (await post(call, 'text/plain;charset=UTF-8')).json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
  const bare = await fetch(`${services.url}/v1?chainId=eip155:31337`, { method: 'POST', body: JSON.stringify(call) })
  expect(await bare.json()).toMatchObject({ result: '0x7a69' })
  for (const path of ['/v1', '/v1/']) expect((await fetch(`${services.url}${path}`)).status).toBe(426)
})

test("the node's own error passes with HTTP 200", async () => {
  const response = await post({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: ['0x12', 'latest'] })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602 } })
})

test('methods that rule more than the chain are refused even in development', () =>
  checkEach(
    [
      'admin_peers',
      'debug_traceBlock',
      'personal_unlockAccount',
      'miner_start',
      'txpool_content',
      'hardhat_setBalance',
      'eth_accounts',
      'eth_sendTransaction',
      'eth_sign',
      'eth_signTransaction',
      'eth_newFilter',
      'eth_subscribe',
      'anvil_setBalance ',
      'ANVIL_mine',
      'test',
      '__proto__',
      'constructor',
    ],
    '%s is refused even in development',
    async (method) => {
      const response = await post({ jsonrpc: '2.0', id: 1, method, params: [] })
      expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } })
    },
  ))

test('anvil_ and evm_ pass in development only', async () => {
  const mine = { jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] }
  expect(await (await post(mine)).json()).toMatchObject({ id: 1, result: expect.anything() as unknown })
  const strict = await startServices({ relay: false, chains: { 'eip155:31337': [devnet.url] } })
  const response = await fetch(sharedRpcUrl(strict.url, 'eip155:31337'), { method: 'POST', body: JSON.stringify(mine) })
  expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } })
  await strict.stop()
})
