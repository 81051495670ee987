// What the visitor has to approve: decoded, shown, signed exactly as it was shown, and sent once.
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import { FrameError } from '../../../src/frame/frame-error.js'
import type { UnsafeMethod } from '../../../src/frame/rpc-policy.js'
import type { WireUser } from '../../src/embedded/wire.js'
import { describeRequest } from '../approvals/describe.js'
import type { Decision } from '../approvals/stack.js'
import type { Approval, ApprovalContext, ApprovalRequest, EvmTransaction } from '../approvals/types.js'
import type { ChainAccounts } from '../accounts.js'
import { aborted, loaded, toFrameError } from '../frame-errors.js'
import type { Keyring } from '../keys/keyring.js'
import type { FrameParts, HandlerContext } from '../parts.js'
import { phraseOf } from '../phrase.js'
import { assertNewId, keepCalls } from './calls.js'
import { chainNames } from './chain-names.js'
import { requestKey, type Sender } from './send.js'
import { firstSignature, signatureOf, signMessage, signSolana, signTransaction } from './sign.js'

/** A request that passed the policy, of a user whose page was let in. */
export interface Asked {
  readonly method: UnsafeMethod
  readonly params: unknown
  /** CAIP-2. */
  readonly chainId: string
  readonly user: WireUser
}

export type Approve = (asked: Asked, context: HandlerContext) => Promise<unknown>

export interface ApproveOptions {
  readonly parts: FrameParts
  readonly sender: Sender
  /** Asks the visitor. */
  readonly show: (approval: Approval, signal: AbortSignal, origin: string) => Promise<Decision>
}

/** Requests that use a number of the account: one after the other, or two would get the same. */
const numbered: readonly UnsafeMethod[] = ['eth_sendTransaction', 'wallet_sendCalls']
/** So often the chain may move on while the visitor reads. */
const ROUNDS = 3

