// Waiting for a wallet of this browser: every answer, and none.
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createMockWallet, type MockFailure } from '../../../src/connectors/mock.js'
import { createConnection } from '../../../src/state/connection.js'
import { createModal } from '../../../src/state/modal.js'
import { cleanUp, directoryOf, mountView, rowOf, useFakeTime, type ViewHarnessOptions } from '../../support/view-harness.js'

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
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Error: You declined in Alpha. Nothing was shared. You can try again.')
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

  test('offers more after eight seconds, and asks anew on "Try again"', async () => {
    const clock = useFakeTime()
    const made = wallet('never')
    const modal = await show(made)
    await modal.see('Continue in Alpha')
    await clock.tick(7_900)
    await expect.element(modal.button('Another way')).not.toBeInTheDocument()
    await clock.tick(200)
    await modal.see(/Nothing opened\?/)
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
    await new Promise((resolve) => setTimeout(resolve, 50))
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
