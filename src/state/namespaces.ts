// What the state layer knows of an ecosystem: a row of the table in `src/namespaces.ts`.
import type { RpcWorld } from '../api/rpc.js'
import type { ChainId, Namespace } from '../caip.js'
import type { ConnectorRow } from '../connectors/connector.js'

export interface NamespaceRow extends ConnectorRow {
  /** In English; the catalogue's `families.<namespace>` wins. */
  readonly name: string
  /** The network whose mark stands for the family. */
  readonly mark: ChainId
  /** Reads the balance of a chain's own coin. Absent: it is not known. */
  readonly loadBalance?: (() => Promise<BalanceReader>) | undefined
  /** Accounts have names and pictures in the services' registry. Default: no. */
  readonly hasNames?: boolean | undefined
  /** Where block explorers show an account. Default `address`. */
  readonly explorerPath?: string | undefined
}

export interface BalanceReader {
  /** In the coin's smallest unit. @throws WalletError RPC_ERROR, CHAIN_NOT_SUPPORTED, ADDRESS_INVALID, MALFORMED_RESPONSE */
  getNativeBalance(world: RpcWorld & { readonly address: string }): Promise<bigint>
}

/** Whole once what follows the first view is here. */
export type NamespaceRows = Readonly<Partial<Record<Namespace, NamespaceRow>>>
