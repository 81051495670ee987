// A first screen in another language: its words are fetched in one step with the code, and no other words are.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import all from '../../src/elements/locales/en/all.js'
import { createStaticServer } from '../../demo/server/static-server.mjs'
import { root } from './support/stack.js'
import { expect, test } from './support/walk.js'

const folder = `${root}/dist/cdn`
let files: Server
let url: string
test.beforeAll(async () => {
  const build = createStaticServer({ folders: { '/': folder } })
  files = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page')
    if (pathname !== '/') return void build.emit('request', request, response)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html>
<html lang="${searchParams.get('lang')}">
  <title>A page</title>
  <link rel="icon" href="data:," />
  <script type="module" src="/wallet-modal.js"></script>
  <wallet-modal project-id="words" locale="${searchParams.get('locale')}"></wallet-modal>
  <wallet-connect-button></wallet-connect-button>
</html>`)
  })
  await new Promise<void>((ready) => files.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/` // a TCP server's address is an object
})
test.afterAll(async () => {
  files.closeAllConnections()
  await new Promise((closed) => files.close(closed))
})

/** Answers no request for a chunk of these names before all of them were made: one that waits for another's answer would wait for ever. */
async function holdUntilAllAsked(page: Page, names: readonly string[]): Promise<void> {
  let release: () => void = () => undefined
  const allAsked = new Promise<void>((resolve) => (release = resolve))
  const open = new Set(names)
  for (const name of names)
    await page.route(`**/chunks/${name}-*.js`, async (route) => {
      open.delete(name)
      if (open.size === 0) release()
      await allAsked
      await route.continue()
    })
}

const chunksOf = (urls: readonly string[]) =>
  urls.filter((each) => each.includes('/chunks/')).map((each) => new URL(each).pathname)
/** Sentences of features that come later. */
const later = [
  all.shell.common.opensNewTab,
  all.connecting.connecting.late,
  all.wallets.allWallets.loading,
  all.errors.errors.UNKNOWN,
]

for (const { lang, locale, words, label, heading, none } of [
  {
    lang: 'de-CH',
    locale: '',
    words: 'de',
    label: 'Verbinden',
    heading: 'Wallet verbinden',
    none: 'Kein Wallet in diesem Browser gefunden',
  },
  { lang: 'en', locale: 'ar-EG', words: 'ar', label: 'اتصال', heading: 'ربط محفظة', none: 'لم يُعثر على محفظة في هذا المتصفح' },
])
  test(`a page in ${locale || lang} fetches the words of its first screen in one step, with the code`, async ({
    page,
    records,
  }) => {
    await holdUntilAllAsked(page, ['first-open', 'words', words])
    await page.goto(`${url}?lang=${lang}&locale=${locale}`)
    await page.getByRole('button', { name: label }).click()
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await expect(page.getByText(none)).toBeVisible()
    const fetched = chunksOf(records.urls)
    expect(fetched.filter((path) => /\/(?:words|en|ar|de)-[\w-]{8}\.js$/.test(path)).length, fetched.join()).toBe(2)
    for (const path of fetched)
      for (const sentence of later) expect(readFileSync(folder + path, 'utf8'), path).not.toContain(sentence)
  })

test('an English page fetches no words for its first screen', async ({ page, records }) => {
  await page.route('**/chunks/words-*.js', () => undefined) // never answered
  await page.goto(`${url}?lang=en-GB&locale=`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: all.first.connect.title })).toBeVisible()
  const fetched = chunksOf(records.urls)
  for (const path of fetched) expect(path).not.toMatch(/\/(?:en|ar|de)-[\w-]{8}\.js$/)
})
