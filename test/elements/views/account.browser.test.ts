// The account and its network: what is shown, switched, refused, and the way out.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { arbitrum, base, celo, gnosis, mainnet, optimism, polygon, avalanche, zora } from '../../../src/vocabulary/networks.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createNetworks } from '../../../src/state/networks/networks.js'
import { cleanUp, mountView, useFakeTime, type ViewHarnessOptions } from '../../support/view-harness.js'

afterEach(cleanUp)
afterEach(() => vi.restoreAllMocks())

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const wallet = (chains: readonly number[] = [1]) =>
  createMockWallet({ name: 'Alpha', rdns: 'example.alpha', accounts: [first, second], chains })
const connected = (made = wallet(), options: ViewHarnessOptions = {}): ViewHarnessOptions => ({
  wallets: [made],
  connected: true,
  ...options,
  config: { networks: [mainnet, base], rpcUrls: { 'eip155:1': 'https://node.example' }, ...options.config },
})
const solana = { ...mainnet, id: 'x', name: 'Solana', chainNamespace: 'solana', caipNetworkId: 'solana:x' } as const

describe('Account', () => {
  test('shows the balance cut to three decimals, never rounded up', async () => {
    const modal = await mountView({ name: 'Account' }, connected(wallet(), { rpc: () => '0x22df36fffb2dffff' })) // 2.5127999… ETH
    await modal.see('2.512')
  })

  const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
  const shownPicture = (modal: { readonly element: HTMLElement }) =>
    modal.element.shadowRoot?.querySelector('wm-avatar')?.shadowRoot?.querySelector('img')?.getAttribute('src') ?? undefined

  test('shows the name and picture of the account, and its address still', async () => {
    const modal = await mountView(
      { name: 'Account' },
      connected(wallet(), { identity: { name: 'ada.example', avatar: picture } }),
    )
    await modal.see('ada.example')
    await modal.see('0x70…dc79C8')
    await expect.poll(() => shownPicture(modal)).toBe(picture)
    expect(modal.asked.map(({ pathname }) => pathname)).toEqual([`/v1/identity/${first}`])
    await modal.settled()
  })

  test.each([
    ['nobody has named it', { name: null, avatar: null }],
    ['the service does not answer', undefined],
  ])('shows the short address alone when %s', async (_, identity) => {
    const modal = await mountView({ name: 'Account' }, connected(wallet(), { identity, rpc: () => '0x0' }))
    await expect.poll(() => modal.asked.length).toBeGreaterThan(0)
    await modal.see('0x70…dc79C8')
    expect(modal.element.shadowRoot?.querySelector('.name')).toBeNull()
    expect(shownPicture(modal)).toBeUndefined()
  })

  test('asks nobody for a name without services', async () => {
    const modal = await mountView({ name: 'Account' }, connected())
    await modal.see('0x70…dc79C8')
    expect(modal.asked).toEqual([])
  })

  test.each([
    ['long', 'wide'.repeat(16), 'ltr'],
    ['from right to left', `${'عدا'.repeat(16)}.مثال`, 'rtl'],
  ])('a %s name stays on one line of the card, with its beginning', async (_, name, direction) => {
    const modal = await mountView({ name: 'Account' }, connected(wallet(), { identity: { name, avatar: null } }))
    await modal.see(Array.from(name).slice(0, 64).join(''))
    const line = modal.element.shadowRoot!.querySelector<HTMLElement>('.name')!
    expect(line.scrollWidth).toBeGreaterThan(line.clientWidth) // cut by the style alone
    expect(line.clientHeight).toBeLessThan(2 * parseFloat(getComputedStyle(line).fontSize) + 1)
    expect(getComputedStyle(line).direction).toBe(direction)
    expect(modal.tooWide()).toEqual([])
  })

  test('its title stands in the middle, its fraction is smaller and quieter, 24 px lie under the balance, and Disconnect is quiet', async () => {
    const modal = await mountView({ name: 'Account' }, connected(wallet(), { rpc: () => '0x22df36fffb2dffff' }))
    await modal.see('2.512')
    await modal.settled()
    const root = modal.element.shadowRoot!
    const style = (selector: string) => getComputedStyle(root.querySelector(selector)!)
    const title = page.getByRole('heading', { level: 2 }).element().getBoundingClientRect()
    const card = page.getByRole('dialog').element().getBoundingClientRect()
    expect(Math.abs((title.left + title.right - card.left - card.right) / 2)).toBeLessThan(1)
    expect(root.querySelector('.fraction')!.textContent).toBe('.512')
    expect(parseFloat(style('.fraction').fontSize)).toBeLessThan(0.7 * parseFloat(style('.amount').fontSize))
    expect(style('.fraction').color).not.toBe(style('.amount').color)
    const [amount, list] = ['.amount', '.tiles'].map((selector) => root.querySelector(selector)!.getBoundingClientRect())
    expect(Math.round(list!.top - amount!.bottom)).toBe(24)
    expect(root.querySelector('[data-key="disconnect"]')).toMatchObject({ variant: 'quiet' })
  })

  test('without a wallet there is an icon, a heading and a way to connect', async () => {
    const modal = await mountView({ name: 'Account' })
    await modal.see('No wallet connected')
    await modal.click('Connect a wallet')
    expect(modal.view().name).toBe('Connect')
  })

  test('copies the whole address and says so', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const modal = await mountView({ name: 'Account' }, connected())
    await modal.click('Copy address 0x70…dc79C8')
    expect(writeText).toHaveBeenCalledExactlyOnceWith(first)
    await modal.see('Copied to clipboard')
  })

  test('in Arabic names keep their place in a sentence, spoken ones too, and what is copied is the address alone', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await mountView({ name: 'Account' }, connected(wallet(), { rpc: () => '0x0', config: { locale: 'ar-EG' } }))
    await expect.element(page.getByText('متصل عبر \u2068Alpha\u2069')).toBeVisible()
    await expect.element(page.getByText('0.000')).toBeVisible() // as wallets write amounts
    await page.getByRole('button', { name: 'نسخ العنوان' }).click()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(first)
    await page.getByRole('button', { name: 'إعدادات الحساب' }).click()
    await expect.element(page.getByRole('link', { name: 'العرض على \u2068Etherscan\u2069' })).toBeVisible()
  })

  test('says when the browser does not let it copy', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    const modal = await mountView({ name: 'Account' }, connected())
    await modal.click('Copy address 0x70…dc79C8')
    await modal.see(/^Couldn’t copy/)
  })

  test('an unknown balance is said, not shown as zero, and can be asked for again', async () => {
    const clock = useFakeTime()
    let rpcCalls = 0
    const rpc = () => {
      rpcCalls++
      throw new TypeError('no')
    }
    const modal = await mountView({ name: 'Account' }, connected(wallet(), { rpc }))
    // Three tries with growing pauses between.
    await expect
      .poll(() => clock.tick(1_000).then(() => modal.element.shadowRoot!.textContent))
      .toContain('Token Balance Unavailable')
    expect(page.getByText('0.000').elements()).toHaveLength(0)
    expect(modal.announced()).toBe('balanceFailed')
    // V4: the specification's 30 s are waited out in sight, and the button stays where it is.
    const retry = () => modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="retry"]')!
    const isOff = () => retry().shadowRoot!.querySelector('button')!.getAttribute('aria-disabled')
    expect(retry().textContent.trim()).toMatch(/^Try again in \d+ seconds$/)
    expect(isOff()).toBe('true')
    retry().focus()
    expect(modal.focused()).toMatch(/^Try again in/)
    const asked = rpcCalls
    retry().click()
    await clock.tick(1_000)
    expect(rpcCalls).toBe(asked)
    await clock.tick(31_000)
    await expect.poll(() => retry().textContent.trim()).toBe('Try again')
    expect(isOff()).toBeNull()
    expect(modal.focused()).toBe('Try again')
    modal.answerRpc(() => '0x0de0b6b3a7640000')
    await modal.click('Try again')
    await clock.tick(1_000)
    await modal.see('1.000')
  })

  test('the seconds until a balance may be asked for again go on while another view is shown', async () => {
    const clock = useFakeTime()
    const rpc = () => {
      throw new TypeError('no')
    }
    const modal = await mountView({ name: 'Account' }, connected(wallet(), { rpc }))
    const seconds = () => {
      const text = modal.element.shadowRoot!.querySelector('[data-key="retry"]')?.textContent ?? ''
      return Number(/Try again in (\d+) seconds/.exec(text)?.[1] ?? NaN)
    }
    await expect.poll(() => clock.tick(1_000).then(seconds)).toBeGreaterThan(20)
    const before = seconds()
    await modal.show({ name: 'AccountSettings' })
    await clock.tick(12_000)
    modal.core.use(createModal).back()
    await expect.poll(seconds).toBeGreaterThan(0)
    expect(seconds()).toBeLessThanOrEqual(before - 12)
  })

  test('disconnects and closes', async () => {
    const modal = await mountView({ name: 'Account' }, connected())
    await modal.click('Disconnect')
    await expect.poll(() => modal.core.use(createModal).$open.get()).toBe(false)
    expect(modal.core.use(createConnection).$connections.get()).toEqual([])
  })
})

