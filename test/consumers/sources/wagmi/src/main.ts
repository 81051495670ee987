import {
  connect as connectWagmi,
  createConfig,
  disconnect,
  getAccount,
  http,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForTransactionReceipt,
} from '@wagmi/core'
import { verifyMessage, verifyTypedData } from 'viem'
import { walletModal } from 'wallet-modal/wagmi'
import { connect, devnet, modal, other, receiver, refusal, same, typedData, until } from './page.js'

const config = createConfig({
  chains: [devnet, other],
  connectors: [walletModal(modal)],
  multiInjectedProviderDiscovery: false,
  storage: null, // else what an earlier page left counts as a second connection
  pollingInterval: 50,
  transports: { [devnet.id]: http(globalThis.consumerNode), [other.id]: http(globalThis.consumerNode) },
})

async function useWagmi() {
  const address = (await connect()) as `0x${string}`
  // wagmi hears of the connection by itself, and connecting it again would be an error
  await until(() => getAccount(config).status === 'connected', 'wagmi to hear of the connection')
  same(getAccount(config).address, address, 'wagmi: address')
  const signature = await signMessage(config, { message: 'Hello' })
  same(await verifyMessage({ address, message: 'Hello', signature }), true, 'wagmi: message')
  const typed = await signTypedData(config, typedData)
  same(await verifyTypedData({ address, ...typedData, signature: typed }), true, 'wagmi: typed data')
  const hash = await sendTransaction(config, { to: receiver, value: 1n })
  same((await waitForTransactionReceipt(config, { hash })).status, 'success', 'wagmi: transaction')
  await switchChain(config, { chainId: 1 })
  same(getAccount(config).chainId, 1, 'wagmi: chain')
  same(modal.$account.get()?.chainId, 'eip155:1', 'wagmi: chain of the modal')
  same((await refusal(() => signMessage(config, { message: 'No' }))).includes('4001'), true, 'wagmi: 4001')
  // the modal ends it
  await modal.disconnect()
  await until(() => getAccount(config).status === 'disconnected', 'wagmi to hear of the end')
  // wagmi begins and ends it; the page's own connect() presses the row
  const begun = connectWagmi(config, { connector: config.connectors[0]!, chainId: devnet.id })
  await connect()
  same((await begun).accounts[0], address, 'wagmi: address of its own connection')
  await until(() => getAccount(config).status === 'connected', 'wagmi to hear of the second connection')
  await disconnect(config)
  same(getAccount(config).status, 'disconnected', 'wagmi: status')
  await until(() => !modal.$account.get(), 'the modal to hear of the end')
}

globalThis.consumerUses = { wagmi: useWagmi }
