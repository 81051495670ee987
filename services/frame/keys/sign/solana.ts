// Signatures of the Solana account. Transactions are read strictly: what a validator could read in another way than whoever showed it is refused.
import { ed25519 } from '@noble/curves/ed25519.js'
import { type Bytes, includesBytes, isEqual, utf8 } from '../bytes.js'
import { KeyError } from '../errors.js'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const VERSIONED = 0x80
/** Messages of wallets that are no transactions start so. */
const OFF_CHAIN = new Uint8Array([0xff, ...utf8('solana offchain')])

class Reader {
  at = 0

  constructor(readonly bytes: Bytes) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length
  }

  take(length: number): Bytes {
    if (this.at + length > this.bytes.length) throw new KeyError('BAD_INPUT')
    const part = this.bytes.subarray(this.at, this.at + length)
    this.at += length
    return part
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** Compact-u16: 7 bits a byte, the lowest first, in the fewest bytes. */
  count(): number {
    let value = 0
    for (let place = 0; place < 3; place++) {
      const byte = this.byte()
      value |= (byte & 0x7f) << (7 * place)
      if (byte & 0x80) continue
      if ((byte === 0 && place > 0) || value > 0xffff) throw new KeyError('BAD_INPUT')
      return value
    }
    throw new KeyError('BAD_INPUT')
  }

  indexes(): Bytes {
    return this.take(this.count())
  }
}

interface Message {
  /** Of those that must sign, in order. */
  readonly signers: readonly Bytes[]
}

/** Reads all of it. @throws KeyError BAD_INPUT: not a transaction's message, legacy or of version 0 */
function readMessage(bytes: Bytes): Message {
  const reader = new Reader(bytes)
  const first = reader.byte()
  const isVersioned = first >= VERSIONED
  if (isVersioned && first !== VERSIONED) throw new KeyError('BAD_INPUT')
  const signatures = isVersioned ? reader.byte() : first
  const [readonlySigners, readonlyOthers] = [reader.byte(), reader.byte()]
  const keys = Array.from({ length: reader.count() }, () => reader.take(KEY_BYTES))
  const isHeader = signatures >= 1 && readonlySigners < signatures && signatures + readonlyOthers <= keys.length
  const isTwice = keys.some((key, at) => keys.slice(0, at).some((other) => isEqual(key, other)))
  if (!isHeader || isTwice) throw new KeyError('BAD_INPUT')
  reader.take(KEY_BYTES) // the block hash, or a nonce
  const instructions = Array.from({ length: reader.count() }, () => {
    const [program, accounts] = [reader.byte(), reader.indexes()]
    reader.indexes() // data
    return { program, accounts }
  })
  let looked = 0
  if (isVersioned) {
    for (let left = reader.count(); left > 0; left--) {
      reader.take(KEY_BYTES)
      const found = reader.indexes().length + reader.indexes().length
      if (found === 0) throw new KeyError('BAD_INPUT')
      looked += found
    }
  }
  const all = keys.length + looked
  // A program is none of those that pay, and does not come from a table.
  const isPointing = instructions.every(
    ({ program, accounts }) => program > 0 && program < keys.length && accounts.every((index) => index < all),
  )
  if (!reader.isAtEnd || all > 256 || !isPointing) throw new KeyError('BAD_INPUT')
  return { signers: keys.slice(0, signatures) }
}

/**
 * A message that is no transaction.
 * @throws KeyError BAD_INPUT: it names our account in binary, as every transaction does that could move something of it
 */
export function signSolanaMessage(message: Bytes, key: Bytes): Bytes {
  const isOffChain = isEqual(message.subarray(0, OFF_CHAIN.length), OFF_CHAIN)
  if (!isOffChain && includesBytes(message, ed25519.getPublicKey(key))) throw new KeyError('BAD_INPUT')
  return new Uint8Array(ed25519.sign(message, key))
}

/**
 * Fills in our signature; those of others stay as they are.
 * @throws KeyError BAD_INPUT: not a transaction that is read in one way only, or none that we are to sign
 */
export function signSolanaTransaction(transaction: Bytes, key: Bytes): Bytes {
  const reader = new Reader(transaction)
  const places = Array.from({ length: reader.count() }, () => {
    const at = reader.at
    reader.take(SIGNATURE_BYTES)
    return at
  })
  const message = transaction.slice(reader.at)
  const { signers } = readMessage(message)
  const own = ed25519.getPublicKey(key)
  const place = places[signers.findIndex((signer) => isEqual(signer, own))]
  if (place === undefined || places.length !== signers.length) throw new KeyError('BAD_INPUT')
  const signed = transaction.slice()
  signed.set(ed25519.sign(message, key), place)
  return signed
}
