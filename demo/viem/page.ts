// A page of viem alone: a client over the modal's EIP-1193 provider, which says by its events who is connected. The modal's button is not needed for any of it.
import '../shared/base.css'
import '../dapp/dapp.css'
import '../injected/main.js'
import { createWalletClient, custom, isAddressEqual, parseEther, publicActions, zeroAddress } from 'viem'
import { mainnet } from 'viem/chains'
import { createWalletModal } from '../../src/index.js'
import { devnetChain } from '../shared/chain.js'
import { loadConfig } from '../shared/config.js'
import { createLatest } from '../shared/latest.js'
import { createLibraryCard, createModalCard } from '../shared/library-card.js'
import { modalConfig } from '../shared/modal-config.js'

/** The devnet's tenth account. */
const RECIPIENT = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

const demo = await loadConfig()
const devnet = devnetChain(demo.evm)
const modal = createWalletModal(modalConfig(demo, { projectId: 'viem' }))
const provider = modal.provider('eip155')
const client = createWalletClient({ transport: custom(provider), pollingInterval: 250 }).extend(publicActions)

/** The selected account. @throws Error when there is none */
async function account() {
  const [address = zeroAddress] = await client.getAddresses()
  if (isAddressEqual(address, zeroAddress)) throw new Error('No wallet is connected')
  return address
}

const begin = async () => `Connected: ${(await client.requestAddresses()).join(', ')}`
const { card, ...state } = createLibraryCard({ text: 'Connect', run: begin }, [
  {
    text: 'Sign a message',
    run: async () => client.signMessage({ account: await account(), message: 'Hello from viem' }),
  },
  {
    text: 'Send 0.01 ETH',
    async run() {
      const hash = await client.sendTransaction({
        account: await account(),
        chain: devnet,
        to: RECIPIENT,
        value: parseEther('0.01'),
      })
      const { status } = await client.waitForTransactionReceipt({
        hash,
        checkReplacement: devnet.supportsTransactionReplacementDetection,
      })
      return `${hash}: ${status}`
    },
  },
  {
    text: 'Switch network',
    async run() {
      const { id, name } = (await client.getChainId()) === devnet.id ? mainnet : devnet
      await client.switchChain({ id })
      return `Switched to ${name}`
    },
  },
  {
    text: 'Disconnect',
    async run() {
      await client.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
      return 'Disconnected'
    },
  },
])
const update = createLatest(async () => {
  const [[address], chainId] = await Promise.all([client.getAddresses(), client.getChainId()])
  return address && { address, chainId }
}, state)
for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'] as const) provider.on(event, () => void update())

document.getElementById('places')?.append(card, createModalCard(modal))
await update()
