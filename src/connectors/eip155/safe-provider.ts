// An EIP-1193 provider over the Safe that shows the page in a frame. A Safe signs and sends when enough of its owners have agreed:
// a transaction is known by its `safeTxHash` until it is executed, and the provider translates that to the hash of the chain.
import * as z from 'zod/mini'
import { numberToHex } from 'viem/utils'
import type { RequestArguments } from '../connector.js'
import { delay, withTimeout } from '../../vocabulary/timeout.js'
import { isNodeMethod } from '../../vocabulary/rpc-methods.js'
import { ProviderRpcError, unsupportedMethod } from '../../vocabulary/rpc-error.js'
import { parse } from '../foreign-calls.js'
import type { InjectedProvider } from './foreign.js'
import type { SafeBridge } from './safe-bridge.js'

/** How often, in ms, and how long a message is asked for that other owners have to sign too. */
const SIGNATURE_PAUSE_MS = 3_000
const SIGNATURE_LIMIT_MS = 300_000
/** Milliseconds for answers that need no person. */
const QUIET_LIMIT_MS = 5_000

const address = z.string().check(z.regex(/^0x[\da-f]{40}$/i))
const hash = z.string().check(z.regex(/^0x[\da-f]{64}$/i))
const data = z.string().check(z.regex(/^0x([\da-f]{2})*$/i))
const amount = z.union([z.string().check(z.regex(/^(0x[\da-f]+|\d+)$/i)), z.number().check(z.int(), z.nonnegative()), z.bigint()])
const call = z.object({ to: address, data: z.optional(data), input: z.optional(data), value: z.optional(amount) })
const transactionParams = z.tuple([z.extend(call, { from: z.optional(address) })], z.unknown())
const batchParams = z.tuple(
  [
    z.object({
      version: z.string(),
      id: z.optional(z.string()),
      from: z.optional(address),
      chainId: z.optional(z.string().check(z.regex(/^0x[\da-f]+$/i))),
      calls: z.array(z.extend(call, { capabilities: z.optional(z.unknown()) })).check(z.minLength(1)),
      capabilities: z.optional(z.record(z.string(), z.object({ optional: z.optional(z.boolean()) }))),
    }),
  ],
  z.unknown(),
)
const signParams = z.tuple([z.string(), address], z.unknown())
const typedData = z.looseObject({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})
const typedParams = z.tuple([address, z.unknown()], z.unknown())
const hashParams = z.tuple([hash], z.unknown())
const idParams = z.tuple([z.string()], z.unknown())
const capabilityParams = z.tuple([address, z.optional(z.array(z.string()))], z.unknown())
const sentSchema = z.object({ safeTxHash: hash })
const signedSchema = z.object({ signature: z.optional(z.string()), messageHash: z.optional(hash), safeTxHash: z.optional(hash) })
const signature = z.string().check(z.regex(/^0x[\da-f]{62,}$/i))
const transactionSchema = z.object({ txStatus: z.string(), txHash: z.nullish(hash) })
const receiptSchema = z.looseObject({ status: z.string() })

/** Codes of EIP-5792 by the states of a transaction of a Safe; any other state is pending. */
const statusCodes: Readonly<Record<string, number>> = { SUCCESS: 200, CANCELLED: 400, FAILED: 500 }

/**
 * Makes the provider. Codes of its errors: -32602 for malformed parameters, 4100 for another account than the Safe, 4200 for what a
 * Safe cannot do (switching its chain, signing bare hashes), -32002 with `data.messageHash` while other owners have not signed a
 * message within 5 min, and those of EIP-5792.
 */
