// What a visitor does on the page of a consumer: sees the button, connects the mock wallet by two clicks, and leaves. Nothing may be said in the console.

const PATIENCE_MS = 30_000

/**
 * @param {import('playwright').Browser} browser
 * @param {{ url: string, wallet: string, evm?: string, uses?: readonly string[] }} page `wallet`: path of the script that announces it; `uses`: the page's own checks
 * @throws Error with what was seen instead, or said
 */
export async function drive(browser, { url, wallet, evm, uses }) {
  const context = await browser.newContext()
  const said = []
  try {
    await context.addInitScript(`globalThis.consumerNode = ${JSON.stringify(evm ?? '')}`)
    await context.addInitScript({ path: wallet })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    page.on(
      'console',
      (message) => ['warning', 'error'].includes(message.type()) && said.push(`${message.type()}: ${message.text()}`),
    )
    page.on('pageerror', (error) => said.push(`uncaught: ${error.stack ?? error.message}`))
    page.on('requestfailed', (request) => said.push(`failed: ${request.url()} ${request.failure()?.errorText}`))
    await page.goto(url)
    try {
      await connectAndLeave(page)
      for (const name of uses ?? []) {
        await page.reload() // each library begins on a page of its own
        await page.evaluate((each) => globalThis.consumerUses[each](), name)
      }
    } catch (error) {
      throw new Error([error.message, ...said].join('\n'))
    }
    if (said.length > 0) throw new Error(`The page said:\n${said.join('\n')}`)
  } finally {
    await context.close()
  }
}

async function connectAndLeave(page) {
  const button = page.locator('wallet-connect-button').first()
  const account = page.locator('#account')
  await button.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('button', { name: /Consumer Wallet/ }).click()
  await page.waitForFunction(() => document.querySelector('#account')?.textContent?.startsWith('0x'))
  await page.locator('wallet-modal dialog').waitFor({ state: 'hidden' })
  await button.getByRole('button', { name: /0x/ }).waitFor()
  await page.reload()
  await page.waitForFunction(() => document.querySelector('#account')?.textContent?.startsWith('0x'))
  await page.locator('#disconnect').click()
  await page.waitForFunction(() => document.querySelector('#account')?.textContent === '')
  await button.getByRole('button', { name: 'Connect' }).waitFor()
  return account
}
