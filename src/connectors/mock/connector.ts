// A wallet of any family without keys, made with the public factory: for tests and demonstrations, and as the example of a connector.
import type { GrantedAccount } from '../../account.js'
import type { ChainId, Namespace } from '../../caip.js'
import { WalletError } from '../../errors.js'
import type { SignRequest } from '../connector.js'
import { type ConnectorFactory, createConnector } from '../create-connector.js'

export interface MockConnectorOptions {
  readonly namespace: Namespace
  /** Default `mock`. */
  readonly id?: string | undefined
  /** Default `Mock Wallet`. */
  readonly name?: string | undefined
  /** At least one; on each chain that the wallet knows. It starts on the chain of the first. */
  readonly accounts: readonly [GrantedAccount, ...GrantedAccount[]]
  /** Default: the account and the message in one text, which no verifier takes for a signature. */
  readonly sign?: ((request: SignRequest) => string) | undefined
  /** The person in front of the wallet. Default: yes to all. */
  readonly approve?: ((request: 'connect' | 'switchTo' | 'sign' | 'send') => boolean | Promise<boolean>) | undefined
}

/** A connector for the setting `connectors`, whose person says yes. */
export function mockConnector(options: MockConnectorOptions): ConnectorFactory {
  const { namespace, id = 'mock', name = 'Mock Wallet', accounts, approve = () => true } = options
  return createConnector(({ tell }) => {
    let chain: ChainId = accounts[0].chain
    let isAllowed = false
    const grant = () => ({ accounts: isAllowed ? accounts : [], chain })
    const ask = async (request: Parameters<typeof approve>[0]) => {
      if (!(await approve(request))) throw new WalletError('USER_REJECTED')
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
        if (!accounts.some((account) => account.chain === network.caipNetworkId)) throw new WalletError('CHAIN_NOT_SUPPORTED')
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
