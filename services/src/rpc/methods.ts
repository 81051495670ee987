// The JSON-RPC methods that pass, per namespace: reads, and sending what is already signed. Administration of nodes and keys held by nodes never pass.
import { DEVNET } from '../settings/config.js'

/**
 * Weight → methods. 1: a look-up of one thing. 2: a block, a call, sending. 5: an execution that is searched, or many things. 10: a search over what the
 * node has, or another service behind the node. 20: many executions at once, or a search over everything.
 */
type Weighted = Readonly<Record<number, string>>

const eip155: Weighted = {
  1:
    'eth_blobBaseFee eth_blockNumber eth_chainId eth_gasPrice eth_getBalance eth_getBlockTransactionCountByHash ' +
    'eth_getBlockTransactionCountByNumber eth_getCode eth_getStorageAt eth_getTransactionByBlockHashAndIndex ' +
    'eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt ' +
    'eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber eth_maxPriorityFeePerGas eth_protocolVersion eth_syncing ' +
    'net_listening net_peerCount net_version web3_clientVersion web3_sha3',
  2: 'eth_call eth_feeHistory eth_getBlockByHash eth_getBlockByNumber eth_sendRawTransaction',
  5: 'eth_createAccessList eth_estimateGas eth_getProof',
  10: 'eth_getBlockReceipts eth_getLogs',
  20: 'eth_simulateV1',
}
const solana: Weighted = {
  1:
    'getAccountInfo getBalance getBlockCommitment getBlockHeight getBlockTime getEpochInfo getEpochSchedule getFeeForMessage ' +
    'getFirstAvailableBlock getGenesisHash getHealth getHighestSnapshotSlot getIdentity getInflationGovernor getInflationRate ' +
    'getLatestBlockhash getMaxRetransmitSlot getMinimumBalanceForRentExemption getSignatureStatuses getSlot getSlotLeader ' +
    'getTokenAccountBalance getTokenSupply getTransactionCount getVersion isBlockhashValid minimumLedgerSlot',
  2: 'getMultipleAccounts getRecentPerformanceSamples getRecentPrioritizationFees getTransaction sendTransaction',
  5: 'getInflationReward getTokenAccountsByDelegate getTokenAccountsByOwner simulateTransaction',
  10: 'getBlock getBlocks getBlocksWithLimit getLeaderSchedule getSignaturesForAddress getSupply',
  20: 'getTokenLargestAccounts',
}
const bip122: Weighted = {
  1: 'estimatesmartfee getbestblockhash getblockchaininfo getblockcount getblockhash getblockheader gettxout sendrawtransaction',
  2: 'getrawtransaction',
  10: 'getblock',
}
const polkadot: Weighted = {
  1:
    'account_nextIndex chain_getBlockHash chain_getFinalizedHead chain_getHeader state_getRuntimeVersion state_getStorage ' +
    'system_accountNextIndex system_chain system_chainType system_health system_name system_properties system_version',
  2: 'author_submitExtrinsic chain_getBlock payment_queryFeeDetails payment_queryInfo state_queryStorageAt',
  5: 'state_call',
  10: 'state_getKeysPaged state_getMetadata',
}
const cosmos: Weighted = {
  1: 'abci_info commit health status',
  2: 'block broadcast_tx_async broadcast_tx_sync tx validators',
  5: 'abci_query',
  10: 'block_results blockchain',
  20: 'tx_search',
}
/** Subscriptions and methods of other services beside the nodes. */
const beside: Weighted = {
  1: 'eth_unsubscribe',
  2: 'eth_getUserOperationByHash eth_getUserOperationReceipt eth_supportedEntryPoints',
  10:
    'eth_estimateUserOperationGas eth_sendUserOperation eth_subscribe pm_getPaymasterData pm_getPaymasterStubData pm_sponsorUserOperation ' +
    'getAddressBalance getAddressUtxos',
}

const weightsOf = (table: Weighted) =>
  Object.entries(table).flatMap(([weight, names]) => names.split(' ').map((name) => [name, Number(weight)] as const))
const allowed: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ eip155, solana, bip122, polkadot, cosmos }).map(([namespace, table]) => [
    namespace,
    new Set(weightsOf(table).map(([name]) => name)),
  ]),
)
/** Names of different namespaces are different. */
const weights = new Map([eip155, solana, bip122, polkadot, cosmos, beside].flatMap(weightsOf))

/** What a method makes a node do, next to a look-up of one thing, which is 1; 1 as well for methods that do not pass, which no node sees. */
export function methodWeight(method: string): number {
  return weights.get(method) ?? 1
}

/** Methods of ERC-4337 bundlers and ERC-7677 paymasters, which no node answers. */
const account = {
  bundler: new Set(
    (
      'eth_estimateUserOperationGas eth_getUserOperationByHash eth_getUserOperationReceipt eth_sendUserOperation ' +
      'eth_supportedEntryPoints'
    ).split(' '),
  ),
  paymaster: new Set(['pm_getPaymasterData', 'pm_getPaymasterStubData', 'pm_sponsorUserOperation']),
}
/** A service beside the nodes of a chain. */
export type AccountService = keyof typeof account

/** The service that answers a method on an EVM chain; undefined: the chain's nodes do. */
export function accountServiceOf(chain: string, method: string): AccountService | undefined {
  if (!chain.startsWith('eip155:')) return undefined
  return account.bundler.has(method) ? 'bundler' : account.paymaster.has(method) ? 'paymaster' : undefined
}

/** Methods of anvil for time, mining and balances. */
const devnetMethod = /^(?:anvil|evm)_[A-Za-z0-9]+$/

/** Whether a call of `method` may go to the nodes of `chain` (CAIP-2). @param dev also allows anvil's own methods on the devnet */
export function isMethodAllowed(chain: string, method: string, dev: boolean): boolean {
  const namespace = chain.slice(0, chain.indexOf(':'))
  return (allowed[namespace]?.has(method) ?? false) || (dev && chain === DEVNET && devnetMethod.test(method))
}
