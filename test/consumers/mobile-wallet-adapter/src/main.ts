// The Mobile Wallet Adapter beside the modal, as docs/guide/solana.md has it.
import { createWalletModal } from 'wallet-modal'

const solana = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['https://node.example/solana'] } },
} as const
const modal = createWalletModal({ networks: [solana], dialog: 'layer' })
modal.$account.subscribe((account) => (document.querySelector('#account')!.textContent = account?.address ?? ''))
modal.on('event', (event) => {
  if (event.name === 'CONNECT_ERROR') document.querySelector('#failure')!.textContent = event.code
})

if (/android/i.test(navigator.userAgent)) {
  const mobile = await import('@solana-mobile/wallet-standard-mobile')
  mobile.registerMwa({
    appIdentity: { name: document.title, uri: location.origin },
    authorizationCache: mobile.createDefaultAuthorizationCache(),
    chains: ['solana:mainnet'],
    chainSelector: mobile.createDefaultChainSelector(),
    onWalletNotFound: async () => {}, // the modal says so
  })
}
