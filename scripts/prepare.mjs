// What every command needs before it can begin: a Node that is new enough, the dependencies, and (for tests) a browser.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

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

export function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  if (existsSync('/usr/bin/apt-get') && isRoot) {
    say("installing Chromium from the system's packages …")
    const quiet = { stdio: ['ignore', 'ignore', 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet)
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
