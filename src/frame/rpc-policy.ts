// Which calls a page may make through the frame: reads that ask nobody, and calls that the visitor has to approve. Nothing else.
import { CHAIN_INVALID_CODE, COIN_TYPE_CHAIN_ID_LIMIT } from '../vocabulary/constants.js'
import { isChainId, type ChainId } from '../vocabulary/chain-id.js'
import { FrameError } from './frame-error.js'

/** Reads, and what has been signed already: the frame answers them without asking. They run on when the visitor rejects something. */
export const safeMethods = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_estimateUserOperationGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_supportedEntryPoints',
  'eth_syncing',
  'eth_uninstallFilter',
  'wallet_getAssets',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
] as const
/** One of `safeMethods`. */
export type SafeMethod = (typeof safeMethods)[number]

/** What the visitor has to approve in the frame. */
export const unsafeMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
] as const
/** One of `unsafeMethods`. */
export type UnsafeMethod = (typeof unsafeMethods)[number]

const isSafe = (method: string): method is SafeMethod => safeMethods.some((known) => known === method)

/** Whether a method needs an approval. */
const isUnsafeMethod = (method: string): method is UnsafeMethod => unsafeMethods.some((known) => known === method)

/** Whether the visitor has to approve a request: a call, or a login with a text to sign. */
export const isUnsafeRequest = (name: string, payload: unknown): boolean => {
  const { method, siwxMessage } = (payload ?? {}) as { readonly method?: unknown; readonly siwxMessage?: unknown } // of a message: nothing is believed
  return name === 'RPC_REQUEST' ? isUnsafeMethod(String(method)) : siwxMessage !== undefined
}

/** Whether a method only reads (`safe`), needs an approval (`unsafe`), or is not allowed at all. Names are compared letter by letter. */
export const classifyRpc = (method: string): 'safe' | 'unsafe' | undefined =>
  isSafe(method) ? 'safe' : isUnsafeMethod(method) ? 'unsafe' : undefined

/** The error for a method that is not allowed. */
export const notAllowed = (): FrameError => new FrameError('METHOD_NOT_ALLOWED', 'Requested RPC call is not allowed')

/**
 * A chain as a page names it, as its CAIP-2 id: `1`, `'1'`, `'0x1'` and `'eip155:1'` are the same one.
 * @throws FrameError UNSUPPORTED_CHAIN with the code 32603 for what is no chain, or has a number of 2^31 or more
 */
export function readFrameChain(chain: string | number): ChainId {
  const given = String(chain)
  const number = given.replace(/^eip155:/, '')
  if (/^(?:0x[\da-f]{1,16}|\d{1,16})$/i.test(number)) {
    const id = Number(number)
    if (id > 0 && id < COIN_TYPE_CHAIN_ID_LIMIT) return `eip155:${id}`
  } else if (isChainId(given)) return given
  throw new FrameError('UNSUPPORTED_CHAIN', 'Unsupported chain', { rpcCode: CHAIN_INVALID_CODE })
}

/**
 * The url of the node to ask. A chain that the frame knows keeps the frame's own, whatever the page says; only an unknown one is asked at the page's
 * url, which has to be `https:`, and is then the page's word alone: `isFromPage`.
 * @throws FrameError UNSUPPORTED_CHAIN when there is none
 */
export function chooseRpcUrl(
  chain: ChainId,
  { known, fromPage }: { readonly known: Readonly<Partial<Record<ChainId, string>>>; readonly fromPage?: string | undefined },
): { readonly url: string; readonly isFromPage: boolean } {
  const own = Object.hasOwn(known, chain) ? known[chain] : undefined
  if (own !== undefined) return { url: own, isFromPage: false }
  const url = fromPage !== undefined && URL.canParse(fromPage) ? new URL(fromPage) : undefined
  if (url?.protocol === 'https:' && !url.username && !url.password) return { url: url.href, isFromPage: true }
  throw new FrameError('UNSUPPORTED_CHAIN', 'Unsupported chain', { rpcCode: CHAIN_INVALID_CODE })
}
