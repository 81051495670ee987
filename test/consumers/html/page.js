const { modal } = document.querySelector('wallet-modal')
modal.$account.subscribe((account) => (document.querySelector('#account').textContent = account?.address ?? ''))
document.querySelector('#disconnect').addEventListener('click', () => void modal.disconnect())
