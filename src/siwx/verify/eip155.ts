// Signatures of EVM accounts: of keys (EIP-191), of contracts (ERC-1271), and of contracts that are not deployed yet (ERC-6492).
import { bytesToHex, createClient, custom, hexToBytes, isHex, type Hex } from 'viem'
import { verifyMessage } from 'viem/actions'
import { hashMessage, publicKeyToAddress } from 'viem/utils'
import { isAddress } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import { concat, recoverKey, uncompressed } from './bytes.js'
import type { Verify } from './signed.js'

/** What nodes say of a call that the contract refused, in opposition to one that they did not run. */
const REFUSED = /revert|invalid opcode|out of gas|vm exception|stack underflow|invalid jump/i

/** Verifies a signature of an EVM account. Without `read` contracts are refused: only a node knows them. */
export const verify: Verify = async ({ text, signature, address, chainId, read }) => {
  if (!isHex(signature) || signature.length % 2 !== 0 || signature.length < 4 || !isAddress('eip155', address)) return false
  if (isOfKey(text, hexToBytes(signature), address)) return true
  if (!read) return false
  let failure: { readonly cause: unknown } | undefined
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    try {
      return await read(chainId, { method, params: params ?? [] })
    } catch (cause) {
      if (!isRefusal(cause)) failure = { cause }
      throw cause
    }
  }
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  // One call asks for ERC-6492, ERC-1271 and keys together. Viem says `false`, too, when the node does not answer, and throws for
  // some signatures that are malformed.
  const isValid = await verifyMessage(client, { address: address as Hex, message: text, signature }).catch(() => false)
  if (!isValid && failure) throw walletError('RPC_ERROR', failure)
  return isValid
}

/** 65 bytes with the recovery id or 27 more, or 64 bytes whose highest bit of s is the recovery id (ERC-2098). */
function isOfKey(text: string, bytes: Uint8Array, address: string): boolean {
  const [first = 0] = bytes.slice(32)
  const last = bytes[64] ?? first >> 7
  const recovery = last >= 27 ? last - 27 : last
  if ((bytes.length !== 65 && bytes.length !== 64) || recovery > 1) return false
  const body = bytes.length === 65 ? bytes.slice(0, 64) : concat(bytes.slice(0, 32), Uint8Array.of(first & 0x7f), bytes.slice(33))
  try {
    const key = recoverKey(body, recovery, hashMessage(text, 'bytes'))
    const signer = publicKeyToAddress(bytesToHex(concat(Uint8Array.of(4), uncompressed(key))))
    return signer.toLowerCase() === address.toLowerCase()
  } catch {
    return false // no signature of a key: perhaps that of a contract
  }
}

/** Whether a node has run a call, and the call has failed: JSON-RPC code 3, or a text that says so. */
function isRefusal(cause: unknown): boolean {
  const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown } // of a node: read, then checked
  return code === 3 || (typeof message === 'string' && REFUSED.test(message))
}
