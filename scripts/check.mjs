// `npm run check`: everything that is not a test — types, lint, templates, formatting, generated files, package quality, sizes. One line per check.
import { spawnSync } from 'node:child_process'
import { inLanes } from './lib/lanes.mjs'
import { addOutcome, noOutcome, outcomeOf } from './lib/outcomes.mjs'
import { runPart } from './lib/run-part.mjs'
import { checkNode, ensureDependencies, root } from './prepare.mjs'

const generated = [
  'src/config/setting-types.ts',
  'src/config/kinds.ts',
  'src/config/defaults.ts',
  'src/config/attributes.ts',
  'src/elements/shell/settings-element.ts',
  'docs/guide/settings.md',
  'custom-elements.json',
  'src/react/components.ts',
  'src/tags.ts',
  'src/vocabulary/namespace-names.ts',
  'src/root/namespace-discovery.ts',
  'src/elements/icons/networks',
  'src/elements/icons/network-marks.ts',
  'docs/elements',
]

/** What reads the sources alone, the longest first. */
const ofSources = [
  ['types and lint', ['scripts/lint.mjs']],
  ['unused', ['node_modules/knip/bin/knip.js']],
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
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check']],
]

/** The build, which also checks the types of the package alone; with the compiled services, which tests start. */
const build = ['build', ['scripts/build.mjs', '--services']]
/** What reads what the build wrote. */
const ofBuild = [
  ['package', ['node_modules/publint/src/cli.js']],
  ['entries', ['scripts/check-entries.mjs']],
  ['size', ['bench/size.mjs', '--browser']],
]

const alone =
  (each, options = {}) =>
  async () => {
    const { total, check } = createReport()
    await check(each, options)
    return total
  }

/** Builds. Resolves with the counts. */
export async function checkBuild() {
  checkNode()
  ensureDependencies()
  return alone(build)()
}

/** One function for each check of what was built; each resolves with its counts. */
export const builtChecks = ofBuild.map((each) => alone(each, { yields: true }))

/** One function for each check that reads the sources alone, the longest first; each resolves with its counts. None writes where all is well. */
export const sourceChecks = [
  ...ofSources.map((each) => alone(each, { yields: true })),
  async () => {
    const { total, report } = createReport()
    report('generated files', ...(await upToDate()))
    return total
  },
]

function createReport() {
  const total = noOutcome()
  const report = (name, ok, output) => {
    addOutcome(total, outcomeOf(name, ok, output))
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`)
    if (!ok || name === 'size') console.log(output.trim())
  }
  const check = async ([name, args], options) => {
    const { status, output } = await run(args, options)
    report(name, status === 0, output)
  }
  return { total, report, check }
}

/** A check may take many minutes where it yields to the tests, and prints only when it ends. One that stands still is a failure. */
const SILENT_LIMIT_MS = 3_000_000

/**
 * @param {string[]} args of Node
 * @param {{ yields?: boolean }} [options] `yields`: reads sources alone, and has no limits of time
 */
async function run(args, { yields = false } = {}) {
  const lines = []
  const status = await runPart(args, { cwd: root, silentMs: SILENT_LIMIT_MS, onLine: (line) => lines.push(line), yields })
  return { status, output: lines.join('\n') }
}

/** Generates again and compares with what is checked in. */
async function upToDate() {
  const read = () => spawnSync('git', ['status', '--porcelain', '--', ...generated], { cwd: root, encoding: 'utf8' }).stdout
  const hash = () =>
    spawnSync('git', ['hash-object', ...generated.filter((path) => path !== 'docs/elements')], { cwd: root, encoding: 'utf8' })
      .stdout + read()
  const before = hash()
  const { status, output } = await run(['scripts/generate.mjs'], { yields: true })
  const after = hash()
  return [status === 0 && before === after, `${output}\nRun \`npm run generate\` and commit: ${read()}`]
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split(/[\\/]/).at(-1) ?? '-')) {
  checkNode()
  ensureDependencies()
  const parts = []
  const built = checkBuild()
  const pieces = [() => built, ...sourceChecks, ...builtChecks.map((check) => () => built.then(check))]
  await inLanes(
    2,
    pieces.map((piece) => async () => void parts.push(await piece())),
  )
  const sum = (count) => parts.reduce((total, part) => total + part[count], 0)
  const [passed, failed] = [sum('passed'), sum('failed')]
  console.log(`checks: ${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
