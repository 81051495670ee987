// Pairing: code, link, time, renewal, refusal, and the tabs between the ways.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PairOptions } from '../../../src/connectors/connector.js'
import { WalletError } from '../../../src/errors.js'
import { createRouter } from '../../../src/state/router.js'
import type { Wallet, WalletEntry } from '../../../src/wallet.js'
import { cleanUp, iphone, mountView, useFakeTime } from '../../support/view-harness.js'

afterEach(cleanUp)
afterEach(() => vi.restoreAllMocks())

const entry: WalletEntry = {
  id: 'cedar',
  name: 'Cedar',
  mobile_link: 'cedar://',
  app_store: 'https://apps.example/cedar',
  play_store: 'https://play.example/cedar',
}
const cedar = (more: Partial<WalletEntry> = {}): Wallet => ({
  id: 'cedar',
  name: 'Cedar',
  installed: [],
  entry: { ...entry, ...more },
  certified: false,
  recent: false,
})

/** A relay whose phone answers when the test says so. */
function relay() {
  const uris: string[] = []
  let refuse = (_: WalletError) => {}
  const pair = ({ onUri, signal }: PairOptions) => {
    const uri = `wc:${String(uris.length).padStart(64, 'a')}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
    uris.push(uri)
    onUri(uri)
    return new Promise<never>((_, reject) => {
      refuse = reject
      signal.addEventListener('abort', () => reject(new WalletError('ABORTED')))
    })
  }
  return { pair, uris, refuse: (code: 'USER_REJECTED' | 'RELAY_UNREACHABLE') => refuse(new WalletError(code)) }
}

describe('the code', () => {
  test('is a picture with a name, wide enough to scan, and the link can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { pair, uris } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair })
    const code = page.getByRole('img', { name: /^QR code with a connection link/ })
    await expect.element(code).toBeVisible()
    expect(code.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(280)
    await expect.element(page.getByRole('tablist')).not.toBeInTheDocument()
    await modal.click('Copy link')
    expect(writeText).toHaveBeenCalledExactlyOnceWith(uris[0])
    await modal.see('Copied to clipboard')
    await expect.element(page.getByRole('link', { name: 'Open on this device' })).toHaveAttribute('href', uris[0])
  })

  test('says the time left from one minute, twice aloud; then renews itself and says so', async () => {
    const clock = useFakeTime()
    const { pair, uris } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect' }, { pair })
    await modal.see('Open a wallet on your phone and scan the code.')
    await clock.tick(169_000)
    await expect.element(page.getByText(/This code changes in/)).not.toBeInTheDocument()
    await clock.tick(1_000)
    await expect.element(page.getByText('This code changes in 60 seconds').first()).toBeVisible()
    expect(modal.announced()).toBe('codeExpires')
    const announced = vi.fn()
    modal.onAnnouncement(announced)
    await clock.tick(49_000)
    expect(announced).not.toHaveBeenCalled()
    await clock.tick(1_000)
    expect(announced).toHaveBeenCalledExactlyOnceWith('codeExpires', { count: 10 })
    await clock.tick(10_000)
    await modal.see('This is a new code. The one before has expired.')
    expect(uris).toHaveLength(2)
    expect(announced).toHaveBeenLastCalledWith('codeRenewed', {})
  })

  test('on a phone, where it is for another device, says that it is there and the time left too', async () => {
    const clock = useFakeTime()
    const { pair } = relay()
    const announced = vi.fn()
    const modal = await mountView({ name: 'Connect' }, { pair, userAgent: iphone })
    modal.onAnnouncement(announced)
    await modal.show({ name: 'ConnectingWalletConnect' })
    await expect.poll(() => announced.mock.calls).toContainEqual(['codeReady', {}])
    await clock.tick(170_000)
    await expect.element(page.getByText('This code changes in 60 seconds').first()).toBeVisible()
    expect(announced).toHaveBeenLastCalledWith('codeExpires', { count: 60 })
  })

  test('a refusal is said, and another code is one button away', async () => {
    const { pair, uris, refuse } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="main"]')!.focus()
    refuse('USER_REJECTED')
    await modal.see('You declined in Cedar')
    await expect.poll(() => modal.focused()).toBe('Try again')
    await modal.click('Try again')
    await expect.element(modal.button('Copy link')).toBeEnabled()
    expect(uris).toHaveLength(2)
  })

  test('that cannot be drawn is said, and can be tried again', async () => {
    const endless = `wc:${'a'.repeat(8_000)}@2` // no code holds that much
    const modal = await mountView({ name: 'Connect' }, { pair: ({ onUri }) => new Promise(() => onUri(endless)) })
    modal.core.use(createRouter).push({ name: 'ConnectingWalletConnect' })
    await expect.element(page.getByText('This screen did not load')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('says when the relay cannot be reached', async () => {
    const { pair, refuse } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect' }, { pair })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    refuse('RELAY_UNREACHABLE')
    await modal.see('Could not create a code')
    await modal.see('The connection service could not be reached')
    expect(modal.announced()).toBe('failed')
  })

  test('explains when the page has no relay', async () => {
    const modal = await mountView({ name: 'ConnectingWalletConnect' })
    await modal.see('Phone wallets are not available on this page')
  })

  test('says that the browser is offline', async () => {
    const { pair } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect' }, { pair })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await modal.see(/You appear to be offline/)
  })
})

describe('the link', () => {
  test('opens within the click, with the real uri', async () => {
    const { pair, uris } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair, userAgent: iphone })
    await expect.element(modal.button('Open Cedar')).not.toHaveAttribute('aria-busy')
    modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="main"]')!.click()
    expect(modal.opened).toEqual([`cedar://wc?uri=${encodeURIComponent(uris[0]!)}`])
  })

  test('waits for the uri with a busy button that opens nothing', async () => {
    const modal = await mountView(
      { name: 'ConnectingWalletConnect', wallet: cedar() },
      { pair: () => new Promise(() => {}), userAgent: iphone },
    )
    await expect.element(modal.button('Open Cedar')).toHaveAttribute('aria-busy', 'true')
    modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="main"]')!.click()
    expect(modal.opened).toEqual([])
  })

  test('always shows the link and the stores; after eight seconds helps on', async () => {
    const clock = useFakeTime()
    const { pair } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair, userAgent: iphone })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    await expect.element(page.getByRole('link', { name: 'App Store (opens in a new tab)' })).toBeVisible()
    await expect.element(page.getByText(/Still waiting\?/)).not.toBeInTheDocument()
    await clock.tick(8_100)
    await modal.see(/Still waiting\? Open Cedar again/)
  })

  test('a refusal keeps the same button', async () => {
    const { pair, refuse } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair, userAgent: iphone })
    const button = modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="main"]')!
    button.focus()
    refuse('USER_REJECTED')
    await modal.see('You declined in Cedar')
    expect(modal.element.shadowRoot!.querySelector('[data-key="main"]')).toBe(button)
    expect(modal.focused()).toBe('Try again')
  })
})

describe('tabs', () => {
  test('stand there when there is a choice, and follow the arrow keys', async () => {
    const { pair } = relay()
    const modal = await mountView(
      { name: 'ConnectingWalletConnect', wallet: cedar({ webapp_link: 'https://cedar.example', desktop_link: 'cedar-desktop' }) },
      { pair },
    )
    const tab = (name: string) => page.getByRole('tab', { name })
    await expect.element(tab('QR code')).toHaveAttribute('aria-selected', 'true')
    await tab('QR code').click()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Web')).toHaveAttribute('aria-selected', 'true')
    await modal.see('Cedar opens in a new tab. Approve the connection there.')
    await userEvent.keyboard('{End}')
    await modal.see('Approve the connection in the Cedar app on this computer.')
    expect(page.getByRole('tabpanel').elements()).toHaveLength(1)
  })

  test('a wallet that is only an extension leads to its stores', async () => {
    const wallet = cedar({ mobile_link: null, chrome_store: 'https://chrome.example/cedar' })
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet }, { pair: relay().pair })
    await modal.see('Cedar was not found here. Get it first:')
    await expect.element(page.getByRole('link', { name: 'Browser extension (opens in a new tab)' })).toBeVisible()
  })
})
