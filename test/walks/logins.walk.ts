// The first view with the field for an address and the social logins, on a page that has the script build: what it waits for, and what is not lost meanwhile.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { createStaticServer } from '../../demo/server/static-server.mjs'
import { root } from './support/stack.js'
import { expect, test } from './support/walk.js'

const WALLET = 'Announced'
let files: Server
let url: string
test.beforeAll(async () => {
  const build = createStaticServer({ folders: { '/': `${root}/dist/cdn` } })
  files = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page')
    if (pathname !== '/') return void build.emit('request', request, response)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html>
<html lang="${searchParams.get('lang')}">
  <title>A page</title>
  <link rel="icon" href="data:," />
  <script type="module">
    import { createWalletModal } from './wallet-modal.js'
    const info = { uuid: crypto.randomUUID(), name: '${WALLET}', icon: 'data:image/svg+xml,<svg/>', rdns: 'example.announced' }
    const detail = Object.freeze({ info, provider: { request: () => new Promise(() => undefined), on() {}, removeListener() {} } })
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    addEventListener('eip6963:requestProvider', announce)
    announce()
    createWalletModal({ projectId: 'logins', preload: 'none', services: { frame: new URL('frame', location.href).href }, features: { socials: true } })
  </script>
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

/** Holds back every chunk whose name is not among `names`, until the returned function is called. */
async function allowOnly(page: Page, names: readonly string[]): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    ({ pathname }) => pathname.startsWith('/chunks/') && !names.includes(pathname.replace(/^\/chunks\/(.*)-[\w-]{8}\.js$/, '$1')),
    async (route) => {
      await released
      await route.continue()
    },
  )
  return release
}

for (const { lang, connect, field, first, error } of [
  {
    lang: 'en',
    connect: 'Connect',
    field: 'Email',
    first: 'Continue with Google',
    error: 'Enter a whole email address, such as you@example.com.',
  },
  {
    lang: 'de',
    connect: 'Verbinden',
    field: 'E-Mail',
    first: 'Weiter mit Google',
    error: /^Geben Sie eine vollständige E-Mail-Adresse ein/,
  },
])
  test(`${lang}: wallets, field and logins wait for nothing else, and what is typed and sent before the rest has come counts`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' }) // what moves is not the dialog that opens
    await page.goto(`${url}?lang=${lang}`)
    const button = page.getByRole('button', { name: connect, exact: true })
    await expect(button).toBeVisible()
    const release = await allowOnly(page, ['first-open', 'logins']) // as bench/size.mjs counts them; `logins` has the words, too
    await button.click()
    const box = page.getByRole('textbox', { name: field })
    await expect(page.getByRole('button', { name: WALLET })).toBeVisible()
    await expect(page.getByRole('button', { name: first })).toBeVisible()
    const before = [await box.boundingBox(), await page.getByRole('button', { name: first }).boundingBox()]
    await box.fill('ada@')
    await box.press('Enter')
    release()
    await expect(box).toHaveAccessibleDescription(error)
    await expect(box).toHaveValue('ada@')
    await expect(box).toBeFocused()
    // The drawings have come into their places.
    await expect(page.locator('[data-key=google] path')).toHaveAttribute('d', /^M/)
    expect((await box.boundingBox())?.height).toBe(before[0]?.height)
    expect((await page.getByRole('button', { name: first }).boundingBox())?.height).toBe(before[1]?.height)
  })
