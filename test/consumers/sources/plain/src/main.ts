import { mainnet } from 'viem/chains'
import { createWalletModal, isWalletError } from 'wallet-modal'

const modal = createWalletModal({ projectId: 'bundled', networks: [mainnet] })
modal.$account.subscribe((account) => (document.querySelector('#account')!.textContent = account?.address ?? ''))
document.querySelector('#disconnect')!.addEventListener('click', () => {
  modal.disconnect().catch((error: unknown) => console.error(isWalletError(error, 'DISCONNECT_FAILED')))
})
const button = document.querySelector('wallet-connect-button')
if (button) button.label = 'Connect'
const element = document.querySelector('wallet-modal')
if (element) element.theme = 'light'
