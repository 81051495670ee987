// Tests that take long or measure: samples of what nobody should send, a flood, and the memory of a start. Only `npm run test:all` runs them.

/** From the root of the repository. */
export const exhaustiveFiles = [
  'services/test/app/container.test.ts',
  'services/test/app/nginx.test.ts',
  'services/test/app/start-cost.test.ts',
  'services/test/data/sessions/fuzz.test.ts',
  'services/test/devnet/solana-fuzz.test.ts',
  'services/test/embedded/fuzz.test.ts',
  'services/test/flood/flood.test.ts',
  'services/test/fuzz/fuzz.test.ts',
  'services/test/relay/fuzz.test.ts',
]
