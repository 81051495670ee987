// What a machine has already: browsers, the programs of Postgres, an anvil.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/usr/bin/brave-browser',
  '/snap/bin/chromium',
  ...['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  '/opt/homebrew/bin/chromium',
  '/usr/local/bin/chromium',
]

const findFile = (...paths) => paths.find((path) => path && existsSync(path))

/** The Chromium that Playwright has downloaded, if it has. */
function findPlaywrightChromium() {
  try {
    return findFile(createRequire(import.meta.url)('playwright').chromium.executablePath())
  } catch {
    return undefined // no packages, or no build for this machine
  }
}

/** The browser to test with: `WM_CHROMIUM`, one of the system's, or Playwright's own. @returns {string | undefined} */
export const findBrowser = () => findFile(process.env.WM_CHROMIUM, ...CHROMIUMS) ?? findPlaywrightChromium()

/**
 * Chromium without windows, which does half the work for a new page: for tests that need nothing of a window. Where `WM_CHROMIUM` names a browser, that one.
 * @returns {string | undefined}
 */
export const findHeadlessShell = () => findFile(process.env.WM_CHROMIUM, '/usr/bin/chromium-headless-shell') ?? findBrowser()

/** `WM_FIREFOX` names another Firefox. @returns {string | undefined} */
export const findFirefox = () =>
  findFile(process.env.WM_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox')

/** WebKitGTK: its WebDriver, the MiniBrowser that this starts, and a program that makes a display to draw on, where there is none. */
export function findWebKit() {
  const driver = findFile('/usr/bin/WebKitWebDriver')
  if (!driver) return undefined
  const libraries = readdirSync('/usr/lib').filter((name) => name.includes('-linux-gnu'))
  const versions = ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']
  const browser = findFile(...libraries.flatMap((name) => versions.map((version) => `/usr/lib/${name}/${version}/MiniBrowser`)))
  const display = findFile('/usr/bin/Xvfb')
  return browser && (display || process.env.DISPLAY) ? { driver, browser, display } : undefined
}

/** Folder of `initdb` and `postgres`, of the latest version where there are several. @returns {string | undefined} */
export function findPostgres() {
  return ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/Applications/Postgres.app/Contents/Versions']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/bin`))
    .filter((folder) => existsSync(`${folder}/initdb`) && existsSync(`${folder}/postgres`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
}

/** @returns {string | undefined} */
export const findNginx = () => findFile('/usr/sbin/nginx', '/opt/homebrew/bin/nginx', '/usr/local/bin/nginx')

/** Whether there is an anvil: npm's, or one on the `PATH`. `services/devnet/anvil.ts` finds and runs it. */
export function hasAnvil() {
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  if ((process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))) return true
  try {
    createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil')
    return process.platform === 'linux' && process.arch === 'x64'
  } catch {
    return false // not installed here
  }
}
