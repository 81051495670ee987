/**
 * Milliseconds that a wallet or the relay may take to acknowledge the end of a connection. Shorter than the limit of a whole
 * disconnect, so that there is time left to remove the session from the storage.
 */
export const DISCONNECT_ANSWER_LIMIT_MS = 2_000
