// Builds the pages of the services: the one at `/`, and the mailbox of development.
import { cpSync } from 'node:fs'
import { root } from '../prepare.mjs'

/** The page at `/`, with what it links to, and the mailbox of development. */
export async function buildPage(bundle) {
  const { default: react } = await import('@vitejs/plugin-react')
  await bundle({
    root: `${root}/services/page`,
    configFile: false,
    logLevel: 'warn',
    base: './', // also below a path of a proxy
    plugins: [react()],
    build: {
      outDir: `${root}/services/dist/www`,
      emptyOutDir: true,
      assetsDir: 'page',
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { index: `${root}/services/page/index.html`, mailbox: `${root}/services/page/dev/mailbox.html` },
      },
      modulePreload: { polyfill: false },
    },
  })
  cpSync(`${root}/docs/self-hosting.md`, `${root}/services/dist/www/page/self-hosting.md`)
}
