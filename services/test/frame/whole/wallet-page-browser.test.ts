// The page `/wallet` in a real browser, as it is built and served, by somebody who has logged in to an app of another site before: they take their words with
// them, and take the device of that app away.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { en } from '../../../frame/page/messages.js'
import { ar } from '../../../frame/page/page-messages-ar.js'
import { codeIn } from '../../embedded/support/frame.js'
import { compileServices } from '../../support/compiled.js'
import { engine } from '../../support/engines.js'
import { isBrowserMissing, openChromium, serveApp } from './browser.js'
import { approveDevice, openWorld, type World } from './support.js'

const ADA = 'ada@example.org'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds, what is wider than the page, and what the browser has refused. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (
      window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    ).axe.run()
    const { scrollWidth, clientWidth } = document.documentElement
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      ...(scrollWidth > clientWidth ? [`${scrollWidth} px wide in ${clientWidth}`] : []),
    ]
  })
}

async function typeCode(world: World, page: Page): Promise<void> {
  await page.getByLabel(en.code, { exact: true }).fill(codeIn((await world.mails(ADA))[0]))
  await page.keyboard.press('Enter')
}

test.skipIf(isBrowserMissing)(
  'from another tab the words are exported and the app’s device is removed, and the app signs nothing more',
  async () => {
    await compileServices()
    const [chromium, app] = [await openChromium(), await serveApp()]
    onTestFinished(async () => {
      await chromium.close()
      await app.close()
    })
    const world = await openWorld(engine)
    const context = await chromium.browser.newContext({
      viewport: { width: 320, height: 700 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    })
    const reports: string[] = []
    context.on('console', (message) => {
      if (/Content Security Policy|Trusted|Refused|violat/i.test(message.text())) reports.push(message.text())
    })
    context.on('weberror', (error) => reports.push(String(error.error())))

    // In an app of another site, whose frame has storage of its own.
    const dapp = await context.newPage()
    await dapp.goto(app.urlFor(world.url))
    await dapp.evaluate('window.ready')
    const ask = (name: string, payload?: unknown): Promise<{ payload?: unknown; error?: { code: string } }> =>
        dapp.evaluate(([asked, sent]) => (window as unknown as { ask(...of: unknown[]): Promise<never> }).ask(asked, sent), [name, payload] as const) // oxfmt-ignore
    await ask('CONNECT_EMAIL', { email: ADA })
    const waiting = ask('CONNECT_DEVICE')
    await approveDevice(world, ADA)
    await waiting
    await ask('CONNECT_OTP', { otp: codeIn((await world.mails(ADA))[0]) })
    const { address } = (await ask('GET_USER')).payload as { address: string }
    world.later(60_000)

    const page = await context.newPage()
    await page.goto(`${world.url}/wallet`)
    expect(await page.evaluate(() => [window.opener, window.crossOriginIsolated])).toEqual([null, true])
    await page.getByLabel(en.email).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel(en.email).fill(ADA)
    await page.keyboard.press('Enter')
    await page.getByText(en.deviceHeading).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await approveDevice(world, ADA)
    await page.getByLabel(en.code, { exact: true }).waitFor()
    await typeCode(world, page)
    const devices = page.locator('#devices')
    await devices.getByText(en.thisDevice).waitFor()
    expect(await devices.locator('li').count()).toBe(2)
    expect(await page.locator('#apps').textContent()).toContain(app.origin)
    expect(await page.locator('#recovery').textContent()).toContain(en.assistedLabel)
    expect(await page.locator('#accounts').textContent()).toContain(address)
    expect(await faultsOf(page)).toEqual([])

    // The words are nowhere before the press, and go when the page is left.
    await page.getByRole('button', { name: en.reveal }).click()
    const words = page.locator('.words')
    await words.waitFor()
    const phrase = (await words.locator('li').allTextContents()).map((word) => word.trim())
    expect(mnemonicToAccount(phrase.join(' ')).address).toBe(address)
    expect(await faultsOf(page)).toEqual([])
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await words.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(phrase.slice(0, 3).join('</li>'))

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: en.saveKit }).click()
    expect((await saving).suggestedFilename()).toBe('wallet-recovery-kit.json')
    await page.locator('output.code').waitFor()
    await page.getByRole('button', { name: en.written }).click()

    const other = devices.locator('li').filter({ hasNotText: en.thisDevice })
    await other.getByRole('button').click()
    await devices.getByRole('button', { name: en.remove, exact: true }).last().click()
    await devices.locator('li').nth(1).waitFor({ state: 'detached' })
    expect(await ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })).toMatchObject({
      error: { code: 'SESSION_EXPIRED' },
    })
    // The same in another language and direction.
    await page.goto(`${world.url}/wallet?locale=ar`)
    await page.locator('#activity').getByText(ar.didKit).waitFor()
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: ar.signOut }).click()
    await page.getByLabel(ar.email).waitFor()
    expect(reports).toEqual([])
  },
)
