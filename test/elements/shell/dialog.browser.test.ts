// The dialog with a real core and the real views: how it opens, closes and moves, where focus goes, and what is left of the page around it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createShake } from '../../../src/state/interface/shake.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { routes } from '../../../src/elements/all-routes.js'
import { emulateMotion, withMotion } from '../../support/emulate-motion.js'
import { focused, frames, mountModal, unmountModals, type ModalPage } from '../../support/modal-page.js'
import { settled, violations } from '../../support/themed.js'

const wallets = () => [
  createMockWallet({ name: 'Alpha Wallet', rdns: 'example.alpha' }),
  createMockWallet({ name: 'Bravo Vault', rdns: 'example.bravo' }),
]
const title = (modal: ModalPage) => modal.root.querySelector('h2')
const viewName = (modal: ModalPage) => modal.view?.localName

withMotion()
beforeEach(async () => {
  await page.viewport(1024, 800)
})
afterEach(() => {
  vi.useRealTimers()
  unmountModals()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  vi.restoreAllMocks()
})

/** The document's own list leaves out what is in shadow roots. */
const moving = (modal: ModalPage) => [...modal.card.getAnimations({ subtree: true }), ...(modal.view?.getAnimations() ?? [])]

function opener(): HTMLButtonElement {
  const button = document.createElement('button')
  button.textContent = 'Open'
  document.body.append(button)
  button.focus()
  return button
}

describe('opening', () => {
  test('shows a modal dialog that the heading names, with focus on the heading', async () => {
    const modal = mountModal({}, { wallets: wallets() })
    opener()
    await modal.open()
    expect(modal.card.matches('dialog:modal')).toBe(true)
    expect(modal.card.getAttribute('aria-labelledby')).toBe(title(modal)?.id)
    expect(title(modal)?.textContent).toBe('Connect a wallet')
    expect(focused()).toBe(title(modal))
    expect(viewName(modal)).toBe('wm-connect-view')
  })

  test.each(['dark', 'light'] as const)('axe finds nothing on the first view, %s', async (mode) => {
    const modal = mountModal(
      { theme: { mode }, termsUrl: 'https://a.example/t', privacyUrl: 'https://a.example/p' },
      { wallets: wallets() },
    )
    await modal.open()
    await settled(modal.root)
    await Promise.all(moving(modal).map((animation) => animation.finished.catch(() => undefined)))
    expect(await violations(modal.element)).toEqual([])
  })

  test('is 360 px wide, and a sheet at the lower edge of a phone', async () => {
    const modal = mountModal({ dialog: 'modal' })
    await modal.open()
    await Promise.all(modal.card.getAnimations().map((animation) => animation.finished))
    expect(modal.card.getBoundingClientRect().width).toBe(360)
    await page.viewport(390, 780)
    const sheet = modal.card.getBoundingClientRect()
    expect([sheet.width, sheet.bottom]).toEqual([390, 780])
  })

  test('falls back to Connect for a view that does not exist or lacks what it needs', async () => {
    const modal = mountModal()
    // A page's own code may ask for anything.
    await modal.open({ name: 'Nowhere' } as never)
    expect(viewName(modal)).toBe('wm-connect-view')
    modal.core.use(createRouter).push({ name: 'SwitchNetwork' } as never)
    await frames()
    expect(viewName(modal)).toBe('wm-connect-view')
  })
})

