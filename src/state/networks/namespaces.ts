// The columns of the table of ecosystems that the state layer reads. The rows are in `src/root/namespaces.ts`.
import type { RpcWorld } from '../../api/rpc.js'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import type { ConnectorRow } from '../../connectors/connector.js'

/** One ecosystem (CAIP-2 namespace), as the state layer and the elements know it. */
export interface NamespaceRow extends ConnectorRow {
  /** English name; the message `families.<namespace>` of a language replaces it. */
  readonly name: string
  /** The network whose icon stands for the ecosystem. */
  readonly mark: ChainId
  /** Loads the reader of native balances. Absent: balances of this namespace are not read. */
  readonly loadBalance?: (() => Promise<BalanceReader>) | undefined
  /** Accounts can have names and avatars in the services' registry (specification §9: EVM only). Default: no. */
  readonly hasNames?: boolean | undefined
  /** The services know which NFTs accounts hold. Default: no. */
  readonly hasNfts?: boolean | undefined
  /** The path segment before the address in the account urls of block explorers. Default `address`. */
  readonly explorerPath?: string | undefined
}

/** Reads balances from the nodes of a chain. */
export interface BalanceReader {
  /** The native balance of an address, in base units. @throws WalletError RPC_ERROR, CHAIN_NOT_SUPPORTED, ADDRESS_INVALID, MALFORMED_RESPONSE */
  getNativeBalance(world: RpcWorld & { readonly address: string }): Promise<bigint>
}

/** The table of ecosystems. Complete when `root/after-open.ts` is loaded; before, only `discover` is there. */
export type NamespaceRows = Readonly<Partial<Record<Namespace, NamespaceRow>>>
