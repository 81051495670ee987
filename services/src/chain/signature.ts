// Whether an account signed a text (EIP-191), where its chain is to be asked: a contract that is yet to be deployed (ERC-6492), a contract
// (ERC-1271), an account that delegates (ERC-8010), or a key.
import { BaseError, createPublicClient, custom, RpcRequestError, type Address, type Hex, type PublicClient } from 'viem'
import { HttpError } from '../errors.js'

export interface SignedText {
  readonly address: Address
  readonly message: string
  readonly signature: Hex
}

/**
 * What cannot be read as a signature is none, whatever form it says it has.
 * @throws HttpError 503 `chainId` when it is no key's signature and no node could say more
 */
export async function didSign(client: PublicClient, { address, message, signature }: SignedText): Promise<boolean> {
  // The check itself takes a node that failed for a contract that refused, so what the nodes say is watched from here.
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
  // A key is checked without the chain; contracts have to be asked.
  const isValid = await watched.verifyMessage({ address, message, signature, mode: 'eoa' }).catch(() => false)
  if (!isValid && isSilent) throw new HttpError(503, 'chainId', 'No node of this chain answered', { 'retry-after': '2' })
  return isValid
}

/** JSON-RPC codes with which nodes say that the call itself failed, or is none that they know. */
const FAILED_CALL: readonly unknown[] = [3, -32_000, -32_015, -32_602]

/** Nodes say in many ways that a call failed, some in words alone; whoever says so has answered. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const saysSo = (cause: unknown) =>
    FAILED_CALL.includes((cause as { code?: unknown }).code) ||
    (cause instanceof RpcRequestError && /revert/i.test(cause.details))
  return error.walk(saysSo) !== null
}