describe('AccountSettings', () => {
  test('is reached from the account, and shows it: address, network, wallets, explorer', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const modal = await mountView({ name: 'Account' }, connected(wallet(), { identity: { name: 'ada.example', avatar: null } }))
    await modal.click('Account settings')
    await modal.see('ada.example')
    await modal.click('Copy address 0x70…dc79C8')
    expect(writeText).toHaveBeenCalledExactlyOnceWith(first)
    await expect
      .element(page.getByRole('link', { name: 'View on Etherscan (opens in a new tab)' }))
      .toHaveAttribute('href', `https://etherscan.io/address/${first}`)
    await modal.click('Networks Ethereum')
    expect(modal.view().name).toBe('Networks')
    await modal.show({ name: 'AccountSettings' })
    await modal.click('Wallets')
    expect(modal.view().name).toBe('ProfileWallets')
  })

  test('has no way to networks where the page allows no change', async () => {
    const config = { enableNetworkSwitch: false }
    const modal = await mountView({ name: 'AccountSettings' }, connected(wallet(), { config }))
    await expect.element(modal.button('Wallets')).toBeVisible()
    await expect.element(modal.button(/^Networks/)).not.toBeInTheDocument()
  })

  test('switches between the accounts of the wallet', async () => {
    const modal = await mountView({ name: 'AccountSettings' }, connected())
    await modal.click('0x3C…4293BC')
    expect(modal.core.use(createAccounts).$account.get()?.address).toBe(second)
    await expect.element(modal.button('0x3C…4293BC In use')).toHaveAttribute('aria-current', 'true')
  })

  test('disconnects and closes', async () => {
    const modal = await mountView({ name: 'AccountSettings' }, connected())
    await modal.click('Disconnect')
    await expect.poll(() => modal.core.use(createModal).$open.get()).toBe(false)
    expect(modal.core.use(createConnection).$connections.get()).toEqual([])
  })
})

