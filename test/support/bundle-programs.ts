// Makes a file of each program of ours that tests start again and again: to load a thousand modules takes longer than most of what such a program does.
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { external } from '../../services/vite.config.js'
import { root } from '../../scripts/prepare.mjs'

/** Files that sources have beside themselves are found there, not beside the bundle. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform: (code, id) =>
    /\.m?ts$/.test(id) && code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
}

/** Packages of tests and devnets that stay packages. The clients choose between Node and browser by themselves. */
const externalInTests = ['@walletconnect/sign-client', 'sign-client-2-17', 'litesvm']

/**
 * Bundles programs for Node.
 * @param sources by the name that the file gets, paths from the root of the repository
 * @param folder for the files; emptied before
 */
export async function bundlePrograms(sources: Readonly<Record<string, string>>, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [placesOfSources],
    ssr: { noExternal: true, external: [...external, ...externalInTests], target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { input: { ...sources }, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
}
