// The methods of the bundler (ERC-7769). Each operation goes alone into a transaction of its own: there is no pool and no bundle.
import { createPublicClient, http, isHex, numberToHex, parseGwei, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { BUNDLER, BUNDLER_KEY, ENTRY_POINT } from '../manifest.js'
import { estimate } from './estimate.js'
import { find, readOperation, receiptOf } from './found.js'
import {
  gasOf,
  handleOpsData,
  hashOf,
  preVerificationGasOf,
  readEstimated,
  readSent,
  refuseEntryPoint,
  type Operation,
} from './operation.js'
import { toWire } from './packed.js'
import { BundlerRefusal, readRevert } from './refusal.js'
import { refuseUnruly } from './rules.js'

const NODE_TIMEOUT_MS = 20_000
/** What the EntryPoint uses beside the limits of the operation. */
const HANDLE_GAS = 250_000n
const TIP = parseGwei('1')

/** Method → what it answers. */
export type Methods = Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>>

interface Sent {
  readonly operation: Operation
  readonly transaction: Hex
}

/** @param rpcUrl of the chain's node */
export function createMethods({ rpcUrl, chainId }: { readonly rpcUrl: string; readonly chainId: number }): Methods {
  const transport = http(rpcUrl, { retryCount: 0, timeout: NODE_TIMEOUT_MS })
  const client = createPublicClient({ transport, cacheTime: 0, pollingInterval: 50 })
  const account = privateKeyToAccount(BUNDLER_KEY)
  /** Those that wait for a block, by hash. */
  const pending = new Map<Hex, Sent>()
  /** Those that are on their way, by hash and signature: a second call waits for the first. */
  const underway = new Map<string, Promise<Hex>>()
  /** Transactions are sent one after the other, so that each has a number of its own. */
  let queue: Promise<unknown> = Promise.resolve()

  /** What waits for a block still, as far as the node knows: it may have gone back to an older state. */
  async function waiting(hash: Hex): Promise<Sent | undefined> {
    const sent = pending.get(hash)
    if (!sent) return undefined
    const known = await client.getTransaction({ hash: sent.transaction }).catch(() => undefined)
    if (known?.blockNumber === null) return sent
    pending.delete(hash)
    return undefined
  }

  async function onChain(hash: Hex): Promise<Operation | undefined> {
    const found = await find(client, hash)
    return found && (await readOperation(client, chainId, found))
  }

  async function send(operation: Operation, hash: Hex): Promise<Hex> {
    // In this order: what waited a moment ago may be in a block by now.
    const earlier = (await waiting(hash))?.operation ?? (await onChain(hash))
    // Another signature makes it another request, which the EntryPoint refuses by its number.
    if (earlier?.signature === operation.signature) return hash
    await refusePoor(operation)
    try {
      await client.simulateContract({
        account: BUNDLER,
        address: ENTRY_POINT,
        abi: entryPoint08Abi,
        functionName: 'handleOps',
        args: [[toPackedUserOperation(operation)], BUNDLER],
        gas: transactionGas(operation),
        blockTag: 'pending',
      })
    } catch (error) {
      throw readRevert(error) ?? error
    }
    await refuseUnruly(client, operation, transactionGas(operation))
    pending.set(hash, { operation, transaction: await submit(operation) })
    return hash
  }

  /** Refuses what no bundler would carry out: it would pay more than it gets. */
  async function refusePoor(operation: Operation): Promise<void> {
    const needed = preVerificationGasOf(operation)
    if (operation.preVerificationGas < needed)
      throw new BundlerRefusal('invalidParams', `preVerificationGas: at least ${needed} is needed`)
    const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' })
    if (baseFeePerGas !== null && operation.maxFeePerGas < baseFeePerGas)
      throw new BundlerRefusal('invalidParams', `maxFeePerGas: is below the base fee of ${baseFeePerGas}`)
  }

  async function submit(operation: Operation): Promise<Hex> {
    const [nonce, block] = await Promise.all([
      client.getTransactionCount({ address: BUNDLER, blockTag: 'pending' }),
      client.getBlock({ blockTag: 'latest' }),
    ])
    const serializedTransaction = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      to: ENTRY_POINT,
      data: handleOpsData(operation),
      gas: transactionGas(operation),
      maxFeePerGas: 2n * (block.baseFeePerGas ?? 0n) + TIP,
      maxPriorityFeePerGas: TIP,
    })
    return client.sendRawTransaction({ serializedTransaction })
  }

  return {
    eth_chainId: () => Promise.resolve(numberToHex(chainId)),
    eth_supportedEntryPoints: () => Promise.resolve([ENTRY_POINT]),
    async eth_estimateUserOperationGas([given, entryPoint, overrides, ...more]) {
      refuseEntryPoint(entryPoint)
      if (more.length > 0 || (overrides !== undefined && !isEmptyObject(overrides)))
        throw new BundlerRefusal('invalidParams', 'State overrides are not supported here')
      return toWire(await estimate(client, readEstimated(given)))
    },
    async eth_sendUserOperation([given, entryPoint, ...more]) {
      refuseEntryPoint(entryPoint)
      if (more.length > 0) throw new BundlerRefusal('invalidParams', 'Two parameters are needed')
      const operation = readSent(given)
      const hash = hashOf(operation, chainId)
      const key = `${hash} ${operation.signature}`
      const running = underway.get(key)
      if (running) return running
      const mine = queue.then(() => send(operation, hash)).finally(() => underway.delete(key))
      underway.set(key, mine)
      queue = mine.catch(() => undefined) // the caller gets the error
      return mine
    },
    async eth_getUserOperationByHash(params) {
      const hash = readHash(params)
      const sent = await waiting(hash)
      if (sent) {
        const place = { blockNumber: null, blockHash: null, transactionHash: sent.transaction }
        return { userOperation: toWire(sent.operation), entryPoint: ENTRY_POINT, ...place }
      }
      const found = await find(client, hash)
      const operation = found && (await readOperation(client, chainId, found))
      if (!operation) return null
      const { blockNumber, blockHash, transactionHash } = found.receipt
      const place = { blockNumber: numberToHex(blockNumber), blockHash, transactionHash }
      return { userOperation: toWire(operation), entryPoint: ENTRY_POINT, ...place }
    },
    async eth_getUserOperationReceipt(params) {
      const found = await find(client, readHash(params))
      return found ? receiptOf(found) : null
    },
  }
}

/** Every inner call gets at most 63 of 64 parts of the gas. */
function transactionGas(operation: Operation): bigint {
  const gas = gasOf(operation)
  return gas + gas / 16n + HANDLE_GAS
}

function readHash([hash, ...more]: readonly unknown[]): Hex {
  if (more.length > 0 || !isHex(hash) || hash.length !== 66)
    throw new BundlerRefusal('invalidParams', 'The hash of a user operation is needed')
  return hash.toLowerCase() as Hex
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
