// What a failed wallet request means for a person.

/** The wallet's refusal in words. EIP-1193 error 4001 is a person's choice, not a fault. */
export function messageOf(error: unknown): string {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; message?: unknown } // both are checked below
  if (code === 4001 || code === 5000 || code === 'USER_REJECTED') return 'You declined in your wallet. Nothing happened.'
  return typeof message === 'string' && message !== '' ? message : 'Something went wrong.'
}
