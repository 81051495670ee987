// Signing in by e-mail as a person does it: the field in Connect, the code, the device, the change of address, and the frame over its box.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { embeddedRoutes } from '../../../src/elements/embedded-routes.js'
import { WmViewShownEvent } from '../../../src/elements/lib/view-shown.js'
import { FrameError } from '../../../src/frame/frame-error.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { hideFrame } from '../../../src/state/embedded/place-frame.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { CODE, createFakeFrame, frameAccounts, MATCH_CODE, signInByEmail } from '../../support/fake-frame.js'
import { cleanUp, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'

afterEach(cleanUp)

const EMAIL = 'ada@example.com'
const config = { services: { frame: 'https://wallet.example' } }
const installed = () => [createMockWallet({ name: 'Alpha', rdns: 'example.alpha' })]
const field = () => page.getByRole('textbox', { name: 'Email' })
const code = () => page.getByRole('textbox', { name: '6-digit code' })

function world(more: ViewHarnessOptions = {}, options: Parameters<typeof createFakeFrame>[0] = { isKnownDevice: true }) {
  const frame = createFakeFrame(options)
  return { frame, options: { config, frame, wallets: installed(), ...more } }
}

test('a page without a frame has neither the field nor a frame', async () => {
  const frame = createFakeFrame()
  const modal = await mountView({ name: 'Connect' }, { wallets: installed(), frame })
  await modal.settled()
  expect(modal.element.shadowRoot!.querySelector('wm-logins')).toBeNull()
  expect(document.querySelector('iframe[slot=frame]')).toBeNull()
  expect(frame.made).toEqual([])
})

test('the field keeps its place while it is loaded, and stands before the wallets', async () => {
  const { options } = world()
  const modal = await mountView({ name: 'Connect' }, options)
  const heading = modal.element.shadowRoot!.querySelector('h3')!
  const before = heading.getBoundingClientRect().top
  await expect.element(field()).toBeVisible()
  expect(Math.abs(heading.getBoundingClientRect().top - before)).toBeLessThan(4)
  expect(field().element().getBoundingClientRect().bottom).toBeLessThan(heading.getBoundingClientRect().top)
})

test('an address that is not whole is said in the field, which keeps focus; Enter sends a whole one', async () => {
  const { frame, options } = world()
  const modal = await mountView({ name: 'Connect' }, options)
  await field().fill('ada@')
  await userEvent.keyboard('{Enter}')
  await modal.see('Enter a whole email address, such as you@example.com.')
  expect(frame.asked).toEqual([])
  await field().fill(`  ${EMAIL} `)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => modal.view()).toMatchObject({ name: 'EmailVerifyOtp', email: EMAIL })
  await modal.see(EMAIL)
})

test('the code: one named field; a paste with words around it fills it, and it is sent by itself', async () => {
  const { core, options, modal } = await atCode()
  expect(options.frame.count('CONNECT_OTP')).toBe(0)
  await code().fill(`Code: ${CODE.slice(0, 3)}-${CODE.slice(3)}`)
  await expect.poll(() => core.use(createConnection).$connections.get().length).toBe(1)
  expect(modal.core.use(createModal).$open.get()).toBe(false)
  expect(options.frame.asked.find(({ name }) => name === 'CONNECT_OTP')?.payload).toEqual({ otp: CODE })
})

test('the code in digits of another script', async () => {
  const { options } = await atCode()
  await code().fill('١٢٣٤٥٦')
  await expect.poll(() => options.frame.asked.find(({ name }) => name === 'CONNECT_OTP')?.payload).toEqual({ otp: CODE })
})

test('Backspace and arrows move in the code; a digit in a full cell replaces the one there', async () => {
  const { options } = await atCode()
  const input = code().element() as HTMLInputElement
  input.focus()
  await userEvent.keyboard('12{Backspace}3')
  expect(input.value).toBe('13')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}9')
  expect(input.value).toBe('93')
  expect(input.autocomplete).toBe('one-time-code')
  expect(options.frame.count('CONNECT_OTP')).toBe(0)
})

