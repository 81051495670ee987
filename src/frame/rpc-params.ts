// The shapes of the parameters of the calls that a page may make through the frame. A call with another shape is refused before anything is decoded,
// shown or sent: what an approval could not show must not be in it. Apart from the policy, because only the frame needs it.
import * as z from 'zod/mini'
import type { SafeMethod, UnsafeMethod } from './rpc-policy.js'

const HEX_MAX_CHARACTERS = 262_144
const CALLS_MAX_COUNT = 50
const TRANSACTIONS_MAX_COUNT = 50

const hex = z.string().check(z.maxLength(HEX_MAX_CHARACTERS), z.regex(/^0x(?:[\da-fA-F]{2})*$/))
const quantity = z.string().check(z.regex(/^0x[\da-fA-F]{1,64}$/))
const hash = z.string().check(z.regex(/^0x[\da-fA-F]{64}$/))
const address = z.string().check(z.regex(/^0x[\da-fA-F]{40}$/))
const anyText = z.string().check(z.maxLength(HEX_MAX_CHARACTERS))
const block = z.union([
  z.enum(['latest', 'earliest', 'pending', 'safe', 'finalized']),
  quantity,
  z.strictObject({ blockNumber: quantity }),
  z.strictObject({ blockHash: hash, requireCanonical: z.optional(z.boolean()) }),
])
const record = z.record(z.string().check(z.maxLength(128)), z.unknown())

/** `params` of a call without any. */
const nothing = z.optional(z.tuple([]))

const accessList = z.array(z.strictObject({ address, storageKeys: z.array(hash) })).check(z.maxLength(256))
const transaction = z.strictObject({
  from: z.optional(address),
  to: z.nullish(address),
  data: z.optional(hex),
  input: z.optional(hex),
  value: z.optional(quantity),
  gas: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  nonce: z.optional(quantity),
  chainId: z.optional(quantity),
  type: z.optional(z.string().check(z.regex(/^0x[\da-fA-F]{1,2}$/))),
  accessList: z.optional(accessList),
})

const filter = z.strictObject({
  fromBlock: z.optional(block),
  toBlock: z.optional(block),
  blockHash: z.optional(hash),
  address: z.optional(z.union([address, z.array(address).check(z.maxLength(256))])),
  topics: z.optional(z.array(z.nullable(z.union([hash, z.array(hash).check(z.maxLength(64))]))).check(z.maxLength(4))),
})

const calls = z.strictObject({
  version: z.optional(z.string().check(z.maxLength(16))),
  id: z.optional(z.string().check(z.maxLength(8194))),
  chainId: z.optional(quantity),
  from: z.optional(address),
  atomicRequired: z.optional(z.boolean()),
  // All calls of a batch are on the one chain: a call has no `chainId` of its own.
  calls: z
    .array(
      z.strictObject({
        to: address,
        data: z.optional(hex),
        value: z.optional(quantity),
        capabilities: z.optional(record),
      }),
    )
    .check(z.minLength(1), z.maxLength(CALLS_MAX_COUNT)),
  capabilities: z.optional(record),
})

const base = z.string().check(z.minLength(1), z.maxLength(HEX_MAX_CHARACTERS), z.regex(/^[\w+/=-]+$/))
const solanaKey = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const commitment = z.enum(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'])
const count = z.int().check(z.nonnegative())
const solanaOptions = z.strictObject({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(commitment),
  maxRetries: z.optional(count),
  minContextSlot: z.optional(count),
})

const assets = z.strictObject({
  account: address,
  assetFilter: z.optional(record),
  assetTypeFilter: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(32))),
  chainFilter: z.optional(z.array(quantity).check(z.maxLength(64))),
})

const revoked = z.strictObject({
  pci: z.string().check(z.maxLength(512)),
  permissions: z.array(record).check(z.maxLength(64)),
  expiry: z.number().check(z.nonnegative()),
  address,
})

