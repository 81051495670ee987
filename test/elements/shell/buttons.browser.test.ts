// The buttons of a page: which modal they find, what they show of it, and that nothing else is needed.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ModalConfig } from '../../../src/config/types.js'
import type { WalletError } from '../../../src/vocabulary/errors.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { findModal } from '../../../src/elements/lib/find-modal.js'
import '../../../src/elements/shell/account-button.js'
import '../../../src/elements/shell/connect-button.js'
import '../../../src/elements/shell/network-button.js'
import '../../../src/elements/shell/provider.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { account } from '../../support/account.js'
import { focused, mountModal, unmountModals } from '../../support/modal-page.js'
import { inner, violations } from '../../support/themed.js'

afterEach(() => {
  unmountModals()
  document.body.replaceChildren()
})

function put<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  parent: ParentNode & Node = document.body,
) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  parent.append(element)
  return element
}
const code = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return (error as WalletError).code // findModal throws nothing else
  }
  return undefined
}

describe('a button finds', () => {
  test('the only modal of the page, also one that comes later', async () => {
    const button = put('wallet-connect-button')
    await button.updateComplete
    expect(button.renderRoot.textContent).toContain('Connect')
    const modal = mountModal()
    expect(button.core).toBe(modal.core)
  })

  test('the one it names, or is given', () => {
    const [one, two] = [mountModal({ id: 'one' }), mountModal({ id: 'two' })]
    two.element.id = 'second'
    expect(put('wallet-connect-button', { for: 'second' }).core).toBe(two.core)
    const given = put('wallet-connect-button')
    given.modal = one
    return given.updateComplete.then(() => expect(given.core).toBe(one.core))
  })

  test('that of the nearest provider, through shadow roots', () => {
    mountModal({ id: 'one' })
    const two = mountModal({ id: 'two' })
    const provider = put('wallet-provider')
    provider.modal = two
    const host = document.createElement('div')
    provider.append(host)
    const root = host.attachShadow({ mode: 'open' })
    expect(put('wallet-connect-button', {}, root).core).toBe(two.core)
  })

  test('nothing where there is none, or several, and says which', () => {
    const element = document.createElement('div')
    document.body.append(element)
    expect(code(() => findModal(element))).toBe('NO_MODAL')
    expect(code(() => findModal(Object.assign(document.createElement('div'), { for: 'nobody' })))).toBe('NO_MODAL')
    mountModal({ id: 'one' })
    mountModal({ id: 'two' })
    expect(code(() => findModal(element))).toBe('AMBIGUOUS_MODAL')
  })
})

describe('the connect button', () => {
  test('opens the modal, and keeps one inner button from Connect to account', async () => {
    const modal = mountModal()
    const button = put('wallet-connect-button')
    await button.updateComplete
    const native = inner(button, 'button')
    await userEvent.click(native)
    await modal.element.shown()
    expect(modal.core.use(createModal).$open.get()).toBe(true)
    modal.core.publicState.publish({ status: 'connected', account, isUnsupported: false, isBusy: false })
    modal.close()
    await modal.closed()
    // What a button shows of an account is code of its own, which may come later.
    await vi.waitFor(() => expect(native.querySelector('bdi')).not.toBeNull())
    expect(inner(button, 'button')).toBe(native)
    expect(focused()).toBe(native)
    expect(native.textContent.replace(/\s+/g, ' ').trim()).toBe(
      'Open account 0x70…dc79C8'.replace('0x70…dc79C8', native.querySelector('bdi')?.textContent ?? ''),
    )
    expect(inner(button, '[role=status]').textContent).toContain('Connected as 0x70')
  })

  test.each([
    ['connecting', { status: 'connecting', account: undefined, isUnsupported: false, isBusy: true }, 'Connecting…'],
    ['on a wrong network', { status: 'connected', account, isUnsupported: true, isBusy: false }, 'Wrong network'],
  ] as const)('says when it is %s', async (_case, facts, text) => {
    const modal = mountModal()
    const button = put('wallet-connect-button')
    modal.core.publicState.publish(facts)
    await vi.waitFor(() => expect(inner(button, 'button').textContent.trim()).toBe(text))
  })

  test('takes its label from the page, and its language from the modal', async () => {
    mountModal({ locale: 'de-AT' })
    const own = put('wallet-connect-button', { label: 'Join' })
    const translated = put('wallet-connect-button')
    await own.updateComplete
    expect(inner(own, 'button').textContent.trim()).toBe('Join')
    await vi.waitFor(() => expect(inner(translated, 'button').textContent).toContain('Verbinden'))
  })

  test('wears the theme of its modal', async () => {
    const modal = mountModal({ theme: { mode: 'light', variables: { '--wm-radius-control': '3px' } } })
    const button = put('wallet-connect-button')
    await button.updateComplete
    await vi.waitFor(() => expect(getComputedStyle(inner(button, 'button')).borderTopLeftRadius).toBe('3px'))
    expect(getComputedStyle(inner(button, 'button')).color).toBe('rgb(255, 255, 255)')
    const { createTheme } = await import('../../../src/state/interface/theme.js')
    modal.core.use(createTheme).setMode('dark')
    await vi.waitFor(() => expect(getComputedStyle(inner(button, 'button')).color).toBe('rgb(5, 38, 44)'))
  })
})

