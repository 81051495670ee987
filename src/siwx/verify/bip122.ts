// Signatures of Bitcoin accounts: a signature from which the key is recovered (BIP-137), or the witness of an input that spends
// nothing (BIP-322, simple).
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { Address, NETWORK, OutScript, RawWitness, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { decodeAddress, networkName } from '../../connectors/bip122/address.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { concat, isSame, recoverKey, uncompressed } from './bytes.js'
import type { Verify } from './signed.js'

const SIGHASH_DEFAULT = 0
const SIGHASH_ALL = 1
const encoder = new TextEncoder()
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const networks = { main: NETWORK, test: TEST_NETWORK, regtest: { ...TEST_NETWORK, bech32: 'bcrt' } } as const

/**
 * Verifies a signature of a Bitcoin account with one key: P2PKH, P2SH-P2WPKH and P2WPKH by BIP-137; the last two, and the key path
 * of P2TR, by BIP-322. The address must be one of the network of `chainId`.
 */
export const verify: Verify = ({ text, signature, address, chainId }) => {
  try {
    const script = scriptOf(address, chainId)
    const bytes = base64.decode(signature)
    if (!script) return Promise.resolve(false)
    return Promise.resolve(bytes.length === 65 ? isRecovered(text, bytes, script) : isWitness(text, bytes, script))
  } catch {
    return Promise.resolve(false) // not base64, no witness, or no point of the curve
  }
}

type Script = ReturnType<typeof OutScript.decode>

function scriptOf(address: string, chainId: ChainId): Script | undefined {
  const name = networkName(chainId)
  const read = decodeAddress(address)
  if (!name || !read) return undefined
  const allowed = name === 'MAINNET' ? ['main'] : name === 'REGTEST' ? ['regtest', 'test'] : ['test'] // regtest shares the base58 ones
  return allowed.includes(read.network) ? Address(networks[read.network]).decode(address) : undefined
}

/**
 * BIP-137. The header says the kind of address: 27 to 30 P2PKH of an uncompressed key, 31 to 34 of a compressed one, 35 to 38
 * P2SH-P2WPKH, 39 to 42 P2WPKH. Electrum and others write 31 to 34 for the last two as well.
 */
function isRecovered(text: string, bytes: Uint8Array, script: Script): boolean {
  const [header = 0] = bytes
  if (header < 27 || header > 42) return false
  const kind = Math.floor((header - 27) / 4)
  const key = recoverKey(bytes.slice(1), (header - 27) % 4, magicHash(text))
  if (script.type === 'pkh')
    return kind < 2 && isSame(script.hash, hash160(kind === 0 ? concat(Uint8Array.of(4), uncompressed(key)) : key))
  if (script.type === 'wpkh') return (kind === 1 || kind === 3) && isSame(script.hash, hash160(key))
  if (script.type === 'sh') return (kind === 1 || kind === 2) && isSame(script.hash, hash160(witnessProgram(key)))
  return false
}

/** The hash that is signed by BIP-137. */
function magicHash(text: string): Uint8Array {
  const message = encoder.encode(text)
  return sha256(sha256(concat(encoder.encode('\x18Bitcoin Signed Message:\n'), compactSize(message.length), message)))
}

const compactSize = (length: number) =>
  length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, (length >> 8) & 0xff)

/** The script of a P2WPKH output, which a P2SH-P2WPKH address holds the hash of. */
const witnessProgram = (key: Uint8Array) => concat(Uint8Array.of(0, 20), hash160(key))

/** BIP-322, simple: for keys of segwit and of taproot. */
function isWitness(text: string, bytes: Uint8Array, script: Script): boolean {
  const witness = RawWitness.decode(bytes)
  const out = OutScript.encode(script)
  const [signature, key] = witness
  if (script.type === 'tr' && witness.length === 1 && signature) {
    const hashType = signature.length === 65 ? signature[64] : SIGHASH_DEFAULT
    if (signature.length !== 64 && (signature.length !== 65 || hashType !== SIGHASH_ALL)) return false
    const digest = toSign(text, out).preimageWitnessV1(0, [out], hashType ?? SIGHASH_DEFAULT, [0n])
    return schnorr.verify(signature.slice(0, 64), digest, script.pubkey)
  }
  if (witness.length !== 2 || !signature || !key || key.length !== 33 || signature.at(-1) !== SIGHASH_ALL) return false
  const isOwn =
    (script.type === 'wpkh' && isSame(script.hash, hash160(key))) ||
    (script.type === 'sh' && isSame(script.hash, hash160(witnessProgram(key))))
  if (!isOwn) return false
  const digest = toSign(text, out).preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash: hash160(key) }), SIGHASH_ALL, 0n)
  return secp256k1.verify(signature.slice(0, -1), digest, key, { prehash: false, format: 'der', lowS: true })
}

/** The transaction that would spend the output which only the account can spend and which holds the text (BIP-322). */
function toSign(text: string, out: Uint8Array): Transaction {
  const tag = sha256(encoder.encode('BIP0322-signed-message'))
  const hash = sha256(concat(tag, tag, encoder.encode(text)))
  const options = {
    version: 0,
    lockTime: 0,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
    allowLegacyWitnessUtxo: true,
  }
  const spent = new Transaction(options)
  const finalScriptSig = concat(Uint8Array.of(0, 32), hash)
  spent.addOutput({ script: out, amount: 0n }) // first: nothing is added to what is signed
  spent.addInput({ txid: new Uint8Array(32), index: 0xffffffff, sequence: 0, finalScriptSig })
  const spend = new Transaction(options)
  spend.addInput({ txid: spent.id, index: 0, sequence: 0, witnessUtxo: { script: out, amount: 0n } })
  spend.addOutput({ script: Uint8Array.of(0x6a), amount: 0n }) // OP_RETURN
  return spend
}
