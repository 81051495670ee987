// The package as it is packed, in a page of React and in a plain one: those that `npm run check:package` installs from the registry.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { createPackedProject, type PackedProject } from './support/packed-package.js'
import { root } from './support/stack.js'
import { expect, test } from './support/walk.js'

const CONSUMERS = `${root}/test/consumers`
/** The folders of `test/consumers/sources` that make the page. */
const pages = { React: ['react'], plain: ['markup', 'plain'] } as const

let project: PackedProject
test.beforeAll(() => {
  project = createPackedProject()
})
test.afterAll(() => project.remove())

/** @returns where the page is built to, within the project */
async function buildPage(name: string, sources: readonly string[]): Promise<string> {
  const folder = join(project.folder, name)
  for (const source of sources) cpSync(`${CONSUMERS}/sources/${source}`, folder, { recursive: true })
  // The mock wallet is made with the packed testing kit, and announced by the page itself.
  cpSync(`${CONSUMERS}/wallet.js`, join(folder, 'wallet.js'))
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const script = '<script type="module" src="/'
  writeFileSync(join(folder, 'index.html'), html.replace(script, `${script}wallet.js"></script>${script}`))
  await build({ root: folder, configFile: false, logLevel: 'error', build: { chunkSizeWarningLimit: 4_000 } })
  return `${name}/dist`
}

for (const [name, sources] of Object.entries(pages)) {
  const title = `a developer bundles the packed package in a ${name} page, and its visitor connects and leaves`
  test(title, { tag: '@journey' }, async ({ page }) => {
    await page.goto(await project.serve(await buildPage(name, sources)))
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
  })
}
