// The script build from another origin, on a page that allows no other script, no string as markup and no string as code.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hexToString, verifyMessage, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beFar, recordFiles, timesOf } from '../../bench/open/fetched.mjs'
import { createStaticServer, listen } from '../../demo/server/static-server.mjs'
import { dappOf } from './support/dapp.js'
import { devnetKeys, root } from './support/stack.js'
import { expect, test } from './support/walk.js'

const account = privateKeyToAccount(devnetKeys[0])
const ethereumMark = readFileSync(`${root}/src/elements/icons/networks/ethereum.ts`, 'utf8')
const ethereumShapes = ethereumMark.split('</g>')[0]!.split('<path').length - 1
const page = (cdn: string, attributes: string, more = '') => `<!doctype html>
<html lang="en">
  <title>A strict page</title>
  <link rel="icon" href="data:," />
  <link rel="stylesheet" href="/page.css" />
  <script type="module" src="${cdn}/wallet-modal.js?v=2" crossorigin></script>
  <h1>A strict page</h1>
  <wallet-modal project-id="strict" ${attributes}></wallet-modal>
  <wallet-connect-button></wallet-connect-button>
  ${more}
</html>`

let cdn: Server
let site: Server
let url: string
test.beforeAll(async () => {
  cdn = createStaticServer({ folders: { '/': `${root}/dist/cdn` }, headers: () => ({ 'access-control-allow-origin': '*' }) })
  const origin = `http://127.0.0.1:${await listen(cdn, { host: '127.0.0.1', port: 0 })}`
  const policy = `script-src ${origin}; style-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html`
  site = createServer((request, response) => {
    const isStyle = request.url === '/page.css'
    const type = isStyle ? 'text/css' : 'text/html; charset=utf-8'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy })
    const own = () =>
      request.url === '/plain'
        ? page(origin, 'preload="none"')
        : page(origin, 'networks="mainnet, base"', '<wallet-network-button></wallet-network-button>')
    response.end(isStyle ? 'body { font-family: sans-serif }' : own())
  })
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready))
  url = `http://localhost:${(site.address() as AddressInfo).port}/` // a TCP server's address is an object
})
test.afterAll(async () => {
  for (const server of [cdn, site]) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

test(
  'a visitor of a page with a strict policy connects and signs, without one violation',
  { tag: '@journey' },
  async ({ page: tab, context }) => {
    const violations: string[] = []
    await context.exposeFunction('reportViolation', (text: string) => violations.push(text))
    await context.exposeFunction('signInWallet', (message: Hex) => account.signMessage({ message: hexToString(message) }))
    await context.addInitScript((address) => {
      const ports = window as unknown as {
        reportViolation(text: string): void
        signInWallet(message: unknown): Promise<string>
      } // exposed above
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
        ports.reportViolation(`${violatedDirective} ${blockedURI} ${sample}`),
      )
      const answers: Record<string, (params: readonly unknown[]) => unknown> = {
        eth_requestAccounts: () => [address],
        eth_accounts: () => [address],
        eth_chainId: () => '0x1',
        eth_getBalance: () => '0xde0b6b3a7640000',
        personal_sign: ([message]) => ports.signInWallet(message),
      }
      const provider = {
        request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
          const answer = answers[method]
          if (!answer) throw Object.assign(new Error('Unsupported method'), { code: 4200 })
          return answer(params)
        },
        on: () => {},
        removeListener: () => {},
      }
      const info = { uuid: crypto.randomUUID(), name: 'Strict Wallet', icon: 'data:image/svg+xml,', rdns: 'example.strict' }
      addEventListener('eip6963:requestProvider', () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) })),
      )
    }, account.address)

    const { modal, connectButton } = dappOf(tab)
    await tab.goto(url)
    // A shape that markup puts into another shape has no place on the screen.
    const shapes = tab.locator('wallet-network-button wm-network-icon svg g path')
    await expect.poll(() => shapes.count()).toBe(ethereumShapes)
    const widths = await shapes.evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect().width))
    expect(Math.min(...widths), 'each shape of the mark of Ethereum is drawn').toBeGreaterThan(0)
    await connectButton.click()
    await modal('Connect a wallet').getByRole('button', { name: 'Strict Wallet' }).click()
    // The page named no node and no services: the wallet is asked for the balance, and nobody else learns the address.
    await tab.getByRole('button', { name: /^Open account/ }).click()
    await expect(modal('Account').getByText(/\b1\.000 ETH/)).toBeVisible()
    await modal('Account').getByRole('button', { name: 'Close' }).click()
    const signature = await tab.evaluate((address) => {
      const { modal: handle } = document.querySelector('wallet-modal') as unknown as {
        readonly modal: { provider(): { request(args: unknown): Promise<unknown> } }
      } // the element of the script build
      return handle.provider().request({ method: 'personal_sign', params: ['0x48656c6c6f', address] })
    }, account.address)
    expect(await verifyMessage({ address: account.address, message: 'Hello', signature: signature as Hex })).toBe(true) // verified here
    await tab.evaluate(() => {
      const { modal: handle } = document.querySelector('wallet-modal') as unknown as { readonly modal: { disconnect(): unknown } } // as above
      return handle.disconnect()
    })
    await expect(connectButton).toBeVisible()
    expect(violations).toEqual([])
  },
)

