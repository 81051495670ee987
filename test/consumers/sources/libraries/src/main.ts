import { BrowserProvider, parseEther, verifyMessage, verifyTypedData } from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  custom,
  http,
  verifyMessage as viemVerify,
  verifyTypedData as viemVerifyTyped,
} from 'viem'
import { Web3 } from 'web3'
import { connect, devnet, endsBothWays, modal, other, receiver, refusal, same, typedData } from './page.js'

const node = createPublicClient({ chain: devnet, transport: http(globalThis.consumerNode), pollingInterval: 50 })
const provider = modal.provider('eip155')

async function useViem() {
  await connect()
  const client = createWalletClient({ chain: devnet, transport: custom(provider) })
  const [address] = await client.requestAddresses()
  if (!address) throw new Error('viem has no address')
  const signature = await client.signMessage({ account: address, message: 'Hello' })
  same(await viemVerify({ address, message: 'Hello', signature }), true, 'viem: message')
  const typed = await client.signTypedData({ account: address, ...typedData })
  same(await viemVerifyTyped({ address, ...typedData, signature: typed }), true, 'viem: typed data')
  const hash = await client.sendTransaction({ account: address, to: receiver, value: 1n })
  same((await node.waitForTransactionReceipt({ hash })).status, 'success', 'viem: transaction')
  await client.switchChain({ id: other.id })
  same(await client.getChainId(), other.id, 'viem: chain')
  same((await refusal(() => client.signMessage({ account: address, message: 'No' }))).includes('4001'), true, 'viem: 4001')
  await endsBothWays('viem', {
    accounts: () => client.getAddresses(),
    revoke: () => client.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
  })
}

async function useEthers() {
  const address = await connect()
  const ethers = new BrowserProvider(provider, 'any')
  const signer = await ethers.getSigner()
  same(signer.address, address, 'ethers: address')
  same(verifyMessage('Hello', await signer.signMessage('Hello')), address, 'ethers: message')
  const { domain, types, message } = typedData
  const typed = await signer.signTypedData(domain, { Mail: [...types.Mail] }, message)
  same(verifyTypedData(domain, { Mail: [...types.Mail] }, message, typed), address, 'ethers: typed data')
  const sent = await signer.sendTransaction({ to: receiver, value: parseEther('0.001') })
  same((await sent.wait())?.status, 1, 'ethers: transaction')
  await ethers.send('wallet_switchEthereumChain', [{ chainId: '0x1' }])
  same(await ethers.send('eth_chainId', []), '0x1', 'ethers: chain')
  same((await refusal(() => signer.signMessage('No'))).includes('4001'), true, 'ethers: 4001')
  await endsBothWays('ethers', {
    accounts: async () => (await ethers.send('eth_accounts', [])) as string[],
    revoke: () => ethers.send('wallet_revokePermissions', [{ eth_accounts: {} }]),
  })
  ethers.destroy()
}

const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

async function useWeb3() {
  const address = await connect()
  const web3 = new Web3(provider as never)
  const [account = ''] = await web3.eth.getAccounts()
  same(account, address, 'web3: address')
  const signature = await web3.eth.personal.sign(web3.utils.utf8ToHex('Hello'), account, '')
  same(web3.eth.accounts.recover('Hello', signature), address, 'web3: message')
  const typed = await web3.eth.signTypedData(account, {
    ...typedData,
    types: { EIP712Domain: domainType, ...typedData.types },
  } as never)
  same(typeof typed === 'string' && typed.length === 132, true, 'web3: typed data')
  const receipt = await web3.eth.sendTransaction({ from: account, to: receiver, value: '1' })
  same(receipt.status, 1, 'web3: transaction')
  await web3.currentProvider?.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] } as never)
  same(await web3.eth.getChainId(), 1, 'web3: chain')
  same((await refusal(() => web3.eth.personal.sign('0x00', account, ''))).includes('4001'), true, 'web3: 4001')
  await endsBothWays('web3', {
    accounts: () => web3.eth.getAccounts(),
    revoke: async () =>
      web3.currentProvider?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] } as never),
  })
}

globalThis.consumerUses = { viem: useViem, ethers: useEthers, web3: useWeb3 }
