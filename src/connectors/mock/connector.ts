// A wallet of any namespace, without keys, made with the public factory: for tests and demonstrations, and as an example of a
// connector.
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { SignRequest } from '../connector.js'
import { type ConnectorFactory, createConnector } from '../create-connector.js'

/** What `mockConnector` is to be. */
export interface MockConnectorOptions {
  readonly namespace: Namespace
  /** Default `mock`. */
  readonly id?: string | undefined
  /** Default `Mock Wallet`. */
  readonly name?: string | undefined
  /** The accounts on every chain that the wallet knows, at least one. The wallet starts on the chain of the first. */
  readonly accounts: readonly [GrantedAccount, ...GrantedAccount[]]
  /** Makes the signature. Default: the account and the message in one text, which no verifier accepts. */
  readonly sign?: ((request: SignRequest) => string) | undefined
  /** Answers for the person; `false` rejects with `USER_REJECTED`. Default: approves everything. */
  readonly approve?: ((request: 'connect' | 'switchTo' | 'sign' | 'send') => boolean | Promise<boolean>) | undefined
}

/**
 * A connector for the setting `connectors`, over a wallet that exists only in memory. It sends nothing: a transfer fails with
 * `UNSUPPORTED_METHOD`. `switchTo` rejects with `CHAIN_NOT_SUPPORTED` for a chain without an account.
 * @example
 * import { mockConnector } from 'wallet-modal/testing'
 *
 * const wallet = mockConnector({ namespace: 'cosmos', accounts: [{ chain: 'cosmos:cosmoshub-4', address: 'cosmos1…' }] })
 * createWalletModal({ connectors: [wallet] })
 */
export function mockConnector(options: MockConnectorOptions): ConnectorFactory {
  const { namespace, id = 'mock', name = 'Mock Wallet', accounts, approve = () => true } = options
  return createConnector(({ tell }) => {
    let chain: ChainId = accounts[0].chain
    let isAllowed = false
    const grant = () => ({ accounts: isAllowed ? accounts : [], chain })
    const ask = async (request: Parameters<typeof approve>[0]) => {
      if (!(await approve(request))) throw walletError('USER_REJECTED')
    }
    return {
      id,
      namespace,
      name,
      async connect({ silent }) {
        if (!silent && !isAllowed) await ask('connect').then(() => (isAllowed = true))
        return grant()
      },
      getAccounts: () => Promise.resolve(grant().accounts),
      disconnect: () => Promise.resolve(void (isAllowed = false)),
      async switchTo(network) {
        if (!accounts.some((account) => account.chain === network.caipNetworkId)) throw walletError('CHAIN_NOT_SUPPORTED')
        await ask('switchTo')
        chain = network.caipNetworkId
        tell({ type: 'grant', grant: grant() })
        return grant()
      },
      async sign(request) {
        await ask('sign')
        const { publicKey } = accounts.find((each) => `${each.chain}:${each.address}` === request.account) ?? {}
        return { signature: options.sign?.(request) ?? `${request.account} ${request.message}`, publicKey }
      },
    }
  })
}
