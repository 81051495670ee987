// Signatures of texts with a key of Bitcoin: BIP-137 and BIP-322.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { CompactSize, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'

/** A key with one of its addresses. */
export interface BitcoinKey {
  readonly address: string
  /** 33 bytes; 32 for taproot. */
  readonly publicKey: Uint8Array
  readonly purpose: 'payment' | 'ordinals'
  readonly type: 'p2wpkh' | 'p2tr'
  readonly secret: Uint8Array
  /** What the address stands for. */
  readonly script: Uint8Array
}

const encoder = new TextEncoder()
const sha256d = (bytes: Uint8Array) => sha256(sha256(bytes))

/** BIP-137: a signature from which the key is recovered, whose header says that the address is native SegWit. 65 bytes. */
export function signEcdsa({ secret }: BitcoinKey, message: string): Uint8Array {
  const text = encoder.encode(message)
  const magic = encoder.encode('\u0018Bitcoin Signed Message:\n')
  const digest = sha256d(Uint8Array.from([...magic, ...CompactSize.encode(BigInt(text.length)), ...text]))
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  return Uint8Array.from([39 + recovery, ...rest])
}

/** BIP-322, simple: the witness of a transaction that spends one which holds the message. */
export function signGeneric({ secret, script, publicKey, type }: BitcoinKey, message: string): Uint8Array {
  const tag = sha256(encoder.encode('BIP0322-signed-message'))
  const digest = sha256(Uint8Array.from([...tag, ...tag, ...encoder.encode(message)]))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffff_ffff, finalScriptSig: Script.encode(['OP_0', digest]), sequence: 0 }],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: sha256d(toSpend).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(type === 'p2tr' ? { tapInternalKey: publicKey } : {}),
  })
  toSign.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  toSign.signIdx(secret, 0)
  toSign.finalizeIdx(0)
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}