describe('closing', () => {
  test('Escape closes, and gives focus back to the opener', async () => {
    const modal = mountModal()
    const button = opener()
    await modal.open()
    await userEvent.keyboard('{Escape}')
    await modal.closed()
    expect(modal.core.use(createModal).$open.get()).toBe(false)
    expect(focused()).toBe(button)
  })

  test('an opener that was rendered again meanwhile gets focus in its new shape', async () => {
    const modal = mountModal()
    const button = opener()
    await modal.open()
    const next = document.createElement('button')
    next.textContent = 'Account'
    button.replaceWith(next)
    modal.close()
    await modal.closed()
    expect(focused()).toBe(next)
  })

  test('a press beside the card closes; one that began inside does not', async () => {
    const modal = mountModal()
    await modal.open()
    const { card } = modal
    const at = (type: string, x: number, y: number) =>
      card.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, clientX: x, clientY: y }))
    const inside = card.getBoundingClientRect()
    at('pointerdown', inside.left + 20, inside.top + 20)
    expect(modal.core.use(createModal).$open.get()).toBe(true)
    at('click', 5, 5)
    expect(modal.core.use(createModal).$open.get()).toBe(true)
    at('pointerdown', 5, 5)
    at('click', 5, 5)
    expect(modal.core.use(createModal).$open.get()).toBe(false)
  })

  test('so does one on the backdrop of a layer', async () => {
    const modal = mountModal({ dialog: 'layer' })
    await modal.open()
    const backdrop = modal.root.querySelector('.backdrop')
    const press = (target: Element | null) => {
      for (const type of ['pointerdown', 'click'])
        target?.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }))
    }
    press(title(modal))
    expect(modal.core.use(createModal).$open.get()).toBe(true)
    press(backdrop)
    expect(modal.core.use(createModal).$open.get()).toBe(false)
  })

  test('the close button closes', async () => {
    const modal = mountModal()
    await modal.open()
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    await modal.closed()
  })

  test('what the platform closes over our head closes the state too', async () => {
    const modal = mountModal()
    await modal.open()
    ;(modal.card as HTMLDialogElement).close() // the modal card is a dialog
    await vi.waitFor(() => expect(modal.core.use(createModal).$open.get()).toBe(false))
    await modal.closed()
  })
})

describe('the page behind', () => {
  test('does not scroll while open, and gets its own values back', async () => {
    const { style } = document.documentElement
    style.overflow = 'scroll'
    const [one, two] = [mountModal({ id: 'one' }), mountModal({ id: 'two' })]
    await one.open()
    await two.open()
    expect(style.overflow).toBe('hidden')
    two.close()
    await two.closed()
    expect(style.overflow).toBe('hidden')
    one.close()
    await one.closed()
    expect(style.overflow).toBe('scroll')
  })

  test('is alive beside a layer, which stands at z-index 999', async () => {
    const modal = mountModal({ dialog: 'layer' })
    const button = opener()
    await modal.open()
    expect(modal.card.matches('dialog:modal')).toBe(false)
    expect(getComputedStyle(modal.card).zIndex).toBe('999')
    button.focus()
    expect(focused()).toBe(button) // not inert
    await userEvent.keyboard('{Escape}')
    await modal.closed()
  })

  test('holds an inline card in place, without taking focus', async () => {
    const place = document.createElement('div')
    document.body.append(place)
    const button = opener()
    const modal = mountModal({ dialog: 'inline' }, {}, place)
    await vi.waitFor(() => expect(modal.view).toBeDefined())
    expect(modal.card.localName).toBe('section')
    expect(modal.root.querySelector('dialog')).toBeNull()
    expect(focused()).toBe(button)
    expect(document.documentElement.style.overflow).toBe('')
  })
})