describe('Networks', () => {
  test('marks the current one; choosing another asks the wallet and comes back', async () => {
    const modal = await mountView({ name: 'Account' }, connected(wallet([1, 8453])))
    await modal.show({ name: 'Networks' })
    await expect.element(modal.button('Ethereum Current')).toHaveAttribute('aria-current', 'true')
    await modal.click('Base')
    await expect.element(modal.button('Base Current')).toBeVisible()
    expect(modal.core.use(createNetworks).$network.get()).toBe(modal.core.config.networks[1])
  })

  test('can be searched when there are many', async () => {
    const networks = [mainnet, base, arbitrum, celo, gnosis, optimism, polygon, avalanche, zora]
    const modal = await mountView({ name: 'Networks' }, { config: { networks } })
    await page.getByRole('searchbox', { name: 'Search networks' }).fill('poly')
    await expect.element(page.getByRole('listitem')).toHaveLength(1)
    await page.getByRole('searchbox').fill('nowhere')
    await modal.see('No network matches “nowhere”')
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await expect.element(page.getByRole('listitem')).toHaveLength(9)
    await expect.poll(() => modal.focused()).toBe('Search networks')
  })

  test('a family without a wallet leads to connecting one', async () => {
    const modal = await mountView({ name: 'Networks' }, connected(wallet(), { config: { networks: [mainnet, solana] } }))
    await modal.click('Solana Connect a wallet to use it')
    await modal.see('Solana needs another connection')
    await modal.click('Choose a wallet')
    await modal.see('Wallets for Solana')
    expect(modal.view()).toMatchObject({ name: 'Connect', namespace: 'solana' })
  })

  test('without any wallet the choice is made at once', async () => {
    const modal = await mountView({ name: 'Networks' }, { config: { networks: [mainnet, base] } })
    await modal.click('Base')
    expect(modal.core.use(createNetworks).$network.get().name).toBe('Base')
  })
})

