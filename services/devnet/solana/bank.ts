// The Solana devnet's state: litesvm executes, and here is kept what a node remembers beside: blockhashes, signatures, records.
import { fromBase58, toBase58 } from '../../src/base58.js'
import { errorOf, type TransactionError } from './failure.js'
import { isSigned } from './keys.js'
import { loadLitesvm, type Metadata, type NativeAccount, type Outcome, type Svm } from './litesvm.js'
import { readTokenAccount, type TokenBalance } from './token.js'
import { readTransaction, type Lookup, type Transaction } from './transaction.js'

/** A transaction may name one of the last blockhashes, as on the real network. */
const BLOCKHASH_LIFE = 150
const FEE_PER_SIGNATURE = 5_000n

export interface TransactionRecord {
  readonly signature: string
  readonly slot: number
  readonly blockTime: number
  readonly bytes: Uint8Array
  readonly transaction: Transaction
  /** The message's own keys, then those from lookup tables: writable ones first. */
  readonly keys: readonly string[]
  readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  readonly error: TransactionError | null
  readonly meta: Metadata
  readonly fee: bigint
  readonly preBalances: readonly bigint[]
  readonly postBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
}

/** The bank took it: `record` is absent when it never got into a block. */
export interface Sent {
  readonly signature: string
  readonly error: TransactionError | null
  readonly logs: readonly string[]
  readonly units: bigint
  readonly record?: TransactionRecord
}

export type Bank = ReturnType<typeof createBank>