describe('a change of view', () => {
  test('moves focus to the new heading, and Back to the row that led there', async () => {
    const modal = mountModal({}, { wallets: wallets() })
    await modal.open()
    await userEvent.click(page.getByRole('button', { name: 'have a wallet' }))
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-get-wallet-view'))
    await vi.waitFor(() => expect(focused()).toBe(title(modal)))
    expect(title(modal)?.textContent).toBe('Get a wallet')
    await userEvent.click(page.getByRole('button', { name: 'Back' }))
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-connect-view'))
    await vi.waitFor(() => expect(focused()?.textContent).toBeDefined())
    await vi.waitFor(() => expect(focused()?.getAttribute('data-key')).toBe('no-wallet'))
  })

  test('comes back to a button of the header too', async () => {
    const modal = mountModal()
    await modal.open()
    await userEvent.click(page.getByRole('button', { name: 'What is a wallet?' }))
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-what-is-a-wallet-view'))
    modal.core.use(createModal).back()
    await vi.waitFor(() => expect(focused()?.getAttribute('data-key')).toBe('help'))
  })

  test('puts focus into the field of a view that is there to be typed in', async () => {
    const modal = mountModal({}, { wallets: wallets() })
    await modal.open()
    modal.core.use(createRouter).push({ name: 'AllWallets' })
    await vi.waitFor(() => expect(focused()?.localName).toBe('input'))
  })

  test('runs animations of 120 and 150 ms', async () => {
    const modal = mountModal({ networks: [mainnet, base] })
    await modal.open()
    await Promise.all(moving(modal).map((animation) => animation.finished.catch(() => undefined)))
    const seen = new Set<number>()
    const animate = Element.prototype.animate
    vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, frames, options) {
      seen.add(Number((options as KeyframeAnimationOptions).duration))
      return animate.call(this, frames, options)
    })
    modal.core.use(createRouter).push({ name: 'WhatIsAWallet' })
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-what-is-a-wallet-view'))
    await frames()
    expect([...seen].sort()).toEqual([120, 150])
  })

  test('moves nothing for a visitor who wants less movement', async () => {
    await emulateMotion('reduce')
    const modal = mountModal({}, { wallets: wallets() })
    await modal.open()
    modal.core.use(createRouter).push({ name: 'WhatIsAWallet' })
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-what-is-a-wallet-view'))
    expect(moving(modal)).toHaveLength(0)
    await frames()
    expect(moving(modal)).toHaveLength(0)
  })

  test('that fails to render stays inside: an error, a retry, and a way out', async () => {
    const modal = mountModal()
    await modal.open()
    const view = modal.view as (HTMLElement & { render?: () => unknown; requestUpdate(): void }) | undefined
    if (!view) throw new Error('no view')
    view.render = () => {
      throw new TypeError('a fault in the view')
    }
    view.requestUpdate()
    await vi.waitFor(() =>
      expect(modal.root.querySelector('wm-outlet')?.shadowRoot?.querySelector('.failed')).toBeInstanceOf(Element),
    )
    await vi.waitFor(() => expect(focused()).toBe(title(modal)))
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-connect-view'))
    await userEvent.keyboard('{Escape}')
    await modal.closed()
  })
})

