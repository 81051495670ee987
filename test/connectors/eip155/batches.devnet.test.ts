// @vitest-environment jsdom
// Batches of calls (EIP-5792) as an application sends them: viem's actions over the modal's provider, a wallet with real keys, a real node.
import { createPublicClient, createWalletClient, custom, http, parseEther } from 'viem'
import { getCallsStatus, getCapabilities, sendCalls, sendCallsSync, showCallsStatus, waitForCallsStatus } from 'viem/actions'
import { anvil as chain } from 'viem/chains'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWalletModal, type WalletModal } from '../../../src/index.js'
import { connectMockWallet, type MockWallet } from '../../../src/testing.js'
import { type Anvil, startAnvil } from '../../support/anvil.js'

let anvil: Anvil
let modal: WalletModal | undefined
beforeAll(async () => void (anvil = await startAnvil()))
afterAll(() => anvil.stop())
afterEach(() => {
  modal?.destroy()
  localStorage.clear()
})
const to = '0x00000000000000000000000000000000000000aa'
const calls = [
  { to, value: parseEther('1') },
  { to, value: parseEther('2') },
] as const

async function setUp() {
  modal = createWalletModal({ projectId: 'batches' })
  const accounts = [anvil.accounts[0]!.privateKey]
  const wallet: MockWallet = await connectMockWallet(modal, { accounts, chains: [31337], rpcUrls: { 31337: anvil.url } })
  const account = wallet.addresses[0] as `0x${string}`
  const client = createWalletClient({ account, chain, transport: custom(modal.provider()), pollingInterval: 50 })
  const balance = () => createPublicClient({ chain, transport: http(anvil.url) }).getBalance({ address: to })
  return { wallet, account, client, balance }
}

test('a batch is sent, watched and confirmed, each call once', async () => {
  const { wallet, client, account, balance } = await setUp()
  const before = await balance()
  const capabilities = await getCapabilities(client, { account })
  expect(capabilities[31337]).toMatchObject({ atomic: { status: 'unsupported' } })
  const { id } = await sendCalls(client, { calls })
  const done = await waitForCallsStatus(client, { id })
  expect(done).toMatchObject({ id, status: 'success', statusCode: 200, chainId: 31337, atomic: false })
  expect(done.receipts).toHaveLength(2)
  expect((await balance()) - before).toBe(parseEther('3'))
  await showCallsStatus(client, { id })
  expect(wallet.requests.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
})

test('an atomic batch of a wallet that has none fails with the wallet’s code, and sends nothing', async () => {
  const { client, balance } = await setUp()
  const before = await balance()
  await expect(sendCalls(client, { calls, forceAtomic: true })).rejects.toMatchObject({ cause: { code: 5760 } })
  await expect(getCallsStatus(client, { id: '0x99' })).rejects.toMatchObject({ cause: { code: 5730 } })
  expect(await balance()).toBe(before)
})

test('a wallet that lacks batches is told apart, so that viem sends the calls one by one where the page allows it', async () => {
  const { wallet, client, balance } = await setUp()
  const before = await balance()
  wallet.fail('wallet_sendCalls', { code: -32601, message: 'The method does not exist.' })
  await expect(
    modal?.provider().request({ method: 'wallet_sendCalls', params: [{ version: '2.0.0', chainId: '0x7a69', calls: [{}] }] }),
  ).rejects.toMatchObject({ code: 4200 })
  const done = await sendCallsSync(client, { calls, experimental_fallback: true })
  expect(done).toMatchObject({ status: 'success' })
  expect((await balance()) - before).toBe(parseEther('3'))
})
