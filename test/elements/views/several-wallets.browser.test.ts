// Several wallets at once, as a person sees them: the list of wallets, another ecosystem, and what a shared session ends.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createNetworks } from '../../../src/state/networks/networks.js'
import { bitcoin, cosmoshub, mainnet, polkadot, solana } from '../../../src/vocabulary/networks.js'
import type { GrantedAccount } from '../../../src/vocabulary/account.js'
import type { View } from '../../../src/vocabulary/view.js'
import { focused } from '../../support/modal-page.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'
import { createSession, ScriptedWallet } from '../../support/wallets.js'

afterEach(cleanUp)

const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const all = [mainnet, solana, bitcoin, polkadot, cosmoshub]

function world(networks = all) {
  const wallets = {
    acme: new ScriptedWallet({ name: 'Acme' }),
    bolt: new ScriptedWallet({ name: 'Bolt', addresses: [other] }),
    acmeSolana: new ScriptedWallet({ name: 'Acme', namespace: 'solana' }),
    cold: new ScriptedWallet({ name: 'Cold', namespace: 'bip122' }),
  }
  const scripted = Object.values(wallets)
  const show = (view: View, prepare: ViewHarnessOptions['prepare']) =>
    mountView(view, { scripted, config: { networks }, ...(prepare ? { prepare } : {}) })
  return { ...wallets, show }
}

const row = (name: string | RegExp) => page.getByRole('button', { name })

