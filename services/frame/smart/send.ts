// Signs and sends what was approved of a smart account, once, and finds the transaction in which an operation has arrived. What a bundler says of that is
// looked up on the chain.
import * as z from 'zod/mini'
import { FrameError } from '../../../src/frame/frame-error.js'
import type { Hex, SignPlan, UserOperation } from '../approvals/types.js'
import { aborted, coded } from '../frame-errors.js'
import type { Keyring } from '../keys/keyring.js'
import type { SignPayloadInput } from '../keys/sign/payload.js'
import type { Nodes } from '../nodes.js'
import type { Sender } from '../rpc/send.js'
import type { FrameStore } from '../store.js'
import { isDeployed } from './account.js'
import { ENTRY_POINT, hashOf, wireOf } from './operation.js'
import { finishSignature } from './signature.js'

type SignaturePlan = Extract<SignPlan, { readonly type: 'smartSignature' }>
type OperationPlan = Extract<SignPlan, { readonly type: 'userOperation' }>

/** An operation that is on the chain. */
export interface Arrived {
  readonly transactionHash: Hex
  /** False: the fee was paid, and the calls were undone. */
  readonly isSuccess: boolean
  /** Of its transaction, with the logs of this operation alone. */
  readonly receipt: Readonly<Record<string, unknown>>
}

export interface SmartSender {
  /** A signature as apps check it. */
  sign(keyring: Keyring, plan: SignaturePlan, signal: AbortSignal): Promise<Hex>
  /** @returns the hash of the operation @throws FrameError as `Sender.send` */
  send(keyring: Keyring, key: string, plan: OperationPlan): Promise<Hex>
  /** The hash of an equal operation whose fate was unknown; undefined when there is none. */
  resume(key: string, signal: AbortSignal): Promise<Hex | undefined>
  /** Waits until it has arrived. @returns the hash of its transaction @throws FrameError FAILED: it was undone; SERVICES_UNAVAILABLE: not seen in time */
  settle(key: string, chainId: string, hash: Hex, signal: AbortSignal): Promise<Hex>
}

/** A request that comes later than this means another payment. */
const UNKNOWN_FOR_MS = 10 * 60_000
const WAIT_MAX_MS = 120_000
const [POLL_FIRST_MS, POLL_MAX_MS] = [250, 3_000]
const REVERTED = 3

const hexSchema = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const hashSchema = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const keptSchema = z.object({ hash: hashSchema, at: z.number() })
const saidSchema = z.object({ receipt: z.object({ transactionHash: hashSchema }) })
const logSchema = z.object({ address: hexSchema, data: hexSchema, topics: z.array(hexSchema) })
const receiptSchema = z.looseObject({ transactionHash: hashSchema, logs: z.array(logSchema) })
/** `UserOperationEvent` and `BeforeExecution` of the EntryPoint. */
const [EVENT, BEFORE] = [
  '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
  '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972',
]

export interface SmartSenderOptions {
  readonly nodes: Nodes
  readonly store: FrameStore
  readonly sender: Sender
  readonly now: () => number
}

export function createSmartSender({ nodes, store, sender, now }: SmartSenderOptions): SmartSender {
  const keyOf = (key: string) => `sent:op:${key}` as const
  const sign = async (keyring: Keyring, payload: unknown): Promise<Hex> => {
    // The worker gets a copy, and parses it.
    const signature = await keyring.sign({ account: 'eip155', payload: payload as SignPayloadInput })
    if (typeof signature !== 'string') throw coded('FAILED')
    return signature as Hex
  }

  return {
    async sign(keyring, plan, signal) {
      const isThere = await isDeployed(nodes, plan.account, signal)
      return finishSignature(plan, await sign(keyring, { type: 'eip712', typedData: plan.typedData }), isThere)
    },

    async send(keyring, key, { account: { chainId }, chainNumber, operation }) {
      const hash = hashOf(operation, chainNumber)
      const signature = await sign(keyring, operationPayload(operation, chainNumber))
      const call = { method: 'eth_sendUserOperation', params: [wireOf(operation, signature), ENTRY_POINT] }
      await store.set(keyOf(key), { hash, at: now() })
      try {
        await sender.send(key, { chainId, hash, call })
      } catch (error) {
        if (error instanceof FrameError && error.code === 'FAILED') await store.delete(keyOf(key)) // the bundler has refused it
        throw error
      }
      return hash
    },

    async resume(key, signal) {
      const wasOpen = (await store.get(`sent:${key}`)) !== undefined
      const resumed = await sender.resume(key, signal)
      if (resumed !== undefined) return resumed as Hex
      const kept = keptSchema.safeParse(await store.get(keyOf(key)))
      // Refused when it was sent again, or so old that another payment is meant.
      if (wasOpen || !kept.success || kept.data.at + UNKNOWN_FOR_MS < now()) {
        await store.delete(keyOf(key))
        return undefined
      }
      return kept.data.hash as Hex
    },

    async settle(key, chainId, hash, signal) {
      const end = now() + WAIT_MAX_MS
      for (let wait = POLL_FIRST_MS; ; wait = Math.min(wait * 1.5, POLL_MAX_MS)) {
        if (signal.aborted) throw aborted()
        const arrived = await arrivedOperation(nodes, chainId, hash, signal).catch(() => undefined)
        if (arrived) {
          await store.delete(keyOf(key))
          if (arrived.isSuccess) return arrived.transactionHash
          throw new FrameError('FAILED', 'execution reverted', { rpcCode: REVERTED })
        }
        // It stays kept: the same request asks for it again instead of paying twice.
        if (now() > end) throw coded('SERVICES_UNAVAILABLE')
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    },
  }
}

function operationPayload(userOperation: UserOperation, chainId: number) {
  return { type: 'userOperationHash', chainId, entryPointVersion: '0.8', as: 'hash', userOperation }
}

/** An operation by its hash; undefined while it is not on the chain. */
export async function arrivedOperation(
  nodes: Nodes,
  chainId: string,
  hash: string,
  signal?: AbortSignal,
): Promise<Arrived | undefined> {
  const said = saidSchema.safeParse(await nodes.read(chainId, { method: 'eth_getUserOperationReceipt', params: [hash] }, signal))
  if (!said.success) return undefined
  const { transactionHash } = said.data.receipt
  const found = receiptSchema.safeParse(
    await nodes.read(chainId, { method: 'eth_getTransactionReceipt', params: [transactionHash] }, signal),
  )
  if (!found.success) return undefined
  const { logs } = found.data
  const isOfEntryPoint = (at: number) => logs[at]?.address.toLowerCase() === ENTRY_POINT.toLowerCase()
  const isEvent = (at: number, topic: string) => isOfEntryPoint(at) && logs[at]?.topics[0]?.toLowerCase() === topic
  const last = logs.findIndex((log, at) => isEvent(at, EVENT) && log.topics[1]?.toLowerCase() === hash.toLowerCase())
  const event = logs[last]
  if (!event) return undefined // not in this transaction, whatever the bundler says
  let first = last
  while (first > 0 && !isEvent(first - 1, EVENT) && !isEvent(first - 1, BEFORE)) first -= 1
  // The words of the event: nonce, success, cost, gas.
  const isSuccess = event.data.length >= 2 + 128 && BigInt(`0x${event.data.slice(66, 130)}`) === 1n
  return { transactionHash: transactionHash as Hex, isSuccess, receipt: { ...found.data, logs: logs.slice(first, last) } }
}