const unsafe: Readonly<Record<UnsafeMethod, z.ZodMiniType>> = {
  // Some pages send a third, empty, value: the password of geth.
  personal_sign: z.tuple([anyText, address, z.optional(anyText)]),
  eth_signTypedData_v4: z.tuple([address, z.union([anyText, record])]),
  eth_sendTransaction: z.tuple([transaction]),
  eth_sendUserOperation: z.tuple([record, address]),
  solana_signMessage: z.strictObject({ message: base, pubkey: solanaKey }),
  solana_signTransaction: z.strictObject({ transaction: base }),
  solana_signAllTransactions: z.strictObject({
    transactions: z.array(base).check(z.minLength(1), z.maxLength(TRANSACTIONS_MAX_COUNT)),
  }),
  solana_signAndSendTransaction: z.strictObject({ transaction: base, options: z.optional(solanaOptions) }),
  wallet_sendCalls: z.tuple([calls]),
  wallet_grantPermissions: z.tuple([record]),
  wallet_revokePermissions: z.union([z.tuple([revoked]), revoked]),
}

const byAccount = z.tuple([address, z.optional(block)])
const byHash = z.tuple([hash])
const byBlock = z.tuple([block])
const byFilterId = z.tuple([quantity])
const read = z.tuple([transaction, z.optional(block), z.optional(record), z.optional(record)])

const safe: Readonly<Record<SafeMethod, z.ZodMiniType>> = {
  eth_accounts: nothing,
  eth_blockNumber: nothing,
  eth_call: read,
  eth_chainId: nothing,
  eth_estimateGas: read,
  eth_estimateUserOperationGas: z.tuple([record, address, z.optional(record)]),
  eth_feeHistory: z.tuple([z.union([quantity, count]), block, z.optional(z.array(z.number()).check(z.maxLength(100)))]),
  eth_gasPrice: nothing,
  eth_getAccount: byAccount,
  eth_getBalance: byAccount,
  eth_getBlockByHash: z.tuple([hash, z.optional(z.boolean())]),
  eth_getBlockByNumber: z.tuple([block, z.optional(z.boolean())]),
  eth_getBlockReceipts: byBlock,
  eth_getBlockTransactionCountByHash: byHash,
  eth_getBlockTransactionCountByNumber: byBlock,
  eth_getCode: byAccount,
  eth_getFilterChanges: byFilterId,
  eth_getFilterLogs: byFilterId,
  eth_getLogs: z.tuple([filter]),
  eth_getProof: z.tuple([address, z.array(quantity).check(z.maxLength(256)), block]),
  eth_getStorageAt: z.tuple([address, quantity, z.optional(block)]),
  eth_getTransactionByBlockHashAndIndex: z.tuple([hash, quantity]),
  eth_getTransactionByBlockNumberAndIndex: z.tuple([block, quantity]),
  eth_getTransactionByHash: byHash,
  eth_getTransactionCount: byAccount,
  eth_getTransactionReceipt: byHash,
  eth_getUncleCountByBlockHash: byHash,
  eth_getUncleCountByBlockNumber: byBlock,
  eth_getUserOperationByHash: byHash,
  eth_getUserOperationReceipt: byHash,
  eth_maxPriorityFeePerGas: nothing,
  eth_newBlockFilter: nothing,
  eth_newFilter: z.tuple([filter]),
  eth_newPendingTransactionFilter: nothing,
  eth_sendRawTransaction: z.tuple([hex]),
  eth_supportedEntryPoints: nothing,
  eth_syncing: nothing,
  eth_uninstallFilter: byFilterId,
  wallet_getAssets: z.union([z.tuple([assets]), assets]),
  wallet_getCallsStatus: z.tuple([z.string().check(z.minLength(1), z.maxLength(8194))]),
  wallet_getCapabilities: z.optional(
    z.union([
      z.tuple([]),
      z.tuple([
        z.union([address, z.array(address).check(z.maxLength(16))]),
        z.optional(z.array(quantity).check(z.maxLength(64))),
      ]),
    ]),
  ),
}

/** The shape of `params` of a call that the policy allows. */
export const rpcParamsSchema = (method: SafeMethod | UnsafeMethod): z.ZodMiniType => ({ ...safe, ...unsafe })[method]
