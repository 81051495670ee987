// Makes one classic script of `page-wallets.ts` and the libraries that it imports.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PROGRAMS } from './bundle-programs.js'

const entry = fileURLToPath(new URL('./page-wallets.ts', import.meta.url))

/** Where the first walk that asks leaves it for the others. The folder is emptied before each run. */
const bundle = `${PROGRAMS}/page-wallets.js`

/** The script's text. It runs before the page's own scripts, as those of extensions do. */
export async function bundleWallets(): Promise<string> {
  if (existsSync(bundle)) return readFileSync(bundle, 'utf8')
  const text = await makeScript()
  writeFileSync(`${bundle}.${process.pid}`, text)
  renameSync(`${bundle}.${process.pid}`, bundle) // whole, or not there, for the walks of the other process
  return text
}

async function makeScript(): Promise<string> {
  const { build } = await import('vite') // takes longer to load than to read what is there
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: [
        // The page's policy forbids WebAssembly; the package itself offers the same code in JavaScript.
        { find: /^@polkadot\/wasm-crypto-init$/, replacement: '@polkadot/wasm-crypto-init/asm' },
        { find: /^stream$/, replacement: 'readable-stream' },
      ],
    },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'wallets', fileName: 'wallets' },
      rolldownOptions: {
        transform: { inject: { Buffer: ['buffer/', 'Buffer'] } },
        output: {
          intro: `const process = { env: {}, browser: true, version: 'v20.0.0', nextTick: (run) => queueMicrotask(run) };`,
        },
      },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}
