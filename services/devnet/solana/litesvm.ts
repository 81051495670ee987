// The part of litesvm's native interface that the devnet uses. The binary is an optional dependency, one package per platform.
import { createRequire } from 'node:module'

export interface NativeAccount {
  lamports(): bigint
  data(): Uint8Array
  owner(): Uint8Array
  executable(): boolean
  rentEpoch(): bigint
}

interface CompiledInstruction {
  programIdIndex(): number
  accounts(): Uint8Array
  data(): Uint8Array
}

export interface Metadata {
  signature(): Uint8Array
  logs(): string[]
  innerInstructions(): { instruction(): CompiledInstruction; stackHeight(): number }[][]
  computeUnitsConsumed(): bigint
  returnData(): { programId(): Uint8Array; data(): Uint8Array }
}

/** `err()` is the number of a variant without fields, or an object per variant. */
interface Failed {
  err(): unknown
  meta(): Metadata
}
export type Outcome = Metadata | Failed
export type Simulated = { meta(): Metadata; postAccounts(): { address: Uint8Array; account(): NativeAccount }[] } | Failed

export interface Svm {
  toBytes(): Uint8Array
  setSigverify(verify: boolean): void
  setBlockhashCheck(check: boolean): void
  setTransactionHistory(capacity: bigint): void
  minimumBalanceForRentExemption(length: bigint): bigint
  getAccount(address: Uint8Array): NativeAccount | null
  setAccount(address: Uint8Array, account: NativeAccount): void
  getProgramAccounts(program: Uint8Array): { address: Uint8Array; account(): NativeAccount }[]
  getBalance(address: Uint8Array): bigint | null
  latestBlockhash(): string
  expireBlockhash(): void
  sendVersionedTransaction(transaction: Uint8Array): Outcome
  simulateVersionedTransaction(transaction: Uint8Array): Simulated
  warpToSlot(slot: bigint): void
  getClock(): { slot: bigint; unixTimestamp: bigint }
  setClock(clock: { slot: bigint; unixTimestamp: bigint }): void
}

interface Native {
  readonly LiteSvm: { new (): Svm; fromBytes(bytes: Uint8Array): Svm }
  readonly Account: new (
    lamports: bigint,
    bytes: Uint8Array,
    owner: Uint8Array,
    executable: boolean,
    rentEpoch: bigint,
  ) => NativeAccount
  readonly TransactionErrorFieldless: Readonly<Record<string, unknown>>
  readonly InstructionErrorFieldless: Readonly<Record<string, unknown>>
}

const MISSING = [
  'No Solana devnet: litesvm was not found.',
  'On Linux x64 it comes with `npm install` (optional dependency litesvm-linux-x64-gnu; do not use --omit=optional).',
  'Elsewhere install the package litesvm-<platform>-<arch> of the same version.',
].join('\n')

/** @throws Error that says how to get it. */
export function loadLitesvm(): Native {
  const require = createRequire(import.meta.url)
  const base = `litesvm-${process.platform}-${process.arch}`
  for (const name of process.platform === 'linux' ? [`${base}-gnu`, `${base}-musl`] : [base]) {
    try {
      // A native module has no types of its own; this is what its documentation promises.
      return require(name) as Native
    } catch {
      // The next one, or the reason below.
    }
  }
  throw new Error(MISSING)
}
