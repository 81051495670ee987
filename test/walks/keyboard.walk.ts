// The whole way in and out by keyboard alone; at every step focus is to be seen, and inside of what is open.
import type { Page } from '@playwright/test'
import { dappOf, EXTENSION } from './support/dapp.js'
import { expect, test } from './support/walk.js'

interface Focus {
  readonly name: string
  /** Outlined, or a heading: those are only read from. */
  readonly isSeen: boolean
  readonly isInside: boolean
}

/** Who has focus, through shadow roots. */
const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    if (!active || active === document.body) return { name: '', isSeen: true, isInside: false }
    let isInside = false
    for (let node: Node | null = active; node; node = node.parentNode ?? (node instanceof ShadowRoot ? node.host : null))
      isInside ||= node instanceof Element && (node as HTMLElement).matches('dialog[open]')
    const { outlineStyle, outlineWidth } = getComputedStyle(active)
    const box = active.getBoundingClientRect()
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    const isOnScreen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
    const words = `${active.getAttribute('aria-label') ?? ''} ${active.textContent ?? ''}`
    const slotted = [...active.querySelectorAll('slot')].flatMap((slot) => slot.assignedNodes({ flatten: true }))
    const name = `${words} ${slotted.map((node) => node.textContent ?? '').join(' ')}`.replace(/\s+/g, ' ').trim()
    return { name, isSeen: isOnScreen && (isOutlined || active.matches('h1, h2, h3')), isInside }
  })

test('a visitor with a keyboard connects, copies the address, looks at networks, and leaves', async ({ page, stack }) => {
  const dapp = dappOf(page)
  await dapp.goto(stack.dapp)
  await expect(dapp.networkButton).toBeVisible()

  /** Tab until focus is on what is called `name`; every stop on the way is seen, and inside of the dialog if one is open. */
  const tabTo = async (name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    const isOpen = (await dapp.modal(/./).count()) > 0
    const stops: string[] = []
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press(key)
      const focus = await focusOf(page)
      stops.push(focus.name)
      // The browser's own bar is a stop between the last and the first of a modal dialog.
      if (focus.name === '') continue
      expect(focus, focus.name).toMatchObject({ isSeen: true, ...(isOpen ? { isInside: true } : {}) })
      if (name.test(focus.name)) return
    }
    throw new Error(`Tab never came to ${String(name)}, but to: ${stops.join(' | ')}`)
  }
  /** Where a view has the name of the button that leads to it: the button keeps the focus until the view is there. */
  const headingIs = (name: string) => expect(dapp.modal(name).getByRole('heading', { level: 2, name, exact: true })).toBeFocused()
  const focusIs = (name: RegExp) => expect.poll(async () => (await focusOf(page)).name).toMatch(name)

  await test.step('opens, closes by Escape, and has focus back', async () => {
    await tabTo(/^Connect$/)
    await page.keyboard.press('Enter')
    await focusIs(/^Connect a wallet$/)
    await page.keyboard.press('Escape')
    await focusIs(/^Connect$/)
    await expect(dapp.modal(/./)).toHaveCount(0)
  })

  await test.step('connects', async () => {
    await page.keyboard.press('Space')
    await focusIs(/^Connect a wallet$/)
    await tabTo(new RegExp(EXTENSION))
    await page.keyboard.press('Enter')
    await focusIs(/^Which network\?$/)
    await tabTo(/^Ethereum/)
    await page.keyboard.press('Enter')
    await expect(dapp.ask('Let this site see your account?')).toBeVisible()
    await tabTo(/^Connect$/)
    await page.keyboard.press('Enter')
    await dapp.isConnected(EXTENSION)
  })

  await test.step('copies the address', async () => {
    await focusIs(/^Open account/) // which has taken the place of the button that opened
    await page.keyboard.press('Enter')
    await focusIs(/^Account$/)
    await tabTo(/^Copy address/)
    await page.keyboard.press('Space')
    await expect(dapp.modal('Account').getByText('Copied to clipboard').first()).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await dapp.address())
  })

  await test.step('looks at the networks, and comes back to the row that led there', async () => {
    await tabTo(/Devnet/)
    await page.keyboard.press('Enter')
    await focusIs(/^Networks$/)
    await tabTo(/^Back/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await focusIs(/Devnet/)
  })

  await test.step('adds a wallet of another ecosystem, and uses the first again', async () => {
    await tabTo(/^Wallets/)
    await page.keyboard.press('Enter')
    await headingIs('Wallets')
    await tabTo(/^Ethereum$/)
    await page.keyboard.press('ArrowRight')
    await focusIs(/^Solana$/)
    await tabTo(/^Connect a wallet$/)
    await page.keyboard.press('Enter')
    await headingIs('Connect a wallet')
    await tabTo(new RegExp(EXTENSION))
    await page.keyboard.press('Enter')
    await expect(dapp.ask('Let this site see your Solana account?')).toBeVisible()
    await tabTo(/^Connect$/)
    await page.keyboard.press('Enter')
    await expect(dapp.modal('Wallets').getByRole('button', { name: 'Disconnect all (2)' })).toBeVisible()
    await tabTo(/^Solana$/)
    await page.keyboard.press('ArrowLeft')
    await focusIs(/^Ethereum$/)
    await tabTo(/^Sandbox Extension .* Use$/)
    await page.keyboard.press('Enter')
    await focusIs(/^Sandbox Extension .* In use$/)
  })

  await test.step('disconnects the other, and focus stays inside', async () => {
    await tabTo(/^Ethereum$/, 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await focusIs(/^Solana$/)
    await tabTo(/^Disconnect Sandbox Extension/)
    await page.keyboard.press('Enter')
    await expect(dapp.modal('Wallets').getByText('No Solana wallet connected')).toBeVisible()
    await expect.poll(async () => (await focusOf(page)).isInside, 'focus is inside').toBe(true)
    await tabTo(/^Back/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await focusIs(/^Wallets/)
  })

  await test.step('disconnects, and is not lost', async () => {
    await tabTo(/Disconnect/)
    await page.keyboard.press('Enter')
    await dapp.isDisconnected()
    await focusIs(/^Connect$/)
  })
})
