// Receiving: the address in three forms, what belongs there, and the networks that it is good for.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import type { ModalConfig } from '../../../src/config/types.js'
import type { Namespace } from '../../../src/vocabulary/caip.js'
import { base, bitcoin, cosmoshub, mainnet, polkadot, solana } from '../../../src/vocabulary/networks.js'
import { cleanUp, mountView, type ViewHarness, type ViewHarnessOptions } from '../../support/view-harness.js'
import { createSession, ScriptedWallet } from '../../support/wallets.js'

afterEach(cleanUp)
afterEach(() => vi.restoreAllMocks())

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const connected = (config: ModalConfig, more: ViewHarnessOptions = {}): ViewHarnessOptions => ({
  wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha', accounts: [address] })],
  connected: true,
  config,
  ...more,
})
const full = (modal: ViewHarness) => modal.element.shadowRoot!.querySelector<HTMLElement>('.full')!
const code = (modal: ViewHarness) => modal.element.shadowRoot!.querySelector('wm-qr-code')!

describe('WalletReceive', () => {
  test('shows the address as a code and in groups of four, and copies it as it is', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const modal = await mountView(
      { name: 'WalletReceive' },
      connected({ networks: [mainnet, base] }, { identity: { name: 'ada.example', avatar: null } }),
    )
    await modal.see('ada.example')
    expect(code(modal).uri).toBe(address)
    const groups = [...full(modal).querySelectorAll('span')].map((group) => group.textContent)
    expect(groups.slice(0, 3)).toEqual(['0x7099', '7970', 'C518'])
    expect(groups.join('')).toBe(address)
    await modal.click('Copy address')
    expect(writeText).toHaveBeenCalledExactlyOnceWith(address)
    await modal.see('Copied to clipboard')
    // What a person selects by hand has no spaces either.
    const selection = getSelection()!
    selection.selectAllChildren(full(modal))
    expect(full(modal).innerText.trim()).toBe(address)
    expect(getComputedStyle(full(modal).querySelectorAll('span')[1]!).marginInlineEnd).not.toBe('0px')
    selection.removeAllRanges()
    expect(modal.tooWide()).toEqual([])
  })

  test('warns what belongs there, and leads to the networks', async () => {
    const modal = await mountView({ name: 'WalletReceive' }, connected({ networks: [mainnet, base, solana] }))
    await modal.see('Send only assets on the networks below to this address. Anything else may be lost.')
    await modal.click(/^Networks for this address/)
    expect(modal.view().name).toBe('WalletCompatibleNetworks')
    const items = page.getByRole('list', { name: 'Networks for this address' }).getByRole('listitem')
    await expect.element(items.first()).toHaveTextContent('Ethereum Your current network')
    expect(items.elements()).toHaveLength(2) // Solana has other addresses
  })

  test('on one network its name is in the warning', async () => {
    const modal = await mountView({ name: 'WalletReceive' }, connected({ networks: [mainnet] }))
    await modal.see('Send only assets on Ethereum to this address. Anything else may be lost.')
    expect(page.getByRole('button', { name: /Networks for/ }).elements()).toHaveLength(0)
  })

  test.each<[Namespace, string]>([
    ['solana', 'Solana'],
    ['bip122', 'Bitcoin'],
    ['polkadot', 'Polkadot'],
    ['cosmos', 'Cosmos Hub'],
  ])('works on %s', async (namespace, network) => {
    const wallet = new ScriptedWallet({ namespace })
    const modal = await mountView(
      { name: 'WalletReceive' },
      {
        scripted: [wallet],
        config: { networks: [mainnet, solana, bitcoin, polkadot, cosmoshub] },
        prepare: (core) => core.use(createConnection).adopt(createSession([wallet])),
      },
    )
    await modal.see(`Send only assets on ${network} to this address. Anything else may be lost.`)
    expect(code(modal).uri).toBe(wallet.addresses[0])
    expect(full(modal).innerText.trim()).toBe(wallet.addresses[0])
  })

  test('a Bitcoin wallet with an address per purpose lets the visitor see each, and stays as it is', async () => {
    const [payment, ordinals] = [
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ]
    const wallet = new ScriptedWallet({ namespace: 'bip122' })
    const [connector, ...rest] = createSession([wallet]).connectors
    const chain = bitcoin.caipNetworkId
    const accounts = [
      { chain, address: payment, purpose: 'payment' },
      { chain, address: ordinals, purpose: 'ordinals' },
    ]
    const grant = { accounts, chain, chains: [chain] }
    const session = {
      ...createSession([wallet]),
      connectors: [
        { ...connector!, connect: () => Promise.resolve(grant), getAccounts: () => Promise.resolve(accounts) },
        ...rest,
      ],
    }
    const modal = await mountView(
      { name: 'WalletReceive' },
      { config: { networks: [mainnet, bitcoin] }, prepare: (core) => core.use(createConnection).adopt(session) },
    )
    expect(code(modal).uri).toBe(payment)
    await page.getByRole('tab', { name: 'Ordinals' }).click()
    await expect.poll(() => code(modal).uri).toBe(ordinals)
    await modal.settled()
  })
})
