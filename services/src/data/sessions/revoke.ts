// Whether the owner of a session wants its end: the signature over the revocation (EIP-191; contracts by ERC-1271 and 6492).
import type { Address, Hex } from 'viem'
import type * as z from 'zod/mini'
import { revokeText, type revokeSmartSessionBodySchema } from '../../../../src/api/smart-sessions.js'
import type { Chains } from '../../chain/chains.js'
import { didSign } from '../../chain/signature.js'
import { HttpError } from '../../http/errors.js'
import type { StoredSession } from './store.js'

/** How far the moment in a signed revocation may lie behind and ahead, in seconds. */
const WINDOW_PAST_S = 300
const WINDOW_FUTURE_S = 30

/** A signed revocation. */
export interface Revocation {
  readonly session: StoredSession
  readonly body: z.output<typeof revokeSmartSessionBodySchema>
  /** As it stands in the path: it is part of the signed text. */
  readonly account: string
  readonly now: number
}

/** @throws HttpError 401 `signature`, 400 `timestamp`, 503 when the chain does not answer */
export async function assertOwnerRevokes(chains: Chains, { session, body, account, now }: Revocation): Promise<void> {
  const { pci, signature, timestamp } = body
  const refusal = new HttpError(401, 'signature', 'This is not the signature of the owner of this session')
  if (signature === undefined || signature === '0x') throw refusal
  if (timestamp !== undefined && (timestamp < now - WINDOW_PAST_S || timestamp > now + WINDOW_FUTURE_S)) {
    throw new HttpError(400, 'timestamp', 'This revocation is too old, or from the future')
  }
  const message = timestamp === undefined ? pci : revokeText({ pci, address: account, timestamp })
  const claim = { address: session.address as Address, message, signature: signature as Hex } // both checked by schema
  const isOwner = await didSign(chains.client(session.chain), claim)
  if (!isOwner) throw refusal
}
