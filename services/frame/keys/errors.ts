// What can go wrong with keys, as codes: a text could carry a secret, a code cannot.

/**
 * `WRONG_KEY`: the halves, or what they belong to, are others. `TAMPERED`: what was opened is not what this wallet's own devices have written.
 * `NOT_LOADED`: the network was away when a part of the worker was needed; the next call loads it. `FAILED`: unforeseen; the worker may have ended.
 */
export const keyErrorCodes = [
  'WRONG_KEY',
  'ADDRESS_MISMATCH',
  'TAMPERED',
  'LOCKED',
  'RANDOM_FAILED',
  'BAD_INPUT',
  'TOO_FEW_SLOTS',
  'CODE_INVALID',
  'NOT_LOADED',
  'FAILED',
] as const
export type KeyErrorCode = (typeof keyErrorCodes)[number]

/** Has no cause and no text of its own: nothing of what was worked with leaves in an error. */
export class KeyError extends Error {
  override readonly name = 'KeyError'

  constructor(readonly code: KeyErrorCode) {
    super(code)
  }
}
