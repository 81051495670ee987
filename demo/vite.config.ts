// The demo pages: as one production build (`vite build --config demo/vite.config.ts` → dist/demo), and from the sources (`npm run dev`).
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { withoutBuffer } from '../vite/without-buffer.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))
const pages = ['approvals', 'dapp', 'gallery', 'onramp', 'script', 'two', 'viem', 'wagmi', 'wallet']

/** package.json lists the side effects of the published files; these are the sources, whose imports define elements and start pages. */
const keepSideEffects = (): Plugin => ({
  name: 'keep-side-effects',
  transform: {
    filter: { id: /\/(src|demo)\/.*\.tsx?$/ },
    handler: () => ({ moduleSideEffects: true }),
  },
})

/** A custom element cannot be defined twice: what is below src is loaded anew with its page, which restores the connection. */
const reloadForElements = (): Plugin => ({
  name: 'reload-for-elements',
  apply: 'serve',
  hotUpdate({ file, modules }) {
    if (!file.startsWith(source('.')) || modules.length === 0 || this.environment.name !== 'client') return undefined
    this.environment.hot.send({ type: 'full-reload' })
    return []
  },
})

/** Pages that load the script build by its address get the sources there. */
const scriptFromSources = (): Plugin => ({
  name: 'script-from-sources',
  apply: 'serve',
  resolveId(id) {
    const [, name] = /^\/cdn\/wallet-(modal|onramp)\.js$/.exec(id) ?? []
    return name && source(name === 'modal' ? 'index.ts' : 'onramp.ts')
  },
})

export default defineConfig({
  root: here,
  publicDir: `${here}public`,
  plugins: [react(), keepSideEffects(), withoutBuffer(), reloadForElements(), scriptFromSources()],
  resolve: { alias: { 'wallet-modal/siwx': source('siwx/index.ts') } }, // for the dapp's server, in development
  optimizeDeps: {
    entries: pages.map((page) => `${page}/index.html`),
    rolldownOptions: { plugins: [withoutBuffer()] },
  },
  server: { warmup: { clientFiles: ['dapp/main.tsx', 'gallery/main.tsx'].map((file) => `${here}${file}`) } },
  build: {
    outDir: fileURLToPath(new URL('../dist/demo', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // Inlined images would be data: urls in styles, and inlined scripts would break the pages' policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      input: Object.fromEntries(pages.map((page) => [page, `${here}${page}/index.html`])),
      // What several pages share would else be in six hundred files, most of them below a kB: a visitor fetched 189 until Connect was there, and
      // fetches 30, with fewer bytes than where they were 55.
      output: {
        strictExecutionOrder: true, // modules of a group come in another order than their imports say
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 400_000 }],
        },
      },
    },
  },
})
