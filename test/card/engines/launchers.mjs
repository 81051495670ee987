// The engines that run the card's tests, as web-test-runner's launchers, and real keys for the tests in each of them.
import { chromeLauncher } from '@web/test-runner-chrome'
import puppeteer from 'puppeteer-core'
import { Key } from 'selenium-webdriver'
import { findFirefox, findHeadlessShell, findWebKit } from '../../../scripts/lib/machine.mjs'
import { CHROMIUM_SWITCHES, withoutExtras } from '../../support/chromium-switches.mjs'
import { startWebKitDriver } from './webkit.mjs'

const size = { width: 1024, height: 800 }

/** How long a key is held down, as by a finger. */
const KEY_MS = 20

/** A launcher for each engine of this machine, by its name. Each shows one page at a time, because the tests look at focus. */
export function findLaunchers() {
  const [chromium, firefox] = [findHeadlessShell(), findFirefox()]
  return {
    ...(chromium && {
      Chromium: launchPuppeteer('Chromium', {
        executablePath: chromium,
        headless: true,
        args: [...CHROMIUM_SWITCHES, withoutExtras],
      }),
    }),
    ...(firefox && {
      Firefox: launchPuppeteer('Firefox', {
        browser: 'firefox',
        executablePath: firefox,
        headless: true,
        protocol: 'webDriverBiDi',
        // The size of the window: a viewport of its own would have it set the orientation too, which Firefox 140 does not know.
        defaultViewport: null,
        args: [`--width=${size.width}`, `--height=${size.height}`],
      }),
    }),
    ...(findWebKit() && { WebKit: launchWebKit() }),
  }
}

/** The launcher for Chromium takes any puppeteer, and puppeteer speaks WebDriver BiDi with Firefox. */
function launchPuppeteer(name, launchOptions) {
  const launcher = chromeLauncher({
    launchOptions,
    puppeteer,
    concurrency: 1,
    async createPage({ context }) {
      const page = await context.newPage()
      await page.bringToFront() // a page behind another gets no keys in Firefox
      return page
    },
  })
  launcher.name = name
  // A page of its own for each file: one that has been loaded again loses some keys in Firefox.
  const stopSession = launcher.stopSession.bind(launcher)
  launcher.stopSession = async (sessionId) => {
    const result = await stopSession(sessionId)
    for (const { puppeteerPage } of launcher.inactivePages.splice(0)) await puppeteerPage.close()
    return result
  }
  launcher.pressKeys = async (sessionId, keys) => {
    const { keyboard } = launcher.getPage(sessionId)
    for (const key of keys) await keyboard.press(key === 'Space' ? ' ' : key, { delay: KEY_MS })
  }
  return launcher
}

/** Names of keys as the tests write them, and what WebDriver sends for them; every other key is its own character. */
const webDriverKeys = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Space: Key.SPACE,
  Escape: Key.ESCAPE,
  Home: Key.HOME,
  End: Key.END,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
}

/** One window over W3C WebDriver, which every file uses in its turn. */
function launchWebKit() {
  let started
  let active
  const window = () => (started ??= startWebKitDriver(size))
  return {
    name: 'WebKit',
    type: 'webkit',
    concurrency: 1,
    async startSession(sessionId, url) {
      const { driver } = await window()
      active = sessionId
      await driver.get(url)
    },
    isActive: (sessionId) => sessionId === active,
    getBrowserUrl: async () => (await window()).driver.getCurrentUrl(),
    async stopSession() {
      const { driver } = await window()
      active = undefined
      await driver.get('about:blank') // ends what the page still does
      return {}
    },
    startDebugSession: () => Promise.reject(new Error('WebKit cannot be debugged from here')),
    async stop() {
      await (await started)?.close()
    },
    async pressKeys(_sessionId, keys) {
      const { driver } = await window()
      for (const key of keys)
        await driver
          .actions()
          .sendKeys(webDriverKeys[key] ?? key)
          .perform()
    },
  }
}

/** The command of `press()` in `test/card/support.ts`. */
export const keyboardPlugin = {
  name: 'card-keyboard',
  async executeCommand({ command, payload, session }) {
    if (command !== 'press-keys') return undefined
    await session.browser.pressKeys(session.id, payload)
    return true
  },
}
