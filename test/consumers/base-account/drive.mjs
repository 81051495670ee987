// The row of a wallet of the page: its SDK is loaded when the row is pressed, its window opens by that press, closing the window is a refusal, and a reload
// opens none. No other host is asked. Called by test/consumers/check.mjs.
const PATIENCE_MS = 30_000

/**
 * @param {import('playwright').Browser} browser
 * @param {{ url: string }} page
 * @throws Error with what was seen instead
 */
export async function drive(browser, { url }) {
  const context = await browser.newContext()
  try {
    const asked = []
    context.on('request', (request) => asked.push(request.url()))
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const row = page.getByRole('button', { name: 'Base Account' })
    await row.waitFor()
    await page.waitForLoadState('networkidle')
    const before = asked.length

    const [popup] = await Promise.all([context.waitForEvent('page'), row.click()])
    const fetched = asked.slice(before).filter((each) => each.endsWith('.js'))
    if (fetched.length === 0) throw new Error('The SDK was loaded before the press')
    await popup.waitForLoadState()
    if (new URL(popup.url()).pathname !== '/popup.html') throw new Error(`The window is ${popup.url()}`)
    await popup.close({ runBeforeUnload: true })
    await page.waitForFunction(() => document.querySelector('#failure').textContent !== '')
    const failure = (await page.locator('#failure').textContent()).trim()
    if (failure !== 'USER_REJECTED') throw new Error(`Closing the window is ${failure}`)
    await page.getByText('You declined in Base Account').first().waitFor()

    const [again] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: 'Try again' }).click()])
    await again.close({ runBeforeUnload: true })
    await page.reload()
    await page.waitForLoadState('networkidle')
    if (context.pages().length > 1) throw new Error('A reload opens a window')
    const elsewhere = asked.filter((each) => new URL(each).origin !== new URL(url).origin && !/^(?:data|blob):/.test(each))
    if (elsewhere.length > 0) throw new Error(`Other hosts were asked: ${elsewhere.join(' ')}`)
  } finally {
    await context.close()
  }
}
