// Signing in with a social login as a person does it: the row in Connect, the list, the window in its states, the code of Farcaster, and the account after it.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ModalConfig } from '../../../src/config/types.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { FrameError } from '../../../src/frame/frame-error.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createSocialLogin } from '../../../src/state/embedded/social-login.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { socials as allSocials } from '../../../src/vocabulary/social.js'
import { socialNames } from '../../../src/vocabulary/social-names.js'
import { createFakeFrame, FARCASTER_URL, signInByEmail } from '../../support/fake-frame.js'
import { createLoginPopup } from '../../support/login-popup.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'

afterEach(cleanUp)

const services = { frame: 'https://wallet.example' }
const ada = { provider: 'google', userName: 'Ada', email: 'ada@example.com' }

function world(features: ModalConfig['features'] = { socials: true }, { isBlocked = false } = {}) {
  const frame = createFakeFrame()
  const popup = createLoginPopup({ isBlocked })
  const options: ViewHarnessOptions = {
    config: { services, features },
    frame,
    wallets: [createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })],
    openWindow: popup.open,
  }
  return { frame, popup, options }
}

const names = () =>
  page
    .getByRole('list', { name: 'Sign in with' })
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim())
const withAll = (...providers: string[]) => providers.map((provider) => `Continue with ${provider}`)

test.each([
  // The element has names and order of its own.
  ['all', true, [...withAll(...allSocials.slice(0, 5).map((social) => socialNames[social])), 'More sign-in options']],
  ['the last six', allSocials.slice(1), withAll(...allSocials.slice(1).map((social) => socialNames[social]))],
  [
    'six',
    ['x', 'google', 'apple', 'github', 'discord', 'facebook'],
    withAll('X', 'Google', 'Apple', 'GitHub', 'Discord', 'Facebook'),
  ],
  ['two', ['github', 'apple'], withAll('GitHub', 'Apple')],
  ['one', ['google'], withAll('Google')],
] as const)('the row in Connect: %s', async (_, socials, expected) => {
  const modal = await mountView({ name: 'Connect' }, world({ socials }).options)
  await expect.poll(names).toEqual(expected)
  // Two stand beside each other; of any other number the first has a line of its own.
  const [first, second] = page.getByRole('list', { name: 'Sign in with' }).getByRole('button').elements()
  const isBeside = second !== undefined && first!.getBoundingClientRect().top === second.getBoundingClientRect().top
  expect(isBeside).toBe(expected.length === 2)
  expect(first!.textContent).toContain(expected.length === 2 ? 'GitHub' : expected[0])
  expect(modal.tooWide()).toEqual([])
})

test.each([
  [undefined, ['field', 'socials', 'or', 'slot']],
  [
    ['wallet', 'email', 'social'],
    ['slot', 'or', 'field', 'socials'],
  ],
  [
    ['email', 'wallet', 'social'],
    ['field', 'or', 'slot', 'or', 'socials'],
  ],
  [
    ['social', 'email'],
    ['socials', 'field', 'or', 'slot'],
  ],
] as const)('its place is that of connectMethodsOrder: %j', async (connectMethodsOrder, expected) => {
  const modal = await mountView({ name: 'Connect' }, world({ socials: ['google'], connectMethodsOrder }).options)
  const form = modal.element.shadowRoot!.querySelector('wm-logins')!
  const kinds = { p: 'or', div: 'field', ul: 'socials', slot: 'slot' }
  const found = [...form.shadowRoot!.children].flatMap(({ localName }) => kinds[localName as keyof typeof kinds] ?? [])
  expect(found).toEqual(expected)
})

test('nothing moves after the first paint, and without e-mail the row stands alone', async () => {
  const modal = await mountView({ name: 'Connect' }, world({ socials: true, email: false }).options)
  const heading = modal.element.shadowRoot!.querySelector('h3')!
  const before = heading.getBoundingClientRect().top
  await modal.settled()
  expect(Math.abs(heading.getBoundingClientRect().top - before)).toBeLessThan(1)
  expect(page.getByRole('textbox', { name: 'Email' }).elements()).toEqual([])
})

test('the wallets behind their button are the wallets alone', async () => {
  const modal = await mountView({ name: 'Connect' }, world({ socials: true, collapseWallets: true }).options)
  await modal.click('Continue with a wallet')
  await expect.poll(() => modal.view().name).toBe('ConnectWallets')
  await expect.element(modal.button('Alpha')).toBeVisible()
  expect(page.getByRole('textbox', { name: 'Email' }).elements()).toEqual([])
})

test('without consent no login can be chosen', async () => {
  const { options } = world({ socials: true, legalCheckbox: true })
  const modal = await mountView(
    { name: 'Connect' },
    { ...options, config: { ...options.config, termsUrl: 'https://shop.example/terms' } },
  )
  await expect.element(modal.button('Continue with Google')).toBeDisabled()
  await page.getByRole('checkbox').click()
  await expect.element(modal.button('Continue with Google')).toBeEnabled()
})

