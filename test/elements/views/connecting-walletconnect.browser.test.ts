// Pairing: code, link, time, renewal, refusal, and the tabs between the ways.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PairOptions, RelaySession } from '../../../src/connectors/connector.js'
import { createMockPort } from '../../../src/connectors/mock/port.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { type ErrorCode, walletError, type WalletError } from '../../../src/vocabulary/errors.js'
import { bitcoin, mainnet } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import type { Wallet, WalletEntry } from '../../../src/vocabulary/wallet.js'
import { cleanUp, iphone, mountView, useFakeTime } from '../../support/view-harness.js'
import { world } from '../../support/connector-world.js'

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
  let approve = (_: RelaySession) => {}
  const pair = ({ onUri, signal }: PairOptions) => {
    const uri = `wc:${String(uris.length).padStart(64, 'a')}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
    uris.push(uri)
    onUri(uri)
    return new Promise<RelaySession>((resolve, reject) => {
      refuse = reject
      approve = resolve
      signal.addEventListener('abort', () => reject(walletError('ABORTED')))
    })
  }
  const fail = (code: ErrorCode) => refuse(walletError(code))
  return { pair, uris, fail, refuse: fail, approve: async () => approve(await session()) }
}

/** As of a phone whose wallet is called Alpha. */
async function session(): Promise<RelaySession> {
  const { installed } = createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })
  const connector = await createMockPort({ wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })] }).open(
    installed,
    world,
  )
  await connector.connect({ networks: [mainnet], signal: new AbortController().signal })
  const { wallet } = connector
  return {
    topic: 'topic',
    wallet,
    expiresAt: Date.now() + 60_000,
    connectors: [connector],
    disconnect: async () => {},
    forget() {},
  }
}
const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

describe('the code', () => {
  test('is a picture with a name, wide enough to scan, and the link can be copied', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { pair, uris } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair })
    const code = page.getByRole('img', { name: /^QR code with a connection link/ })
    await expect.element(code).toBeVisible()
    expect(code.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(280)
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
    await modal.see('Here’s a new code. The last one expired.')
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

  test('a wallet that stays silent is said to have the request, and what to do', async () => {
    const clock = useFakeTime(5)
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair: relay().pair })
    await modal.see('Open Cedar on your phone and scan the code.')
    await clock.tickTo(7_000)
    await expect.element(page.getByText(/Your wallet has the request/)).not.toBeInTheDocument()
    await clock.tick(1_500)
    await modal.see('Scanned it? Your wallet has the request. Open the wallet and approve it there.')
  })

  test('is equally wide in every view that has it, and has the picture of the page in its middle', async () => {
    const wide: number[] = []
    for (const view of [
      { name: 'ConnectingWalletConnect' },
      { name: 'ConnectingWalletConnect', wallet: cedar() },
      { name: 'ConnectingWalletConnectBasic' },
    ] as const) {
      const metadata = { name: 'Test Shop', url: location.origin, icons: [picture] }
      await mountView(view, { pair: relay().pair, config: { metadata } })
      const code = page.getByRole('img', { name: /^QR code with a connection link/ })
      await expect.element(code).toBeVisible()
      wide.push((code.element() as HTMLElement).offsetWidth)
      const shown = code.element().querySelector('wm-wallet-icon')?.shadowRoot?.querySelector('img')?.getAttribute('src')
      expect(shown).toBe('wallet' in view ? undefined : picture)
      cleanUp()
    }
    expect(new Set(wide).size).toBe(1)
  })

  const heightOf = ({ element }: { readonly element: HTMLElement }) => Math.round(element.getBoundingClientRect().height)
  const failing = [
    ['declined, of a wallet', cedar(), 'USER_REJECTED', 'You declined in Cedar'],
    ['declined', undefined, 'USER_REJECTED', 'You declined in your wallet'],
    ['relay not there', undefined, 'RELAY_UNREACHABLE', 'Could not create a code'],
  ] as const

  test.each(failing)('%s: in place of the code, as high as it was, with two ways on', async (_case, wallet, code, heading) => {
    const { pair, fail } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet }, { pair })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    await modal.settled()
    const before = heightOf(modal)
    fail(code)
    await modal.see(heading)
    await modal.settled()
    expect(heightOf(modal)).toBe(before)
    await expect.element(modal.button('New code')).toBeVisible()
    await expect.element(modal.button('Another way')).toBeVisible()
    const root = modal.element.shadowRoot!
    const drawn = root.querySelector('.over .mark, .over > .center wm-wallet-icon')
    expect(drawn!.getBoundingClientRect().width).toBe(64)
    await modal.click('Another way')
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Connect a wallet')
  })

  test('an expired code is said to have expired, dimmed under the button for a new one, and as high', async () => {
    const waiting = await mountView({ name: 'ConnectingWalletConnect' }, { pair: relay().pair })
    await expect.element(waiting.button('Copy link')).toBeEnabled()
    await waiting.settled()
    const before = heightOf(waiting)
    cleanUp()
    const pair = vi.fn<() => Promise<never>>(() => Promise.reject(walletError('PAIRING_EXPIRED')))
    const modal = await mountView({ name: 'ConnectingWalletConnect' }, { pair })
    await modal.see('This code has expired')
    await modal.see('Get a new code, then scan it with your wallet.')
    await modal.settled()
    expect(page.getByText('Could not create a code').elements()).toEqual([])
    expect(heightOf(modal)).toBe(before)
    const code = modal.element.shadowRoot!.querySelector('wm-qr-code')!.shadowRoot!
    await expect.poll(() => Number(getComputedStyle(code.querySelector('svg')!).opacity)).toBeLessThanOrEqual(0.12) // it fades
    const [field, button] = [code.querySelector('.code')!, modal.button('New code').element()].map((each) =>
      each.getBoundingClientRect(),
    )
    expect(button!.top).toBeGreaterThan(field!.top)
    expect(button!.bottom).toBeLessThan(field!.bottom)
    await modal.click('New code')
    await expect.poll(() => pair.mock.calls.length).toBe(2)
  })

  test('says that the wallet is connected, and holds that for 650 ms while the modal is closed already', async () => {
    const { pair, approve } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    await modal.settled()
    const before = heightOf(modal)
    await approve()
    await expect.poll(() => modal.core.use(createModal).$open.get()).toBe(false)
    await modal.see('Alpha is connected')
    expect(heightOf(modal)).toBe(before)
    expect(modal.element.shadowRoot!.querySelector('wm-wallet-icon')).toMatchObject({ state: 'done' })
  })

  test('a refusal is said, and another code is one button away', async () => {
    const { pair, uris, refuse } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="main"]')!.focus()
    refuse('USER_REJECTED')
    await modal.see('You declined in Cedar')
    await expect.poll(() => modal.focused()).toBe('New code')
    await modal.click('New code')
    await expect.element(modal.button('Copy link')).toBeEnabled()
    expect(uris).toHaveLength(2)
  })

  test('that cannot be drawn is said, and can be tried again', async () => {
    const endless = `wc:${'a'.repeat(8_000)}@2` // no code holds that much
    const modal = await mountView({ name: 'Connect' }, { pair: ({ onUri }) => new Promise(() => onUri(endless)) })
    modal.core.use(createRouter).push({ name: 'ConnectingWalletConnect' })
    await expect.element(page.getByText('This did not load')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('says when the relay cannot be reached', async () => {
    const { pair, refuse } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect' }, { pair })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    refuse('RELAY_UNREACHABLE')
    await modal.see('Could not create a code')
    await modal.see('We couldn’t reach the connection service. Check your internet, then try again.')
    expect(modal.announced()).toBe('failed')
  })

  test('explains when the page has no relay', async () => {
    const modal = await mountView({ name: 'ConnectingWalletConnect' })
    await modal.see('Phone wallets aren’t available on this site')
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

  test('has its whole ring in sight, clear of the tabs above it', async () => {
    await page.viewport(390, 844)
    const wallet = cedar({ webapp_link: 'https://cedar.example' })
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet }, { pair: relay().pair, userAgent: iphone })
    await expect.element(page.getByRole('tab', { name: 'Web' })).toBeVisible()
    await modal.see('Continue in Cedar')
    await modal.settled()
    const root = modal.element.shadowRoot!
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const drawing = () =>
      root.querySelector('wm-wallet-icon')?.shadowRoot?.querySelector('wm-ring')?.shadowRoot?.querySelector('svg')
    await expect.poll(drawing).toBeTruthy()
    expect(boxOf(drawing()!).top).toBeGreaterThan(boxOf(root.querySelector('wm-tabs')!).bottom + 4)
    expect(boxOf(drawing()!).width).toBe(88)
    await page.viewport(1024, 800)
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

  /** What the visitor sees when the system takes the page out of sight, and brings it back. */
  function setSight(state: DocumentVisibilityState) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  test('that opens nothing is said after 1.5 s, with what to do: again, the link, the app, another way', async () => {
    await page.viewport(390, 844)
    const clock = useFakeTime()
    const { pair, uris } = relay()
    const modal = await mountView({ name: 'Connect' }, { pair, userAgent: iphone })
    await modal.show({ name: 'ConnectingWalletConnect', wallet: cedar() })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    await modal.click('Open Cedar')
    await clock.tick(1_600)
    await modal.see('Nothing happened?')
    expect(modal.announced()).toBe('nothingOpened')
    expect(modal.element.shadowRoot!.querySelector('wm-wallet-icon')).toMatchObject({ state: 'idle' }) // nothing turns
    await modal.see('Open Cedar again, copy the link and paste it into the wallet, or connect another way.')
    await expect.element(modal.button('Copy link')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'App Store (opens in a new tab)' })).toBeVisible()
    expect(modal.tooWide()).toEqual([])
    vi.useRealTimers()
    expect(await modal.axe()).toEqual([])
    await modal.click('Open Cedar again')
    expect(modal.opened).toEqual(Array(2).fill(`cedar://wc?uri=${encodeURIComponent(uris[0]!)}`))
    await modal.see('Continue in Cedar')
    await modal.see('Nothing happened?')
    await modal.click('Another way')
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Connect a wallet')
    await page.viewport(1024, 800)
  })

  test('of an app that opened: on coming back the view says that the wallet has the request, and offers it again', async () => {
    const { pair } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair, userAgent: iphone })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    await modal.click('Open Cedar')
    setSight('hidden')
    setSight('visible')
    await modal.see('Cedar has the request. Approve it there, then come back here.')
    expect(modal.announced()).toBe('requestWaits')
    await expect.element(modal.button('Open Cedar again')).toBeVisible()
    await expect.element(modal.button('Another way')).toBeVisible()
    expect(page.getByText('Nothing happened?').elements()).toEqual([])
  })

  test('approved while the page was out of sight: it is there at once on coming back', async () => {
    const { pair, approve } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair, userAgent: iphone })
    await expect.element(modal.button('Copy link')).toBeEnabled()
    await modal.click('Open Cedar')
    setSight('hidden')
    await approve()
    await expect.poll(() => modal.core.use(createConnection).$status.get()).toBe('connected')
    setSight('visible')
    await modal.see('Alpha is connected')
    expect(page.getByText(/has the request/).elements()).toEqual([])
  })

  const phantom = (): Wallet => ({
    ...cedar({ id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', name: 'Phantom' }),
    id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    name: 'Phantom',
  })

  test('to the wallet’s own browser needs no pairing, and "Copy link" copies the address of the page', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { pair, uris } = relay()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: phantom() }, { pair, userAgent: iphone })
    await modal.see('Phantom opens this page in its own browser. Connect there.')
    await expect.element(modal.button('Open Phantom')).not.toHaveAttribute('aria-busy')
    await modal.click('Copy link')
    expect(writeText).toHaveBeenCalledExactlyOnceWith(location.href)
    await modal.click('Open Phantom')
    expect(modal.opened).toEqual([
      `https://phantom.app/ul/browse/${encodeURIComponent(location.href)}?ref=${encodeURIComponent(location.origin)}`,
    ])
    await modal.see('Nothing happened?')
    expect(uris).toEqual([])
  })

  test('to the wallet’s own browser: the wallet is listed where Connect is narrowed to an ecosystem that it cannot be paired with', async () => {
    const id = '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25'
    const binance: WalletEntry = { ...entry, id, name: 'Binance Wallet', chains: ['eip155:1'] }
    const { pair, uris } = relay()
    const modal = await mountView(
      { name: 'Connect', namespace: 'bip122' },
      {
        pair,
        userAgent: iphone,
        config: { networks: [mainnet, bitcoin], customWallets: [binance, { ...entry, chains: ['eip155:1'] }] },
      },
    )
    await expect.element(page.getByRole('button', { name: /Cedar/ })).not.toBeInTheDocument()
    await modal.click(/Binance Wallet/)
    await modal.see('Binance Wallet opens this page in its own browser. Connect there.')
    await modal.click('Open Binance Wallet')
    expect(modal.opened).toEqual([expect.stringMatching(/^https:\/\/app\.binance\.com\/en\/download\?_dp=/)])
    expect(uris).toEqual([])
  })

  test('to the wallet’s own browser is there on a page without a relay', async () => {
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: phantom() }, { userAgent: iphone })
    await modal.see('Phantom opens this page in its own browser. Connect there.')
    await modal.click('Open Phantom')
    expect(modal.opened).toHaveLength(1)
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
    await userEvent.keyboard('{ArrowRight}')
    await modal.see('Approve the connection in the Cedar app on this computer.')
    expect(page.getByRole('tabpanel').elements()).toHaveLength(1)
  })

  test('beside the code of a wallet that is not installed stands where to get it', async () => {
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar() }, { pair: relay().pair })
    await page.getByRole('tab', { name: 'Install' }).click()
    await modal.see('Cedar isn’t in this browser yet. Get it here:')
    await expect
      .element(page.getByRole('link', { name: 'App Store (opens in a new tab)' }))
      .toHaveAttribute('href', 'https://apps.example/cedar')
  })

  test('a wallet that is only an extension leads to its stores', async () => {
    const wallet = cedar({ mobile_link: null, chrome_store: 'https://chrome.example/cedar' })
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet }, { pair: relay().pair })
    await modal.see('Cedar isn’t in this browser yet. Get it here:')
    await expect.element(page.getByRole('link', { name: 'Browser extension (opens in a new tab)' })).toBeVisible()
  })
})
