// Transactions of Solana in wire format, legacy and version 0, read to the last byte.
import { base58 } from '@scure/base'
import { refuse } from '../types.js'

const [KEY_BYTES, SIGNATURE_BYTES, VERSIONED] = [32, 64, 0x80]
/** A transaction is one network packet. */
export const TRANSACTION_MAX_BYTES = 1232

/** An account that an instruction names; one of a lookup table cannot be read here. */
export type AccountKey = string | undefined

/** One instruction. */
export interface Instruction {
  readonly program: AccountKey
  readonly accounts: readonly AccountKey[]
  readonly data: Uint8Array
}

/** A message: what the signatures are for. */
export interface Message {
  /** Those that sign, in order; the first pays the fee. */
  readonly signers: readonly string[]
  readonly instructions: readonly Instruction[]
  /** The tables from which accounts are taken. */
  readonly tables: readonly string[]
}

class Reader {
  #at = 0
  constructor(readonly bytes: Uint8Array) {}
  take(length: number): Uint8Array {
    if (this.#at + length > this.bytes.length) return refuse('The transaction is cut off')
    return this.bytes.subarray(this.#at, (this.#at += length))
  }
  byte(): number {
    return this.take(1)[0] ?? 0
  }
  key(): string {
    return base58.encode(this.take(KEY_BYTES))
  }
  /** A count in 7 bits a byte, in the fewest bytes. */
  count(): number {
    let value = 0
    for (let place = 0; place < 3; place++) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** (7 * place)
      if (byte & 0x80) continue
      return (byte === 0 && place > 0) || value > 0xffff ? refuse('The transaction has a count that is none') : value
    }
    return refuse('The transaction has a count that is none')
  }
  list<T>(read: () => T): readonly T[] {
    return Array.from({ length: this.count() }, read)
  }
  rest(): Uint8Array {
    return this.take(this.bytes.length - this.#at)
  }
  end(): void {
    if (this.#at !== this.bytes.length) refuse('The transaction has more bytes than it says')
  }
}

/** @throws ApprovalError when it is no transaction */
export function readTransaction(bytes: Uint8Array): Message {
  if (bytes.length > TRANSACTION_MAX_BYTES) refuse('The transaction is longer than 1232 bytes')
  const reader = new Reader(bytes)
  const signatures = reader.list(() => reader.take(SIGNATURE_BYTES))
  const message = readMessage(reader.rest())
  if (signatures.length !== message.signers.length) return refuse('The transaction has not the signatures that it says')
  return message
}

/** @throws ApprovalError when it is no message of a transaction */
export function readMessage(bytes: Uint8Array): Message {
  const reader = new Reader(bytes)
  const first = reader.byte()
  const isVersioned = first >= VERSIONED
  if (first > VERSIONED) return refuse('The transaction is of an unknown version')
  const required = isVersioned ? reader.byte() : first
  const [readonlySigned, readonlyOthers] = [reader.byte(), reader.byte()]
  const keys = reader.list(() => reader.key())
  if (required < 1 || readonlySigned >= required || required + readonlyOthers > keys.length || new Set(keys).size !== keys.length)
    return refuse('The transaction has accounts that do not fit')
  reader.take(KEY_BYTES) // a block hash, or a nonce
  const indexed = reader.list(() => {
    const program = reader.byte()
    const accounts = [...reader.take(reader.count())]
    return { program, accounts, data: reader.take(reader.count()) }
  })
  const tables: string[] = []
  let looked = 0
  if (isVersioned)
    for (let left = reader.count(); left > 0; left--) {
      tables.push(reader.key())
      looked += reader.take(reader.count()).length + reader.take(reader.count()).length
    }
  reader.end()
  const keyAt = (index: number): AccountKey => {
    if (index >= keys.length + looked) return refuse('The transaction names an account that it has not')
    return keys[index]
  }
  const instructions = indexed.map(({ program, accounts, data }) => ({
    program: keyAt(program),
    accounts: accounts.map(keyAt),
    data,
  }))
  return { signers: keys.slice(0, required), instructions, tables }
}