test('by keyboard: the window opens in the press, the view says what to do, and the account has name and provider', async () => {
  const { frame, popup, options } = world()
  const modal = await mountView({ name: 'Connect' }, options)
  await expect.element(modal.button('More sign-in options')).toBeVisible() // what the presses do has come
  const button = modal.button('Continue with Google').element() as HTMLElement
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(popup.note()).toBe('Continue with Google') // before anything was loaded
  await modal.see('Continue in the window')
  await expect.poll(() => popup.visited).toEqual(['https://wallet.example/oauth/start/google'])
  frame.endSocial(ada)
  await expect.poll(() => modal.core.use(createConnection).$connections.get().length).toBe(1)
  modal.core.use(createModal).open({ name: 'AccountSettings' })
  await modal.see('Ada')
  await modal.see('Google')
  // The address is the provider's to change.
  expect(page.getByRole('button', { name: /Change email/ }).elements()).toEqual([])
})

test('More leads to all of them, and each to its window', async () => {
  const { popup, options } = world()
  const modal = await mountView({ name: 'Connect' }, options)
  await modal.click('More sign-in options')
  await expect.poll(() => names().length).toBe(7)
  await modal.click('Facebook')
  await expect.poll(() => popup.visited).toEqual(['https://wallet.example/oauth/start/facebook'])
})

test('blocked: a link to press instead, which has no way back; then the login goes on', async () => {
  // attack 40
  const { frame, options } = world(undefined, { isBlocked: true })
  const modal = await mountView({ name: 'Connect' }, options)
  await modal.click('Continue with Google')
  await modal.see('Your browser blocked the window')
  const link = page.getByRole('link', { name: 'Go to Google (opens in a new tab)' })
  await expect.element(link).toHaveAttribute('href', 'https://wallet.example/oauth/start/google')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(modal.announced()).toBe('failed')
  frame.endSocial(ada)
  await expect.poll(() => modal.core.use(createConnection).$connections.get().length).toBe(1)
})

test('closed: asked, and another window opens in the press', async () => {
  // attack 40
  const { popup, options } = world()
  const modal = await mountView({ name: 'Connect' }, options)
  await modal.click('Continue with Google')
  await expect.poll(() => popup.visited.length).toBe(1)
  popup.close()
  await modal.see('Did you close the window?')
  await modal.click('Try again')
  await expect.poll(() => popup.visited.length).toBe(2)
  await modal.see('Continue in the window')
})

test.each([
  ['CANCELLED', /^You declined at Google/],
  ['LOGIN_EXPIRED', /took too long/],
  ['LOGIN_REFUSED', /Signing in didn’t work/],
  ['PROVIDER_NOT_OFFERED', /setup has a mistake \(features\.socials\)/],
  ['OFFLINE', /couldn’t reach the server/],
] as const)('an attempt that ends with %s is said and read out, and there is another way', async (code, words) => {
  const { frame, options } = world()
  const modal = await mountView({ name: 'Connect' }, options)
  await modal.click('Continue with Google')
  await expect.poll(() => frame.count('CONNECT_SOCIAL')).toBe(1)
  frame.endSocial(new FrameError(code, 'no'))
  await modal.see(words)
  expect(modal.announced()).toBe('failed')
  await modal.click('Another way')
  await expect.poll(() => modal.view().name).toBe('Connect')
})

test('a page that opens the view has a button, because nobody has pressed yet', async () => {
  const { frame, options } = world()
  const modal = await mountView({ name: 'ConnectingSocial', social: 'github' }, options)
  await modal.see('Sign in with GitHub')
  expect(frame.asked).toEqual([])
  await modal.click('Continue with GitHub')
  await modal.see('Continue in the window')
})

test('Farcaster: the code with its link on a desktop, a button on a phone; Back clears both', async () => {
  // attack 44
  const { frame, options } = world()
  const modal = await mountView({ name: 'Connect' }, options)
  await modal.click('Continue with Farcaster')
  await expect.element(page.getByRole('img', { name: 'QR code for Farcaster' })).toBeVisible()
  await expect.element(modal.button('Copy link')).toBeEnabled()
  modal.core.use(createModal).back()
  await expect.poll(() => frame.count('RELOAD')).toBe(1)
  expect(modal.core.use(createSocialLogin).$run.get()).toBeUndefined()
})

test('Farcaster on a phone: a button that opens its app', async () => {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
  await mountView({ name: 'ConnectingFarcaster' }, { ...world().options, userAgent })
  const link = page.getByRole('link', { name: 'Go to Farcaster (opens in a new tab)' })
  await expect.element(link).toHaveAttribute('href', FARCASTER_URL)
})

test('who has signed in does so once: field and logins are disabled and say why, until that account is disconnected', async () => {
  const { frame, options } = world()
  const modal = await mountView({ name: 'Connect' }, { ...options, prepare: (core) => signInByEmail(core) })
  await modal.see(/^You are signed in as .+@.+ Disconnect that account/)
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Continue with Google' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Alpha' })).toBeEnabled()
  await modal.settled()
  await modal.show({ name: 'ConnectSocials' })
  await modal.see(/^You are signed in as /)
  await expect.element(page.getByRole('button', { name: 'Google' })).toBeDisabled()
  await modal.show({ name: 'Connect' })
  await modal.see(/^You are signed in as /)
  frame.signOutElsewhere()
  await expect.element(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeEnabled()
  expect(
    page
      .getByText(/^You are signed in as /)
      .elements()
      .filter((line) => line.checkVisibility()),
  ).toHaveLength(0)
})