test('a wrong code is said under the cells and read out; the field is empty again, and has focus', async () => {
  const { modal } = await atCode()
  await code().fill('000000')
  await modal.see('That code isn’t right. Try again.')
  expect((code().element() as HTMLInputElement).value).toBe('')
  expect(modal.announced()).toBe('failed')
  await expect.poll(() => modal.focused()).toBe('6-digit code')
})

test('a code that could not be checked is kept, and checked by the press of a button', async () => {
  const { core, options } = await atCode()
  options.frame.refuse('CONNECT_OTP', new FrameError('OFFLINE', 'away'))
  await code().fill(CODE)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  expect((code().element() as HTMLInputElement).value).toBe(CODE)
  options.frame.refuse('CONNECT_OTP', undefined)
  await again.click()
  await expect.poll(() => core.use(createConnection).$connections.get().length).toBe(1)
})

test('a wallet that is held back says until when', async () => {
  const { modal, options } = await atCode()
  options.frame.refuse('GET_USER', new FrameError('RECOVERY_HELD', 'held', { heldUntil: Date.UTC(2035, 0, 2, 12) }))
  await code().fill(CODE)
  await modal.see(/opens on this browser from Jan 2, 2035/)
})

test('another mail: the button counts down and keeps focus', async () => {
  const { modal } = await atCode()
  const button = page.getByRole('button', { name: /^Send a new code in \d+ seconds$/ })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await modal.settled()
  expect(modal.tooWide()).toEqual([])
})

test('the device: the number to compare, and then the code', async () => {
  const { frame, options } = world({}, {})
  const modal = await mountView({ name: 'Connect' }, options)
  await field().fill(EMAIL)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => modal.view().name).toBe('EmailVerifyDevice')
  await modal.see(MATCH_CODE)
  await expect.poll(() => frame.count('CONNECT_DEVICE')).toBe(1)
  frame.approveDevice()
  await expect.poll(() => modal.view().name).toBe('EmailVerifyOtp')
})

test('declined: the words, and a way to another address with the old one kept', async () => {
  const { frame, options } = world({}, {})
  const modal = await mountView({ name: 'Connect' }, options)
  await field().fill(EMAIL)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => frame.count('CONNECT_DEVICE')).toBe(1)
  frame.denyDevice()
  await modal.see('The request was declined. Nothing was opened.')
  await modal.click('Use another address')
  await expect.poll(() => modal.view().name).toBe('Connect')
  await expect.element(field()).toHaveValue(EMAIL)
})

test('the settings of the account: the address leads to changing it, with two codes', async () => {
  const { frame, options } = world({ prepare: (core) => signInByEmail(core) })
  const modal = await mountView({ name: 'AccountSettings' }, options)
  await modal.click(/Change email/)
  const next = page.getByRole('textbox', { name: 'New email' })
  await expect.element(next).toHaveValue(EMAIL)
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await next.fill('lin@example.com')
  await modal.click('Save')
  await expect.poll(() => modal.view().name).toBe('UpdateEmailPrimaryOtp')
  await code().fill(CODE)
  await expect.poll(() => modal.view().name).toBe('UpdateEmailSecondaryOtp')
  await modal.see('lin@example.com')
  await code().fill(CODE)
  await expect.poll(() => modal.view().name).toBe('AccountSettings')
  await modal.see('lin@example.com')
  expect(frame.count('UPDATE_EMAIL_SECONDARY_OTP')).toBe(1)
})

test('the settings of the account lead to the wallet’s own page, in a tab that knows nothing of this one', async () => {
  const { options } = world({ prepare: (core) => signInByEmail(core), locale: 'de' })
  const modal = await mountView({ name: 'AccountSettings' }, options)
  const link = page.getByRole('link', { name: /^Wallet verwalten.*Geräte, Apps und Export.*neuen Tab/ })
  await expect.element(link).toHaveAttribute('href', 'https://wallet.example/wallet?locale=de')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await modal.settled()
})

test('an account of another wallet has neither that page nor a move to a wallet of one’s own', async () => {
  const { options } = world({ connected: true })
  const modal = await mountView({ name: 'AccountSettings' }, options)
  await modal.see('Disconnect')
  await modal.settled()
  const keys = [...modal.element.shadowRoot!.querySelectorAll<HTMLElement>('wm-row')].map(({ dataset }) => dataset['key'])
  expect(keys).toContain('to:ProfileWallets')
  expect(keys).not.toContain('wallet-site')
  expect(keys).not.toContain('to:UpgradeEmailWallet')
})

