// A page of wagmi's own functions, with the modal as the connector: either may connect, switch and disconnect, and the other follows.
import '../shared/base.css'
import '../dapp/dapp.css'
import '../injected/main.js'
import {
  connect,
  createConfig,
  disconnect,
  getAccount,
  http,
  reconnect,
  signMessage,
  switchChain,
  watchAccount,
} from '@wagmi/core'
import { mainnet } from 'viem/chains'
import { createWalletModal } from '../../src/index.js'
import { walletModal } from '../../src/wagmi.js'
import { element } from '../injected/dom.js'
import { chainName, devnetChain } from '../shared/chain.js'
import { loadConfig } from '../shared/config.js'
import { modalConfig } from '../shared/modal-config.js'

const demo = await loadConfig()
const devnet = devnetChain(demo.evm)
const modal = createWalletModal(modalConfig(demo, { projectId: 'wagmi' }))
const config = createConfig({
  chains: [devnet, mainnet],
  connectors: [walletModal(modal, { name: 'wallet-modal' })],
  multiInjectedProviderDiscovery: false,
  transports: { [devnet.id]: http(demo.evm), [mainnet.id]: http(demo.evm) }, // the devnet plays Ethereum, see `scripts/start.mjs`
})

const state = element('p', { className: 'mono' })
state.setAttribute('role', 'status')
const outcome = element('p', { className: 'mono' })
outcome.setAttribute('role', 'status')

/** A button that runs one action of wagmi, and shows what it gives or is refused with. */
function action(text: string, act: () => Promise<string>): HTMLButtonElement {
  const button = element('button', { type: 'button', textContent: text })
  button.addEventListener('click', () => {
    outcome.textContent = ''
    act().then(
      (answer) => (outcome.textContent = answer),
      (error: unknown) => (outcome.textContent = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'Failed'),
    )
  })
  return button
}

const begin = action('Connect', async () => {
  const [connector] = config.connectors
  if (!connector) return 'No connector'
  const { accounts } = await connect(config, { connector })
  return `Connected: ${accounts.join(', ')}`
})
const acts = [
  action('Sign a message', () => signMessage(config, { message: 'Hello from wagmi' })),
  action('Switch network', async () => {
    const { name } = await switchChain(config, { chainId: getAccount(config).chainId === devnet.id ? mainnet.id : devnet.id })
    return `Switched to ${name}`
  }),
  action('Disconnect', async () => {
    await disconnect(config)
    return 'Disconnected'
  }),
]

function show() {
  const { status, address, chainId } = getAccount(config)
  const isConnected = status === 'connected'
  state.textContent = isConnected ? `${address} on ${chainName(`eip155:${chainId}`)}` : status
  begin.hidden = isConnected
  for (const button of acts) button.hidden = !isConnected
}
watchAccount(config, { onChange: show })
show()

const own = Object.assign(document.createElement('wallet-connect-button'), { modal })
document
  .getElementById('places')
  ?.append(
    element('section', { className: 'card stack' }, state, element('div', { className: 'row' }, begin, ...acts), outcome),
    element('section', { className: 'card stack' }, element('p', { className: 'note' }, 'The button of the modal'), own),
  )
await reconnect(config)
