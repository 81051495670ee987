// `npm run check`: everything that is not a test — types, lint, templates, formatting, generated files, package quality, sizes. One line per check.
import { spawnSync } from 'node:child_process'
import { checkNode, ensureDependencies, root } from './prepare.mjs'

const tsc = 'node_modules/typescript/bin/tsc'
const generated = ['custom-elements.json', 'src/react/components.ts', 'src/tags.ts', 'docs/elements']

const checks = [
  ['types', [tsc, '-p', 'tsconfig.json']],
  ['types of the package alone', [tsc, '-p', 'tsconfig.src.json']],
  ['lint', ['node_modules/eslint/bin/eslint.js', 'src', 'test', 'services', 'demo', 'scripts', 'bench', '--max-warnings', '0']],
  [
    'templates',
    [
      'node_modules/lit-analyzer/cli.js',
      'src/elements/**/*.ts',
      '--rules.no-incompatible-type-binding',
      'off',
      '--rules.no-missing-import',
      'off',
      '--rules.no-invalid-css',
      'off',
      '--rules.no-unknown-tag-name',
      'off',
    ],
  ],
  [
    'format',
    [
      'node_modules/prettier/bin/prettier.cjs',
      '--check',
      '--log-level',
      'warn',
      'src',
      'test',
      'services',
      'demo',
      'scripts',
      'bench',
      '*.ts',
      '*.js',
      '*.mjs',
    ],
  ],
  ['build', ['scripts/build.mjs']],
  ['package', ['node_modules/publint/src/cli.js']],
  ['size', ['bench/size.mjs']],
]

export function runChecks() {
  checkNode()
  ensureDependencies()
  const total = { passed: 0, failed: 0 }
  const report = (name, ok, output) => {
    total[ok ? 'passed' : 'failed']++
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`)
    if (!ok || name === 'size') console.log(output.trim())
  }
  for (const [name, args] of checks) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 })
    report(name, status === 0, `${stdout}${stderr}`)
  }
  report('generated files', ...upToDate())
  return total
}

/** Generates again and compares with what is checked in. */
function upToDate() {
  const read = () => spawnSync('git', ['status', '--porcelain', '--', ...generated], { cwd: root, encoding: 'utf8' }).stdout
  const hash = () =>
    spawnSync('git', ['hash-object', 'custom-elements.json', 'src/react/components.ts', 'src/tags.ts'], {
      cwd: root,
      encoding: 'utf8',
    }).stdout + read()
  const before = hash()
  const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.mjs'], { cwd: root, encoding: 'utf8' })
  const after = hash()
  return [status === 0 && before === after, `${stderr}\nRun \`npm run generate\` and commit: ${read()}`]
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split(/[\\/]/).at(-1) ?? '-')) {
  const { passed, failed } = runChecks()
  console.log(`checks: ${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
