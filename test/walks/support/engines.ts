// One way to drive browsers that Playwright cannot: Firefox over WebDriver BiDi (puppeteer), WebKitGTK over W3C WebDriver (selenium).
import { PNG } from 'pngjs'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import decodeQR from 'qr/decode.js'
import type { WebElement } from 'selenium-webdriver'
import { findFirefox, findWebKit } from '../../../scripts/lib/machine.mjs'
import { startWebKitDriver } from '../../card/engines/webkit.mjs'
import { finder, placeOf, pressed, visibleText, watchPress, type Wanted } from './finder.js'

export type EngineName = 'firefox' | 'webkit'

export interface Engine {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Presses the visible element as a pointer does; waits until there is one that rests. */
  press(wanted: Wanted): Promise<void>
  /** Resolves when such an element is visible; rejects after `timeout` ms. */
  sees(wanted: Wanted, timeout?: number): Promise<void>
  /** Text of the first such element. */
  textOf(wanted: Wanted): Promise<string>
  /** What a phone's camera reads from the screen; waits until there is a code. */
  scan(): Promise<string>
  /** Name and version that the browser gives itself. */
  readonly agent: string
  /** Uncaught errors and unhandled rejections of the pages since they were loaded. */
  problems(): Promise<readonly string[]>
  close(): Promise<void>
}

/** What each engine does in its own tongue; the rest is the same for all. `script` is an expression. */
interface Driver {
  readonly agent: string
  goto(url: string): Promise<void>
  reload(): Promise<void>
  evaluate(script: string): Promise<unknown>
  click(script: string): Promise<void>
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

/** As `expect.timeout` of `playwright.config.ts`, which these drivers do not know. */
const PATIENCE_MS = 120_000
const POLL_MS = 100
/** How many polls in a row what is pressed has to rest. WebKit's driver takes half a second from its look to its press. */
const RESTS: Readonly<Record<EngineName, number>> = { firefox: 1, webkit: 4 }
const size = { width: 1100, height: 800 }

/** `undefined` where the machine has no such browser. */
export const canStart = (name: EngineName): boolean => (name === 'firefox' ? findFirefox() : findWebKit()) !== undefined

export async function startEngine(name: EngineName): Promise<Engine> {
  const driver = await (name === 'firefox' ? startFirefox() : startWebKit())
  const listen = `(window.__problems ??= (addEventListener('error', (e) => __problems.push(String(e.message))),
    addEventListener('unhandledrejection', (e) => __problems.push(String(e.reason))), []), undefined)`
  const until = async <T>(what: string, ask: () => Promise<T | undefined>, timeout = PATIENCE_MS): Promise<T> => {
    const limit = Date.now() + timeout
    for (;;) {
      const answer = await ask()
      if (answer !== undefined) return answer
      if (Date.now() > limit) throw new Error(`${name} showed no ${what} in ${timeout} ms. It shows: ${await shown()}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
  const shown = () => driver.evaluate(visibleText).then(String)
  const find = (wanted: Wanted, timeout?: number) =>
    until(
      JSON.stringify(wanted),
      async () => ((await driver.evaluate(`${finder(wanted)} !== undefined`)) ? true : undefined),
      timeout,
    )
  const rest = (wanted: Wanted) => {
    let last: unknown
    let rested = 0
    return until(JSON.stringify(wanted), async () => {
      const place = await driver.evaluate(placeOf(wanted))
      rested = place !== '' && place === last ? rested + 1 : 0
      last = place
      return rested >= RESTS[name] || undefined
    })
  }
  return {
    agent: driver.agent,
    async goto(url) {
      await driver.goto(url)
      await driver.evaluate(listen)
    },
    async reload() {
      await driver.reload()
      await driver.evaluate(listen)
    },
    async press(wanted) {
      const what = JSON.stringify(wanted)
      await until(what, async () => {
        await rest(wanted)
        await driver.evaluate(watchPress(wanted))
        await driver.click(finder(wanted))
        const hit = await driver.evaluate(pressed)
        // The driver looks, and presses later: what moved in between is missed, and pressed again as a person would.
        if (hit !== true) console.warn(`${name} missed ${what} and pressed ${String(hit)}`)
        return hit === true || undefined
      })
    },
    async sees(wanted, timeout) {
      await find(wanted, timeout)
    },
    async textOf(wanted) {
      await find(wanted)
      return String(await driver.evaluate(`${finder(wanted)}?.textContent`))
    },
    scan: () =>
      until('code', async () => {
        const { width, height, data } = PNG.sync.read(Buffer.from(await driver.screenshot()))
        try {
          return decodeQR({ width, height, data })
        } catch {
          return undefined // not drawn yet
        }
      }),
    problems: async () => (await driver.evaluate('window.__problems ?? []')) as string[], // what `listen` wrote
    close: () => driver.close(),
  }
}

async function startFirefox(): Promise<Driver> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('There is no Firefox')
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    protocol: 'webDriverBiDi',
    // The size of the window: a viewport of its own would have it set the orientation too, which Firefox 140 does not know.
    defaultViewport: null,
    args: [`--width=${size.width}`, `--height=${size.height}`],
  })
  const page = await browser.newPage()
  return {
    agent: await browser.version(),
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (script) => page.evaluate(script),
    async click(script) {
      const handle = (await page.evaluateHandle(script)) as ElementHandle // the finder's
      await handle.click()
      await handle.dispose()
    },
    screenshot: () => page.screenshot({ type: 'png' }),
    close: () => browser.close(),
  }
}

async function startWebKit(): Promise<Driver> {
  const { driver, close } = await startWebKitDriver(size)
  const capabilities = await driver.getCapabilities()
  return {
    agent: `${capabilities.getBrowserName() ?? ''} ${capabilities.getBrowserVersion() ?? ''}`,
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    evaluate: (script) => driver.executeScript(`return ${script}`),
    async click(script) {
      const element = await driver.executeScript<WebElement>(`return ${script}`)
      await driver.actions().move({ origin: element }).click().perform()
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close,
  }
}
