// What validation must not read (ERC-7562), seen in a trace of `handleOps`: else an operation that is valid now may be none a moment later, and a public bundler would refuse it.
import { concat, keccak256, pad, toHex, type Address, type PublicClient } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import * as z from 'zod'
import { BUNDLER, ENTRY_POINT } from '../manifest.js'
import { handleOpsData, type Operation } from './operation.js'
import { BundlerRefusal } from './refusal.js'

type Entity = 'account' | 'factory' | 'paymaster'

/** OP-011: what says something of the block, the transaction, or nothing that can be known before. */
const banned: readonly string[] = [
  'ORIGIN',
  'GASPRICE',
  'BLOCKHASH',
  'COINBASE',
  'TIMESTAMP',
  'NUMBER',
  'DIFFICULTY',
  'PREVRANDAO',
  'GASLIMIT',
  'BASEFEE',
  'BLOBHASH',
  'BLOBBASEFEE',
  'SELFDESTRUCT',
  'INVALID',
  'CREATE',
]
/** OP-080: for who has a stake. */
const forStaked: readonly string[] = ['BALANCE', 'SELFBALANCE']
const calls: readonly string[] = ['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL']
const BEFORE_EXECUTION = keccak256(toHex('BeforeExecution()'))
/** Slots of a mapping's entry that count as its own. */
const ENTRY_SLOTS = 128n
/** A trace with memory is too large to ask for, so that entries are known by the places where compilers put mappings: the first slots of a contract. */
const MAPPINGS_MAX = 64
const UNSTAKE_DELAY_MIN_S = 86_400

const word = z.string().transform((text) => BigInt(text.startsWith('0x') ? text : `0x${text}`))
const stepSchema = z.object({
  op: z.string(),
  depth: z.number(),
  stack: z.array(word),
})
const traceSchema = z.object({ structLogs: z.array(stepSchema) })
/** One instruction, with the stack as it found it. */
type Step = z.output<typeof stepSchema>

const addressOf = (value: bigint | undefined): Address =>
  `0x${((value ?? 0n) & (2n ** 160n - 1n)).toString(16).padStart(40, '0')}`
const isSame = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase()

interface Frame {
  /** Whose storage it works on. */
  readonly address: Address
  readonly entity: Entity | undefined
}

/**
 * The first rule that the validation of an operation breaks, in words; undefined: none.
 * @param isStaked whether an address has a stake in the EntryPoint
 */
function brokenRule(
  steps: readonly Step[],
  operation: Pick<Operation, 'sender' | 'factory' | 'paymaster'>,
  isStaked: (address: Address) => boolean,
): string | undefined {
  const { sender, factory, paymaster } = operation
  const addresses: Readonly<Record<Entity, Address | undefined>> = { account: sender, factory, paymaster }
  const own = BigInt(sender)
  /** Where the sender's entries of mappings begin. */
  const entries = Array.from({ length: MAPPINGS_MAX }, (_, at) =>
    BigInt(keccak256(concat([pad(sender), toHex(at, { size: 32 })]))),
  )
  const frames: Frame[] = [{ address: ENTRY_POINT, entity: undefined }]
  let created = 0
  const isOfSender = (slot: bigint) => slot === own || entries.some((start) => slot >= start && slot <= start + ENTRY_SLOTS)

  for (const [at, { op, depth, stack }] of steps.entries()) {
    frames.length = Math.min(frames.length, depth)
    const frame = frames[depth - 1]
    if (!frame) return 'the trace cannot be read'
    const next = steps[at + 1]
    const top = (place: number) => stack[stack.length - 1 - place]
    if (depth === 1 && op === 'LOG1' && top(2) === BigInt(BEFORE_EXECUTION)) return undefined
    if (calls.includes(op) || op.startsWith('CREATE')) {
      const to = op.startsWith('CREATE') ? sender : addressOf(top(1))
      // The EntryPoint has a factory called by a contract of its own.
      const entity =
        frame.entity ??
        (isSame(to, sender) ? 'account' : isSame(to, paymaster) ? 'paymaster' : isSame(to, factory) ? 'factory' : undefined)
      const keeps = op === 'DELEGATECALL' || op === 'CALLCODE'
      frames[depth] = { address: keeps ? frame.address : to, entity }
    }
    const { entity } = frame
    if (entity === undefined) continue
    const fault = (problem: string) => `${entity}: ${problem}`
    const staked = () => {
      const address = addresses[entity]
      return address !== undefined && isStaked(address)
    }
    if (banned.includes(op)) return fault(`${op} is banned (OP-011)`)
    if (op === 'GAS' && !(next && calls.includes(next.op))) return fault('GAS is allowed before a call alone (OP-012)')
    if (op === 'CREATE2' && (entity !== 'factory' || ++created > 1)) return fault('CREATE2 is for a factory, once (OP-031)')
    if (forStaked.includes(op) && !staked()) return fault(`${op} needs a stake (OP-080)`)
    if (op === 'CALL' && top(2) !== 0n && !isSame(addressOf(top(1)), ENTRY_POINT))
      return fault('coins may go to the EntryPoint alone (OP-061)')
    if (/^[ST](?:LOAD|STORE)$/.test(op)) {
      const slot = top(0) ?? 0n
      // The EntryPoint looks after its own, and the account's is its own (STO-010); what belongs to it elsewhere is, too (STO-021).
      if (isSame(frame.address, sender) || isSame(frame.address, ENTRY_POINT) || isOfSender(slot)) continue
      const isReading = op.endsWith('LOAD')
      if (!(isSame(frame.address, addresses[entity]) || isReading) || !staked())
        return fault(`storage of ${frame.address} needs a stake, or is not its own (STO-031, STO-033)`)
    }
  }
  return 'the trace has no end of validation'
}

/** @throws BundlerRefusal when validation reads what a public bundler lets nobody read */
export async function refuseUnruly(client: PublicClient, operation: Operation, gas: bigint): Promise<void> {
  const { sender, factory, paymaster } = operation
  const entities = [sender, factory, paymaster].flatMap((address) => address ?? [])
  const stakes = await Promise.all(
    entities.map((address) =>
      client.readContract({ address: ENTRY_POINT, abi: entryPoint08Abi, functionName: 'getDepositInfo', args: [address] }),
    ),
  )
  const staked = entities.filter((_, at) => {
    const info = stakes[at]
    return info?.staked === true && info.unstakeDelaySec >= UNSTAKE_DELAY_MIN_S
  })
  const call = { from: BUNDLER, to: ENTRY_POINT, data: handleOpsData(operation), gas: toHex(gas) }
  // viem knows no such method: the answer is parsed.
  const request = client.request as (args: { method: string; params: readonly unknown[] }) => Promise<unknown>
  const trace = traceSchema.parse(
    await request({ method: 'debug_traceCall', params: [call, 'latest', { disableStorage: true }] }),
  )
  const broken = brokenRule(trace.structLogs, operation, (address) => staked.some((one) => isSame(one, address)))
  if (broken !== undefined) throw new BundlerRefusal('rules', broken)
}