describe('where the page allows no change of network', () => {
  const fixed = { enableNetworkSwitch: false }

  test.each([
    ['by its settings', { config: fixed }],
    ['having only one', { config: { networks: [mainnet] } }],
  ])('Account still says which network it is, once, in the head: %s', async (_, options) => {
    const modal = await mountView({ name: 'Account' }, connected(wallet(), options))
    await expect.element(page.getByText('Current network: Ethereum')).toBeVisible()
    await expect.element(modal.button('Current network: Ethereum')).not.toBeInTheDocument()
    expect(page.getByText('Ethereum').elements()).toHaveLength(1)
    await modal.settled()
  })

  test('Networks shows them, says why, and changes nothing', async () => {
    const modal = await mountView({ name: 'Networks' }, { config: { networks: [mainnet, base], ...fixed } })
    await modal.see('You can’t switch networks on this site.')
    await expect.element(modal.button('Base')).toBeDisabled()
    await expect.element(modal.button('Ethereum Current')).toBeEnabled()
    await modal.settled()
  })
})

describe('SwitchNetwork', () => {
  test('a refusal says where the wallet still is, and can be tried again', async () => {
    const made = wallet([1, 8453])
    made.fail('wallet_switchEthereumChain', 'reject')
    const modal = await mountView({ name: 'SwitchNetwork', network: base }, connected(made))
    await modal.see('You declined the switch')
    await modal.see('You’re still on Ethereum.')
    made.fail('wallet_switchEthereumChain', undefined)
    await modal.click('Try again')
    await expect.poll(() => modal.core.use(createNetworks).$network.get().name).toBe('Base')
  })

  test('a wallet that cannot switch is said to', async () => {
    const made = wallet([1, 8453])
    made.fail('wallet_switchEthereumChain', { code: 4200 })
    const modal = await mountView({ name: 'SwitchNetwork', network: base }, connected(made))
    await modal.see('Alpha can’t switch networks from here')
    await modal.see('Switch to Base in the wallet. This page will follow.')
  })
})

describe('UnsupportedChain', () => {
  const stranded = () => connected(wallet([5, 1]), { config: { networks: [mainnet, base] } })

  test('offers the networks of the page, and switching solves it', async () => {
    const modal = await mountView({ name: 'UnsupportedChain' }, stranded())
    await modal.see(/Test Shop doesn’t work on your wallet’s network/)
    await modal.click('Ethereum')
    await expect.poll(() => modal.core.use(createModal).$open.get()).toBe(false)
    expect(modal.core.use(createModal).$needsNetworkSwitch.get()).toBe(false)
  })

  test('is never a dead end: it disconnects, and it closes', async () => {
    const modal = await mountView({ name: 'UnsupportedChain' }, stranded())
    await page.getByRole('button', { name: 'Close' }).last().click()
    expect(modal.core.use(createModal).$open.get()).toBe(false)
    modal.core.use(createModal).open()
    await modal.click('Disconnect')
    await expect.poll(() => modal.core.use(createConnection).$connections.get()).toEqual([])
  })
})
