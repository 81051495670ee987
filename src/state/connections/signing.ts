// Signing and sending with the selected account, which is not always the first one of the wallet.
import type { AssetId, Namespace } from '../../vocabulary/caip.js'
import type { Signature } from '../../connectors/connector.js'
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
}

/** Operations of the connected wallet that need the visitor's approval. */
export interface Signing {
  /** Signs a plain text with the selected account of `namespace`, or of the active connection. @throws WalletError NOT_CONNECTED, and as `Connector.sign` */
  readonly sign: Operation<[message: string, namespace?: Namespace], Signed>
  /** Sends from the same account; resolves with the transaction's hash. @throws WalletError NOT_CONNECTED, and as `Connector.send` */
  readonly send: Operation<[Sending, namespace?: Namespace], string>
}

/** A part. Several calls may be pending: the wallet prompts the visitor for one after the other. */
export function createSigning(core: Core): Signing {
  const accounts = core.use(createAccounts)
  const connection = core.use(createConnection)
  const selected = (namespace?: Namespace) => {
    const active = connection.active(namespace)
    const account = accounts.find(active.namespace)
    if (!account) throw walletError('NOT_CONNECTED')
    return { connector: active.connector, account }
  }
  return {
    sign: each(core, async (_signal, message: string, namespace?: Namespace) => {
      const { connector, account } = selected(namespace)
      return { account, ...(await connector.sign({ account: account.accountId, message })) }
    }),
    send: each(core, (_signal, sending: Sending, namespace?: Namespace) => {
      const { connector, account } = selected(namespace)
      return connector.send({ from: account.accountId, ...sending })
    }),
  }
}
