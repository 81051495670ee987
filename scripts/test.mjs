// `npm test`: installs what is missing, builds, runs every test (Node, elements in a browser, walks end to end), and closes with one line: N passed, N failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { hasAnvil } from './lib/anvil.mjs'
import { checkNode, ensureBrowser, ensureDependencies, ensureEngines, ensurePostgres, root } from './prepare.mjs'

/**
 * Runs all tests; resolves with the counts. A runner that breaks counts as one failure, never as none. `isBuilt`: by who calls, a moment ago.
 * `besideWalks` is called when the walks begin.
 */
export async function runTests({ coverage = false, isBuilt = false, besideWalks } = {}) {
  checkNode()
  ensureDependencies()
  const env = { ...process.env, WM_CHROMIUM: ensureBrowser(), FORCE_COLOR: '0' }
  if (!ensurePostgres() && process.env.WM_REQUIRE_POSTGRES !== '1') {
    console.log('SKIPPED: the tests on Postgres. There is no server on this machine (Debian: apt install postgresql).')
  }
  for (const engine of ensureEngines())
    console.log(
      `SKIPPED: the walks in ${engine}. It is not on this machine (Debian: apt install firefox-esr webkit2gtk-driver xvfb).`,
    )
  const results = `${root}/test-results`
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const run = (command, args, extra = {}) =>
    new Promise((resolve) => {
      const child = spawn(command, args, { cwd: root, stdio: ['ignore', 1, 2], env: { ...env, ...extra } })
      child.on('error', () => resolve(1))
      child.on('close', resolve)
    })

  const total = { passed: 0, failed: 0 }
  const add = (name, passed, failed) => {
    total.passed += passed
    total.failed += failed
    console.log(`${name}: ${passed} passed, ${failed} failed`)
  }

  const build = isBuilt ? 0 : await run(process.execPath, ['scripts/build.mjs'])
  if (build !== 0) add('build', 0, 1)

  const unit = `${results}/vitest.json`
  const status = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unit}`,
    ...(coverage ? ['--coverage'] : []),
  ])
  if (existsSync(unit)) {
    const report = JSON.parse(readFileSync(unit, 'utf8'))
    // A suite that could not be loaded has no tests of its own: count it.
    const broken = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length
    const failed = report.numFailedTests + broken
    add('unit and element tests', report.numPassedTests, status !== 0 && failed === 0 ? 1 : failed)
  } else add('unit and element tests', 0, 1)

  besideWalks?.()
  if (!hasAnvil() && process.env.WM_REQUIRE_POSTGRES !== '1') {
    const names = readdirSync(`${root}/test/walks`).flatMap((name) => /^(.*)\.walk\.ts$/.exec(name)?.[1] ?? [])
    console.log(`SKIPPED: the walks (${names.join(', ')}). There is no anvil for the EVM devnet (https://getfoundry.sh).`)
    return total
  }
  const walks = `${results}/walks.json`
  const walkStatus = await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: walks,
  })
  if (existsSync(walks)) {
    const { stats } = JSON.parse(readFileSync(walks, 'utf8'))
    const failed = stats.unexpected
    add('walks', stats.expected + stats.flaky, walkStatus !== 0 && failed === 0 ? 1 : failed)
  } else add('walks', 0, 1)
  return total
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split(/[\\/]/).at(-1) ?? '-')) {
  const { passed, failed } = await runTests({ coverage: process.argv.includes('--coverage') })
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}
