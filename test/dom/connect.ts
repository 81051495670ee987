// What an application's own test does in a document without layout: opens the modal, clicks the mock wallet's row, has the account, disconnects.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createWalletModal, type WalletModal } from '../../src/index.js'
import { announceMockWallet } from '../../src/testing.js'

/** Searches shadow roots as well. */
function find(selector: string, text: string, root: ParentNode = document): HTMLElement | undefined {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const found =
      element.matches(selector) && element.textContent.includes(text)
        ? element
        : element.shadowRoot && find(selector, text, element.shadowRoot)
    if (found) return found
  }
  return undefined
}

export function connectsIn(name: string) {
  describe(`in ${name}`, () => {
    let modal: WalletModal | undefined
    afterEach(() => {
      modal?.destroy()
      document.body.replaceChildren()
      localStorage.clear()
    })

    test('the modal opens, a wallet connects by a click, and disconnects', async () => {
      const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(process, 'emitWarning')]
      document.body.innerHTML = '<wallet-connect-button></wallet-connect-button>'
      const wallet = announceMockWallet(window, { name: 'Test Wallet' })
      modal = createWalletModal({ projectId: name })
      await vi.waitFor(() => expect(find('button', 'Connect')).toBeDefined())
      find('button', 'Connect')?.click()
      await vi.waitFor(() => expect(find('button', 'Test Wallet')).toBeDefined())
      find('button', 'Test Wallet')?.click()
      await vi.waitFor(() => expect(modal?.$account.get()?.address).toBe(wallet.addresses[0]))
      await vi.waitFor(() => expect(modal?.$open.get()).toBe(false))
      await modal.open('Account')
      await vi.waitFor(() => expect(find('wm-button', 'Disconnect')).toBeDefined())
      await modal.open('Networks')
      await vi.waitFor(() => expect(find('wm-networks-view', '')).toBeDefined())
      await modal.open('AllWallets')
      await vi.waitFor(() => expect(find('wm-all-wallets-view', '')?.shadowRoot?.querySelector('li')).toBeTruthy())
      modal.close()
      await modal.disconnect()
      expect(modal.$account.get()).toBeUndefined()
      wallet.stop()
      expect(complaints.flatMap((complaint) => complaint.mock.calls)).toEqual([])
    })

    test('open() resolves each time, and Escape closes', async () => {
      modal = createWalletModal({ projectId: name })
      for (let time = 0; time < 2; time++) {
        await modal.open()
        const dialog = modal.element?.shadowRoot?.querySelector('wm-dialog')?.shadowRoot?.querySelector('dialog')
        expect(dialog?.hasAttribute('open')).toBe(true)
        dialog?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true }))
        modal.close()
        await vi.waitFor(() => expect(dialog?.hasAttribute('open')).toBe(false))
      }
    })
  })
}
