// What every command needs before it can begin: a Node that is new enough, the dependencies, and (for tests) a browser and a Postgres.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findEngines, missingEnginePackages } from './engines.mjs'
import { findBrowser, findHeadlessShell, findPostgres } from './lib/machine.mjs'

export { findBrowser, findPostgres }
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
  const names = missing.map(([name]) => name).slice(0, 5)
  if (!mayInstall()) {
    console.error(`Packages are missing (${names.join(', ')} …), and WM_INSTALL=0 forbids to install them: run npm ci.`)
    process.exit(1)
  }
  say(`installing ${missing.length} missing packages with npm ci (WM_INSTALL=0 forbids it) …`)
  const install = (...options) =>
    // No package needs a script of its own: what they would compile (`bufferutil`, `secp256k1`) has a form in JavaScript.
    spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...options], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    }).status
  // What npm has kept is taken as it is, which spares a question for each package; where it is too old for the lockfile, npm asks.
  if (install('--prefer-offline') === 0) return
  const status = install()
  if (status !== 0) process.exit(status ?? 1)
}

/** `WM_INSTALL=0`: nothing is installed or downloaded, whatever is missing. */
const mayInstall = () => process.env.WM_INSTALL !== '0'
const canInstall = () => mayInstall() && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

/** Updates the lists, which may name versions that are gone, and installs what is behind it: all at once, or each that this system has, where it lacks one. */
const INSTALL = `install='apt-get install -y -qq --no-install-recommends'
apt-get update -qq
$install "$@" || for each; do $install "$each"; done`

const quiet = () => ({ stdio: ['ignore', 'ignore', 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })

/**
 * Installs what the tests need and this machine lacks (Chromium, Postgres, Firefox, WebKit) from Debian's packages, where we may: all at once, in a process of
 * its own, which goes on while ours waits for another.
 * @returns {Promise<void>} resolves when it has ended, well or not
 */
export function installPrograms() {
  const postgres = hasPostgres() ? [] : ['postgresql']
  const missing = [...missingChromium(), ...postgres, ...missingEnginePackages()]
  if (missing.length === 0 || !canInstall()) return Promise.resolve()
  say(`installing ${missing.join(', ')} from the system's packages, with apt-get (WM_INSTALL=0 forbids it) …`)
  if (postgres.length > 0) keepFromStarting()
  const child = spawn('sh', ['-c', INSTALL, 'apt-get', ...missing], quiet())
  return new Promise((done) => child.once('error', () => done()).once('close', () => done()))
}

/** Debian's packages of Chromium: the whole one and the one without windows, of which the latter is only for speed where there is another browser. */
function missingChromium() {
  const [browser, shell] = [findBrowser(), findHeadlessShell()]
  if (!browser) return ['chromium', 'chromium-headless-shell']
  return browser === '/usr/bin/chromium' && browser === shell && !process.env.WM_CHROMIUM ? ['chromium-headless-shell'] : []
}

/** The package of Postgres would make a cluster and start it as a service of the machine; we only want the programs. */
function keepFromStarting() {
  const folder = '/etc/postgresql-common'
  const settings = `${folder}/createcluster.conf`
  if (existsSync(settings)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(settings, 'create_main_cluster = false\n')
}

/** @param {string} [at] for tests: what to take for the root of the file system */
export function ensureBrowser(at) {
  const found = findBrowser(at)
  if (found) return found
  if (canInstall()) {
    say("installing Chromium from the system's packages, with apt-get (WM_INSTALL=0 forbids it) …")
    spawnSync('sh', ['-c', INSTALL, 'apt-get', 'chromium'], quiet())
  } else if (mayInstall()) {
    say('downloading a Chromium for Playwright (WM_INSTALL=0 forbids it) …')
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
  const now = findBrowser(at)
  if (now) return now
  const reason = mayInstall() ? 'none could be installed' : 'WM_INSTALL=0 forbids to install one'
  console.error(`No Chromium was found, and ${reason}. Install one, or set WM_CHROMIUM to its path.`)
  process.exit(1)
}

/** Whether there is a Postgres: the tests start a server of their own from its programs, where they are not told of one. */
export const hasPostgres = () => Boolean(process.env.WM_TEST_DATABASE_URL) || findPostgres() !== undefined

/** @returns {string[]} names of the engines that are not there */
export function missingEngines() {
  const { firefox, webkit } = findEngines()
  return [...(firefox ? [] : ['Firefox']), ...(webkit ? [] : ['WebKit'])]
}
