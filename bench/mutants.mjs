// `npm run mutants -- [--count 100] [--seed 1] [--part 1/2] [--under src/] [--near]`: changes random places of the logic, one at a time, in a copy of the last commit, and lets
// the tests that reach the place run. A change that no test notices survives and is printed. Needs what `npm test` needs. Two parts of one seed (`--part 1/2` and `2/2`) run side by side on two cores.
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/prepare.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string', default: '1/1' },
    /** Only those of this folder, of the sample. */
    under: { type: 'string', default: '' },
    /** Only the tests of the place's own area, which takes a tenth of the time: what survives is to be looked at by hand. */
    near: { type: 'boolean', default: false },
  },
})

/** Folders of the logic, and those of the tests that are about it: the first kill most, and quickly. */
const areas = {
  'src/state/': ['test/state'],
  'src/connectors/': ['test/connectors'],
  'src/api/': ['test/api', 'services/test/contract'],
  'src/frame/': ['test/frame'],
  'src/siwx/': ['test/siwx'],
  'src/vocabulary/': ['test/vocabulary', 'test/elements/lib', 'test/state'],
  'src/root/': ['test/root', 'test/wallet-modal.test.ts', 'test/testing.test.ts'],
  'services/src/relay/': ['services/test/relay'],
  'services/src/embedded/': ['services/test/embedded', 'services/test/frame/whole'],
  'services/src/upstream/': ['services/test/upstream', 'services/test/data/identity'],
  'services/frame/': ['services/test/frame'],
}
const areaOf = (file) => Object.keys(areas).find((area) => file.startsWith(area)) ?? ''
/** Texts are for people and translations: what they say is not tested letter by letter. */
const excludedMutations = ['StringLiteral', 'Regex']
const LIMIT_MS = 300_000

/** mulberry32: the same seed, the same places. */
function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout
const logger = new Proxy({}, { get: (_, name) => (String(name).startsWith('is') ? () => false : () => {}) })

async function sample() {
  const files = git('ls-files', '--', ...Object.keys(areas))
    .split('\n')
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  const { mutants: all } = await new Instrumenter(logger).instrument(
    files.map((name) => ({ name, mutate: true, content: git('show', `HEAD:${name}`) })),
    { plugins: [], ignorers: [], excludedMutations: [] },
  )
  const mutants = all.filter(({ mutatorName }) => !excludedMutations.includes(mutatorName))
  const next = random(Number(values.seed))
  const chosen = []
  while (chosen.length < Number(values.count) && mutants.length > 0)
    chosen.push(...mutants.splice(Math.floor(next() * mutants.length), 1))
  return chosen
}

/** Offset of a location with lines and columns from 0. */
const offset = (text, { line, column }) =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, row) => sum + row.length + 1, 0) + column

/** The tests that a change of `file` meets, one stage after the other. What only takes long (random inputs by the thousand, floods) is left out, and so kills nothing here. */
function stagesOf(file) {
  const options = '--project unit* --project node* --bail 1 --reporter dot --passWithNoTests --maxWorkers 1'.split(' ')
  const vitest = (...args) => ['node_modules/vitest/vitest.mjs', ...args, ...options]
  const ofFile = file
    .replace(/^src\//, 'test/')
    .replace(/^services\/(src\/)?/, 'services/test/')
    .replace(/\.ts$/, '.test.ts')
  return [
    ...(existsSync(`${root}/${ofFile}`) ? [vitest('run', ofFile)] : []),
    ...areas[areaOf(file)].map((folder) => vitest('run', folder)),
    ...(values.near ? [] : [vitest('related', file, '--run')]),
  ]
}

/** 'survived', 'killed', or 'slow': not told within the limit, which counts as neither. */
function runTests(folder, args, stdio = 'ignore') {
  return new Promise((resolve) => {
    // A group of its own: a change that never ends keeps the workers busy, not the program that started them.
    const child = spawn(process.execPath, args, { cwd: folder, stdio, detached: true })
    const kill = () => process.kill(-child.pid, 'SIGKILL')
    const limit = setTimeout(() => (kill(), resolve('slow')), LIMIT_MS)
    child.on('exit', (status) => {
      clearTimeout(limit)
      resolve(status === 0 ? 'survived' : 'killed')
    })
  })
}

const folder = mkdtempSync(join(tmpdir(), 'wm-mutants-'))
try {
  git('worktree', 'add', '--detach', folder, 'HEAD')
  for (const place of ['node_modules', 'services/node_modules'])
    if (existsSync(`${root}/${place}`)) symlinkSync(`${root}/${place}`, `${folder}/${place}`)
  const [part, parts] = values.part.split('/').map(Number)
  const mutants = (await sample())
    .filter(({ fileName }) => fileName.startsWith(values.under))
    .filter((_, index) => index % parts === part - 1)
  // A test that fails anyway would kill every change.
  const own = mutants.flatMap(({ fileName }) => stagesOf(fileName)).filter(([, verb]) => verb === 'run')
  for (const line of new Set(own.map((args) => args.join(' '))))
    if ((await runTests(folder, line.split(' '), ['ignore', 'ignore', 'inherit'])) !== 'survived')
      throw new Error(`These tests fail without any change: ${line}`)
  const survivors = []
  for (const [index, { fileName, location, replacement, mutatorName }] of mutants.entries()) {
    const path = join(folder, fileName)
    const before = readFileSync(path, 'utf8')
    const [start, end] = [offset(before, location.start), offset(before, location.end)]
    writeFileSync(path, before.slice(0, start) + replacement + before.slice(end))
    let outcome = 'survived'
    for (const args of stagesOf(fileName)) if (outcome === 'survived') outcome = await runTests(folder, args)
    writeFileSync(path, before)
    const line = `${fileName}:${location.start.line + 1} ${mutatorName}: ${JSON.stringify(before.slice(start, end).slice(0, 120))} → ${JSON.stringify(replacement.slice(0, 120))}`
    if (outcome !== 'killed') survivors.push(line)
    console.log(`${index + 1}/${mutants.length} ${outcome.padEnd(8)} ${line}`)
  }
  console.log(`\n${mutants.length - survivors.length} of ${mutants.length} killed (seed ${values.seed}). Survivors:`)
  for (const line of survivors) console.log(`  ${line}`)
} finally {
  git('worktree', 'remove', '--force', folder)
  rmSync(folder, { recursive: true, force: true })
}
