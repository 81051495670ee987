// How a pairing ended is told by code that is fetched: focus waits for it, and goes nowhere else.
import { afterEach, expect, test, vi } from 'vitest'
import { walletError } from '../../../src/vocabulary/errors.js'
import { cleanUp, mountView } from '../../support/view-harness.js'

const gate = vi.hoisted(() => {
  let open = (): void => undefined
  return { opened: new Promise<void>((resolve) => (open = resolve)), open: () => open() }
})
vi.mock('../../../src/elements/templates/pairing-outcome.js', async (original) => {
  await gate.opened
  return original()
})

afterEach(cleanUp)

test('focus that was in the code goes to what comes in its place, however late that comes', async () => {
  let refuse: (error: Error) => void = () => undefined
  const modal = await mountView(
    { name: 'ConnectingWalletConnect' },
    {
      pair: ({ onUri }) => {
        onUri('wc:1@2?relay-protocol=irn&symKey=2')
        return new Promise((_, reject) => (refuse = reject))
      },
    },
  )
  await expect.element(modal.button('Copy link')).toBeEnabled()
  const main = () => modal.element.shadowRoot!.querySelector<HTMLElement>('[data-key="main"]')
  main()!.focus()
  expect(modal.focused()).toBe('Copy link')
  refuse(walletError('USER_REJECTED'))
  gate.open()
  await expect.poll(() => modal.focused()).toBe('New code')
})
