// Solana in the sandbox wallets: the first account of the Solana devnet, and what a transaction does in words.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import {
  address,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
} from '@solana/kit'
import * as z from 'zod/mini'
import { SOLANA_ACCOUNTS } from '../../../services/devnet/solana/manifest.js'
import type { Description } from '../requests.js'
import { type Family, formatUnits, given, invalid, messageOf, notShared, party, shortened, unsupported } from './family.js'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
const TRANSFER = 2
const LAMPORTS_PER_SIGNATURE = 5_000n
const LOOKED_UP = 'an account from a lookup table'

const messageParams = z.object({ message: z.string(), pubkey: z.optional(z.string()) })
const transactionParams = z.object({ transaction: z.string(), pubkey: z.optional(z.string()) })

export function createSolanaFamily(): Family {
  const [account] = SOLANA_ACCOUNTS
  if (!account) throw new Error('the devnet has no account')
  const seed = hex.decode(account.seed)
  const own = { address: account.address, publicKey: ed25519.getPublicKey(seed) }
  const requireOwn = (pubkey = own.address) => {
    if (pubkey !== own.address) throw notShared()
  }
  return {
    accounts: () => Promise.resolve([own]),
    async read(_chain, method, params) {
      switch (method) {
        case 'solana_signMessage': {
          const { message, pubkey } = given(messageParams, params)
          requireOwn(pubkey)
          const bytes = decoded(() => base58.decode(message))
          return {
            description: { title: 'Sign a message', verb: 'Sign', facts: [party('With', own.address)], ...messageOf(bytes) },
            answer: () => Promise.resolve({ signature: base58.encode(ed25519.sign(bytes, seed)) }),
          }
        }
        case 'solana_signTransaction': {
          const { transaction, pubkey } = given(transactionParams, params)
          requireOwn(pubkey)
          const parsed = decoded(() => getTransactionDecoder().decode(base64.decode(transaction)))
          if (!(own.address in parsed.signatures)) throw notShared()
          return {
            description: decoded(() => describeTransaction(Uint8Array.from(parsed.messageBytes))),
            answer: () => {
              const signature = ed25519.sign(Uint8Array.from(parsed.messageBytes), seed) as SignatureBytes // 64 bytes
              const signatures = { ...parsed.signatures, [address(own.address)]: signature }
              const signed = getTransactionEncoder().encode({ ...parsed, signatures })
              return Promise.resolve({
                signature: base58.encode(Uint8Array.from(signature)),
                transaction: base64.encode(Uint8Array.from(signed)),
              })
            },
          }
        }
        default:
          throw unsupported(method)
      }
    },
  }
}

function decoded<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw invalid()
  }
}

/** @param message what is signed of a transaction */
function describeTransaction(message: Uint8Array): Description {
  const { header, instructions, staticAccounts } = readMessage(message)
  const steps = instructions
    .map((instruction) => describeInstruction(instruction, staticAccounts))
    .filter((step) => step !== undefined)
  const isTransfer = steps.length > 0 && steps.every(({ isKnown }) => isKnown)
  const [payer = ''] = staticAccounts
  const fee = { label: 'Fee', value: formatUnits(LAMPORTS_PER_SIGNATURE * BigInt(header.numSignerAccounts), 9, 'SOL') }
  const [only] = steps
  return {
    title: isTransfer ? 'Send coins' : 'Sign a transaction',
    verb: 'Sign',
    facts:
      steps.length === 1 && only?.isKnown
        ? [...only.facts, fee]
        : [...steps.map(({ words }, index) => ({ label: `Step ${index + 1}`, value: words })), party('Paid by', payer), fee],
    warning: isTransfer ? undefined : 'This runs programs that this wallet does not know.',
  }
}

interface Instruction {
  readonly programAddressIndex: number
  readonly accountIndices?: readonly number[]
  readonly data?: ArrayLike<number>
}
interface Step {
  readonly words: string
  readonly isKnown: boolean
  readonly facts: Description['facts']
}

/** Messages of the first two versions. @throws when it is of a later one */
function readMessage(message: Uint8Array) {
  const compiled = getCompiledTransactionMessageDecoder().decode(message)
  if (compiled.version !== 'legacy' && compiled.version !== 0) throw invalid()
  return compiled
}

/** One instruction in words; undefined for those that only say what the transaction may cost the cluster. */
function describeInstruction(
  { programAddressIndex, accountIndices = [], data = [] }: Instruction,
  accounts: readonly string[],
): Step | undefined {
  const program = accounts[programAddressIndex] ?? LOOKED_UP
  if (program === BUDGET_PROGRAM) return undefined
  const bytes = Uint8Array.from(data)
  const view = new DataView(bytes.buffer)
  if (program === SYSTEM_PROGRAM && bytes.length === 12 && view.getUint32(0, true) === TRANSFER) {
    const amount = formatUnits(view.getBigUint64(4, true), 9, 'SOL')
    const [from = LOOKED_UP, to = LOOKED_UP] = accountIndices.map((index) => accounts[index])
    return {
      words: `Send ${amount} to ${shortened(to)}`,
      isKnown: true,
      facts: [{ label: 'Amount', value: amount }, party('From', from), party('To', to)],
    }
  }
  return { words: `Call the program ${shortened(program)}`, isKnown: false, facts: [] }
}
