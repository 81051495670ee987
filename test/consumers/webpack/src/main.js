import { createWalletModal } from 'wallet-modal'

const modal = createWalletModal({ projectId: 'webpack' })
modal.$account.subscribe((account) => (document.querySelector('#account').textContent = account?.address ?? ''))
document.querySelector('#disconnect').addEventListener('click', () => void modal.disconnect())
