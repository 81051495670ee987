// Whether an address signed what it says about names: by its chain where that is served here, else by its key alone.
import { compactSignatureToSignature, parseCompactSignature, serializeSignature, verifyMessage, type Hex } from 'viem'
import type { Chains } from '../../chain/chains.js'
import { didSign, type SignedText } from '../../chain/signature.js'
import { HttpError } from '../../http/errors.js'

/** A signed text and the chain of its signer. */
export interface Signed extends SignedText {
  readonly chainId: string
}

/** @throws HttpError 401 `signature`; 503 when the chain is needed and does not answer */
export async function assertSigned(chains: Chains, { chainId, signature, ...signed }: Signed): Promise<void> {
  const text = { ...signed, signature: unfold(signature) }
  const isValid = await (chains.has(chainId) ? didSign(chains.client(chainId), text) : verifyMessage(text).catch(() => false))
  if (!isValid) throw new HttpError(401, 'signature', 'This address did not sign this message')
}

/** EIP-2098: 64 bytes say the same as 65. */
function unfold(signature: Hex): Hex {
  if (signature.length !== 2 + 64 * 2) return signature
  try {
    return serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
  } catch {
    return signature // no point on the curve: the check refuses it
  }
}
