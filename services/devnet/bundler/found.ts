// Operations on the chain: found by the EntryPoint's event, read from the transaction that carried them.
import {
  decodeFunctionData,
  numberToHex,
  parseEventLogs,
  type Hex,
  type Log,
  type PublicClient,
  type TransactionReceipt,
} from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { ENTRY_POINT } from '../manifest.js'
import { hashOf, type Operation } from './operation.js'
import { unpack } from './packed.js'

/** An operation that is in a block. */
export interface Found {
  readonly receipt: TransactionReceipt
  readonly event: OperationEvent
}
type OperationEvent = ReturnType<typeof operationEvents>[number]

const operationEvents = (logs: Log[]) => parseEventLogs({ abi: entryPoint08Abi, logs, eventName: 'UserOperationEvent' })

/** Undefined: it is in no block. */
export async function find(client: PublicClient, hash: Hex): Promise<Found | undefined> {
  const [log] = await client.getContractEvents({
    address: ENTRY_POINT,
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: hash },
    fromBlock: 0n,
  })
  if (!log) return undefined
  const receipt = await client.getTransactionReceipt({ hash: log.transactionHash })
  const event = operationEvents(receipt.logs).find(({ args }) => args.userOpHash === hash)
  return event && { receipt, event }
}

/** The operation as it was sent; undefined where another contract called the EntryPoint. */
export async function readOperation(
  client: PublicClient,
  chainId: number,
  { receipt, event }: Found,
): Promise<Operation | undefined> {
  const { input, to } = await client.getTransaction({ hash: receipt.transactionHash })
  if (to?.toLowerCase() !== ENTRY_POINT.toLowerCase()) return undefined
  const { functionName, args } = decodeFunctionData({ abi: entryPoint08Abi, data: input })
  const operations = functionName === 'handleOps' ? args[0].map(unpack) : []
  return operations.find((operation) => hashOf(operation, chainId) === event.args.userOpHash)
}

/** What `eth_getUserOperationReceipt` answers. */
export function receiptOf({ receipt, event }: Found) {
  const { userOpHash, sender, nonce, paymaster, success, actualGasCost, actualGasUsed } = event.args
  const own = logsOf(receipt, event)
  const reason = parseEventLogs({ abi: entryPoint08Abi, logs: own, eventName: 'UserOperationRevertReason' })[0]?.args.revertReason
  return {
    userOpHash,
    entryPoint: ENTRY_POINT,
    sender,
    nonce: numberToHex(nonce),
    ...(/^0x0*$/.test(paymaster) ? {} : { paymaster }),
    actualGasCost: numberToHex(actualGasCost),
    actualGasUsed: numberToHex(actualGasUsed),
    success,
    ...(reason === undefined ? {} : { reason }),
    logs: own.map(rawLog),
    receipt: rawReceipt(receipt),
  }
}

/** From the end of the operation before, or the start of all executions, to its own end. */
function logsOf({ logs }: TransactionReceipt, event: OperationEvent): Log[] {
  const marks = parseEventLogs({ abi: entryPoint08Abi, logs, eventName: ['BeforeExecution', 'UserOperationEvent'] })
  const before = marks.filter(
    ({ logIndex, address }) => logIndex < event.logIndex && address.toLowerCase() === ENTRY_POINT.toLowerCase(),
  )
  const start = before.at(-1)?.logIndex ?? -1
  return logs.filter(({ logIndex }) => logIndex > start && logIndex <= event.logIndex)
}

function rawLog({ address, topics, data, blockNumber, blockHash, transactionHash, transactionIndex, logIndex }: Log) {
  const quantity = (value: number | bigint | null) => (value === null ? null : numberToHex(value))
  return {
    address,
    topics,
    data,
    blockNumber: quantity(blockNumber),
    blockHash,
    transactionHash,
    transactionIndex: quantity(transactionIndex),
    logIndex: quantity(logIndex),
    removed: false,
  }
}

function rawReceipt(receipt: TransactionReceipt) {
  return {
    transactionHash: receipt.transactionHash,
    transactionIndex: numberToHex(receipt.transactionIndex),
    blockHash: receipt.blockHash,
    blockNumber: numberToHex(receipt.blockNumber),
    from: receipt.from,
    to: receipt.to,
    cumulativeGasUsed: numberToHex(receipt.cumulativeGasUsed),
    gasUsed: numberToHex(receipt.gasUsed),
    effectiveGasPrice: numberToHex(receipt.effectiveGasPrice),
    contractAddress: null,
    logs: receipt.logs.map(rawLog),
    logsBloom: receipt.logsBloom,
    status: receipt.status === 'success' ? '0x1' : '0x0',
    type: '0x2',
  }
}
