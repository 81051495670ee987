// Makes a file of each program that walks start again and again, before the first of them.
import { fileURLToPath } from 'node:url'
import { bundlePrograms } from '../../support/bundle-programs.js'

/** What is made, and what `npm start` is told, so that it takes from here what it starts (`scripts/lib/children.mjs`). */
export const PROGRAMS = fileURLToPath(new URL('../../../test-results/programs', import.meta.url))

const sources = {
  wallet: 'test/walks/support/wallet-process.ts',
  'prepared-services': 'test/walks/support/prepared-services.ts',
  // By the names that they have in `npm start`.
  devnet: 'services/devnet/main.ts',
  solana: 'services/devnet/solana-main.ts',
  services: 'services/devnet/services-main.ts',
}

/** The file of a program, for Node. */
export const programOf = (name: keyof typeof sources): string => `${PROGRAMS}/${name}.js`

/** Playwright calls it once, before the walks. */
export default () => bundlePrograms(sources, PROGRAMS)