/** Text that survives minification → whose code it is in. */
const marks = { viem: 'https://viem.sh', 'the WalletConnect client': 'irn_batchSubscribe' } as const
const budgets = JSON.parse(readFileSync(`${root}/bench/size.json`, 'utf8')) as Record<string, { readonly budget: number }> // our own file

test('a visitor pays few bytes for a closed button and an open list, and none for a wallet library', async ({ page: tab }) => {
  await beFar(await tab.context().newCDPSession(tab))
  const files = recordFiles(tab)
  const scripts = async () => (await files()).filter(({ name }) => !name.startsWith(url)) // the page's own style is not the kit's
  const { modal, connectButton } = dappOf(tab)
  await tab.goto(`${url}plain`)
  await expect(connectButton).toBeVisible()
  await tab.waitForLoadState('networkidle')
  const entry = await scripts()
  expect(
    entry.map(({ name }) => new URL(name).pathname),
    'the closed button is one file',
  ).toEqual(['/wallet-modal.js'])
  await tab.evaluate(watchForList)
  await connectButton.click()
  await expect(modal('Connect a wallet').getByRole('button').first()).toBeVisible()
  await expect.poll(() => tab.evaluate(() => performance.getEntriesByName('list').length)).toBe(1)
  const list = await tab.evaluate(() => performance.getEntriesByName('list')[0]?.startTime ?? 0)
  const arrived = (await timesOf(tab)).filter(({ came }) => came <= list).map(({ name }) => name)
  const isEarly = ({ name }: { readonly name: string }) => arrived.includes(name)
  // On a busy machine what follows the list is asked for later than `networkidle`, which this page has been already.
  await expect.poll(async () => (await scripts()).every(isEarly)).toBe(false)
  await tab.waitForTimeout(1_000) // more than one file follows
  const all = await scripts()
  const connect = all.filter(isEarly)
  expect(connect.length, 'the moment of the list was seen, and not too late').toBeGreaterThan(entry.length)
  expect(connect.length).toBeLessThan(all.length)
  expect(all.filter(({ name }) => name.includes('/wallet-modal.js')).length, 'no file of it imports the entry again').toBe(1)

  for (const [stage, files] of Object.entries({ entry, connect })) {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    console.log(`  ${stage}: ${bytes} B gz in ${files.length} files, budget ${budgets[stage]?.budget}`)
    expect(bytes, `${stage}: ${files.map(({ name, size }) => `${name} ${size}`).join(', ')}`).toBeLessThanOrEqual(
      budgets[stage]?.budget ?? 0,
    )
  }
  const chunks = readdirSync(`${root}/dist/cdn/chunks`).map((file) => readFileSync(`${root}/dist/cdn/chunks/${file}`, 'utf8'))
  for (const [library, mark] of Object.entries(marks)) {
    expect(
      chunks.some((code) => code.includes(mark)),
      `${library} is known by its mark`,
    ).toBe(true)
    expect(
      all.filter(({ code }) => code.includes(mark)).map(({ name }) => name),
      `${library} was fetched`,
    ).toEqual([])
  }
})

/** In the page: marks the first frame in which a button of the Connect view can be pressed. */
function watchForList() {
  const buttons = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches('button:enabled') ? [element] : []),
      ...(element.shadowRoot ? buttons(element.shadowRoot) : []),
    ])
  const isIn = (view: Element) => view.shadowRoot !== null && buttons(view.shadowRoot).some((button) => button.checkVisibility())
  const views = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.localName === 'wm-connect-view' ? [element] : []),
      ...(element.shadowRoot ? views(element.shadowRoot) : []),
    ])
  const look = () => (views(document).some(isIn) ? performance.mark('list') : requestAnimationFrame(look))
  look()
}