export function createSafeProvider({ info, send }: SafeBridge): InjectedProvider {
  const chainId = numberToHex(info.chainId)
  /** Batches that the page has named itself. They are known as long as the page is open. */
  const named = new Map<string, string>()
  const isSafe = (account: string | undefined) =>
    account === undefined || account.toLowerCase() === info.safeAddress.toLowerCase()
  const quietly = (method: string, params: unknown) => withTimeout(send(method, params), { ms: QUIET_LIMIT_MS })
  const node = (method: string, params: unknown = []) => quietly('rpcCall', { call: method, params })
  const requireSafe = (account: string | undefined) => {
    if (!isSafe(account)) throw new ProviderRpcError(4100, 'The Safe signs and sends only with its own account.')
  }

  async function propose(calls: readonly z.infer<typeof call>[]): Promise<string> {
    const txs = calls.map((each) => ({
      to: each.to,
      value: BigInt(each.value ?? 0).toString(),
      data: each.data ?? each.input ?? '0x',
    }))
    const answer = parse(sentSchema, await send('sendTransactions', { txs }))
    if (!answer) throw new ProviderRpcError(-32603, 'The Safe may have the transaction, but did not answer with its hash.')
    return answer.safeTxHash
  }

  /** What the Safe knows of a transaction; `undefined` when that is nothing. */
  const find = async (safeTxHash: string) =>
    parse(transactionSchema, await quietly('getTxBySafeTxHash', { safeTxHash }).catch(() => undefined))

  /** Asks the node by the hash of the chain; if it knows none, by the hash of the Safe's transaction. */
  async function byHash(method: string, params: unknown): Promise<unknown> {
    const [given] = required(hashParams, params)
    const found = await node(method, params)
    if (found !== null && found !== undefined) return found
    const txHash = (await find(given))?.txHash
    return txHash === undefined || txHash === null ? null : node(method, [txHash])
  }

  /** The signature in the answer to a request to sign, or as soon as the other owners have signed too. */
  async function signatureOf(answer: unknown): Promise<string> {
    const signed = parse(signedSchema, answer)
    const whole = parse(signature, signed?.signature)
    if (whole !== undefined) return whole
    // An old Safe signs in a transaction. A verifier then asks the Safe with an empty signature (ERC-1271).
    if (signed?.safeTxHash !== undefined) return '0x'
    const messageHash = signed?.messageHash
    if (messageHash === undefined) throw new ProviderRpcError(-32603, 'The Safe did not answer with a signature.')
    for (const until = Date.now() + SIGNATURE_LIMIT_MS; Date.now() < until; await delay(SIGNATURE_PAUSE_MS)) {
      const found = parse(signature, await quietly('getOffChainSignature', messageHash).catch(() => undefined))
      if (found !== undefined) return found
    }
    throw new ProviderRpcError(-32002, 'Other owners of the Safe have not signed the message yet.', { data: { messageHash } })
  }

  async function sign(method: string, params: unknown): Promise<string> {
    // Else some Safes sign in a transaction. Those that do not know the setting sign as they always do.
    await node('safe_setSettings', [{ offChainSigning: true }]).catch(() => undefined)
    return signatureOf(await send(method, params))
  }

  async function signTyped(params: unknown): Promise<string> {
    const [account, value] = required(typedParams, params)
    requireSafe(account)
    return sign('signTypedMessage', { typedData: required(typedData, typeof value === 'string' ? parseText(value) : value) })
  }

  const answers: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_accounts: () => [info.safeAddress],
    eth_requestAccounts: () => [info.safeAddress],
    eth_chainId: () => chainId,
    net_version: () => String(info.chainId),
    eth_sendTransaction(params) {
      const [{ from, ...sent }] = required(transactionParams, params)
      requireSafe(from)
      return propose([sent])
    },
    personal_sign(params) {
      const [message, account] = required(signParams, params)
      requireSafe(account)
      return sign('signMessage', { message })
    },
    eth_signTypedData: signTyped,
    eth_signTypedData_v4: signTyped,
    eth_getTransactionByHash: (params) => byHash('eth_getTransactionByHash', params),
    eth_getTransactionReceipt: (params) => byHash('eth_getTransactionReceipt', params),
    wallet_getCapabilities(params) {
      const [account, chains] = required(capabilityParams, params)
      requireSafe(account)
      // Several calls of a Safe are one transaction.
      const isAsked = chains?.some((each) => each.toLowerCase() === chainId) ?? true
      return isAsked ? { [chainId]: { atomic: { status: 'supported' } } } : {}
    },
    async wallet_sendCalls(params) {
      const [{ id, from, chainId: chain = chainId, calls, capabilities = {} }] = required(batchParams, params)
      requireSafe(from)
      if (chain.toLowerCase() !== chainId) throw new ProviderRpcError(5710, 'The Safe is on another chain.')
      if (id !== undefined && named.has(id)) throw new ProviderRpcError(5720, 'A batch with this id was sent before.')
      if (Object.values(capabilities).some(({ optional }) => optional !== true))
        throw new ProviderRpcError(5700, 'The Safe has none of the capabilities that the calls need.')
      if (id !== undefined) named.set(id, '') // taken from now on: a second batch with this id must not be sent meanwhile
      try {
        const safeTxHash = await propose(calls)
        if (id !== undefined) named.set(id, safeTxHash)
        return { id: id ?? safeTxHash }
      } catch (error) {
        if (id !== undefined) named.delete(id)
        throw error
      }
    },
    async wallet_getCallsStatus(params) {
      const [id] = required(idParams, params)
      const transaction = await find(named.get(id) ?? id)
      if (!transaction) throw new ProviderRpcError(5730, 'The Safe knows no calls with this id.')
      const { txStatus, txHash } = transaction
      const receipt =
        typeof txHash === 'string' ? parse(receiptSchema, await node('eth_getTransactionReceipt', [txHash])) : undefined
      const status = statusCodes[txStatus] ?? 100
      return { version: '2.0.0', id, chainId, atomic: true, status, ...(receipt ? { receipts: [receipt] } : {}) }
    },
  }

  return {
    async request({ method, params }: RequestArguments) {
      const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
      if (answer) return answer(params)
      if (isNodeMethod(method)) return node(method, params)
      throw unsupportedMethod(method)
    },
  }
}

/** @throws ProviderRpcError -32602 */
function required<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const read = parse(schema, value)
  if (read === undefined) throw new ProviderRpcError(-32602, 'Invalid params.')
  return read
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no JSON, so no typed data
  }
}
