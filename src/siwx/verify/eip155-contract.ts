// Signatures of EVM contracts: deployed ones (ERC-1271), and those that are not deployed yet (ERC-6492). Apart from those of keys, which need no node.
import { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode, hashMessage, type Hex } from 'viem'
import type { Read } from '../../connectors/connector.js'
import { walletError } from '../../vocabulary/errors.js'
import type { SignedText } from './signed.js'

/** What nodes say of a call that the contract refused, in opposition to one that they did not run. */
const REFUSED = /revert|invalid opcode|out of gas|vm exception|stack underflow|invalid jump/i
/** What the validator returns for a valid signature. */
const VALID = /^0x0*1$/

/**
 * Asks a node whether a contract accepts a signature. One call runs the validator of ERC-6492 without deploying it; it asks by ERC-6492, ERC-1271 and as a key.
 * @param read sends the call to a node of the chain
 * @throws WalletError RPC_ERROR when the node does not answer
 */
export async function verifyContract({ text, signature, address, chainId }: SignedText, read: Read): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address as Hex, hashMessage(text), signature as Hex], // the caller has checked both
  })
  try {
    const answer = await read(chainId, { method: 'eth_call', params: [{ data }, 'latest'] })
    return typeof answer === 'string' && VALID.test(answer)
  } catch (cause) {
    if (isRefusal(cause)) return false
    throw walletError('RPC_ERROR', { cause })
  }
}

/** Whether a node has run a call, and the call has failed: JSON-RPC code 3, or a text that says so. */
function isRefusal(cause: unknown): boolean {
  const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown } // of a node: read, then checked
  return code === 3 || (typeof message === 'string' && REFUSED.test(message))
}
