// What a machine has already: a browser of Chromium's family, and the programs of Postgres.
import { existsSync, readdirSync } from 'node:fs'

const BROWSERS = [
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

/**
 * The browser to test with: `WM_CHROMIUM`, or one of the system's.
 * @param {string} at for tests: what to take for the root of the file system
 * @returns {string | undefined}
 */
export function findBrowser(at = '') {
  return [process.env.WM_CHROMIUM, ...BROWSERS.map((path) => at + path)].find((path) => path && existsSync(path))
}

/**
 * Chromium without the windows around its pages, which costs half of what a page does that has only begun: for tests of pages that need nothing of them.
 * `WM_HEADLESS_SHELL`, or the system's; where `WM_CHROMIUM` names a browser, that one.
 * @param {string} at for tests: what to take for the root of the file system
 * @returns {string | undefined}
 */
export function findHeadlessShell(at = '') {
  const { WM_HEADLESS_SHELL, WM_CHROMIUM } = process.env
  return [WM_HEADLESS_SHELL, WM_CHROMIUM, `${at}/usr/bin/chromium-headless-shell`, findBrowser(at)].find(
    (path) => path && existsSync(path),
  )
}

/**
 * Folder of `initdb` and `postgres`, of the latest version where there are several.
 * @param {string} at for tests: what to take for the root of the file system
 * @returns {string | undefined}
 */
export function findPostgres(at = '') {
  return ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/Applications/Postgres.app/Contents/Versions']
    .map((folder) => at + folder)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/bin`))
    .filter((folder) => existsSync(`${folder}/initdb`) && existsSync(`${folder}/postgres`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
}