export function createApprove({ parts, sender, show }: ApproveOptions): Approve {
  const { accounts, api, chains, config, nodes, store, wallet } = parts
  /** The number that follows the last transaction that this page sent, by chain and account: a node may not know it yet. */
  const numbers = new Map<string, bigint>()
  let last: Promise<unknown> = Promise.resolve()
  const smartSender = once(async () =>
    (await loaded(import('../smart/send.js'))).createSmartSender({ nodes, store, sender, now: () => api.now() }),
  )

  const described: ApprovalContext = {
    get now() {
      return api.now()
    },
    chains: chainNames(chains.known, config.chainNames),
    hasSmartAccounts: accounts.networks.length > 0,
    read: readWithNumbers,
    knownContract(chainId, address) {
      const name = config.knownContracts?.[`${chainId}:${address}`]
      return name === undefined ? undefined : { name, kind: 'contract' }
    },
  }

  async function readWithNumbers(
    chainId: string,
    call: { readonly method: string; readonly params: unknown },
    signal?: AbortSignal,
  ) {
    const answer = await nodes.read(chainId, call, signal)
    const asked = z.tuple([z.string(), z.literal('pending')]).safeParse(call.params)
    if (call.method !== 'eth_getTransactionCount' || !asked.success) return answer
    const own = numbers.get(numberKey(chainId, asked.data[0])) ?? 0n
    return own > readNumber(answer) ? `0x${own.toString(16)}` : answer
  }

  async function one(asked: Asked, context: HandlerContext): Promise<unknown> {
    const { method, params, chainId, user } = asked
    const { origin, signal } = context
    if (signal.aborted) throw aborted()
    const ready = await wallet.ready(user, signal, true)
    const { recovery } = ready
    if (recovery?.mode === 'assisted')
      throw new FrameError(
        recovery.heldUntil === undefined ? 'WALLET_LOCKED' : 'RECOVERY_HELD',
        'This wallet does not open on this device yet',
        {
          heldUntil: recovery.heldUntil,
        },
      )
    // Before anything is approved: the screen for the recovery code, and an approval, are one at a time.
    if (recovery) await wallet.unlock(user, signal)
    const { address: account, smart } = actingOn(await accounts.on(chainId, origin, ready.addresses), method, params)
    const phrase = await phraseOf(store)
    const request: ApprovalRequest = { method, params, chainId, origin, account, smart, phrase }
    const key = await requestKey(origin, method, chainId, account, params)
    // Its fate was unknown: it was approved, and must not be paid twice.
    if (smart && method === 'eth_sendTransaction') {
      const { resume, settle } = await smartSender()
      const hash = await resume(key, signal)
      if (hash !== undefined) return settle(key, chainId, hash, signal)
    }
    const resumed =
      method === 'eth_sendTransaction' || method === 'solana_signAndSendTransaction'
        ? await sender.resume(key, signal)
        : undefined
    if (resumed !== undefined) return answerOf(method, resumed)
    const id = method === 'wallet_sendCalls' ? idOf(params) : ''
    if (method === 'wallet_sendCalls') await assertNewId(parts, id)

    for (let round = 1; ; round += 1) {
      const other = smart ? (await loaded(import('../smart/describe.js'))).describeFor(smart) : undefined
      const approval = await describeRequest(request, described, signal, other)
      const decision = await show(approval, signal, origin)
      if (decision.outcome === 'rejected') throw new FrameError('USER_REJECTED', 'User rejected the request')
      try {
        if (signal.aborted) throw aborted()
        if (round < ROUNDS && (await isOutdated(decision.approval, request))) {
          decision.done()
          continue
        }
        const keyring = await wallet.unlock(user, signal)
        if (signal.aborted) throw aborted()
        const approved = { keyring, approval: decision.approval, method, params, chainId, account, origin, key, id, signal }
        const answer = await finish(approved)
        decision.done()
        return answer
      } catch (error) {
        // Shown until the visitor closes it; the page is told at once.
        void decision.failed(toFrameError(error).code)
        throw error
      }
    }
  }

  /** Whether another transaction of the account, from another tab or device, has taken the number while the visitor read. */
  async function isOutdated({ sign }: Approval, { chainId, account, params }: ApprovalRequest): Promise<boolean> {
    if (sign.type === 'userOperation') {
      const { isOutdated: isOld } = await loaded(import('../smart/prepare.js'))
      return isOld((method, asked) => nodes.read(chainId, { method, params: asked }), sign)
    }
    const first =
      sign.type === 'evmTransaction' ? sign.transaction : sign.type === 'evmTransactions' ? sign.transactions[0] : undefined
    if (!first) return false
    // A page that names the number itself may mean to replace a transaction that waits.
    const block = namedSchema.safeParse(params).success ? 'latest' : 'pending'
    const next = readNumber(await readWithNumbers(chainId, { method: 'eth_getTransactionCount', params: [account, block] }))
    return next > BigInt(first.nonce)
  }

  interface Approved {
    readonly keyring: Keyring
    readonly approval: Approval
    readonly method: UnsafeMethod
    readonly params: unknown
    readonly chainId: string
    readonly account: string
    readonly origin: string
    readonly key: string
    readonly id: string
    readonly signal: AbortSignal
  }

  async function finish(approved: Approved): Promise<unknown> {
    const { keyring, approval, method, params, chainId, account, origin, key, id, signal } = approved
    const { sign } = approval
    if (sign.type === 'evmTransaction') return sendOne(approved, sign.transaction, key)
    if (sign.type === 'evmTransactions') {
      const { transactions } = sign
      const hashes: string[] = []
      const keep = () => keepCalls(parts, id, { chainId, origin, hashes, count: transactions.length })
      for (const [at, transaction] of transactions.entries()) {
        try {
          hashes.push(await sendOne(approved, transaction, `${key}:${at}`))
        } catch (error) {
          // The calls before it are sent and stay so: the page reads from the status that some are missing.
          if (hashes.length === 0) throw error
          break
        }
        await keep()
      }
      return { id }
    }
    if (sign.type === 'solanaTransaction' || sign.type === 'solanaTransactions') {
      const plans = sign.type === 'solanaTransaction' ? [sign.transaction] : sign.transactions
      const signed = await signSolana(keyring, plans)
      const texts = signed.map((bytes) => btoa(String.fromCharCode(...bytes)))
      if (method === 'solana_signAllTransactions') return { transactions: texts }
      const [bytes, text] = [signed[0], texts[0]]
      if (!bytes || text === undefined) throw new FrameError('FAILED', 'An error occurred')
      if (method !== 'solana_signAndSendTransaction')
        return { signature: base58.encode(signatureOf(bytes, base58.decode(account))), transaction: text }
      const call = { method: 'sendTransaction', params: [text, { ...sendOptions(params), encoding: 'base64' }] }
      // What the chain calls a transaction is the first of its signatures, its payer's.
      return answerOf(method, await sender.send(key, { chainId, hash: base58.encode(firstSignature(bytes)), call }))
    }
    if (sign.type === 'smartSignature') return (await smartSender()).sign(keyring, sign, signal)
    if (sign.type === 'userOperation') {
      const { send, settle } = await smartSender()
      const hash = await send(keyring, key, sign)
      if (method === 'eth_sendTransaction') return settle(key, chainId, hash, signal)
      await keepCalls(parts, id, { chainId, origin, hashes: [hash], count: approval.calls.length, isOperation: true })
      return { id }
    }
    const signature = await signMessage(keyring, sign)
    return typeof signature === 'string' ? signature : { signature: base58.encode(signature) }
  }

  async function sendOne({ keyring, chainId, account }: Approved, transaction: EvmTransaction, key: string): Promise<string> {
    const { raw, hash } = await signTransaction(keyring, transaction)
    const sent = await sender.send(key, { chainId, hash, call: { method: 'eth_sendRawTransaction', params: [raw] } })
    numbers.set(numberKey(chainId, account), BigInt(transaction.nonce) + 1n)
    return sent
  }

  return (asked, context) => {
    if (!numbered.includes(asked.method)) return one(asked, context)
    const next = last.then(
      () => one(asked, context),
      () => one(asked, context),
    )
    last = next
    return next
  }
}

