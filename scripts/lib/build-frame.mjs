// Builds the frame of the embedded wallet into a folder: its document, and files whose names change with what is in them, all in one place below `/frame/`. Nothing
// is inline, so that the document's policy can forbid it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Names and SHA-384 of all other files of the folder, as `integrity` attributes have them. */
export const INTEGRITY_FILE = 'integrity.json'

/** @param {typeof import('vite').build} bundle @param {string} frame folder of the sources @param {string} outDir */
export async function buildFrame(bundle, frame, outDir) {
  const output = {
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
  }
  // Tests build it, too. Packages such as Lit choose by this variable whether they talk to developers.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await bundle({
    root: frame,
    configFile: false,
    logLevel: 'warn',
    base: '/frame/',
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: '',
      target: 'es2022',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { output },
    },
    worker: { format: 'es', rolldownOptions: { output } },
  }).finally(() => (NODE_ENV === undefined ? delete process.env.NODE_ENV : (process.env.NODE_ENV = NODE_ENV)))
  const files = readdirSync(outDir).sort()
  const integrity = Object.fromEntries(
    files.map((name) => [
      name,
      `sha384-${createHash('sha384')
        .update(readFileSync(`${outDir}/${name}`))
        .digest('base64')}`,
    ]),
  )
  writeFileSync(`${outDir}/${INTEGRITY_FILE}`, `${JSON.stringify(integrity, null, 2)}\n`)
}