describe('the list of wallets', () => {
  test('uses another wallet of the ecosystem, and says so', async () => {
    const { acme, bolt, show } = world()
    const modal = await show({ name: 'ProfileWallets' }, async (core) => {
      const { connect } = core.use(createConnection)
      await connect(acme.installed)
      await connect(bolt.installed, { beside: true })
    })
    await expect.element(row(/^Bolt/)).toHaveTextContent('In use')
    await row(/^Acme/).click()
    await expect.element(row(/^Acme/)).toHaveTextContent('In use')
    await modal.see('Now using Acme')
    expect(modal.core.publicState.$account.get()?.address).toBe(acme.addresses[0])
    expect([acme.prompts, bolt.disconnects]).toEqual([1, 0])
  })

  test('has a tab for each ecosystem; the network follows the wallet that is used', async () => {
    const { acme, acmeSolana, show } = world()
    const modal = await show({ name: 'ProfileWallets' }, async (core) => {
      const { connect } = core.use(createConnection)
      await connect(acmeSolana.installed)
      await connect(acme.installed)
    })
    expect(page.getByRole('tab').elements().length).toBe(5)
    await expect.element(page.getByRole('tab', { name: 'Ethereum' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Solana' }).click()
    await row(/^Acme/).click()
    expect(modal.core.use(createNetworks).$network.get().chainNamespace).toBe('solana')
    expect(modal.core.publicState.$account.get()?.namespace).toBe('solana')
    await page.getByRole('tab', { name: 'Cosmos' }).click()
    await modal.see('No Cosmos wallet connected')
  })

  test('adds a wallet beside the first, and comes back to the list', async () => {
    const { acme, bolt, show } = world()
    const modal = await show({ name: 'ProfileWallets' }, (core) => core.use(createConnection).connect(acme.installed))
    await modal.click('Add a wallet')
    await row(/^Bolt/).click()
    await expect.element(row(/^Bolt/)).toHaveTextContent('In use')
    expect(modal.view().name).toBe('ProfileWallets')
    await expect.element(row(/^Acme/)).toHaveTextContent('Use')
    expect([acme.disconnects, acme.releases, bolt.prompts]).toEqual([0, 0, 1])
  })

  test('disconnects one and keeps the other; the last one closes the modal', async () => {
    const { acme, cold, show } = world()
    const modal = await show({ name: 'ProfileWallets' }, async (core) => {
      const { connect } = core.use(createConnection)
      await connect(cold.installed)
      await connect(acme.installed)
    })
    await modal.click('Disconnect Acme')
    await expect.poll(() => modal.core.publicState.$account.get()?.namespace).toBe('bip122')
    expect(modal.core.use(createNetworks).$network.get().chainNamespace).toBe('bip122')
    expect([acme.disconnects, cold.disconnects]).toEqual([1, 0])
    await page.getByRole('tab', { name: 'Bitcoin' }).click()
    await modal.click('Disconnect Cold')
    await expect.poll(() => modal.core.use(createModal).$open.get()).toBe(false)
    expect(cold.disconnects).toBe(1)
  })

  test('disconnects all', async () => {
    const { acme, cold, show } = world()
    const modal = await show({ name: 'ProfileWallets' }, async (core) => {
      const { connect } = core.use(createConnection)
      await connect(cold.installed)
      await connect(acme.installed)
    })
    await modal.click('Disconnect all (2)')
    await expect.poll(() => modal.core.publicState.$status.get()).toBe('disconnected')
    expect([acme.disconnects, cold.disconnects]).toEqual([1, 1])
  })

  test('offers what was connected lately, and forgets it', async () => {
    const { acme, bolt, show } = world()
    const modal = await show({ name: 'ProfileWallets' }, async (core) => {
      const connection = core.use(createConnection)
      await connection.connect(bolt.installed)
      await expect.poll(() => core.publicState.$isBusy.get()).toBe(false)
      await connection.connect(acme.installed)
    })
    await modal.see('Recently connected')
    await row('Bolt Connect again').click()
    await expect.element(row(/^Bolt/)).toHaveTextContent('In use')
    await modal.click('Disconnect Bolt')
    await modal.click('Forget Bolt')
    await expect.poll(() => page.getByText('Recently connected').elements().length).toBe(0)
  })

  test('focus stays inside when a button leaves with its wallet', async () => {
    const { acme, bolt, show } = world()
    const modal = await show({ name: 'ProfileWallets' }, async (core) => {
      await core.use(createConnection).connect(bolt.installed)
      await core.use(createConnection).connect(acme.installed, { beside: true })
    })
    const press = async (name: string) => {
      modal.button(name).element().focus()
      await userEvent.keyboard('{Enter}')
    }
    await press('Disconnect Acme')
    const isBolt = () => expect.poll(() => focused()).toBe(row(/^Bolt.*In use/).element())
    await isBolt()
    await press('Forget Acme')
    await isBolt()
  })

  test('a long name of a wallet of lately has the most of its row', async () => {
    const name = 'The Extraordinarily Long-Named Wallet of Example County'
    const scripted = [new ScriptedWallet({ name, addresses: [other] }), new ScriptedWallet({ name: 'Acme' })] as const
    const prepare: ViewHarnessOptions['prepare'] = async (core) => {
      const connection = core.use(createConnection)
      await connection.connect(scripted[0].installed)
      await expect.poll(() => core.publicState.$isBusy.get()).toBe(false)
      await connection.connect(scripted[1].installed)
    }
    await mountView({ name: 'ProfileWallets' }, { scripted, config: { networks: all }, prepare })
    await expect.element(row(`${name} Connect again`)).toBeVisible()
    const { width } = row(`${name} Connect again`).element().getBoundingClientRect()
    expect(page.getByText(name).element().getBoundingClientRect().width).toBeGreaterThan(width / 2)
  })

  test('tells payment and ordinals apart, and remembers which is preferred', async () => {
    const chain = 'bip122:000000000019d6689c085ae165831e93'
    const [payment, ordinals] = [
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ]
    const { cold, show } = world()
    const accounts: readonly GrantedAccount[] = [
      { chain, address: ordinals, purpose: 'ordinals', type: 'p2tr' },
      { chain, address: payment, purpose: 'payment', type: 'p2wpkh' },
    ]
    cold.grant = () => ({ accounts, chain })
    const modal = await show({ name: 'ProfileWallets' }, (core) => core.use(createConnection).connect(cold.installed))
    const address = () => modal.core.publicState.$account.get()?.address
    expect(address(), 'payment is the default').toBe(payment)
    await row(/Ordinals/).click()
    expect(address()).toBe(ordinals)
    expect(modal.core.publicState.$account.get()?.type).toBe('ordinals')
    expect(JSON.parse(modal.stored('account-types') ?? '')).toEqual({ bip122: 'ordinals' })
  })
})

describe('a session that several ecosystems share', () => {
  const shared = async (view: View) => {
    const { acme, show } = world()
    const phones = (['eip155', 'solana', 'cosmos'] as const).map((namespace) => new ScriptedWallet({ name: 'Phone', namespace }))
    const session = createSession(phones)
    const modal = await show(view, async (core) => {
      await core.use(createConnection).adopt(session)
      await core.use(createConnection).connect(acme.installed, { beside: true })
    })
    return { modal, session, acme }
  }

  test('says what ends before it ends, and ends all of it', async () => {
    const { modal, session, acme } = await shared({ name: 'ProfileWallets' })
    await modal.click('Disconnect Phone')
    await modal.see('Disconnect Phone?')
    await modal.see('This wallet shares one connection between these networks. It ends for all of them.')
    const ends = page.getByRole('list', { name: /shares one connection/ }).getByRole('listitem')
    expect(ends.elements().map((row) => row.textContent.trim())).toEqual(['Ethereum and compatible', 'Solana', 'Cosmos'])
    expect(session.ended()).toBe(false)
    await modal.click('Cancel')
    expect(modal.view().name).toBe('ProfileWallets')
    expect(session.ended()).toBe(false)
    await modal.click('Disconnect Phone')
    await modal.click('Disconnect')
    await expect.poll(() => session.ended()).toBe(true)
    await expect.poll(() => modal.view().name).toBe('ProfileWallets')
    expect(
      modal.core
        .use(createConnection)
        .$connections.get()
        .map(({ wallet }) => wallet.name),
    ).toEqual(['Acme'])
    expect(acme.disconnects).toBe(0)
  })

  test('Account asks, too', async () => {
    const { modal, session } = await shared({ name: 'Account' })
    const { $connections, activate } = modal.core.use(createConnection)
    activate($connections.get().find(({ namespace }) => namespace === 'cosmos')!.id)
    await modal.click('Disconnect')
    await modal.see('Disconnect Phone?')
    await modal.click('Disconnect')
    await expect.poll(() => session.ended()).toBe(true)
  })
})

describe('a network of another ecosystem', () => {
  test('leads to a wallet for it, starts there, and keeps what is connected', async () => {
    const { acme, cold, show } = world()
    const modal = await show({ name: 'Networks' }, (core) => core.use(createConnection).connect(acme.installed))
    await row(/^Bitcoin/).click()
    await modal.see('Bitcoin needs another connection')
    await modal.click('Choose a wallet')
    expect(page.getByRole('button', { name: /^Bolt/ }).elements()).toEqual([])
    await row(/^Cold/).click()
    await expect.poll(() => modal.view().name).toBe('Networks')
    expect(modal.core.use(createNetworks).$network.get().caipNetworkId).toBe(bitcoin.caipNetworkId)
    expect(
      modal.core
        .use(createConnection)
        .$connections.get()
        .map(({ wallet }) => wallet.name),
    ).toEqual(['Cold', 'Acme'])
    expect([acme.disconnects, cold.prompts]).toEqual([0, 1])
  })

  test('offers the same wallet where it serves both', async () => {
    const { acme, acmeSolana, show } = world()
    const modal = await show({ name: 'Networks' }, (core) => core.use(createConnection).connect(acme.installed))
    await row(/^Solana/).click()
    await modal.click('Connect Acme')
    await expect.poll(() => modal.core.publicState.$account.get()?.namespace).toBe('solana')
    expect([acme.disconnects, acmeSolana.prompts]).toEqual([0, 1])
    expect(modal.core.use(createAccounts).$all.get().length).toBe(2)
  })

  test('is left without a change by Cancel', async () => {
    const { acme, show } = world()
    const modal = await show({ name: 'Networks' }, (core) => core.use(createConnection).connect(acme.installed))
    await row(/^Cosmos/).click()
    await modal.click('Cancel')
    expect(modal.view().name).toBe('Networks')
    expect(modal.core.publicState.$account.get()?.namespace).toBe('eip155')
  })
})