/** The account that a request names, if it is one of the visitor's; else the one that the page has chosen. */
function actingOn(of: ChainAccounts, method: UnsafeMethod, params: unknown): Pick<ChainAccounts, 'address' | 'smart'> {
  const [first, second] = (Array.isArray(params) ? params : [params]) as readonly unknown[]
  const from = z.object({ from: z.string() }).safeParse(first)
  // Of a message, the address may stand first or last.
  const named = method === 'personal_sign' ? [second, first] : from.success ? [from.data.from] : [first]
  const lower = named.flatMap((each) => (typeof each === 'string' ? [each.toLowerCase()] : []))
  const found = lower.flatMap((each) => of.all.find(({ address }) => address.toLowerCase() === each) ?? [])[0] ?? of
  return { address: found.address, smart: found.type === 'smartAccount' ? of.smart : undefined }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined // the next request tries again
      throw error
    }))
}

const namedSchema = z.tuple([z.object({ nonce: z.string() })])
const numberKey = (chainId: string, account: string) => `${chainId}:${account.toLowerCase()}`

function readNumber(answer: unknown): bigint {
  return typeof answer === 'string' && /^0x[0-9a-f]{1,16}$/i.test(answer) ? BigInt(answer) : 0n
}

function answerOf(method: UnsafeMethod, hash: string): unknown {
  return method === 'solana_signAndSendTransaction' ? { signature: hash } : hash
}

/** The id that the page has chosen, or one of our own. */
function idOf(params: unknown): string {
  const parsed = z.tuple([z.object({ id: z.optional(z.string().check(z.minLength(1))) })]).safeParse(params)
  const own = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return (parsed.success ? parsed.data[0].id : undefined) ?? `0x${own}`
}

const optionsSchema = z.object({
  options: z.optional(
    z.object({
      skipPreflight: z.optional(z.boolean()),
      preflightCommitment: z.optional(z.enum(['processed', 'confirmed', 'finalized'])),
      maxRetries: z.optional(z.int()),
      minContextSlot: z.optional(z.int()),
    }),
  ),
})

/** Older names of commitments are left out: nodes take them no longer. */
function sendOptions(params: unknown): Readonly<Record<string, unknown>> {
  const parsed = optionsSchema.safeParse(params)
  return parsed.success ? (parsed.data.options ?? {}) : {}
}
