// Two instances with different settings: proof that nothing of the modal is shared by the page.
import '../shared/base.css'
import '../dapp/dapp.css'
import '../injected/main.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import {
  createWalletModal,
  type ModalConfig,
  type WalletAccountButton,
  type WalletConnectButton,
  type WalletNetworkButton,
} from '../../src/index.js'
import { element } from '../injected/dom.js'
import { loadConfig } from '../shared/config.js'
import { modalConfig } from '../shared/modal-config.js'

type PageButton = WalletConnectButton | WalletAccountButton | WalletNetworkButton

interface Place {
  readonly name: string
  readonly about: string
  readonly settings: ModalConfig
}

const config = await loadConfig()
const places: readonly Place[] = [
  {
    name: 'Shop',
    about: 'Project “shop”: devnet and Ethereum, the usual look, a modal dialog.',
    settings: { projectId: 'shop', dialog: 'modal', theme: { mode: 'light' } },
  },
  {
    name: 'Arcade',
    about:
      'Project “arcade”: Ethereum and Base, dark with an accent of its own, a layer that leaves the page alive, no services.',
    settings: {
      projectId: 'arcade',
      dialog: 'layer',
      services: undefined,
      networks: [mainnet, base],
      rpcUrls: {},
      theme: { mode: 'dark', variables: { '--wm-accent': '#b7a4ff', '--wm-radius': '0.5rem' } },
    },
  },
]
document.getElementById('places')?.append(...places.map(show))

function show({ name, about, settings }: Place): HTMLElement {
  const modal = createWalletModal(modalConfig(config, settings))
  const button = (tag: string) => Object.assign(document.createElement(tag) as PageButton, { modal }) // tags of ours only
  const state = element('p', { className: 'mono' })
  state.setAttribute('role', 'status')
  const heading = element('h2', { textContent: name, id: `place-${name}` })
  const connect = button('wallet-connect-button')
  const account = button('wallet-account-button')
  modal.$account.subscribe((now) => {
    state.textContent = now === undefined ? 'Not connected' : `${now.wallet.name}: ${now.address} on ${now.chainId}`
    connect.hidden = now !== undefined
    account.hidden = now === undefined
  })
  const card = element(
    'section',
    { className: 'card stack' },
    heading,
    element('p', { className: 'note' }, about),
    element('div', { className: 'row' }, connect, account, button('wallet-network-button')),
    state,
  )
  card.setAttribute('aria-labelledby', heading.id)
  return card
}