describe('a view whose code', () => {
  test('does not come shows what happened, and comes on another try', async () => {
    vi.spyOn(routes.WhatIsAWallet, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    const modal = mountModal()
    await modal.open()
    modal.core.use(createRouter).push({ name: 'WhatIsAWallet' })
    const state = () => modal.root.querySelector('wm-outlet')?.shadowRoot?.querySelector('.failed')
    await vi.waitFor(() => expect(state()?.querySelector('p')?.textContent).toBe('This did not load'))
    expect(modal.core.deps.log.entries().at(-1)).toContain('WhatIsAWallet')
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-what-is-a-wallet-view'))
  })

  test('takes long is announced by a placeholder, and focus waits on the heading', async () => {
    let arrive: () => void = () => undefined
    vi.spyOn(routes.WhatIsAWallet, 'load').mockReturnValueOnce(new Promise<void>((resolve) => (arrive = resolve)))
    const modal = mountModal({}, { wallets: wallets() })
    await modal.open()
    await import('../../../src/elements/views/get-wallet/what-is-a-wallet-view.js')
    modal.core.use(createRouter).push({ name: 'WhatIsAWallet' })
    const outlet = modal.root.querySelector('wm-outlet')?.shadowRoot
    await vi.waitFor(() => expect(outlet?.querySelector('[aria-busy=true] wm-skeleton')).toBeInstanceOf(Element))
    expect(outlet?.textContent).toContain('Loading What is a wallet?')
    expect(focused()).toBe(title(modal))
    arrive()
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-what-is-a-wallet-view'))
  })

  test('takes long leaves the view alone that the visitor went to meanwhile', async () => {
    let arrive: () => void = () => undefined
    const slow = vi.spyOn(routes.WhatIsAWallet, 'load').mockReturnValueOnce(new Promise<void>((resolve) => (arrive = resolve)))
    const modal = mountModal({}, { wallets: wallets() })
    await modal.open()
    let placeholders = 0
    modal.root.addEventListener('wm-view-slow', () => placeholders++)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    modal.core.use(createRouter).push({ name: 'WhatIsAWallet' })
    await vi.waitFor(() => expect(slow).toHaveBeenCalled())
    modal.core.use(createRouter).push({ name: 'GetWallet' })
    await vi.waitFor(() => expect(viewName(modal)).toBe('wm-get-wallet-view'))
    await vi.advanceTimersByTimeAsync(200) // longer than the first view may take without a placeholder
    arrive()
    await vi.advanceTimersByTimeAsync(200)
    await frames()
    expect(placeholders).toBe(0)
    expect(viewName(modal)).toBe('wm-get-wallet-view')
  })

  test.each([
    ['of the page stays where it is', false],
    ['of the card waits on the heading', true],
  ])('takes long in a card of the page: focus %s', async (_, isInCard) => {
    vi.spyOn(routes.WhatIsAWallet, 'load').mockReturnValueOnce(new Promise<void>(() => undefined))
    const place = document.createElement('div')
    document.body.append(place)
    const button = opener()
    const modal = mountModal({ dialog: 'inline' }, { wallets: wallets() }, place)
    await vi.waitFor(() => expect(modal.view).toBeDefined())
    if (isInCard) await userEvent.tab({ shift: true })
    while (isInCard && !modal.view?.matches(':focus-within')) await userEvent.tab({ shift: true })
    modal.core.use(createRouter).push({ name: 'WhatIsAWallet' })
    const outlet = modal.root.querySelector('wm-outlet')?.shadowRoot
    await vi.waitFor(() => expect(outlet?.querySelector('[aria-busy=true] wm-skeleton')).toBeInstanceOf(Element))
    await vi.waitFor(() => expect(focused()).toBe(isInCard ? title(modal) : button))
  })
})

describe('a close that is refused', () => {
  /** Open at UnsupportedChain. */
  async function stranded(dialog: 'modal' | 'layer' = 'modal') {
    const wallet = createMockWallet({ name: 'Alpha Wallet', rdns: 'example.alpha', chains: [99] })
    const modal = mountModal({ networks: [mainnet], dialog }, { wallets: [wallet] })
    modal.core.use(createAccounts) // tells the session
    await modal.core.use(createConnection).connect(wallet.installed)
    await modal.open()
    expect(viewName(modal)).toBe('wm-unsupported-chain-view')
    return modal
  }

  test('shakes the card, and only force closes it', async () => {
    const modal = await stranded()
    await userEvent.keyboard('{Escape}')
    expect(modal.core.use(createModal).$open.get()).toBe(true)
    await vi.waitFor(() => expect(modal.card.classList.contains('shaking')).toBe(true))
    await vi.waitFor(() => expect(modal.card.classList.contains('shaking')).toBe(false))
    modal.core.use(createModal).close({ force: true })
    await modal.closed()
  })

  test('shows a line around the card instead, for a visitor who wants less movement', async () => {
    await emulateMotion('reduce')
    const modal = await stranded()
    await userEvent.keyboard('{Escape}')
    // All in one look: on a busy machine the line may be gone two frames later.
    await vi.waitFor(() => {
      expect(modal.card.classList.contains('shaking')).toBe(true)
      expect(getComputedStyle(modal.card).outlineStyle).toBe('solid')
      expect(moving(modal)).toHaveLength(0)
    })
  })

  // Without focus inside, Chromium closes a dialog on the third Escape whatever the page says, and so does a phone's Back.
  test.each(['modal', 'layer'] as const)('brings back what the platform closed all the same (%s)', async (dialog) => {
    const modal = await stranded(dialog)
    const card = modal.card as HTMLDialogElement // the modal card is a dialog
    for (let again = 0; again < 2; again++) {
      card.close()
      await vi.waitFor(() => expect(modal.core.use(createShake).get()).toBe(true))
      await vi.waitFor(() => expect(card.open).toBe(true))
      expect(card.matches('dialog:modal')).toBe(dialog === 'modal')
      expect(modal.card.contains(focused()) || focused() === title(modal)).toBe(true)
      await vi.waitFor(() => expect(modal.core.use(createShake).get()).toBe(false))
    }
    modal.core.use(createModal).close({ force: true })
    await modal.closed()
  })
})

describe('a moved modal', () => {
  test('keeps listening, open or closed', async () => {
    const modal = mountModal()
    const place = document.createElement('div')
    document.body.append(place)
    place.append(modal.element)
    await modal.open()
    expect(viewName(modal)).toBe('wm-connect-view')
    document.body.append(modal.element)
    await frames()
    expect(modal.card.matches('dialog:modal')).toBe(true)
    modal.core.use(createRouter).push({ name: 'WhatIsAWallet' })
    await vi.waitFor(() => expect(title(modal)?.textContent).toBe('What is a wallet?'))
    modal.close()
    await modal.closed()
  })

  test('that the browser has closed in the same frame stays closed', async () => {
    const modal = mountModal()
    await modal.open()
    ;(modal.card as HTMLDialogElement).close() // as Escape does before the effects are loaded; its event comes with the next frame
    const place = document.createElement('div')
    document.body.append(place)
    place.append(modal.element)
    await frames()
    await modal.closed()
    expect(modal.core.use(createModal).$open.get()).toBe(false)
  })
})

describe('what is told', () => {
  test('stands in live regions that are there, empty, from the start', async () => {
    const modal = mountModal()
    await modal.open()
    const status = modal.root.querySelector('.card [role=status]')
    const alert = modal.root.querySelector('[role=alert]')
    expect([status?.textContent.trim(), alert?.textContent.trim()]).toEqual(['', ''])
    const notices = modal.core.use(createNotices)
    notices.announce('walletsFound', { count: 2 })
    await vi.waitFor(() => expect(status?.textContent.trim()).toBe('2 wallets found'))
    notices.show('error', 'USER_REJECTED')
    await vi.waitFor(() => expect(alert?.textContent.trim()).toBe('You declined the request'))
    expect(modal.card.contains(status) && modal.card.contains(alert)).toBe(true)
  })

  test('is shown as a notice, which pointing at holds', async () => {
    const modal = mountModal()
    await modal.open()
    const notices = modal.core.use(createNotices)
    notices.show('success', 'copied')
    const box = await vi.waitUntil(() => modal.root.querySelector('wm-notices')?.shadowRoot?.querySelector('.notice'))
    const pause = vi.fn()
    box.addEventListener('pointerenter', pause)
    await userEvent.hover(page.getByRole('button', { name: 'Close' })) // else the pointer may be there already
    await userEvent.click(page.getByRole('button', { name: 'Dismiss' }))
    expect(pause).toHaveBeenCalled()
    await vi.waitFor(() => expect(notices.$notice.get()).toBeUndefined())
    expect(focused()).toBe(title(modal))
  })

  test('a setup problem is shown with debug only', async () => {
    const { createSetupAlerts } = await import('../../../src/state/interface/setup-alerts.js')
    const [loud, quiet] = [mountModal({ id: 'loud', debug: true }), mountModal({ id: 'quiet' })]
    for (const modal of [loud, quiet]) {
      await modal.open()
      modal.core.use(createSetupAlerts).raise('ORIGIN_NOT_ALLOWED')
    }
    const bar = (modal: ModalPage) => modal.root.querySelector('wm-alert-bar')?.shadowRoot?.textContent.trim()
    await vi.waitFor(() => expect(bar(loud)).toContain('ORIGIN_NOT_ALLOWED'))
    expect(bar(quiet)).toBe('')
  })
})

describe('two modals of one page', () => {
  test('have themes of their own', async () => {
    const [dark, light] = [
      mountModal({ id: 'dark', theme: { mode: 'dark', variables: { '--wm-radius': '8px' } } }),
      mountModal({ id: 'light', theme: { mode: 'light' } }),
    ]
    await dark.open()
    await light.open()
    const look = (modal: ModalPage) => [
      getComputedStyle(modal.card).backgroundColor,
      getComputedStyle(modal.card).borderTopLeftRadius,
    ]
    expect(look(dark)).toEqual(['rgb(22, 24, 29)', '8px'])
    expect(look(light)).toEqual(['rgb(255, 255, 255)', '24px'])
  })
})

test('an Arabic modal runs from right to left', async () => {
  const modal = mountModal({ locale: 'ar-EG' })
  await modal.open()
  expect([modal.card.dir, modal.card.lang]).toEqual(['rtl', 'ar'])
  const help = modal.root.querySelector('svg.help')?.getBoundingClientRect()
  const close = modal.root.querySelector('svg.close')?.getBoundingClientRect()
  expect(help?.left).toBeGreaterThan(close?.right ?? Infinity)
})
