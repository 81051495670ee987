// Waiting for a wallet of this browser: every answer, and none.
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SUCCESS_HELD_MS } from '../../../src/elements/lib/success.js'
import { WmRing } from '../../../src/elements/primitives/ring.js'
import type { WmOutlet } from '../../../src/elements/shell/outlet.js'
import type { MockFailure } from '../../../src/connectors/mock/controls.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { withMotion } from '../../support/emulate-motion.js'
import { cleanUp, directoryOf, mountView, rowOf, useFakeTime, type ViewHarnessOptions } from '../../support/view-harness.js'

withMotion() // the ring closes, and its mark grows
afterEach(cleanUp)

const wallet = (failure?: MockFailure) => {
  const made = createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })
  made.fail('eth_requestAccounts', failure)
  return made
}
const show = (made: ReturnType<typeof wallet>, options: ViewHarnessOptions = {}) =>
  mountView({ name: 'ConnectingExternal', wallet: rowOf(made) }, { wallets: [made], ...options })

describe('ConnectingExternal', () => {
  test('asks at once; an approval connects and ends the visit', async () => {
    const made = wallet()
    const modal = await show(made)
    await expect.poll(() => modal.core.use(createConnection).$status.get()).toBe('connected')
    await expect.poll(() => modal.core.use(createModal).$open.get()).toBe(false)
    expect(made.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  test('success is held for 650 ms: no button, the ring closes within 250 ms, the tick grows; whoever waits has gone on', async () => {
    const made = createMockWallet({ name: 'Alpha', rdns: 'example.alpha', approve: () => decision })
    let decide = (_: boolean) => {}
    const decision = new Promise<boolean>((resolve) => (decide = resolve))
    const modal = await show(made)
    await modal.see('Continue in Alpha')
    const root = modal.element.shadowRoot!
    await expect
      .poll(() => root.querySelector('wm-wallet-icon')?.shadowRoot?.querySelector('wm-ring')?.shadowRoot?.querySelector('.arc'))
      .toBeTruthy()
    const ring = root.querySelector('wm-wallet-icon')!.shadowRoot!.querySelector('wm-ring')!.shadowRoot!
    await modal.settled()
    const before = modal.element.getBoundingClientRect().height
    const clock = useFakeTime()
    decide(true)
    await expect.poll(() => modal.core.use(createModal).$open.get(), { interval: 1 }).toBe(false)
    await expect.poll(() => ring.querySelector('.mark'), { interval: 1 }).toBeTruthy()
    // The modal is closed for the page; the dialog still shows it.
    expect(modal.core.use(createConnection).$status.get()).toBe('connected')
    expect(modal.element.isConnected).toBe(true)
    await modal.see('Alpha is connected')
    expect(getComputedStyle(root.querySelector('.actions')!).visibility).toBe('hidden')
    expect(Math.abs(modal.element.getBoundingClientRect().height - before)).toBeLessThan(1)
    const sample = (animation: Animation | undefined, times: readonly number[], read: () => number) => {
      animation!.pause()
      const values = times.map((ms) => {
        animation!.currentTime = ms
        return read()
      })
      animation!.finish()
      return values
    }
    const [arc, mark] = [ring.querySelector('.arc')!, ring.querySelector('.mark')!]
    const closing = arc
      .getAnimations()
      .find((each) => each instanceof CSSTransition && each.transitionProperty === 'stroke-dasharray')
    if (closing) {
      // Unless this machine was so slow that it has ended.
      const drawn = sample(closing, [0, 80, 160, 249], () => parseFloat(getComputedStyle(arc).strokeDasharray))
      expect(drawn[0]).toBeLessThan(70)
      expect(drawn).toEqual([...drawn].sort((one, other) => one - other))
      expect(drawn.at(-1)).toBeGreaterThan(262)
      expect(closing.effect?.getTiming().duration).toBe(250)
    }
    expect(getComputedStyle(arc).strokeDasharray).toBe('264px, 0px')
    const growing = mark.getAnimations()[0]
    if (growing) {
      const scales = sample(growing, [125, 180, 250, 374], () => Number(getComputedStyle(mark).scale))
      expect(scales[0]).toBeCloseTo(0.6, 2)
      expect(scales).toEqual([...scales].sort((one, other) => one - other))
      expect(scales.at(-1)).toBeGreaterThan(0.99)
    }
    // Gone in the end, and not before its time.
    await clock.tickTo(640)
    for (let count = 0; count < 4; count++) await new Promise(requestAnimationFrame)
    expect(modal.element.isConnected).toBe(true)
    await clock.tick(650)
    await expect.poll(() => modal.element?.isConnected ?? false).toBe(false)
  })

  test('a card in the page holds success under its own heading, and then shows the account', async () => {
    const made = createMockWallet({ name: 'Alpha', rdns: 'example.alpha', approve: () => decision })
    let decide = (_: boolean) => {}
    const decision = new Promise<boolean>((resolve) => (decide = resolve))
    const modal = await show(made, { config: { dialog: 'inline' } })
    await modal.see('Continue in Alpha')
    await modal.settled()
    const connecting = modal.element
    const outlet = (connecting.getRootNode() as ShadowRoot).host as WmOutlet
    await expect.poll(() => outlet.leave).toBeDefined() // what moves has been loaded
    const heading = () => page.getByRole('heading', { level: 2 }).element().textContent
    const before = heading()
    const headings = new Set<string>()
    let connectedAt = 0
    modal.core.use(createConnection).$status.listen((status) => {
      if (status === 'connected') connectedAt ||= performance.now()
    })
    decide(true)
    await new Promise<void>((resolve) => {
      const look = () => {
        if (connecting.isConnected) headings.add(heading())
        if (connecting.isConnected) requestAnimationFrame(look)
        else resolve()
      }
      look()
    })
    expect(performance.now() - connectedAt).toBeGreaterThanOrEqual(640)
    expect(modal.view().name).toBe('Account')
    expect([...headings][0]).toBe(before)
    await expect.poll(heading).toBe('Account')
    await modal.see('Disconnect')
    expect(before).toBe('Alpha')
  })

  test('that it is connected can be heard once the dialog has gone, whatever the page has put in place of its button', async () => {
    let decide = (_: boolean) => {}
    const decision = new Promise<boolean>((resolve) => (decide = resolve))
    const modal = await show(createMockWallet({ name: 'Alpha', rdns: 'example.alpha', approve: () => decision }))
    await modal.see('Continue in Alpha')
    await expect.element(page.getByText('Waiting for Alpha')).toBeInTheDocument()
    decide(true)
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
    await expect.element(page.getByRole('status')).toHaveTextContent(/^Connected to Alpha as 0x/)
  })

  test('nothing moves for a visitor who wants less, and success is held all the same', async () => {
    expect(SUCCESS_HELD_MS).toBe(650)
    const rules = [...(WmRing as unknown as { elementStyles: { styleSheet?: CSSStyleSheet }[] }).elementStyles].flatMap(
      ({ styleSheet }) => [...(styleSheet?.cssRules ?? [])],
    )
    const moving = rules.filter((rule) => rule instanceof CSSMediaRule && /animation|transition/.test(rule.cssText))
    expect(moving.map((rule) => (rule as CSSMediaRule).conditionText)).toEqual(['(prefers-reduced-motion: no-preference)'])
    expect(rules.filter((rule) => rule instanceof CSSStyleRule && /animation|transition/.test(rule.cssText))).toEqual([])
  })

  test('a refusal keeps the same button, with focus on it', async () => {
    const made = createMockWallet({ name: 'Alpha', rdns: 'example.alpha', approve: () => decision })
    let decide = (_: boolean) => {}
    const decision = new Promise<boolean>((resolve) => (decide = resolve))
    const modal = await show(made)
    const button = modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="main"]')!
    button.focus()
    expect(modal.focused()).toBe('Cancel')
    decide(false)
    await modal.see('You declined in Alpha')
    await modal.see('Nothing was shared. You can try again.')
    expect(modal.element.shadowRoot!.querySelector('[data-key="main"]')).toBe(button)
    expect(modal.focused()).toBe('Try again')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^You declined in Alpha. Nothing was shared.$/) // V4: no "Error:" before what a person chose
  })

  test('try again asks again', async () => {
    const made = wallet('reject')
    const modal = await show(made)
    await modal.see('You declined in Alpha')
    made.fail('eth_requestAccounts', undefined)
    await modal.click('Try again')
    await expect.poll(() => modal.core.use(createConnection).$status.get()).toBe('connected')
  })

  test('says that an earlier request is waiting', async () => {
    const modal = await show(wallet('pending'))
    await modal.see('Alpha already has a request waiting')
  })

  test('offers more after eight seconds beside Cancel, which stays what it is, and asks anew on "Try again"', async () => {
    const clock = useFakeTime(5)
    const made = wallet('never')
    const modal = await show(made)
    await modal.see('Continue in Alpha')
    await clock.tickTo(7_900)
    await expect.element(modal.button('Another way')).not.toBeInTheDocument()
    await clock.tick(1_500)
    await modal.see(/Nothing opened\?/)
    const main = modal.element.shadowRoot!.querySelector('[data-key="main"]')!
    expect(main.textContent.trim()).toBe('Cancel')
    await modal.click('Try again')
    await expect.poll(() => made.requests.filter(({ method }) => method === 'eth_requestAccounts').length).toBe(2)
    await modal.see('Approve the request in the wallet’s window.')
  })

  test('cancel goes back, and the late answer of the wallet connects nothing', async () => {
    let decide = (_: boolean) => {}
    const made = createMockWallet({
      name: 'Alpha',
      rdns: 'example.alpha',
      approve: () => new Promise((resolve) => (decide = resolve)),
    })
    const modal = await mountView({ name: 'Connect' }, { wallets: [made] })
    await modal.click('Alpha')
    await modal.click('Cancel')
    await modal.see('Detected in this browser')
    decide(true)
    for (let count = 0; count < 6; count++) await new Promise(requestAnimationFrame)
    expect(modal.core.use(createConnection).$status.get()).toBe('disconnected')
  })

  test('a wallet that is not here leads to where it can be had', async () => {
    const [entry] = directoryOf(1)
    const modal = await mountView({ name: 'ConnectingExternal', wallet: { ...rowOf(wallet()), installed: [], entry } })
    await modal.see('Alpha is not installed in this browser')
    await modal.click('Get Alpha')
    await expect
      .element(page.getByRole('link', { name: 'App Store (opens in a new tab)' }))
      .toHaveAttribute('href', 'https://apps.example/wallet')
  })

  test('another way is the same wallet on a phone', async () => {
    const [entry] = directoryOf(1)
    const made = wallet('reject')
    const modal = await mountView(
      { name: 'ConnectingExternal', wallet: { ...rowOf(made), entry } },
      { wallets: [made], pair: () => new Promise(() => {}) },
    )
    await modal.click('Another way')
    await modal.see('Scan with Alpha')
  })
})
