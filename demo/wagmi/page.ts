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
import { devnetChain } from '../shared/chain.js'
import { loadConfig } from '../shared/config.js'
import { createLibraryCard, createModalCard } from '../shared/library-card.js'
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

const begin = async () => {
  const [connector] = config.connectors
  if (!connector) return 'No connector'
  const { accounts } = await connect(config, { connector })
  return `Connected: ${accounts.join(', ')}`
}
const { card, show } = createLibraryCard({ text: 'Connect', run: begin }, [
  { text: 'Sign a message', run: () => signMessage(config, { message: 'Hello from wagmi' }) },
  {
    text: 'Switch network',
    async run() {
      const { name } = await switchChain(config, { chainId: getAccount(config).chainId === devnet.id ? mainnet.id : devnet.id })
      return `Switched to ${name}`
    },
  },
  {
    text: 'Disconnect',
    async run() {
      await disconnect(config)
      return 'Disconnected'
    },
  },
])
const update = () => {
  const account = getAccount(config)
  show(account.status === 'connected' ? account : undefined)
}
watchAccount(config, { onChange: update })
update()

document.getElementById('places')?.append(card, createModalCard(modal))
await reconnect(config)
