// Makes a file of each program of ours that tests start again and again: to load a thousand modules takes longer than most of what such a program does.
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Files that sources have beside themselves are found there, not beside the bundle. */
const placesOfSources = {
  name: 'places-of-sources',
  /** @type {'pre'} */
  enforce: 'pre',
  /** @param {string} code @param {string} id */
  transform: (code, id) =>
    /\.m?ts$/.test(id) && code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
}

/** Packages that stay packages beside a bundle: what reads its own files (the engine its WebAssembly, the drawings one file each), and what need not be there. */
export const leftOut = ['@electric-sql/pglite', '@web3icons/core', 'pg-native']
/** The same for what only tests and devnets have. The clients choose between Node and browser by themselves. */
const leftOutOfTests = ['@walletconnect/sign-client', 'sign-client-2-17', 'litesvm']

/**
 * Bundles programs for Node.
 * @param {Readonly<Record<string, string>>} sources by the name that the file gets, paths from the root of the repository
 * @param {string} folder for the files; emptied before
 */
export async function bundlePrograms(sources, folder) {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [placesOfSources],
    ssr: { noExternal: true, external: [...leftOut, ...leftOutOfTests], target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { input: { ...sources }, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
}
