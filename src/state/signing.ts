// Signing and sending with the account that the page works with: the selected one, which is not always the wallet's first.
import type { AssetId, Namespace } from '../caip.js'
import type { Signature } from '../connectors/connector.js'
import { WalletError } from '../errors.js'
import type { Account } from '../events.js'
import { createAccounts } from './accounts.js'
import { createConnection } from './connection.js'
import type { Core } from './core.js'
import { each, type Operation } from './lib/operation.js'

/** A signature, and who has signed. */
export interface Signed extends Signature {
  readonly account: Account
}

export interface Sending {
  /** In the form of the account's namespace. */
  readonly to: string
  /** In the asset's smallest unit. */
  readonly amount: bigint
  /** CAIP-19, on the chain that the account is on. */
  readonly asset: AssetId
}

export interface Signing {
  /** Signs a plain text, with the account of `namespace` or of the active one. @throws WalletError NOT_CONNECTED, and as `Connector.sign` */
  readonly sign: Operation<[message: string, namespace?: Namespace], Signed>
  /** Sends; resolves with the transaction's hash. @throws WalletError NOT_CONNECTED, and as `Connector.send` */
  readonly send: Operation<[Sending, namespace?: Namespace], string>
}

/** A part. Calls run beside each other: the wallet asks the person one after the other. */
export function createSigning(core: Core): Signing {
  const accounts = core.use(createAccounts)
  const connection = core.use(createConnection)
  const selected = (namespace?: Namespace) => {
    const active = connection.active(namespace)
    const account = accounts.find(active.namespace)
    if (!account) throw new WalletError('NOT_CONNECTED')
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
