// What the recovery service does, whether it runs beside the wallet API or as a process of its own: it keeps the client halves of assisted slots, which
// nobody else can read, and gives one back after the hold that it decides for itself.
import type { Box } from '../../frame/keys/types.js'

/** Whose half. */
export interface HalfName {
  readonly user: string
  readonly wallet: string
  readonly slot: string
}

/** The recovery service. Every function rejects with an HttpError that the caller may see. */
export interface RecoveryService {
  /** The key for which halves are sealed: raw P-256 point, base64url. */
  publicKey(): Promise<string>
  /** Keeps the half in `box`, which was sealed for `publicKey`. A slot's half is stored once. */
  store(half: HalfName & { readonly box: Box }): Promise<void>
  /**
   * Starts a recovery of a stored half. It can be released at `heldUntil`, which the service decides by the age of the half; it is never earlier
   * than the caller's `atLeastUntil`. An id is good once.
   */
  begin(recovery: HalfName & { readonly id: string; readonly atLeastUntil: number }): Promise<{ readonly heldUntil: number }>
  /** The half, sealed for `publicKey`; once, and only after the hold. */
  release(recovery: { readonly id: string; readonly publicKey: string }): Promise<{ readonly slot: string; readonly box: Box }>
  /** Nothing is released any more. Idempotent. */
  cancel(recovery: { readonly id: string }): Promise<void>
  /** Forgets the half of a slot, such as when a wallet is sealed. Idempotent. */
  forget(half: { readonly slot: string }): Promise<void>
  stop(): Promise<void>
}
