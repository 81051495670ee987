// What every command needs before it can begin: a Node that is new enough, the packages, and (for tests) the programs that they drive. Says what is missing, and what
// it installs, before it does; `WM_INSTALL=0` keeps it from installing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser, findFirefox, findNginx, findPostgres, findWebKit } from './lib/machine.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const say = (text) => console.error(`· ${text}`)
const mayInstall = () => process.env.WM_INSTALL !== '0'
const isWindows = process.platform === 'win32'

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node 20.19 or later is needed; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs from the lockfile when a package that the manifests name is missing or of another version. */
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
  if (!mayInstall()) {
    const names = missing.slice(0, 5).map(([name]) => name)
    console.error(`Packages are missing (${names.join(', ')} …), and WM_INSTALL=0 forbids to install them: run npm ci.`)
    process.exit(1)
  }
  say(`installing ${missing.length} missing packages with npm ci (WM_INSTALL=0 forbids it) …`)
  // No package needs a script of its own: what they would compile (`bufferutil`, `secp256k1`) has a form in JavaScript.
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const install = (...more) =>
    spawnSync('npm', [...options, ...more], { cwd: root, stdio: ['ignore', 2, 2], shell: isWindows }).status
  // npm's own cache is taken as it is, which spares a question for each package; where it is too old for the lockfile, npm asks.
  if (install('--prefer-offline') === 0) return
  const status = install()
  if (status !== 0) process.exit(status ?? 1)
}

/** Programs that tests drive: how each is found, and the packages of Debian that bring it. */
const programs = {
  Chromium: { find: findBrowser, packages: ['chromium', 'chromium-headless-shell'] },
  Firefox: { find: findFirefox, packages: ['firefox-esr'] },
  WebKit: { find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
  Postgres: { find: () => process.env.WM_TEST_DATABASE_URL ?? findPostgres(), packages: ['postgresql'] },
  nginx: { find: findNginx, packages: ['nginx-light'] },
}

/**
 * Installs those of the programs that are missing, where it may: as root with Debian's packages; elsewhere Playwright downloads a Chromium.
 * @param {readonly (keyof typeof programs)[]} names
 * @returns {string[]} names of those that are missing still
 */
export function ensurePrograms(names) {
  const findMissing = () => names.filter((name) => !programs[name].find())
  const missing = findMissing()
  if (missing.length === 0 || !mayInstall()) return missing
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const packages = missing.flatMap((name) => programs[name].packages)
    say(`installing ${packages.join(', ')} from the system's packages, with apt-get (WM_INSTALL=0 forbids it) …`)
    if (missing.includes('Postgres')) keepPostgresFromStarting()
    // All at once; or each by itself, where this system has no package of some name.
    const script = `install='apt-get install -y -qq --no-install-recommends'
      apt-get update -qq
      $install "$@" || for each; do $install "$each"; done`
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    withoutStartingServices(() =>
      spawnSync('sh', ['-c', script, 'apt-get', ...packages], { stdio: ['ignore', 'ignore', 2], env }),
    )
  } else if (missing.includes('Chromium')) {
    say('downloading a Chromium for Playwright (WM_INSTALL=0 forbids it) …')
    spawnSync('npx', ['playwright', 'install', 'chromium'], { cwd: root, stdio: ['ignore', 2, 2], shell: isWindows })
  }
  return findMissing()
}

/** A package that brings a service starts it on the machine; tests only want the programs. Debian asks this file (invoke-rc.d(8)). */
function withoutStartingServices(install) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    install()
  } finally {
    rmSync(policy, { force: true })
  }
}

/** The package of Postgres would make a cluster. */
function keepPostgresFromStarting() {
  const folder = '/etc/postgresql-common'
  const settings = `${folder}/createcluster.conf`
  if (existsSync(settings)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(settings, 'create_main_cluster = false\n')
}

/** @returns {string} path of a Chromium; ends the process, with the reason, where there is none and none can be installed */
export function ensureBrowser() {
  ensurePrograms(['Chromium'])
  const path = findBrowser()
  if (path) return path
  const reason = mayInstall() ? 'none could be installed' : 'WM_INSTALL=0 forbids to install one'
  console.error(`No Chromium was found, and ${reason}. Install one, or set WM_CHROMIUM to its path.`)
  process.exit(1)
}
