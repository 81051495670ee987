// Whether an address signed a text (EIP-191): a contract that is yet to be deployed (ERC-6492), a contract (ERC-1271), or a key.
import {
  BaseError,
  compactSignatureToSignature,
  parseCompactSignature,
  serializeSignature,
  verifyMessage,
  type Address,
  type Hex,
} from 'viem'
import type { Chains } from '../../chain/chains.js'
import { HttpError } from '../../errors.js'

export interface Signed {
  readonly chainId: string
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/** @throws HttpError 401 `signature`; 503 when the chain is needed and does not answer */
export async function assertSigned(chains: Chains, { signature, ...signed }: Signed): Promise<void> {
  const isValid = await isSigned(chains, { ...signed, signature: unfold(signature) })
  if (!isValid) throw new HttpError(401, 'signature', 'This address did not sign this message')
}

async function isSigned(chains: Chains, { chainId, address, message, signature }: Signed): Promise<boolean> {
  const question = { address, message, signature }
  if (!chains.has(chainId)) return verifyMessage(question).catch(() => false)
  try {
    return await chains.client(chainId).verifyMessage(question)
  } catch (error) {
    if (isAnswer(error)) return false
    throw new HttpError(503, 'chainId', 'No node of this chain answered')
  }
}

/** Nodes say in many ways that a call failed; whoever says so has answered. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const code = (error.walk((cause) => typeof (cause as { code?: unknown }).code === 'number') as { code?: number } | null)?.code
  return code === 3 || code === -32_000 || code === -32_015
}

/** EIP-2098: 64 bytes say the same as 65. */
function unfold(signature: Hex): Hex {
  if (signature.length !== 2 + 64 * 2) return signature
  try {
    return serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
  } catch {
    return signature // no point on the curve: nobody's signature, as the check will say
  }
}
