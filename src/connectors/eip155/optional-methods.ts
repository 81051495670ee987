// Methods of a page's provider that a wallet may lack, or may have in an older version: batches of calls (EIP-5792), permissions
// (EIP-2255, ERC-7715) and assets (ERC-7811). Loaded with the first of them that a page calls.
import * as z from 'zod/mini'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { ProviderRpcError, unsupportedMethod } from '../../vocabulary/rpc-error.js'
import type { RequestArguments, SessionProperties } from '../connector.js'
import { parse } from '../foreign-calls.js'
import { codesOf } from '../wallet-errors.js'
import { readChain, toHexChain } from './codec.js'
import { readCapabilities } from './session-capabilities.js'

/** What the methods are answered with. */
export interface OptionalMethodsWorld {
  /** Asks the wallet. */
  readonly ask: (args: RequestArguments, chain: ChainId) => Promise<unknown>
  /** The granted accounts. */
  readonly accounts: () => readonly GrantedAccount[]
  /** The chains that requests may go to; `undefined` when the wallet accepts any. */
  readonly chains: () => readonly ChainId[] | undefined
  /** What the wallet has said of itself in its session (CAIP-25). Absent: there is no session. */
  readonly properties?: (() => SessionProperties | undefined) | undefined
  /** Called when the wallet has taken back a permission on the page's wish. Never rejects. */
  readonly onRevoked: () => Promise<void>
}

/** Codes of a wallet that does not know a method: of EIP-1193, EIP-1474, and WalletConnect, today's and the older one. */
const UNKNOWN_METHOD_CODES: readonly number[] = [4200, -32601, 5101, 10_001]
/** An app's id of a batch is at most 4096 bytes (EIP-5792). */
const ID_MAX_CHARACTERS = 4096
/** Batches whose chain is remembered. */
const BATCHES_MAX_COUNT = 200

const hexChain = z.string().check(z.regex(/^0x[1-9a-f][\da-f]*$/i))
const address = z.string().check(z.regex(/^0x[\da-f]{40}$/i))
const batchId = z.string().check(z.minLength(1), z.maxLength(ID_MAX_CHARACTERS))
const batchSchema = z.object({
  version: z.string(),
  id: z.optional(batchId),
  from: z.optional(address),
  chainId: z.optional(hexChain),
  calls: z.array(z.looseObject({ to: z.optional(address) })).check(z.minLength(1)),
})
const answeredId = z.union([batchId, z.object({ id: batchId })])
const idParams = z.tuple([batchId], z.unknown())
const statusSchema = z.looseObject({ status: z.union([z.number(), z.string()]) })
const receiptsSchema = z.array(z.object({ status: z.string() }))
const capabilityParams = z.tuple([address, z.optional(z.array(hexChain))], z.unknown())

/**
 * Makes the function that answers these methods. Its errors keep the wallet's codes (EIP-5792: 5700 to 5760), but a method that
 * the wallet does not know is 4200 whatever the wallet calls it. Its own are -32602 for malformed parameters, 4100 for an account
 * and 5710 for a chain that is not granted, -32603 for an answer that is none.
 */
export function createOptionalMethods(world: OptionalMethodsWorld) {
  /** The chain of each batch that was sent: over a relay its status is asked there. */
  const sent = new Map<string, ChainId>()

  const ask = async (args: RequestArguments, chain: ChainId): Promise<unknown> => {
    try {
      return await world.ask(args, chain)
    } catch (error) {
      const [code] = codesOf(error)
      if (code === undefined || !UNKNOWN_METHOD_CODES.includes(code)) throw error
      throw unsupportedMethod(args.method, error)
    }
  }

  const answers: Readonly<Record<string, (args: RequestArguments, requested: ChainId) => Promise<unknown>>> = {
    async wallet_sendCalls({ method, params }, requested) {
      const wanted: unknown = Array.isArray(params) ? params[0] : params
      const batch = required(batchSchema, wanted)
      const chain = batch.chainId === undefined ? requested : readChain(batch.chainId)
      const chains = world.chains()
      if (!chain || (chains && !chains.includes(chain)))
        throw new ProviderRpcError(5710, 'The wallet shares no account on the chain of the calls.')
      if (batch.from !== undefined && !isGranted(batch.from, chain))
        throw new ProviderRpcError(4100, 'The wallet does not share the account of the calls.')
      const answer = parse(answeredId, await ask({ method, params: [wanted] }, chain))
      if (answer === undefined)
        throw new ProviderRpcError(-32603, 'The wallet may have sent the calls, but did not answer with their id.')
      const id = typeof answer === 'string' ? answer : answer.id
      const [oldest] = sent.keys()
      if (sent.size >= BATCHES_MAX_COUNT && oldest !== undefined) sent.delete(oldest)
      sent.set(id, chain)
      // Before version 2 the answer is the id alone. A page gets the form of the version that it has asked in.
      if (batch.version.startsWith('1')) return id
      return typeof answer === 'string' ? { id } : answer
    },
    async wallet_getCallsStatus({ method, params }, requested) {
      const [id] = required(idParams, params)
      const chain = sent.get(id) ?? requested
      const answer = parse(statusSchema, await ask({ method, params: [id] }, chain))
      if (!answer) throw new ProviderRpcError(-32603, 'The wallet did not answer with the status of the calls.')
      if (typeof answer.status === 'number') return answer
      // Version 1 has two words, and no id.
      return { version: '2.0.0', id, chainId: toHexChain(chain), atomic: false, ...answer, status: toCode(answer) }
    },
    async wallet_getCapabilities({ method, params }, requested) {
      const known = parse(capabilityParams, params)
      const properties = world.properties?.()
      if (known && properties) {
        const [account, asked] = known
        const chains = asked?.flatMap((each) => readChain(each) ?? []) ?? world.chains() ?? [requested]
        const capabilities = readCapabilities(properties, account, chains)
        if (capabilities && chains.some((chain) => isGranted(account, chain))) return capabilities
      }
      return ask({ method, params: params ?? [] }, requested)
    },
    async wallet_revokePermissions(args, requested) {
      const answer = await ask(args, requested)
      await world.onRevoked()
      return answer
    },
  }

  const isGranted = (wanted: string, chain: ChainId) =>
    world.accounts().some((account) => account.chain === chain && account.address.toLowerCase() === wanted.toLowerCase())

  return (requested: ChainId, args: RequestArguments): Promise<unknown> =>
    (Object.hasOwn(answers, args.method) ? answers[args.method] : undefined)?.(args, requested) ?? ask(args, requested)
}

/** @throws ProviderRpcError -32602 */
function required<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const read = parse(schema, value)
  if (read === undefined) throw new ProviderRpcError(-32602, 'Invalid params.')
  return read
}

/** The status of EIP-5792 for one of its first version. An unknown word counts as pending. */
function toCode({ status, receipts }: z.infer<typeof statusSchema>): number {
  if (status !== 'CONFIRMED') return 100
  const failed = (parse(receiptsSchema, receipts) ?? []).filter((receipt) => isFailure(receipt.status))
  const all = Array.isArray(receipts) ? receipts.length : 0
  if (failed.length === 0) return 200
  return failed.length === all ? 500 : 600
}

/** The status of a receipt whose transaction was reverted: `0x0`. */
const isFailure = (status: string) => /^0x0*$/.test(status)
