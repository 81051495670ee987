// The pages of the services: the one at `/`, with what it links to, and the mailbox of development: `vite build --config services/page/vite.config.ts`
// → services/dist/www.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const pathTo = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The guide that the page links to. */
const guide = (): Plugin => ({
  name: 'guide',
  generateBundle() {
    const source = readFileSync(pathTo('../../docs/self-hosting.md'))
    this.emitFile({ type: 'asset', fileName: 'page/self-hosting.md', source })
  },
})

export default defineConfig({
  root: pathTo('.'),
  base: './', // also below a path of a proxy
  plugins: [react(), guide()],
  build: {
    outDir: pathTo('../dist/www'),
    emptyOutDir: true,
    assetsDir: 'page',
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: pathTo('index.html'), mailbox: pathTo('dev/mailbox.html') } },
    modulePreload: { polyfill: false },
  },
})
