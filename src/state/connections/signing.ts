// Signing and sending with the selected account, which is not always the first one of the wallet.
import type { AccountId, AssetId, Namespace } from '../../vocabulary/caip.js'
import type { ContractCall, RequestArguments, Signature } from '../../connectors/connector.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { createAccounts } from './accounts.js'
import { createConnection } from './connection.js'
import type { Core } from '../core.js'
import { each, type Operation } from '../lib/operation.js'

/** A signature with the account that made it. */
export interface Signed extends Signature {
  readonly account: Account
}

/** A transfer of one asset. */
export interface Sending {
  /** Address of the receiver, in the form of the account's namespace. */
  readonly to: string
  /** In the asset's base units. */
  readonly amount: bigint
  /** CAIP-19 id, on the chain that the account is on. */
  readonly asset: AssetId
  /** The account that must still be the selected one: that which the visitor has seen. Default: whichever is selected. */
  readonly from?: AccountId | undefined
  /** By which `amount` was counted, as in `Transfer`. */
  readonly decimals?: number | undefined
  /** Is given the hash as soon as the wallet has answered, also where nobody waits any more: after a cancellation, or the end of the instance. */
  readonly onSent?: ((hash: string) => void) | undefined
}

/** A call of a contract on the chain that the account is on. */
export type Calling = Omit<ContractCall, 'from'> & Pick<Sending, 'from'>

/** A request that only some wallets know. */
export type Asking = RequestArguments & Required<Pick<Sending, 'from'>>

/** Operations of the connected wallet that need the visitor's approval. */
export interface Signing {
  /** Signs a plain text with the selected account of `namespace`, or of the active connection. @throws WalletError NOT_CONNECTED, and as `Connector.sign` */
  readonly sign: Operation<[message: string, namespace?: Namespace], Signed>
  /** Sends from the same account; resolves with the transaction's hash. @throws WalletError NOT_CONNECTED, ACCOUNT_CHANGED, and as `Connector.send` */
  readonly send: Operation<[Sending, namespace?: Namespace], string>
  /** Calls a contract from the selected account of the active connection. @throws WalletError NOT_CONNECTED, ACCOUNT_CHANGED, UNSUPPORTED_METHOD, and as `Connector.call` */
  readonly call: Operation<[Calling], string>
  /**
   * Asks the wallet of the active connection for something that only some wallets know; resolves with the answer, unchecked.
   * @throws WalletError NOT_CONNECTED, ACCOUNT_CHANGED, UNSUPPORTED_METHOD, and as `Connector.ask`
   */
  readonly ask: Operation<[Asking], unknown>
}

/** A part. Several calls may be pending: the wallet prompts the visitor for one after the other. */
export function createSigning(core: Core): Signing {
  const accounts = core.use(createAccounts)
  const connection = core.use(createConnection)
  const selected = (namespace?: Namespace, from?: AccountId) => {
    const active = connection.active(namespace)
    const account = accounts.find(active.namespace)
    if (!account) throw walletError('NOT_CONNECTED')
    if (from !== undefined && account.accountId !== from) throw walletError('ACCOUNT_CHANGED')
    return { connector: active.connector, account }
  }
  return {
    sign: each(core, async (_signal, message: string, namespace?: Namespace) => {
      const { connector, account } = selected(namespace)
      return { account, ...(await connector.sign({ account: account.accountId, message })) }
    }),
    send: each(core, async (_signal, { onSent, ...sending }: Sending, namespace?: Namespace) => {
      const { connector, account } = selected(namespace, sending.from)
      const hash = await connector.send({ ...sending, from: account.accountId })
      onSent?.(hash)
      return hash
    }),
    call: each(core, async (_signal, calling: Calling) => {
      const { connector, account } = selected(undefined, calling.from)
      if (!connector.call) throw walletError('UNSUPPORTED_METHOD', { details: { method: 'eth_sendTransaction' } })
      return connector.call({ ...calling, from: account.accountId })
    }),
    ask: each(core, async (_signal, { from, ...args }: Asking) => {
      const { connector, account } = selected(undefined, from)
      if (!connector.ask) throw walletError('UNSUPPORTED_METHOD', { details: { method: args.method } })
      return connector.ask(account.accountId, args)
    }),
  }
}
