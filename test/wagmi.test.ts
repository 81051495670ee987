// @vitest-environment jsdom
// The connector with wagmi itself, a mock wallet with real keys, and a real node.
import {
  connect,
  createConfig,
  createStorage,
  disconnect,
  getAccount,
  http,
  reconnect,
  sendTransaction,
  signMessage,
  switchChain,
  waitForTransactionReceipt,
} from '@wagmi/core'
import { type Chain, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createWalletModal, type WalletModal } from '../src/index.js'
import { announceMockWallet, type AnnouncedMockWallet, connectMockWallet } from '../src/testing.js'
import { walletModal } from '../src/wagmi.js'
import { type Anvil, startAnvil } from './support/anvil.js'
import { devnetChain } from './support/devnet-chain.js'

let anvil: Anvil
let modal: WalletModal
let wallet: AnnouncedMockWallet | undefined
beforeAll(async () => void (anvil = await startAnvil()))
afterAll(() => anvil.stop())
afterEach(() => {
  modal.destroy()
  wallet?.stop()
  localStorage.clear()
})

/** A page: the modal, and wagmi with it. Made again with what the first has stored, it is the page after a reload. */
function page({ modalChains = [1, 31337] } = {}) {
  const chain = (id: number) => ({ ...devnetChain, id, name: `Chain ${id}`, rpcUrls: { default: { http: [anvil.url] } } })
  modal = createWalletModal({ projectId: 'wagmi', networks: modalChains.map(chain) })
  const chains: readonly [Chain, ...Chain[]] = [chain(1), chain(31337), chain(10)]
  const config = createConfig({
    chains,
    connectors: [walletModal(modal, { name: 'All wallets' })],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: localStorage }),
    pollingInterval: 50,
    transports: Object.fromEntries(chains.map(({ id }) => [id, http(anvil.url)])),
  })
  return { config, connector: config.connectors[0]! }
}
const options = () => ({
  name: 'Test Wallet',
  accounts: [anvil.accounts[0]!.privateKey],
  chains: [1, 31337],
  rpcUrls: { 1: anvil.url, 31337: anvil.url },
})

/** Presses the wallet's row as soon as it is there. */
async function choose() {
  await vi.waitFor(() => expect(find()).toBeDefined())
  find()?.click()
}
function find(root: ParentNode = document): HTMLElement | undefined {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element.matches('button') && element.textContent.includes('Test Wallet')) return element
    const inside = element.shadowRoot && find(element.shadowRoot)
    if (inside) return inside
  }
  return undefined
}
const status = async ({ config }: ReturnType<typeof page>, wanted: string) =>
  vi.waitFor(() => expect(getAccount(config).status).toBe(wanted))

test('wagmi connects through the modal, on the chain it asks for, signs, sends, switches and disconnects', async () => {
  wallet = announceMockWallet(window, options())
  const made = page()
  const { config, connector } = made
  expect(connector).toMatchObject({ id: 'walletModal', name: 'All wallets', type: 'walletModal' })
  const connected = connect(config, { connector, chainId: 31337 })
  await choose()
  const { accounts, chainId } = await connected
  expect([accounts, chainId]).toEqual([wallet.addresses, 31337])
  expect(modal.$account.get()).toMatchObject({ address: accounts[0], chainId: 'eip155:31337' })
  const signature = await signMessage(config, { message: 'Hello' })
  expect(await verifyMessage({ address: accounts[0], message: 'Hello', signature })).toBe(true)
  const hash = await sendTransaction(config, { to: anvil.accounts[1]!.address as `0x${string}`, value: 1n })
  expect((await waitForTransactionReceipt(config, { hash })).status).toBe('success')
  expect(await switchChain(config, { chainId: 1 })).toMatchObject({ id: 1 })
  expect([getAccount(config).chainId, modal.$network.get()?.id]).toEqual([1, 1])
  await modal.switchNetwork('eip155:31337')
  await vi.waitFor(() => expect(getAccount(config).chainId).toBe(31337))
  await disconnect(config)
  expect([getAccount(config).status, modal.$account.get()]).toEqual(['disconnected', undefined])
})

test('what the modal and the wallet do, wagmi hears', async () => {
  const made = page()
  const [first, second] = anvil.accounts.map(({ privateKey }) => privateKey)
  wallet = await connectMockWallet(modal, { ...options(), accounts: [first!, second!] })
  await status(made, 'connected')
  expect(getAccount(made.config).addresses).toEqual(wallet.addresses)
  wallet.setAccounts([second!])
  await vi.waitFor(() => expect(getAccount(made.config).address).toBe(anvil.accounts[1]!.address))
  await modal.disconnect()
  await status(made, 'disconnected')
  wallet.stop()
  wallet = await connectMockWallet(modal, options())
  await status(made, 'connected')
  modal.destroy()
  await status(made, 'disconnected')
})

test('after a reload wagmi restores what the modal restores, and asks nobody', async () => {
  const before = page()
  wallet = await connectMockWallet(modal, options())
  await status(before, 'connected')
  modal.destroy()
  const after = page()
  await reconnect(after.config)
  await status(after, 'connected')
  expect(getAccount(after.config).address).toBe(wallet.addresses[0])
  expect(modal.$open.get()).toBe(false)
})

test('where nothing is stored, wagmi restores nothing and the modal loads nothing', async () => {
  const { config, connector } = page()
  expect(await reconnect(config)).toEqual([])
  expect(await connector.isAuthorized()).toBe(false)
  expect(modal.core).toBeUndefined()
  await expect(connector.connect({ isReconnecting: true })).rejects.toMatchObject({ code: 4900 })
  expect(modal.$open.get()).toBe(false)
})

test('closing the modal is a rejection by the person', async () => {
  const { config, connector } = page()
  const connected = connect(config, { connector })
  const refused = expect(connected).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
  await vi.waitFor(() => expect(modal.$open.get()).toBe(true))
  await modal.open('Connect')
  modal.close()
  await refused
  expect(getAccount(config).status).toBe('disconnected')
})

test('a switch is refused by its code: declined, not in the modal, not in wagmi', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined) // the modal tells the developer of the network that is missing
  const made = page()
  wallet = await connectMockWallet(modal, options())
  await status(made, 'connected')
  wallet.fail('wallet_switchEthereumChain', 'reject')
  await expect(switchChain(made.config, { chainId: 31337 })).rejects.toMatchObject({ code: 4001 })
  await expect(switchChain(made.config, { chainId: 10 })).rejects.toMatchObject({ code: 4902 })
  await expect(made.connector.switchChain?.({ chainId: 99 })).rejects.toMatchObject({ code: 4902 })
  expect(getAccount(made.config)).toMatchObject({ status: 'connected', chainId: 1 })
})
