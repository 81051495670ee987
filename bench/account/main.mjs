// A page with an account: the package as a bundler takes it, and a wallet that is connected without a press. `openView` opens a view of the modal.
import { createWalletModal } from 'wallet-modal'
import { connectMockWallet } from 'wallet-modal/testing'

const services = new URLSearchParams(location.search).get('services')
const modal = createWalletModal({ services })
Object.assign(globalThis, {
  connected: connectMockWallet(modal),
  openView: (view) => modal.open(view),
})
