// Signatures of EVM contracts: deployed ones (ERC-1271), and those that are not deployed yet (ERC-6492). Apart from those of keys, because it needs a client
// of viem.
import { createClient, custom, type Hex } from 'viem'
import { verifyMessage } from 'viem/actions'
import { walletError } from '../../vocabulary/errors.js'
import type { SignedText } from './signed.js'

/** What nodes say of a call that the contract refused, in opposition to one that they did not run. */
const REFUSED = /revert|invalid opcode|out of gas|vm exception|stack underflow|invalid jump/i

/** Asks a node whether a contract accepts a signature. @throws WalletError RPC_ERROR when the node does not answer */
export async function verifyContract({
  text,
  signature,
  address,
  chainId,
  read,
}: SignedText & Required<Pick<SignedText, 'read'>>): Promise<boolean> {
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
  const isValid = await verifyMessage(client, { address: address as Hex, message: text, signature: signature as Hex }).catch(
    () => false,
  )
  if (!isValid && failure) throw walletError('RPC_ERROR', failure)
  return isValid
}

/** Whether a node has run a call, and the call has failed: JSON-RPC code 3, or a text that says so. */
function isRefusal(cause: unknown): boolean {
  const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown } // of a node: read, then checked
  return code === 3 || (typeof message === 'string' && REFUSED.test(message))
}
