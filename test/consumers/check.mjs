// `npm run check:package [-- name …]`: the package as a stranger installs it. Packs it, installs it into each project of test/consumers in a
// scratch folder, builds and type-checks that, and drives its page in Chromium with an announced mock wallet. Needs the npm registry.
// What several projects write alike stands in test/consumers/sources, and is named by `consumer.sources` of their package.json. A project with
// `consumer.drive` has a `drive.mjs` of its own, for what a visitor does on its page.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { tsImport } from 'tsx/esm/api'
import { build } from 'vite'
import { drive } from './drive.mjs'
import { checkNode, ensureBrowser, ensureDependencies, root } from '../../scripts/prepare.mjs'
import { createStaticServer, listen } from '../../demo/server/static-server.mjs'

const CONSUMERS = `${root}/test/consumers`
const PACKAGES_MAX = 30

class Refused extends Error {}
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** @throws Refused with what the program said */
function run(command, args, cwd) {
  // Vite's own build leaves a NODE_ENV behind, with which npm installs no development dependency.
  const { NODE_ENV: _, ...own } = process.env
  const env = { ...own, NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64e6, env })
  if (status !== 0) throw new Refused(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`.slice(-3000))
  return stdout + stderr
}

/** Installs as a stranger would; gives what npm says is there. */
function install(folder, { manager } = {}) {
  if (manager) return void run('npx', ['--yes', manager, 'install', '--no-frozen-lockfile'], folder)
  run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], folder)
}

/** The shortest project there is: nothing but the package and viem. */
function checkInstallation(folder) {
  const places = run('npm', ['ls', '--all', '--parseable'], folder).trim().split('\n').slice(1)
  const has = (name) => places.filter((place) => place.endsWith(`/node_modules/${name}`))
  const size = Number(run('du', ['-sm', 'node_modules'], folder).split(/\s/)[0])
  console.log(`     ${places.length} packages, ${size} MB`)
  if (places.length > PACKAGES_MAX) throw new Refused(`${places.length} packages: ${places.join(', ')}`)
  if (places.some((place) => place.includes('anvil'))) throw new Refused('a binary is installed')
  // The client is in the package: `overrides` are read in the project that is installed alone, so the pin of its companions would not hold there.
  if (places.some((place) => place.includes('/@walletconnect/'))) throw new Refused('a package of WalletConnect is installed')
  if (has('viem').length !== 1) throw new Refused(`more than one viem: ${has('viem').join(', ')}`)
}

/**
 * Where the declarations of others do not pass `skipLibCheck: false`, ours must all the same: whatever is wrong stands in packages that are
 * neither ours nor the project's own.
 */
function checkDeclarations(folder) {
  const tsc = (...args) => spawnSync('npx', ['--no-install', 'tsc', '-p', '.', ...args], { cwd: folder, encoding: 'utf8' })
  const config = tsc('--showConfig')
  if (config.status !== 0 || !JSON.parse(config.stdout).compilerOptions?.skipLibCheck) return
  const { stdout } = tsc('--noEmit', '--incremental', 'false', '--skipLibCheck', 'false')
  const wrong = stdout.split('\n').filter((line) => /\berror TS\d+:/.test(line))
  const others = wrong.filter((line) => /^(\.\.\/)*node_modules\/(?!wallet-modal\/)/.test(line))
  if (others.length < wrong.length) throw new Refused(wrong.filter((line) => !others.includes(line)).join('\n'))
  const names = new Set(others.map((line) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1]))
  console.log(
    `     skipLibCheck: ${wrong.length} errors in the declarations of ${[...names].join(', ') || 'nobody'}, none in ours`,
  )
}

async function check(name, { scratch, browser, wallet, evm }) {
  const folder = join(scratch, name)
  const { consumer = {}, scripts = {} } = readJson(join(CONSUMERS, name, 'package.json'))
  for (const shared of consumer.sources ?? []) cpSync(join(CONSUMERS, 'sources', shared), folder, { recursive: true })
  cpSync(join(CONSUMERS, name), folder, { recursive: true })
  install(folder, consumer)
  if (consumer.installation) checkInstallation(folder)
  if (scripts.build) run('npm', ['run', '--silent', 'build'], folder)
  checkDeclarations(folder)
  if (consumer.page === false) return
  const headers = () => (consumer.policy ? { 'content-security-policy': consumer.policy } : {})
  const server = createStaticServer({
    folders: { '/': join(folder, consumer.folder ?? 'dist') },
    rewrites: { '/': '/index.html' },
    json: {},
    headers,
  })
  try {
    const port = await listen(server, { host: '127.0.0.1', port: 0 })
    const { drive: own } = consumer.drive ? await import(`${CONSUMERS}/${name}/drive.mjs`) : {}
    await (own ?? drive)(browser, { url: `http://127.0.0.1:${port}/`, wallet, evm, uses: consumer.uses })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** The script that announces a mock wallet, as an extension's would: made of the package's own testing kit. */
async function bundleWallet(scratch) {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: true, lib: { entry: `${CONSUMERS}/wallet.js`, name: 'consumerWallet', formats: ['iife'] } },
  })
  const path = join(scratch, 'wallet.js')
  writeFileSync(path, [result].flat()[0].output[0].code)
  return path
}

async function main(names) {
  checkNode()
  ensureDependencies()
  const all = readdirSync(CONSUMERS, { withFileTypes: true })
    .filter((each) => each.isDirectory() && existsSync(join(CONSUMERS, each.name, 'package.json')))
    .map(({ name }) => name)
  const unknown = names.find((name) => !all.includes(name))
  if (unknown) throw new Error(`There is no test/consumers/${unknown}. Known: ${all.join(', ')}`)
  const scratch = mkdtempSync(join(tmpdir(), 'wm-consumers-'))
  const total = { passed: 0, failed: 0 }
  let browser, devnet
  try {
    run(
      'npm',
      ['pack', '--silent', ...(process.env.WM_NO_BUILD === '1' ? ['--ignore-scripts'] : []), '--pack-destination', scratch],
      root,
    )
    renameSync(
      join(
        scratch,
        readdirSync(scratch).find((file) => file.endsWith('.tgz')),
      ),
      join(scratch, 'wallet-modal.tgz'),
    )
    const wallet = await bundleWallet(scratch)
    browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    devnet = await startDevnet()
    for (const name of names.length > 0 ? names : all) {
      const begun = Date.now()
      const seconds = () => `${((Date.now() - begun) / 1000).toFixed(0)} s`
      try {
        if (!devnet && readJson(`${CONSUMERS}/${name}/package.json`).consumer?.uses) {
          console.log(`skip ${name}: no EVM devnet`)
          continue
        }
        await check(name, { scratch, browser, wallet, evm: devnet?.url })
        total.passed++
        console.log(`ok   ${name} (${seconds()})`)
      } catch (error) {
        total.failed++
        console.log(`FAIL ${name} (${seconds()})\n${error instanceof Refused ? error.message : (error?.stack ?? error)}`)
      }
    }
  } finally {
    await browser?.close()
    await devnet?.stop()
    if (process.env.WM_KEEP !== '1') rmSync(scratch, { recursive: true, force: true })
  }
  return total
}

async function startDevnet() {
  const { startDevnet: start } = await tsImport('../../services/devnet/evm.ts', import.meta.url)
  return start().catch((error) => void console.log(error.message))
}

const { passed, failed } = await main(process.argv.slice(2))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
