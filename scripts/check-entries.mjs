// Whether the types of each entry of the packed package are found, and fit its code, for whoever imports it as a module. `dist` must be built.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'wm-entries-'))
try {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], options)
  const [tarball = ''] = readdirSync(folder)
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@arethetypeswrong/cli/dist/index.js',
      join(folder, tarball),
      '--profile',
      'esm-only', // `require` is not promised
      '--exclude-entrypoints',
      './layout.css', // a style sheet has no types
    ],
    { cwd: root, stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
