// A modal for the tests of the public elements: alone on the page, with no wallet, or connected to a mock one.
import { createWalletModal, type WalletModal } from '../../src/wallet-modal.js'
import type { ModalConfig } from '../../src/config/types.js'
import { type AnnouncedMockWallet, connectMockWallet } from '../../src/testing.js'
import { comes } from './support.js'

let modals: WalletModal[] = []
let wallets: AnnouncedMockWallet[] = []

/** Puts a modal on the page, with English texts and a storage that is empty. */
export function mountModal(config: ModalConfig = {}): WalletModal {
  const modal = createWalletModal({ projectId: 'card', locale: 'en', ...config })
  modals.push(modal)
  return modal
}

/** Connects `modal` to a mock wallet; resolves with its address. */
export async function connected(modal: WalletModal): Promise<string> {
  const wallet = await comes('a connected wallet', connectMockWallet(modal, { name: 'Alpha' }))
  wallets.push(wallet)
  return wallet.addresses[0] ?? ''
}

/** Takes all of it off the page, and leaves nothing in its storage. */
export function unmountModals(): void {
  for (const modal of modals) modal.destroy()
  for (const wallet of wallets) wallet.stop()
  modals = []
  wallets = []
  localStorage.clear()
}
