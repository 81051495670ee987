// A page that connects by a click, in a document that no browser made.
import { expect, vi } from 'vitest'
import { createWalletModal } from 'wallet-modal'
import { announceMockWallet } from 'wallet-modal/testing'

const find = (selector, text, root = document) => {
  for (const element of root.querySelectorAll('*')) {
    if (element.matches(selector) && element.textContent.includes(text)) return element
    const inside = element.shadowRoot && find(selector, text, element.shadowRoot)
    if (inside) return inside
  }
  return undefined
}

/** In the environment that the file which calls this names. */
export async function connectByClick() {
  const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
  const wallet = announceMockWallet(window, { name: 'Test Wallet' })
  const modal = createWalletModal()
  await modal.open()
  await vi.waitFor(() => expect(find('button', 'Test Wallet')).toBeDefined())
  find('button', 'Test Wallet').click()
  await vi.waitFor(() => expect(modal.$account.get()?.address).toBe(wallet.addresses[0]), 5000)
  await vi.waitFor(() => expect(modal.$open.get()).toBe(false), 5000)
  await modal.disconnect()
  expect(modal.$account.get()).toBeUndefined()
  expect(said.flatMap((each) => each.mock.calls)).toEqual([])
  modal.destroy()
  document.body.replaceChildren()
}