test('the account button is nothing until there is an account, and leads to it', async () => {
  const modal = mountModal()
  const button = put('wallet-account-button')
  await button.updateComplete
  expect(button.renderRoot.querySelector('button')).toBeNull()
  modal.core.publicState.publish({ status: 'connected', account, isUnsupported: false, isBusy: false })
  await button.updateComplete
  await page.getByRole('button', { name: /^Open account 0x70/ }).click()
  await modal.element.shown()
  expect(modal.view?.localName).toBe('wm-account-view')
})

test('the account button says how old a balance is that could not be asked for again, until it has been', async () => {
  let isDown = false
  const node: typeof fetch = (_url, init) => {
    const call = [JSON.parse(init?.body as string)].flat() as { readonly id: number; readonly method: string }[]
    if (isDown) return Promise.reject(new TypeError('fetch failed'))
    const answers = call.map(({ id, method }) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_chainId' ? '0x1' : '0x1bc16d674ec80000',
    }))
    return Promise.resolve(Response.json(JSON.parse(init?.body as string) instanceof Array ? answers : answers[0]))
  }
  const config: ModalConfig = { networks: [mainnet], rpcUrls: { 'eip155:1': 'https://node.example' } }
  const wallet = createMockWallet({ name: 'Alpha', rdns: 'example.alpha', chains: [1] })
  const modal = mountModal(config, { wallets: [wallet] }, document.body, node)
  const button = put('wallet-account-button', { balance: '' })
  const { createConnection } = await import('../../../src/state/connections/connection.js')
  const { createNativeBalance } = await import('../../../src/state/account/native-balance.js')
  const { refresh } = modal.core.use(createNativeBalance)
  await modal.core.use(createConnection).connect(wallet.installed)
  const said = () => inner(button, 'button').textContent
  await expect.poll(said).toContain('2.000 ETH')
  expect(said()).not.toMatch(/ago/)
  const now = vi.spyOn(modal.core.deps, 'now')
  now.mockReturnValue(modal.core.deps.now() + 5 * 60_000)
  isDown = true
  await refresh()
  await expect.poll(said).toMatch(/2\.000 ETH 5 min\. ago/)
  expect(await violations(document.body)).toEqual([])
  isDown = false
  now.mockReturnValue(modal.core.deps.now() + 31_000) // no sooner after a failure
  await refresh()
  await expect.poll(said).not.toMatch(/ago/)
  expect(said()).toContain('2.000 ETH')
})

describe('the network button', () => {
  test('names the network, and leads to the list', async () => {
    const modal = mountModal({ networks: [mainnet, base] })
    put('wallet-network-button')
    await page.getByRole('button', { name: 'Current network: Ethereum' }).click()
    await modal.element.shown()
    expect(modal.view?.localName).toBe('wm-networks-view')
  })

  test.each<ModalConfig>([{ networks: [mainnet, base], enableNetworkSwitch: false }, { networks: [mainnet] }])(
    'only says which it is where there is no choice (%#)',
    async (config) => {
      const modal = mountModal(config)
      put('wallet-network-button')
      const button = page.getByRole('button', { name: 'Current network: Ethereum' })
      await expect.element(button).toBeDisabled()
      expect(await violations(document.body)).toEqual([])
      expect(modal.core.use(createModal).$open.get()).toBe(false)
    },
  )

  test.each<[ModalConfig, string]>([
    [{ networks: [mainnet] }, 'wm-unsupported-chain-view'],
    [{ networks: [mainnet, base], enableNetworkSwitch: false }, 'wm-account-view'],
  ])('on a network that the page does not use leads to what can be done about it (%#)', async (config, view) => {
    const modal = mountModal(config)
    put('wallet-network-button')
    modal.core.publicState.publish({ status: 'connected', account, isUnsupported: true, isBusy: false })
    await page.getByRole('button', { name: 'Wrong network' }).click()
    await modal.element.shown()
    expect(modal.view?.localName).toBe(view)
  })
})

describe.each(['wallet-account-button', 'wallet-connect-button'] as const)('an account with a name, on %s', (tag) => {
  const connected = { status: 'connected', account, isUnsupported: false, isBusy: false } as const
  const avatar = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const named = (name: string) => (input: RequestInfo | URL) =>
    String(input instanceof Request ? input.url : input).includes('/v1/identity/')
      ? Promise.resolve(Response.json({ name, avatar }))
      : Promise.reject(new TypeError('fetch failed'))

  test('is called by it, with the address in its label', async () => {
    const modal = mountModal({ services: 'https://services.example' }, {}, document.body, named('ada.example'))
    const button = put(tag)
    modal.core.publicState.publish(connected)
    await expect.element(page.getByRole('button', { name: /^Open account ada\.example 0x70.*C8$/ })).toBeVisible()
    expect(inner(button, 'wm-avatar')).toHaveProperty('src', avatar)
    await Promise.all((button.shadowRoot?.getAnimations() ?? []).map((animation) => animation.finished)) // of its colours
    expect(await violations(document.body)).toEqual([])
  })

  test('is called by its address when the name does not come', async () => {
    const modal = mountModal({ services: 'https://services.example' })
    put(tag)
    modal.core.publicState.publish(connected)
    await expect.element(page.getByRole('button', { name: /^Open account 0x70.*C8$/ })).toBeVisible()
  })

  test('does not grow over the page, however long it is', async () => {
    const modal = mountModal({ services: 'https://services.example' }, {}, document.body, named('wide'.repeat(16)))
    const button = put(tag)
    modal.core.publicState.publish(connected)
    await expect.element(page.getByRole('button', { name: /^Open account wide/ })).toBeVisible()
    expect(button.getBoundingClientRect().width).toBeLessThan(320)
  })
})
