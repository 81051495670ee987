// Mock wallets of five ecosystems in one real page: as one row of the real modal, and all connected at once.
import { base64, hex } from '@scure/base'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createWalletModal, type WalletModal } from '../../../src/index.js'
import { verifySignature } from '../../../src/siwx/verify-signature.js'
import { announceMockWallet, connectMockWallet } from '../../../src/testing.js'
import type { Namespace } from '../../../src/vocabulary/caip.js'
import type { Account } from '../../../src/vocabulary/events.js'
import { bitcoin, cosmoshub, mainnet, polkadot, solana } from '../../../src/vocabulary/networks.js'

const name = 'Aspen'
const networks = [mainnet, solana, bitcoin, polkadot, cosmoshub] as const
const text = 'example.org wants you to sign in 👋'
const bytes = new TextEncoder().encode(text)

let modal: WalletModal | undefined
const wallets: { stop(): void }[] = []
afterEach(() => {
  modal?.destroy()
  for (const wallet of wallets.splice(0)) wallet.stop()
  localStorage.clear()
})

/** A modal on five ecosystems, and the accounts that it tells of. */
function create() {
  const made = createWalletModal({ projectId: 'five', networks: [...networks] })
  modal = made
  let accounts: readonly Account[] = []
  made.watch('accounts', (now) => (accounts = now))
  return { modal: made, namespaces: () => accounts.map(({ namespace }) => namespace).sort() }
}

/** What the page asks each ecosystem's provider to sign a text with, and the signature in the form that verifiers read. */
const signers: Readonly<
  Record<Namespace, (modal: WalletModal, address: string) => Promise<{ signature: string; publicKey?: string }>>
> = {
  eip155: async (modal, address) => ({
    signature: await modal.provider().request<string>({ method: 'personal_sign', params: [`0x${hex.encode(bytes)}`, address] }),
  }),
  solana: (modal) => modal.provider('solana').request({ method: 'solana_signMessage', params: { message: bytes } }),
  bip122: async (modal, address) => {
    const { signature } = await modal.provider('bip122').request({ method: 'signMessage', params: { message: text, address } })
    return { signature: base64.encode(hex.decode(signature)) }
  },
  polkadot: (modal) => modal.provider('polkadot').request({ method: 'polkadot_signMessage', params: { message: text } }),
  cosmos: async (modal, signer) => {
    const provider = modal.provider('cosmos')
    const signDoc = {
      ...{ chain_id: '', account_number: '0', sequence: '0', fee: { gas: '0', amount: [] }, memo: '' },
      msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(bytes) } }],
    }
    const { signature } = await provider.request({ method: 'cosmos_signAmino', params: { signDoc } })
    return { signature: signature.signature, publicKey: hex.encode(base64.decode(signature.pub_key.value)) }
  },
}

test('P5: five wallets are connected at once, each signs, and each is ended by itself or by the page', async () => {
  const { modal, namespaces } = create()
  const evm = await connectMockWallet(modal, { name })
  const onSolana = await connectMockWallet(modal, { namespace: 'solana', name })
  const onBitcoin = await connectMockWallet(modal, { namespace: 'bip122', name })
  const onPolkadot = await connectMockWallet(modal, { namespace: 'polkadot', name })
  const onCosmos = await connectMockWallet(modal, { namespace: 'cosmos', name })
  wallets.push(evm, onSolana, onBitcoin, onPolkadot, onCosmos)
  await vi.waitFor(() => expect(namespaces()).toEqual(['bip122', 'cosmos', 'eip155', 'polkadot', 'solana']))

  for (const { caipNetworkId: chainId, chainNamespace: namespace } of networks) {
    const { address } = await modal.connect({ namespace }) // is connected already
    const signed = await signers[namespace](modal, address)
    expect([namespace, await verifySignature({ chainId, address, text, ...signed })]).toEqual([namespace, true])
    expect([namespace, await verifySignature({ chainId, address, text: `${text}.`, ...signed })]).toEqual([namespace, false])
  }

  evm.disconnect()
  onSolana.setAccounts([])
  await vi.waitFor(() => expect(namespaces()).toEqual(['bip122', 'cosmos', 'polkadot']))
  await modal.disconnect({ namespace: 'bip122' })
  expect(onBitcoin.requests.at(-1)?.method).toBe('wallet_disconnect')
  onCosmos.disconnect()
  await vi.waitFor(() => expect(namespaces()).toEqual(['polkadot']))
  await modal.disconnect()
  await vi.waitFor(() => expect(namespaces()).toEqual([]))
})

test('P5: wallets of one name are one row, which offers all ecosystems', async () => {
  const { modal, namespaces } = create()
  wallets.push(announceMockWallet(window, { name, rdns: 'example.aspen' }))
  for (const namespace of ['solana', 'bip122', 'polkadot', 'cosmos'] as const)
    wallets.push(await announceMockWallet(window, { namespace, name }))
  await modal.open()
  await expect.element(page.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name }).click() // more than one would be refused
  for (const title of ['Ethereum', 'Solana', 'Bitcoin', 'Polkadot', 'Cosmos'])
    await expect.element(page.getByRole('button', { name: title })).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(5)
  await page.getByRole('button', { name: 'Polkadot' }).click()
  await vi.waitFor(() => expect(namespaces()).toEqual(['polkadot']))
})

test.each(['bip122', 'polkadot', 'cosmos'] as const)(
  'P5: a later wallet of %s is the one behind the row of the earlier',
  async (namespace) => {
    const { modal, namespaces } = create()
    const first = await announceMockWallet(window, { namespace, name })
    wallets.push(first)
    await modal.open()
    await expect.element(page.getByRole('button', { name })).toBeVisible()
    first.stop()
    const second = await announceMockWallet(window, { namespace, name })
    wallets.push(second)
    await page.getByRole('button', { name }).click()
    await vi.waitFor(() => expect(namespaces()).toEqual([namespace]))
    expect(first.requests).toEqual([])
    expect(second.requests.length).toBeGreaterThan(0)
  },
)

test('P5: a refusal is one in each ecosystem, and a namespace without a network is told at once', async () => {
  const { modal, namespaces } = create()
  for (const namespace of ['solana', 'bip122', 'polkadot', 'cosmos'] as const) {
    const refused = connectMockWallet(modal, { namespace, name, approve: () => false })
    await expect(refused).rejects.toMatchObject({ code: 'USER_REJECTED' })
  }
  expect(namespaces()).toEqual([])
  modal.destroy()
  const other = createWalletModal({ projectId: 'one', networks: [mainnet] })
  await expect(connectMockWallet(other, { namespace: 'solana', name })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    details: { setting: 'networks' },
  })
  other.destroy()
})
