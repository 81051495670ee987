// @vitest-environment jsdom
// The testing kit as an application's own test uses it.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { createWalletModal, type WalletModal } from '../src/index.js'
import { connectMockWallet, createMockWallet } from '../src/testing.js'
import { type Anvil, startAnvil } from './support/anvil.js'

let anvil: Anvil
let modal: WalletModal | undefined
beforeAll(async () => void (anvil = await startAnvil()))
afterAll(() => anvil.stop())
afterEach(() => {
  modal?.destroy()
  localStorage.clear()
})
const onDevnet = () => ({ accounts: [anvil.accounts[0]!.privateKey], chains: [31337], rpcUrls: { 31337: anvil.url } })

test('a modal is connected without clicks, and tells so', async () => {
  modal = createWalletModal({ projectId: 'kit' })
  const told: string[] = []
  modal.on('connect', ({ address }) => told.push(address))
  const wallet = await connectMockWallet(modal, { name: 'Kit' })
  expect(modal.$account.get()).toMatchObject({ address: wallet.addresses[0], wallet: { name: 'Kit' } })
  expect(told).toEqual(wallet.addresses)
  const signature = await modal
    .provider()
    .request<`0x${string}`>({ method: 'personal_sign', params: ['0x48', wallet.addresses[0]] })
  expect(await recoverMessageAddress({ message: 'H', signature })).toBe(wallet.addresses[0])
  const next = await connectMockWallet(modal, { name: 'Next', rdns: 'next.wallet' })
  expect(modal.$account.get()?.address).toBe(next.addresses[0])
})

test('a person who refuses is a refusal', async () => {
  modal = createWalletModal({ projectId: 'kit' })
  await expect(connectMockWallet(modal, { approve: () => false })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(modal.$account.get()).toBeUndefined()
})

test('personal_sign takes the third parameter that some clients send', async () => {
  const { provider, addresses } = createMockWallet()
  await provider.request({ method: 'eth_requestAccounts' })
  const signature = (await provider.request({
    method: 'personal_sign',
    params: ['0x48', addresses[0], 'password'],
  })) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'H', signature })).toBe(addresses[0])
})

test('typed data as ethers writes it, with the chain in hexadecimal, or web3, as an object, is signed for that chain', async () => {
  const { provider, addresses } = createMockWallet()
  await provider.request({ method: 'eth_requestAccounts' })
  const types = {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [{ name: 'contents', type: 'string' }],
  } as const
  const mail = { types, primaryType: 'Mail' as const, message: { contents: 'Hello' } }
  const json = JSON.stringify({ ...mail, domain: { name: 'Mail', chainId: '0x7a69' } })
  for (const data of [json, JSON.parse(json) as unknown]) {
    const signature = (await provider.request({ method: 'eth_signTypedData_v4', params: [addresses[0], data] })) as `0x${string}`
    expect(await recoverTypedDataAddress({ ...mail, domain: { name: 'Mail', chainId: 31337n }, signature })).toBe(addresses[0])
  }
})

test('permissions are as in EIP-2255', async () => {
  const { provider, addresses } = createMockWallet()
  expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
  const granted = await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
  expect(granted).toMatchObject([
    { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: addresses }] },
  ])
  expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual(granted)
  await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
})

test('tokens are watched as in EIP-747, if the person agrees', async () => {
  const params = {
    type: 'ERC20',
    options: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', symbol: 'TOK', decimals: 18 },
  }
  const wallet = createMockWallet()
  expect(await wallet.provider.request({ method: 'wallet_watchAsset', params })).toBe(true)
  expect(wallet.assets).toEqual([{ type: 'ERC20', address: params.options.address, symbol: 'TOK' }])
  const refusing = createMockWallet({ approve: () => false })
  await expect(refusing.provider.request({ method: 'wallet_watchAsset', params })).rejects.toMatchObject({ code: 4001 })
})

test('calls are sent together as in EIP-5792', async () => {
  const { provider, addresses } = createMockWallet(onDevnet())
  await provider.request({ method: 'eth_requestAccounts' })
  const ask = (method: string, params: unknown[]) => provider.request({ method, params })
  expect(await ask('wallet_getCapabilities', [addresses[0]])).toEqual({ '0x7a69': { atomic: { status: 'unsupported' } } })
  const calls = [1, 2].map(() => ({ to: anvil.accounts[1]!.address, value: '0x1' }))
  const batch = { version: '2.0.0', id: 'first', from: addresses[0], chainId: '0x7a69', atomicRequired: false, calls }
  expect(await ask('wallet_sendCalls', [batch])).toEqual({ id: 'first' })
  // A node has the receipts a moment after it has taken the transactions.
  await expect
    .poll(() => ask('wallet_getCallsStatus', ['first']))
    .toMatchObject({
      id: 'first',
      status: 200,
      atomic: false,
      receipts: [{ status: '0x1' }, { status: '0x1' }],
    })
  await expect(ask('wallet_sendCalls', [batch])).rejects.toMatchObject({ code: 5720 })
  await expect(ask('wallet_sendCalls', [{ ...batch, id: 'atomic', atomicRequired: true }])).rejects.toMatchObject({ code: 5760 })
  await expect(ask('wallet_sendCalls', [{ ...batch, id: 'chain', chainId: '0x1' }])).rejects.toMatchObject({ code: 5710 })
  await expect(ask('wallet_getCallsStatus', ['nobody'])).rejects.toMatchObject({ code: 5730 })
})