test.each([
  ['an account with a key', [], 0],
  ['a smart account, which does not come along', [1], 1],
] as const)(
  'the settings of the account say how to move to a wallet of one’s own, and where its words are: %s',
  async (_, smart, said) => {
    const { options } = world({ prepare: (core) => signInByEmail(core) }, { isKnownDevice: true, smartAccountNetworks: smart })
    const modal = await mountView({ name: 'AccountSettings' }, options)
    await modal.click('Move to your own wallet')
    await modal.see('Take your recovery words with you')
    const link = page.getByRole('link', { name: /^Manage wallet/ })
    await expect.element(link).toHaveAttribute('href', 'https://wallet.example/wallet?locale=en')
    expect(page.getByText('Empty the smart account first').elements()).toHaveLength(said)
  },
)

test.each([
  ['assisted', /You can get this wallet back with your e-mail\. The company running it could technically do the same\./],
  ['sealed', /Only your passkey or recovery code opens this wallet on a new device\./],
] as const)('how a wallet is kept: %s', async (mode, words) => {
  const { options } = world({ prepare: (core) => signInByEmail(core) }, { isKnownDevice: true, recovery: { mode } })
  const modal = await mountView({ name: 'AccountSettings' }, options)
  await modal.see(words)
})

test('an approval: the frame lies over its box, still and whole, and is gone after it; its document is not loaded anew', async () => {
  const iframe = document.createElement('iframe')
  iframe.srcdoc = '<p>approve</p>'
  iframe.slot = 'frame'
  hideFrame(iframe)
  let loads = 0
  iframe.addEventListener('load', () => loads++)
  const { frame, options } = world({ prepare: (core) => signInByEmail(core) }, { isKnownDevice: true, iframe: () => iframe })
  const modal = await mountView({ name: 'AccountSettings' }, options)
  document.querySelector('wm-test-stage')!.append(iframe)
  await expect.poll(() => loads).toBe(1)
  const { connector } = modal.core.use(createConnection).active('eip155')
  const signed = connector.sign({ account: `eip155:1:${frameAccounts.eip155}`, message: 'Hello' })
  await expect.poll(() => modal.view().name).toBe('ApproveTransaction')
  await expect.poll(() => getComputedStyle(iframe).visibility).toBe('visible')
  const box = modal.element.shadowRoot!.querySelector('.box')!.getBoundingClientRect()
  const over = iframe.getBoundingClientRect()
  expect([over.left, over.top, over.width, over.height].map(Math.round)).toEqual(
    [box.left, box.top, box.width, box.height].map(Math.round),
  )
  expect(over.width).toBeGreaterThanOrEqual(300)
  for (let node: Node | null = iframe.assignedSlot; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
    if (node instanceof Element) {
      const { transform, opacity, filter } = getComputedStyle(node)
      expect([node.localName, transform, opacity, filter]).toEqual([node.localName, 'none', '1', 'none'])
    }
  expect(page.getByRole('button', { name: 'Back' }).elements()).toEqual([])
  await expect.poll(() => document.activeElement).toBe(iframe)
  // The dialog looks after focus once more when its effects have come, which may be later.
  modal.element.dispatchEvent(new WmViewShownEvent(embeddedRoutes.ApproveTransaction))
  expect(document.activeElement, 'the buttons in the frame work while it has the focus').toBe(iframe)
  await frame.approve()
  await signed
  await expect.poll(() => modal.view().name).toBe('AccountSettings')
  await expect.poll(() => getComputedStyle(iframe).visibility).toBe('hidden')
  modal.core.use(createModal).close({ force: true })
  modal.core.use(createModal).open()
  expect(loads).toBe(1)
})

/** In Connect with an address, until the code is asked for. */
async function atCode() {
  const { frame, options } = world()
  const modal = await mountView({ name: 'Connect' }, options)
  await field().fill(EMAIL)
  await userEvent.keyboard('{Enter}')
  await expect.element(code()).toBeVisible()
  return { modal, core: modal.core, options: { frame } }
}
