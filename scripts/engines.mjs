// The browser engines beside Chromium that the walks use: where Debian's packages put them, and how they are installed.
import { existsSync, readdirSync } from 'node:fs'

/** The MiniBrowser of WebKitGTK, which its WebDriver starts. */
function findMiniBrowser() {
  return readdirSync('/usr/lib', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((folder) => `/usr/lib/${name}/${folder}/MiniBrowser`),
    )
    .find((path) => existsSync(path))
}

const firstOf = (...paths) => paths.find((path) => path && existsSync(path))

/**
 * What is on this machine. `WM_FIREFOX` names another Firefox; WebKit is WebKitGTK's driver, its MiniBrowser and a display to draw on.
 * @returns {{ firefox?: string, webkit?: { driver: string, browser: string, display: string | undefined } }}
 */
export function findEngines() {
  const firefox = firstOf(
    process.env.WM_FIREFOX,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  )
  const driver = firstOf('/usr/bin/WebKitWebDriver')
  const browser = driver && findMiniBrowser()
  const xvfb = firstOf('/usr/bin/Xvfb')
  const hasDisplay = xvfb !== undefined || Boolean(process.env.DISPLAY)
  return {
    ...(firefox && { firefox }),
    ...(driver && browser && hasDisplay && { webkit: { driver, browser, display: xvfb } }),
  }
}

/** Debian's packages of the engines that are missing. */
export function missingEnginePackages() {
  const { firefox, webkit } = findEngines()
  return [...(firefox ? [] : ['firefox-esr']), ...(webkit ? [] : ['webkit2gtk-driver', 'xvfb'])]
}
