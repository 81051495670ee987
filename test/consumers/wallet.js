// Announces a mock wallet in every page, as an extension would. It signs and sends for real, on the devnet where there is one.
import { announceMockWallet } from 'wallet-modal/testing'

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' // public knowledge, worth nothing
const node = globalThis.consumerNode
const wallet = announceMockWallet(window, {
  name: 'Consumer Wallet',
  rdns: 'test.consumer',
  accounts: [key],
  chains: [1, 31337],
  rpcUrls: node ? { 1: node, 31337: node } : {},
})
// An extension remembers who may see its accounts.
const remembered = localStorage.getItem('consumer-wallet')
if (remembered) void wallet.provider.request({ method: 'eth_requestAccounts' })
const request = wallet.provider.request
wallet.provider.request = async (args) => {
  const answer = await request(args)
  if (args.method === 'eth_requestAccounts') localStorage.setItem('consumer-wallet', '1')
  if (args.method === 'wallet_revokePermissions') localStorage.removeItem('consumer-wallet')
  return answer
}
globalThis.consumerWallet = wallet
