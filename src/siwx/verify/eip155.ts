// Signatures of EVM accounts: of keys (EIP-191), of contracts (ERC-1271), and of contracts that are not deployed yet (ERC-6492).
import { bytesToHex, hashMessage, hexToBytes, isHex, publicKeyToAddress } from 'viem/utils'
import { isAddress } from '../../vocabulary/caip.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { concat, recoverKey, uncompressed } from './bytes.js'
import type { Verify } from './signed.js'

/** Verifies a signature of an EVM account. Without `read` contracts are refused: only a node knows them. */
export const verify: Verify = async ({ text, signature, address, chainId, read }) => {
  if (!isHex(signature) || signature.length % 2 !== 0 || signature.length < 4 || !isAddress('eip155', address)) return false
  if (isOfKey(text, hexToBytes(signature), address)) return true
  if (!read) return false
  const { verifyContract } = await import('./eip155-contract.js').catch(unreachable)
  return verifyContract({ text, signature, address, chainId }, read)
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
