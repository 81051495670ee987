// Does what a wallet request asks, with one of the devnet's publicly known keys. Coins move on the devnet only.
import { createClient, http, isAddressEqual } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { devnetChain } from './chain.js'
import { ProviderRpcError } from '../../src/vocabulary/rpc-error.js'
import type { WalletRequest } from './requests.js'

export type SignableRequest = Exclude<WalletRequest, { method: 'wallet_switchEthereumChain' }>

/**
 * Resolves with the signature or the transaction hash.
 * @throws ProviderRpcError 4100 for an account that is not in use, 4200 for a transaction outside the devnet, -32603 when the chain refuses.
 */
export async function perform(
  request: SignableRequest,
  { account, chainId, rpcUrl }: { readonly account: PrivateKeyAccount; readonly chainId: string; readonly rpcUrl: string },
): Promise<string> {
  const asked = request.method === 'eth_sendTransaction' ? request.transaction.from : request.address
  if (!isAddressEqual(asked as `0x${string}`, account.address))
    throw new ProviderRpcError(4100, 'This account is not shared with the site')
  switch (request.method) {
    case 'personal_sign':
      return account.signMessage({
        message: request.raw.startsWith('0x') ? { raw: request.raw as `0x${string}` } : request.message,
      })
    case 'eth_signTypedData_v4':
      // Types come from the page and were checked for shape only, so viem cannot infer them; it checks them again itself.
      return account.signTypedData(request.typedData)
    case 'eth_sendTransaction': {
      const chain = devnetChain(rpcUrl)
      if (chainId !== `eip155:${chain.id}`) throw new ProviderRpcError(4200, 'This sandbox wallet sends on the devnet only')
      const client = createClient({ account, chain, transport: http(rpcUrl, { retryCount: 0 }) })
      const { to, value, data, gas } = request.transaction
      return sendTransaction(client, {
        account,
        chain,
        to: to ?? null,
        value,
        ...(data ? { data } : {}),
        ...(gas ? { gas } : {}),
      }).catch((error: unknown) => {
        throw new ProviderRpcError(-32_603, error instanceof Error ? (error.message.split('\n')[0] ?? 'Failed') : 'Failed')
      })
    }
  }
}
