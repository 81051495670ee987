// One way to drive browsers that Playwright cannot: Firefox over WebDriver BiDi (puppeteer), WebKitGTK over W3C WebDriver (selenium).
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import decodeQR from 'qr/decode.js'
import { Builder, type WebElement } from 'selenium-webdriver'
import { findEngines } from '../../../scripts/engines.mjs'
import { finder, placeOf, type Wanted } from './finder.js'
import { ended } from './stack.js'

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

const PATIENCE_MS = 30_000
const POLL_MS = 100
const size = { width: 1100, height: 800 }

/** `undefined` where the machine has no such browser. */
export const canStart = (name: EngineName): boolean => findEngines()[name] !== undefined

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
  const shown = () => driver.evaluate('document.body.innerText.slice(0, 600)').then(String)
  const find = (wanted: Wanted, timeout?: number) =>
    until(
      JSON.stringify(wanted),
      async () => ((await driver.evaluate(`${finder(wanted)} !== undefined`)) ? true : undefined),
      timeout,
    )
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
      let last: unknown
      await until(JSON.stringify(wanted), async () => {
        const place = await driver.evaluate(placeOf(wanted))
        const rests = place !== '' && place === last
        last = place
        return rests || undefined
      })
      await driver.click(finder(wanted))
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
  const executablePath = findEngines().firefox
  if (!executablePath) throw new Error('There is no Firefox')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, protocol: 'webDriverBiDi' })
  const page = await browser.newPage()
  await page.setViewport(size)
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
  const found = findEngines().webkit
  if (!found) throw new Error('There is no WebKit')
  const home = mkdtempSync(join(tmpdir(), 'wm-webkit-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children.reverse()) {
      child.kill('SIGTERM')
      await ended(child)
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const display = found.display ? await startDisplay(found.display, children) : process.env['DISPLAY']
    const port = await freePort()
    children.push(
      spawn(found.driver, [`--port=${port}`, '--host=127.0.0.1'], {
        stdio: 'ignore',
        // A fresh home keeps what an earlier run stored away; the sandbox of bubblewrap does not start for root.
        env: {
          ...process.env,
          DISPLAY: display,
          HOME: home,
          XDG_DATA_HOME: home,
          XDG_CACHE_HOME: home,
          WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        },
      }),
    )
    await answers(port)
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: found.browser, args: ['--automation'] },
      })
      .build()
    await driver.manage().window().setRect(size)
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
      async close() {
        await driver.quit()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** An X server without a screen, on a display number that it chooses itself. */
async function startDisplay(xvfb: string, children: ChildProcess[]): Promise<string> {
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.stdio[3]?.once('data', (number: Buffer) => resolve(`:${String(number).trim()}`))
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Resolves when something answers HTTP on the port. */
async function answers(port: number): Promise<void> {
  const limit = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`)
      return
    } catch (error) {
      if (Date.now() > limit) throw error
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
}
