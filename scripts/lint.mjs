// Types and lint. oxlint asks one program of TypeScript 7 for type errors and for what the type-checked rules want to know, and knows the other rules itself
// (.oxlintrc.json); ESLint has what it cannot do (eslint.config.js). Prints what they find; ends with 1 where there is anything.
import { spawnSync } from 'node:child_process'
import { root } from './prepare.mjs'

// On one processor, and with more garbage between collections, Go works a third less; beside the tests it would not have the second anyway.
const env = { ...process.env, GOMAXPROCS: '1', GOGC: '200' }

for (const [program, ...args] of [
  ['oxlint/bin/oxlint', '--format', 'unix'],
  ['eslint/bin/eslint.js', 'src', 'services/frame'],
]) {
  const { status } = spawnSync(process.execPath, [`${root}/node_modules/${program}`, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
