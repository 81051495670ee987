// Does what a wallet request asks, with one of the devnet's publicly known keys. Coins move on the devnet only.
import { createClient, http, isAddressEqual } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { devnetChain } from './chain.js'
import { ProviderRpcError } from '../../src/vocabulary/rpc-error.js'
import { allowPermissions } from '../../src/connectors/mock/permissions.js'
import type { WalletRequest } from './requests.js'

export type SignableRequest = Exclude<WalletRequest, { method: 'wallet_switchEthereumChain' }>

/**
 * Resolves with the signature, the transaction hash, or the permissions that were granted.
 * @throws ProviderRpcError 4100 for an account that is not in use, 4200 for a transaction outside the devnet, -32602 for permissions on another chain, -32603
 * when the chain refuses.
 */
export async function perform(
  request: SignableRequest,
  { account, chainId, rpcUrl }: { readonly account: PrivateKeyAccount; readonly chainId: string; readonly rpcUrl: string },
): Promise<unknown> {
  const asked = askedOf(request) ?? account.address
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
    case 'wallet_grantPermissions':
      if (`eip155:${Number(request.asked.chainId)}` !== chainId) throw new ProviderRpcError(-32_602, 'These are of another chain')
      return allowPermissions(request.asked, account)
    case 'wallet_revokePermissions':
      return account.signMessage({ message: request.pci })
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

/** The account that is asked; undefined where the site leaves that to the wallet. */
function askedOf(request: SignableRequest): string | undefined {
  if (request.method === 'eth_sendTransaction') return request.transaction.from
  return request.method === 'wallet_grantPermissions' ? request.asked.address : request.address
}
