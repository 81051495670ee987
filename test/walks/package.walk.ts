// The package as it is packed, in a page of React and in a plain one: those that `npm run check:package` installs from the registry.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { createPackedProject, type PackedProject } from './support/packed-package.js'
import { root } from './support/stack.js'
import { expect, test } from './support/walk.js'

const CONSUMERS = `${root}/test/consumers`
/** The folders of `test/consumers/sources` that make the page. */
const pages = { React: ['react'], plain: ['markup', 'plain'] } as const

let project: PackedProject
test.beforeAll(async () => {
  project = createPackedProject()
  // What announces the mock wallet comes from the packed testing kit.
  cpSync(`${CONSUMERS}/wallet.js`, join(project.folder, 'wallet.js'))
  await build({
    root: project.folder,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: 'wallet',
      minify: false,
      lib: { entry: join(project.folder, 'wallet.js'), name: 'wallet', formats: ['iife'], fileName: () => 'wallet.js' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
})
test.afterAll(() => project.remove())

for (const [name, sources] of Object.entries(pages))
  test(
    `a developer bundles the packed package in a ${name} page, and its visitor connects and leaves`,
    { tag: '@journey' },
    async ({ page, context }) => {
      const folder = join(project.folder, name)
      for (const source of sources) cpSync(`${CONSUMERS}/sources/${source}`, folder, { recursive: true })
      await build({ root: folder, configFile: false, logLevel: 'error', build: { chunkSizeWarningLimit: 4_000 } })
      await context.addInitScript({ path: join(project.folder, 'wallet/wallet.js') })
      await page.goto(await project.serve(`${name}/dist`))

      const account = page.locator('#account')
      const button = page.locator('wallet-connect-button').first()
      await button.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('button', { name: /Consumer Wallet/ }).click()
      await expect(account).toHaveText(/^0x[0-9a-fA-F]{40}$/)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(button.getByRole('button', { name: /0x/ })).toBeVisible()

      await page.reload()
      await expect(account).toHaveText(/^0x[0-9a-fA-F]{40}$/)
      await page.getByRole('button', { name: 'Leave' }).click()
      await expect(account).toHaveText('')
      await expect(button.getByRole('button', { name: 'Connect' })).toBeVisible()
    },
  )
