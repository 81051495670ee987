// Verifies the signature of a text (EIP-191) by an account: a key, a contract (ERC-1271), a contract that is not deployed yet (ERC-6492), or an
// account that delegates (ERC-8010).
import { BaseError, createPublicClient, custom, RpcRequestError, type Address, type Hex, type PublicClient } from 'viem'
import { HttpError } from '../http/errors.js'

/** A text and the signature that is claimed for it. */
export interface SignedText {
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/**
 * Whether `address` signed `message`. A signature that cannot be decoded counts as a wrong one. Contracts are asked on the client's chain.
 * @throws HttpError 503 `chainId` when no key signed and no node could answer for a contract
 */
export async function didSign(client: PublicClient, { address, message, signature }: SignedText): Promise<boolean> {
  // viem treats a failing node like a refusing contract, so failures of nodes are recorded here.
  let isSilent = false
  const { chain } = client
  const request = async (call: Parameters<typeof client.request>[0]): Promise<unknown> => {
    try {
      return await client.request(call)
    } catch (error) {
      isSilent ||= !isAnswer(error)
      throw error
    }
  }
  const watched = createPublicClient({ chain, transport: custom({ request }, { retryCount: 0 }), ccipRead: false })
  const isValid = await watched.verifyMessage({ address, message, signature, mode: 'eoa' }).catch(() => false)
  if (!isValid && isSilent) throw new HttpError(503, 'chainId', 'No node of this chain answered', { 'retry-after': '2' })
  return isValid
}

/** JSON-RPC codes of nodes for a call that failed or that they do not know. */
const FAILED_CALL: readonly unknown[] = [3, -32_000, -32_015, -32_602]

/** True when the error is a node's answer that the call failed, by its code or, of some nodes, by its text alone. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const saysSo = (cause: unknown) =>
    FAILED_CALL.includes((cause as { code?: unknown }).code) ||
    (cause instanceof RpcRequestError && /revert/i.test(cause.details))
  return error.walk(saysSo) !== null
}
