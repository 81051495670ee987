// What every command needs before it can begin: a Node that is new enough, the dependencies, and (for tests) a browser and a Postgres.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findEngines, missingEnginePackages } from './engines.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const say = (text) => console.error(`· ${text}`)

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node 20.19 or later is needed; this is ${process.versions.node}.`)
    process.exit(1)
  }
}

/** Installs from the lockfile when anything that it names directly is missing or of another version. */
export function ensureDependencies() {
  const require = createRequire(`${root}/package.json`)
  const missing = ['package.json', 'services/package.json'].flatMap((path) => {
    const manifest = JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))
    return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(([name, range]) => {
      const places = [`${root}/services/node_modules/${name}/package.json`, `${root}/node_modules/${name}/package.json`]
      const place = places.find((candidate) => existsSync(candidate))
      return place === undefined || !range.endsWith(require(place).version)
    })
  })
  if (missing.length === 0) return
  say(`installing ${missing.length} missing packages …`)
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** The Chromium to test with: `WM_CHROMIUM`, the system's, Playwright's own, or Debian's package installed now. */
export function findBrowser() {
  const system = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return [process.env.WM_CHROMIUM, ...system].find((path) => path && existsSync(path))
}

const canInstall = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

/** @param {string[]} names packages of Debian, options of apt-get */
function installPackages(...names) {
  const quiet = { stdio: ['ignore', 'ignore', 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', ...names], quiet)
}

export function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  if (canInstall()) {
    say("installing Chromium from the system's packages …")
    installPackages('chromium')
  } else {
    say('downloading a Chromium for Playwright …')
    spawnSync('npx', ['playwright', 'install', 'chromium'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    const path = execFileSync(process.execPath, ['-e', "process.stdout.write(require('playwright').chromium.executablePath())"], {
      cwd: root,
    }).toString()
    if (existsSync(path)) return path
  }
  const now = findBrowser()
  if (now) return now
  console.error('No Chromium was found and none could be installed. Install one, or set WM_CHROMIUM to its path.')
  process.exit(1)
}

/**
 * Folder of `initdb` and `postgres`, of the latest version where there are several.
 * @returns {string | undefined}
 */
export function findPostgres() {
  return ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/bin`))
    .filter((folder) => existsSync(`${folder}/initdb`) && existsSync(`${folder}/postgres`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
}

/** Debian's Postgres, installed now if there is none and we may; the tests start a server of their own from it. True: there is one. */
export function ensurePostgres() {
  const isThere = () => Boolean(process.env.WM_TEST_DATABASE_URL) || findPostgres() !== undefined
  if (!isThere() && canInstall()) {
    say("installing Postgres from the system's packages …")
    const folder = '/etc/postgresql-common'
    const settings = `${folder}/createcluster.conf`
    // The package would make a cluster and start it as a service of the machine; we only want the programs.
    const isOurs = !existsSync(settings)
    if (isOurs) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(settings, 'create_main_cluster = false\n')
    }
    installPackages('--no-install-recommends', 'postgresql')
  }
  return isThere()
}

/**
 * Firefox and WebKit of Debian's packages, installed now where they are missing and we may.
 * @returns {string[]} names of the engines that are not there
 */
export function ensureEngines() {
  const missing = missingEnginePackages()
  if (missing.length > 0 && canInstall()) {
    say(`installing ${missing.join(', ')} from the system's packages …`)
    installPackages('--no-install-recommends', ...missing)
  }
  const { firefox, webkit } = findEngines()
  return [...(firefox ? [] : ['Firefox']), ...(webkit ? [] : ['WebKit'])]
}
