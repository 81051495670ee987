// Makes a file of each program of ours that walks start again and again, before the first of them: to load a thousand modules takes longer than
// most of what such a program does in a walk.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** What is made, and what `npm start` is told, so that it takes from here what it starts (`scripts/lib/children.mjs`). */
export const PROGRAMS = `${root}/test-results/programs`

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

/** Files that sources have beside themselves are found there, not beside the bundle. */
const placesOfSources = {
  name: 'places-of-sources',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\.m?ts$/.test(id) && code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
}

/** Playwright calls it once, before the walks. */
export default async function bundlePrograms(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [placesOfSources],
    ssr: {
      noExternal: true,
      // They choose between Node and browser by themselves, or read files of theirs.
      external: [
        '@walletconnect/sign-client',
        'sign-client-2-17',
        '@electric-sql/pglite',
        '@web3icons/core',
        'pg-native',
        'litesvm',
      ],
      target: 'node',
    },
    build: {
      ssr: true,
      outDir: PROGRAMS,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { input: sources, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
}
