// On a phone with Android the adapter is a row of the modal, which opens the link of wallet apps; without such an app the modal says so. On a computer there
// is no row. Called by test/consumers/check.mjs.
import { devices } from 'playwright'

/** The adapter waits three seconds for an app. */
const PATIENCE_MS = 30_000

/**
 * @param {import('playwright').Browser} browser
 * @param {{ url: string }} page
 * @throws Error with what was seen instead
 */
export async function drive(browser, { url }) {
  await onPhone(browser, url)
  await onComputer(browser, url)
}

async function onPhone(browser, url) {
  const context = await browser.newContext({ ...devices['Pixel 7'], permissions: ['local-network-access'] })
  try {
    const { page, hosts } = await open(context, url)
    const links = []
    const protocol = await context.newCDPSession(page)
    protocol.on('Page.frameRequestedNavigation', (asked) => links.push(asked.url))
    await protocol.send('Page.enable')
    await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click()
    await page.waitForFunction(() => document.querySelector('#failure').textContent !== '')
    if (!links.some((link) => /^solana-wallet:\/v1\/associate\/local\?association=[\w.-]+&port=\d+/.test(link)))
      throw new Error(`No link of wallet apps was opened: ${links.join(' ') || 'none at all'}`)
    const code = await page.locator('#failure').textContent()
    if (code !== 'WALLET_FAILED') throw new Error(`The failure is ${code}`)
    await page.getByText('Mobile Wallet Adapter couldn’t connect').first().waitFor()
    console.log(`     hosts that were asked: ${[...hosts].join(', ')}`)
  } finally {
    await context.close()
  }
}

async function onComputer(browser, url) {
  const context = await browser.newContext()
  try {
    const { page } = await open(context, url)
    await page.getByText('No wallet found').first().waitFor()
    if ((await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).count()) > 0) throw new Error('A computer has the row')
  } finally {
    await context.close()
  }
}

/** Opens Connect, and writes down which hosts the page asks. */
async function open(context, url) {
  const page = await context.newPage()
  const hosts = new Set()
  page.setDefaultTimeout(PATIENCE_MS)
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  return { page, hosts }
}
