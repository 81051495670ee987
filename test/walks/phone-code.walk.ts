// The files behind a code for a phone wallet: asked for together, ahead of the press where the visitor points at the row, and again where one did not come.
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { beFar, depthOf, timesOf } from '../../bench/open/fetched.mjs'
import { createStaticServer, listen } from '../../demo/server/static-server.mjs'
import { dappOf } from './support/dapp.js'
import { root } from './support/stack.js'
import { expect, test } from './support/walk.js'

let folder: string
let server: Server
let url: string
test.beforeAll(async ({ stack }) => {
  folder = mkdtempSync(join(tmpdir(), 'wm-phone-code-'))
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
  <title>A page</title>
  <link rel="icon" href="data:," />
  <script type="module" src="kit/wallet-modal.js"></script>
  <wallet-modal preload="none" services="${stack.services}"></wallet-modal>
  <wallet-connect-button></wallet-connect-button>
</html>`,
  )
  server = createStaticServer({ folders: { '/': folder, '/kit/': `${root}/dist/cdn` } })
  url = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}/`
})
test.afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  rmSync(folder, { recursive: true })
})

/** The open modal, with all that follows its first view. */
async function open(page: Page) {
  const { modal, connectButton } = dappOf(page)
  await page.goto(url)
  await connectButton.click()
  const row = modal('Connect a wallet').getByRole('button', { name: 'Use a phone wallet' })
  await expect(row).toBeVisible()
  await rest(page)
  return { row, code: modal(/./).getByRole('img', { name: 'QR code' }), dialog: modal(/./) }
}
/** Nothing has been asked for during a second. */
async function rest(page: Page) {
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  for (let before = -1, now = await count(); before !== now; now = await count()) {
    before = now
    await page.waitForTimeout(1_000)
  }
}

const library = /\/chunks\/library-/
const view = /\/chunks\/connecting-walletconnect-view-/

test('pointing at the row fetches all files of a code at once, and asks no relay', async ({ page, records }) => {
  const { row, code } = await open(page)
  await beFar(await page.context().newCDPSession(page))
  const before = (await timesOf(page)).length
  await row.hover()
  await rest(page)
  const fetched = (await timesOf(page)).slice(before)
  expect(fetched.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(library), expect.stringMatching(view), expect.stringMatching(/\/qr-encoder-/)]),
  )
  expect(depthOf(fetched)).toBe(1)
  expect(records.urls.filter((address) => address.startsWith('ws'))).toEqual([])

  await row.click()
  await expect(code).toBeVisible()
  expect(records.urls.some((address) => address.startsWith('ws'))).toBe(true)
  expect((await timesOf(page)).length, 'the press fetched nothing').toBe(before + fetched.length)
})

test('a client that did not come ahead is fetched by the press', async ({ page, records }) => {
  records.expectProblems(/net::ERR_FAILED/)
  const { row, code } = await open(page)
  let refusedCount = 0
  await page.route(library, (route) => {
    refusedCount += 1
    return route.abort()
  })
  await row.hover()
  await rest(page)
  expect(refusedCount, 'the pointer has asked for it').toBeGreaterThan(0)
  await page.unroute(library)
  await row.click()
  await expect(code).toBeVisible()
})

test('a client that does not come at the press is said, and fetched by the next try', async ({ page, records }) => {
  records.expectProblems(/net::ERR_FAILED/)
  const { row, code, dialog } = await open(page)
  await page.route(library, (route) => route.abort())
  await row.click()
  const again = dialog.getByRole('button', { name: 'New code' })
  await expect(again).toBeVisible()
  await page.unroute(library)
  await again.click()
  await expect(code).toBeVisible()
})

test('a view that does not come is said, and fetched by the next try', async ({ page, records }) => {
  records.expectProblems(/net::ERR_FAILED|could not be shown/)
  const { row, code, dialog } = await open(page)
  await page.route(view, (route) => route.abort())
  await row.click()
  const again = dialog.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute(view)
  await again.click()
  await expect(code).toBeVisible()
})
