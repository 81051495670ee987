// The view in which an account signs in: what it shows of the text, what it says of each answer, and how it is left.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SiwxSettings } from '../../../src/config/values.js'
import { createMockWallet, type MockWalletOptions } from '../../../src/connectors/mock/wallet.js'
import { createLocalStore } from '../../../src/siwx/local-store.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createSignIns } from '../../../src/state/connections/sign-in.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { cleanUp, mountView, useFakeTime } from '../../support/view-harness.js'

afterEach(cleanUp)

async function signingIn(siwx: SiwxSettings = {}, options: MockWalletOptions = {}) {
  const wallet = createMockWallet({ name: 'Alpha', rdns: 'example.alpha', ...options })
  const modal = await mountView(
    { name: 'SIWXSignMessage' },
    { wallets: [wallet], connected: true, config: { networks: [mainnet], siwx } },
  )
  await expect.poll(() => modal.core.use(createSignIns).$text.get()).toBeDefined()
  const heading = (name: string | RegExp) => expect.element(page.getByRole('heading', { level: 3, name })).toBeVisible()
  const isOpen = () => modal.core.use(createModal).$open.get()
  const connected = () => modal.core.use(createConnection).$connections.get().length
  return { ...modal, wallet, heading, isOpen, connected }
}

describe('the text', () => {
  test('is unfolded by keyboard, and is what the wallet is asked to sign', async () => {
    const { heading, core, see, click, wallet, isOpen } = await signingIn({ statement: 'Sign in to Test Shop.' })
    await heading('Test Shop asks you to sign a message')
    await see(`It proves to ${location.host} that this account is yours.`)
    ;(page.getByText('Show the message').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const text = page.getByLabelText('Show the message').element().textContent
    expect(text).toBe(core.use(createSignIns).$text.get())
    expect(text).toContain('Sign in to Test Shop.')
    await click('Sign message')
    await heading('You’re signed in')
    await expect.poll(isOpen).toBe(false)
    const [hex] = wallet.requests.at(-1)?.params as [string]
    expect(new TextDecoder().decode(Uint8Array.from(hex.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16)))).toBe(text)
  })
})

describe('while the wallet is asked', () => {
  test('it says so, and after eight seconds what to look for', async () => {
    const { heading, wallet, click, see } = await signingIn()
    const time = useFakeTime()
    wallet.fail('personal_sign', 'never')
    await click('Sign message')
    await heading('Authenticating...')
    await see('Sign the message in Alpha.')
    await time.tick(8_000)
    await see('No answer yet? Open Alpha and look for the request.')
  })

  test('while the store checks, it says that', async () => {
    const store = { ...createLocalStore({ domain: location.host }), add: () => new Promise<void>(() => {}) }
    const { click, see } = await signingIn({ store })
    await click('Sign message')
    await see('Checking your signature…')
  })
})

describe('what fails', () => {
  test('a declined signature can be tried again, and is read out', async () => {
    const { heading, wallet, click, see, isOpen, announced, focused } = await signingIn()
    wallet.fail('personal_sign', 'reject')
    await click('Sign message')
    await heading('Signature declined')
    await see('Nothing was signed. You can try again.')
    expect([announced(), focused()]).toEqual(['failed', 'Try again'])
    wallet.fail('personal_sign', undefined)
    await click('Try again')
    await expect.poll(isOpen).toBe(false)
  })

  test('a signature that is refused, and a server that is away', async () => {
    const inner = createLocalStore({ domain: location.host })
    let failure = walletError('SIGN_IN_INVALID')
    const { heading, click, see } = await signingIn({ store: { ...inner, add: () => Promise.reject(failure) } })
    await click('Sign message')
    await heading('Verification failed')
    failure = walletError('NETWORK_ERROR')
    await click('Try again')
    await heading('Signing in didn’t finish')
    await see('We couldn’t reach the server. Check your internet, then try again.')
  })
})

describe('leaving', () => {
  test('is held by Escape, and Cancel disconnects, which is said before', async () => {
    const { see, click, isOpen, connected } = await signingIn()
    await see('If you cancel, your wallet is disconnected.')
    await userEvent.keyboard('{Escape}')
    expect([isOpen(), connected()]).toEqual([true, 1])
    await click('Cancel')
    await expect.poll(isOpen).toBe(false)
    expect(connected()).toBe(0)
  })

  test('leaves the wallet connected where signing in is not required', async () => {
    const { click, isOpen, connected } = await signingIn({ required: false })
    expect(page.getByText('If you cancel, your wallet is disconnected.').elements()).toEqual([])
    await click('Cancel')
    await expect.poll(isOpen).toBe(false)
    expect(connected()).toBe(1)
  })
})
