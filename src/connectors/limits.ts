/** How long a wallet, or the relay, may take over a goodbye. Shorter than the whole disconnect may take, so that forgetting here still succeeds. */
export const GOODBYE_LIMIT_MS = 2_000