export function createBank(options: { readonly now: () => number }) {
  const native = loadLitesvm()
  let svm = configure(new native.LiteSvm())
  let slot = 1
  let blockhashes: readonly string[] = [svm.latestBlockhash()]
  let records: readonly TransactionRecord[] = []
  let bySignature = new Map<string, TransactionRecord>()
  let time = options.now
  const listeners = new Set<(record: TransactionRecord) => void>()

  const get = (address: string): NativeAccount | null => svm.getAccount(fromBase58(address))
  const balances = (keys: readonly string[]) => keys.map((key) => svm.getBalance(fromBase58(key)) ?? 0n)
  const tokens = (keys: readonly string[]) =>
    keys.flatMap((key, accountIndex) => {
      const account = get(key)
      const found = account && readTokenAccount(account, get)
      return found ? [{ accountIndex, ...found }] : []
    })

  /** The next block begins: time, slot and blockhash go on. */
  const advance = () => {
    slot++
    svm.warpToSlot(BigInt(slot))
    const clock = svm.getClock()
    clock.unixTimestamp = BigInt(time())
    svm.setClock(clock)
    svm.expireBlockhash()
    blockhashes = [...blockhashes, svm.latestBlockhash()].slice(-BLOCKHASH_LIFE)
  }
  const lookUp = ({ table, writable, readonly }: Lookup) => {
    const bytes = get(table)?.data() ?? new Uint8Array()
    const count = Math.floor((bytes.length - 56) / 32)
    // An address that is cut short would end litesvm, and with it the process.
    if ([...writable, ...readonly].some((index) => index >= count)) return undefined
    const pick = (index: number) => toBase58(bytes.slice(56 + 32 * index, 88 + 32 * index))
    return { writable: writable.map(pick), readonly: readonly.map(pick) }
  }

  return {
    account: get,
    programAccounts: (program: string) =>
      svm
        .getProgramAccounts(fromBase58(program))
        .map((found) => ({ address: toBase58(found.address), account: found.account() })),
    balance: (address: string) => svm.getBalance(fromBase58(address)) ?? 0n,
    rent: (length: bigint) => svm.minimumBalanceForRentExemption(length),
    slot: () => slot,
    now: () => time(),
    blockhash: () => blockhashes.at(-1) ?? '',
    /** Slots until the blockhash is too old; undefined when it is unknown or past. */
    blockhashLife(hash: string): number | undefined {
      const index = blockhashes.indexOf(hash)
      return index === -1 ? undefined : BLOCKHASH_LIFE - (blockhashes.length - 1 - index)
    },
    fee: (transaction: Pick<Transaction, 'message'>) => BigInt(transaction.message.header[0]) * FEE_PER_SIGNATURE,
    records: () => records,
    record: (signature: string) => bySignature.get(signature),
    onRecord(listener: (record: TransactionRecord) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Sets an account as if it had always been there. */
    setBalance(address: string, lamports: bigint) {
      const known = get(address)
      const [bytes, owner] = [known?.data() ?? new Uint8Array(), known?.owner() ?? new Uint8Array(32)]
      svm.setAccount(fromBase58(address), new native.Account(lamports, bytes, owner, known?.executable() ?? false, 0n))
    },

    simulate(
      bytes: Uint8Array,
      { replaceBlockhash = false, sigVerify = true } = {},
    ): Omit<Sent, 'record' | 'signature'> & {
      readonly returned?: { readonly programId: string; readonly bytes: Uint8Array }
      readonly accounts: ReadonlyMap<string, NativeAccount>
    } {
      const transaction = readTransaction(bytes)
      if (!replaceBlockhash && !blockhashes.includes(transaction.message.blockhash)) {
        return { error: 'BlockhashNotFound', logs: [], units: 0n, accounts: new Map() }
      }
      svm.setSigverify(sigVerify)
      const result = svm.simulateVersionedTransaction(bytes)
      svm.setSigverify(true)
      const meta = result.meta()
      const returned = { programId: toBase58(meta.returnData().programId()), bytes: meta.returnData().data() }
      return {
        error: 'err' in result ? errorOf(result.err(), native) : null,
        logs: meta.logs(),
        units: meta.computeUnitsConsumed(),
        ...(returned.bytes.length === 0 ? {} : { returned }),
        accounts: new Map(
          'postAccounts' in result ? result.postAccounts().map((found) => [toBase58(found.address), found.account()]) : [],
        ),
      }
    },

    /** Whether every required signature is there and right. */
    isSigned({ signatures, message, messageBytes }: Transaction): boolean {
      return (
        signatures.length === message.header[0] &&
        signatures.every((signature, index) => isSigned(messageBytes, signature, fromBase58(message.keys[index] ?? '')))
      )
    },

    /** Executes in a block of its own. */
    send(bytes: Uint8Array): Sent {
      const transaction = readTransaction(bytes)
      const signature = toBase58(transaction.signatures[0] ?? new Uint8Array(64))
      const refused = (error: TransactionError): Sent => ({ signature, error, logs: [], units: 0n })
      if (bySignature.has(signature)) return refused('AlreadyProcessed')
      if (!blockhashes.includes(transaction.message.blockhash)) return refused('BlockhashNotFound')
      const tables = transaction.message.lookups.map(lookUp).filter((found) => found !== undefined)
      if (tables.length < transaction.message.lookups.length) return refused('InvalidAddressLookupTableIndex')
      const loaded = {
        writable: tables.flatMap(({ writable }) => writable),
        readonly: tables.flatMap(({ readonly }) => readonly),
      }
      const keys = [...transaction.message.keys, ...loaded.writable, ...loaded.readonly]
      const [preBalances, preTokenBalances] = [balances(keys), tokens(keys)]
      const outcome: Outcome = svm.sendVersionedTransaction(bytes)
      const meta = 'meta' in outcome ? outcome.meta() : outcome
      const error = 'err' in outcome ? errorOf(outcome.err(), native) : null
      const sent = { signature, error, logs: meta.logs(), units: meta.computeUnitsConsumed() }
      const postBalances = balances(keys)
      // Only what was executed is charged; everything else never gets into a block.
      if (error !== null && postBalances.every((balance, index) => balance === preBalances[index])) return sent
      const record: TransactionRecord = {
        signature,
        slot,
        blockTime: time(),
        bytes,
        transaction,
        keys,
        loaded,
        error,
        meta,
        fee: BigInt(transaction.message.header[0]) * FEE_PER_SIGNATURE,
        preBalances,
        postBalances,
        preTokenBalances,
        postTokenBalances: tokens(keys),
      }
      records = [...records, record]
      bySignature.set(signature, record)
      advance()
      for (const listener of listeners) listener(record)
      return { ...sent, record }
    },

    /** Runs with another clock: for a past. */
    at<T>(seconds: number, run: () => T): T {
      const present = time
      time = () => seconds
      try {
        return run()
      } finally {
        time = present
      }
    },

    /** @returns a function that brings back how everything is now. */
    snapshot(): () => void {
      const kept = { bytes: svm.toBytes(), slot, blockhashes, records, bySignature: new Map(bySignature) }
      return () => {
        svm = configure(native.LiteSvm.fromBytes(kept.bytes))
        ;({ slot, blockhashes, records } = kept)
        bySignature = new Map(kept.bySignature)
      }
    },
  }
}

/** Blockhashes are checked here, against more than the one that litesvm knows. */
function configure(svm: Svm): Svm {
  svm.setBlockhashCheck(false)
  svm.setSigverify(true)
  // Repeated signatures are refused here, too; litesvm's own history would forget them in a snapshot.
  svm.setTransactionHistory(0n)
  return svm
}
