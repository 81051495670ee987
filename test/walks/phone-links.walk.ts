// Links to wallet apps on a phone: the wallet's own browser, a link that opens nothing, and the way back from an app. The page is the script build, in a
// browser that says of itself what a phone says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devices, type Page } from '@playwright/test'
import { createStaticServer, listen } from '../../demo/server/static-server.mjs'
import { dappOf } from './support/dapp.js'
import { devnetKeys, root, startWallet } from './support/stack.js'
import { expect, test } from './support/walk.js'

/** Which browser it is belongs to the options of a process, and would have a process of its own started for it. */
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']
test.use(pixel)

const phantom = 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393'
const binance = '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25'
let folder: string
let server: Server
let url: string
test.beforeAll(async ({ stack }) => {
  folder = mkdtempSync(join(tmpdir(), 'wm-phone-links-'))
  const cedar = { id: 'cedar', name: 'Cedar', mobile_link: 'cedar://' }
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
  <meta name="viewport" content="width=device-width" />
  <title>A page</title>
  <link rel="icon" href="data:," />
  <button>Open</button>
  <script type="module">
    import { createWalletModal } from './kit/wallet-modal.js'
    const coin = (name, symbol, decimals) => ({ nativeCurrency: { name, symbol, decimals } })
    const networks = [
      { id: 1, name: 'Ethereum', ...coin('Ether', 'ETH', 18), rpcUrls: { default: { http: ['${stack.services}'] } } },
      { id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', chainNamespace: 'solana', name: 'Solana', ...coin('Solana', 'SOL', 9), rpcUrls: { default: { http: [] } } },
      { id: '000000000019d6689c085ae165831e93', chainNamespace: 'bip122', name: 'Bitcoin', ...coin('Bitcoin', 'BTC', 8), rpcUrls: { default: { http: [] } } },
    ]
    const modal = createWalletModal({
      services: '${stack.services}', networks, customWallets: [${JSON.stringify(cedar)}], featuredWalletIds: ['${phantom}', '${binance}'],
    })
    const namespace = location.hash.slice(1) || undefined
    document.querySelector('button').onclick = () => modal.open({ name: 'Connect', ...(namespace ? { namespace } : {}) })
  </script>
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

/** Opens Connect. Links are written down instead of opened: they lead out of the machine, or to an app that it does not have. */
async function openConnect(page: Page, namespace = '') {
  await page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(window, { opened, open: (...call: string[]) => void opened.push(call.join(' ')) })
  })
  await page.goto(`${url}#${namespace}`)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const { modal } = dappOf(page)
  const button = (name: string | RegExp) => modal(/./).getByRole('button', { name })
  const opened = () => page.evaluate(() => (window as unknown as { readonly opened: string[] }).opened) // put there above
  return { button, opened, see: (text: string | RegExp) => expect(modal(/./).getByText(text).first()).toBeVisible() }
}

test('a wallet with its own browser opens the page there, without a relay', async ({ page, records }) => {
  const { button, opened, see } = await openConnect(page)
  await button('Phantom').click()
  await see('Phantom opens this page in its own browser. Connect there.')
  await button('Open Phantom').click()
  const [address, origin] = [`${url}#`, new URL(url).origin].map(encodeURIComponent)
  expect(await opened()).toEqual([
    `intent://browse/${address}?ref=${origin}#Intent;scheme=phantom;package=app.phantom;end _self noreferrer,noopener`,
  ])
  await see('Nothing happened?')
  expect(records.urls.filter((each) => each.startsWith('ws'))).toEqual([])
})

test('a wallet that can be paired with is browsed only for the ecosystem that Connect is narrowed to', async ({ page }) => {
  const { button, opened } = await openConnect(page, 'bip122')
  await button('Binance Wallet').click()
  await button('Open Binance Wallet').click()
  expect(await opened()).toEqual([expect.stringMatching(/^https:\/\/app\.binance\.com\/en\/download\?_dp=\S+ _blank /)])
})

test('a link that opens nothing is said; the wallet may still be reached by the copied link', async ({ page, stack }) => {
  const { button, opened, see } = await openConnect(page)
  await button('Cedar').click()
  await button('Open Cedar').click()
  expect(await opened()).toEqual([expect.stringMatching(/^cedar:\/\/wc\?uri=wc%3A\S+ _self /)])
  await see('Nothing happened?')
  await button('Copy link').click()
  await see('Copied to clipboard')
  const wallet = await startWallet({ relayUrl: stack.relay, privateKey: devnetKeys[2], name: 'Cedar', chains: ['eip155:1'] })
  await wallet.pair(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await wallet.sessions()).toBe(1)
  await wallet.close()
})

test('in the browser of the wallet’s app the wallet is there, first', async ({ page }) => {
  await page.addInitScript(() => {
    const solana = {
      isPhantom: true,
      publicKey: null,
      connect: () => new Promise(() => {}),
      signMessage: () => {},
      on: () => {},
      off: () => {},
    }
    const ethereum = { isPhantom: true, isMetaMask: true, request: () => Promise.resolve([]), on: () => {} }
    Object.assign(window, { phantom: { solana, ethereum }, solana, ethereum })
  })
  await openConnect(page, 'solana')
  const { modal } = dappOf(page)
  const installed = modal('Connect a wallet').getByRole('list', { name: 'Detected in this browser' }).getByRole('button')
  await expect(installed).toHaveCount(1)
  await expect(installed).toHaveAccessibleName(/Phantom/)
  await installed.click()
  await expect(modal('Phantom').getByText('Approve the request in the wallet’s window.')).toBeVisible()
})
