// The JSON-RPC methods that pass, per namespace: reads, and sending what is already signed. Administration of nodes and keys held by nodes never pass.
import { DEVNET } from '../settings/config.js'

const eip155 = [
  'eth_blobBaseFee eth_blockNumber eth_call eth_chainId eth_createAccessList eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance',
  'eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber',
  'eth_getCode eth_getLogs eth_getProof eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas eth_protocolVersion eth_sendRawTransaction eth_simulateV1 eth_syncing',
  'net_listening net_peerCount net_version web3_clientVersion web3_sha3',
]
const solana = [
  'getAccountInfo getBalance getBlock getBlockCommitment getBlockHeight getBlocks getBlocksWithLimit getBlockTime getEpochInfo',
  'getEpochSchedule getFeeForMessage getFirstAvailableBlock getGenesisHash getHealth getHighestSnapshotSlot getIdentity',
  'getInflationGovernor getInflationRate getInflationReward getLatestBlockhash getLeaderSchedule getMaxRetransmitSlot',
  'getMinimumBalanceForRentExemption getMultipleAccounts getRecentPerformanceSamples getRecentPrioritizationFees getSignatureStatuses',
  'getSignaturesForAddress getSlot getSlotLeader getSupply getTokenAccountBalance getTokenAccountsByDelegate getTokenAccountsByOwner',
  'getTokenLargestAccounts getTokenSupply getTransaction getTransactionCount getVersion isBlockhashValid minimumLedgerSlot',
  'sendTransaction simulateTransaction',
]
const bip122 = [
  'estimatesmartfee getbestblockhash getblock getblockchaininfo getblockcount getblockhash getblockheader getrawtransaction gettxout sendrawtransaction',
]
const polkadot = [
  'account_nextIndex author_submitExtrinsic chain_getBlock chain_getBlockHash chain_getFinalizedHead chain_getHeader payment_queryFeeDetails',
  'payment_queryInfo state_call state_getKeysPaged state_getMetadata state_getRuntimeVersion state_getStorage state_queryStorageAt',
  'system_accountNextIndex system_chain system_chainType system_health system_name system_properties system_version',
]
const cosmos = [
  'abci_info abci_query block block_results blockchain broadcast_tx_async broadcast_tx_sync commit health status tx tx_search validators',
]

const allowed: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({ eip155, solana, bip122, polkadot, cosmos }).map(([namespace, lines]) => [
    namespace,
    new Set(lines.join(' ').split(' ')),
  ]),
)
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
