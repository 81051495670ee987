// Checked by the compiler alone (`npm run check`): the types of the package go into those of viem, wagmi and ethers, and what must not compile does not.
import { type Address, createWalletClient, custom, type EIP1193Provider, type ProviderRpcError } from 'viem'
import type { Transaction, VersionedTransaction } from '@solana/web3.js'
import type { Account, AccountOf, Eip1193Provider, WalletModal } from '../../src/index.js'

declare const modal: WalletModal
const provider = modal.provider()

// C11: viem's own provider type, and its transport
provider satisfies EIP1193Provider
export const client = createWalletClient({ transport: custom(provider) })

/** C11: the `Eip1193Provider` of ethers 6 (`new BrowserProvider(provider)`), as it is published. */
interface EthersProvider {
  // oxlint-disable-next-line typescript/no-explicit-any -- as published
  request(request: { method: string; params?: any[] | Record<string, any> }): Promise<any>
}
provider satisfies EthersProvider

/** C11: what a wagmi connector's `getProvider` gives out and listens to (`injected`, 2.x). */
interface WagmiProvider {
  on(event: 'accountsChanged', listener: (accounts: string[]) => void): unknown
  on(event: 'chainChanged', listener: (chainId: string) => void): unknown
  on(event: 'connect', listener: (info: { chainId: string }) => void): unknown
  on(event: 'disconnect', listener: (error?: Error) => void): unknown
  request(args: { method: 'eth_accounts' }): Promise<readonly Address[]>
}
provider satisfies WagmiProvider

// C11: event payloads are what EIP-1193 says
provider.on('accountsChanged', (accounts) => accounts satisfies Address[])
provider.on('chainChanged', (chainId) => chainId satisfies `0x${string}`)
provider.on('connect', ({ chainId }) => chainId satisfies `0x${string}`)
provider.on('disconnect', (error) => error.code satisfies number)
provider.on('disconnect', (error: ProviderRpcError) => error)
provider.on('message', ({ type, data }) => [type satisfies string, data satisfies unknown])
// @ts-expect-error -- no such event
provider.on('accountChanged', () => undefined)
// @ts-expect-error -- a chain id is a hex string, not a number
provider.on('chainChanged', (chainId: number) => chainId)
// @ts-expect-error -- a request has a method
void provider.request({})

// C11: an answer is unknown until somebody says what it is
export async function asks(): Promise<void> {
  const answer = await provider.request({ method: 'eth_accounts' })
  // @ts-expect-error -- unknown
  void answer.length
  const accounts = await provider.request<Address[]>({ method: 'eth_accounts' })
  accounts satisfies Address[]
}

// C11: an address is `0x…` where the namespace is eip155
export async function addresses(account: Account): Promise<void> {
  if (account.namespace === 'eip155') account.address satisfies Address
  // @ts-expect-error -- it may be of any namespace
  account.address satisfies Address
  const made = await modal.connect({ namespace: 'eip155' })
  made.address satisfies Address
  made satisfies AccountOf<'eip155'>
  const other = await modal.connect({ namespace: 'solana' })
  // @ts-expect-error -- Solana's are no hex
  other.address satisfies Address
  const any = await modal.connect()
  any satisfies Account
}

// The providers of the other namespaces: what a known method takes and answers
export async function others(transaction: Transaction, versioned: VersionedTransaction): Promise<void> {
  const solana = modal.provider('solana')
  const { signature } = await solana.request({ method: 'solana_signMessage', params: { message: new Uint8Array() } })
  signature satisfies string
  await solana.request({ method: 'solana_signAllTransactions', params: { transactions: [transaction, versioned] } })
  const signedIn = await solana.request({
    method: 'solana_signIn',
    params: { nonce: '12345678', resources: ['https://a.example'] },
  })
  signedIn.message satisfies string
  const unknown = await solana.request({ method: 'solana_unknown' })
  // @ts-expect-error -- nobody knows what an unknown method answers with
  void unknown.length
  solana.on('accountsChanged', (addresses) => addresses satisfies string[])
  // @ts-expect-error -- no such event
  solana.on('message', () => undefined)
  const [address] = await modal.provider('bip122').request({ method: 'getAccountAddresses' })
  address?.intention satisfies 'payment' | 'ordinal' | undefined
  const polkadot = await modal.provider('polkadot').request({ method: 'polkadot_signMessage', params: { message: 'x' } })
  polkadot.signature satisfies string
  const [cosmos] = await modal.provider('cosmos').request({ method: 'cosmos_getAccounts' })
  cosmos?.pubkey satisfies string | undefined
  modal.provider('eip155') satisfies Eip1193Provider
  // @ts-expect-error -- no such namespace
  modal.provider('tezos')
}

export type { Eip1193Provider }
