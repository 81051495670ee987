// Base Account beside the modal, as docs/guide/connectors.md has it. Its window is a page of this server instead of the vendor's.
import { mainnet } from 'viem/chains'
import { createWalletModal } from 'wallet-modal'
import { providerConnector } from 'wallet-modal/connector'

const baseAccount = providerConnector({
  id: 'app.base.account',
  name: 'Base Account',
  async provider() {
    const { createBaseAccountSDK } = await import('@base-org/account')
    const walletUrl = new URL('/popup.html', location.href).href
    return createBaseAccountSDK({ appName: 'Shop', preference: { telemetry: false, walletUrl } }).getProvider()
  },
})
const modal = createWalletModal({ networks: [mainnet], connectors: [baseAccount] })
modal.on('event', (event) => {
  if (event.name === 'USER_REJECTED' || event.name === 'CONNECT_ERROR')
    document.querySelector('#failure')!.textContent += `${event.name} `
})
