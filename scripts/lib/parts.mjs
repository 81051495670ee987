// Parts of a test run and checks, as commands beside each other: runs them, reads the reports of the runners, and tells at the end what each has found and cost.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { root } from '../prepare.mjs'

/** Folder of the reports, from the root of the checkout. */
export const RESULTS = 'test-results'

/** How many parts run at a time: each waits for pages, servers and databases half of its time. */
const LANES = 2
/** A runner that stands still would hold the run until somebody looks; minutes. */
const PART_LIMIT_MIN = 45
/** How often what the parts cost is looked at. */
const SAMPLE_MS = 2_000

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} command for the shell, run in the root of the checkout
 * @property {(report: any) => Counts} [read] of a runner that writes a report as JSON to `reportPath(name)`; a part without it is one check
 * @property {Record<string, string>} [env]
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {readonly string[]} failures what failed
 * @property {readonly string[]} [retried] what failed first, and passed when it ran again
 */

/** Path of a part's report, from the root. @param {string} name */
export const reportPath = (name) => `${RESULTS}/${name.replace(/\W+/g, '-')}.json`
const timesPath = (name) => reportPath(name).replace('.json', '.times')

// Vitest's report gives a stack, which starts with a mark of its own where a limit of time was reached.
const firstLines = (text = '') =>
  text
    .replace('Error: STACK_TRACE_ERROR', 'Ran into its limit of time:')
    .replace(/\u001b\[\d+m/g, '')
    .split('\n')
    .filter((line) => line.trim() && !line.includes('/node_modules/'))
    .slice(0, 6)
    .join('\n  ')

/** A report of Vitest. A file that could not be loaded has no tests of its own, and is one failure; so is an error outside of a test. @returns {Counts} */
export function readVitest({ testResults, unhandled = [] }) {
  const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ file: name, ...test })))
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...broken.map(({ name, message }) => `${name}\n  ${firstLines(message)}`),
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ file, fullName, failureMessages: [message] }) => `${file} > ${fullName}\n  ${firstLines(message)}`),
      ...unhandled.map(
        ({ file, test, stack }) =>
          `${file} > ${test || '(outside of a test)'}: an error that nothing caught\n  ${firstLines(stack)}`,
      ),
    ].map((line) => line.replaceAll(`${root}/`, '')),
  }
}

/** A report of Playwright. @returns {Counts} */
export function readPlaywright({ suites, errors = [], stats }) {
  const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
  const tests = suites
    .flatMap(specsIn)
    .flatMap(({ file, title, tests: runs }) =>
      runs.map(({ status, projectName, results }) => ({ status, name: `[${projectName}] ${file} > ${title}`, results })),
    )
  const linesOf = (wanted) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ name, results }) => `${name}\n  ${firstLines(results.flatMap((result) => result.errors ?? [])[0]?.message)}`)
  return {
    passed: stats.expected + stats.flaky,
    failures: [...linesOf('unexpected'), ...errors.map(({ message }) => firstLines(message))],
    retried: linesOf('flaky'),
  }
}

/**
 * Runs the parts in their order, two at a time, and prints what each has found and cost.
 * @param {readonly Part[]} parts
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runParts(parts) {
  const { concurrently } = await import('concurrently') // on a fresh machine it was installed a moment ago
  mkdirSync(`${root}/${RESULTS}`, { recursive: true })
  for (const { name } of parts) for (const path of [reportPath(name), timesPath(name)]) rmSync(`${root}/${path}`, { force: true })
  // The shell's `times` knows what all processes of the part have cost that somebody has waited for.
  const timed = ({ name, command }) =>
    process.platform === 'win32' ? command : `${command}; code=$?; times > ${timesPath(name)}; exit $code`
  const { commands, result } = concurrently(
    parts.map((part) => ({ name: part.name, command: timed(part), env: { NO_COLOR: '1', FORCE_COLOR: '0', ...part.env } })),
    { cwd: root, maxProcesses: LANES, prefix: 'name', prefixColors: false },
  )
  for (const command of commands) {
    let limit
    command.stateChange.subscribe((state) => {
      clearTimeout(limit)
      if (state === 'started') limit = setTimeout(() => command.kill('SIGKILL'), PART_LIMIT_MIN * 60_000)
    })
  }
  const costs = commands.map(() => new Map())
  const sampling = setInterval(() => sample(commands, costs), SAMPLE_MS)
  const ends = await result.catch((events) => events).finally(() => clearInterval(sampling))
  const outcomes = parts.map((part, index) =>
    outcomeOf(
      part,
      ends.find((end) => end.index === index),
    ),
  )
  for (const { part, failures } of outcomes) for (const failure of failures) console.log(`FAILED ${part.name}: ${failure}`)
  for (const { part, retried } of outcomes)
    for (const test of retried) console.log(`PASSED ONLY WHEN IT RAN AGAIN ${part.name}: ${test}`)
  const rows = outcomes.map(({ part, passed, failures, seconds }, index) => [
    part.name,
    `${passed} passed, ${failures.length} failed`,
    `${Math.round(seconds)} s`,
    costOf(part.name, costs[index]),
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)))
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failures }) => sum + failures.length, 0),
  }
}

/** A part that ended badly is one failure at least, whatever its report says. */
function outcomeOf(part, end) {
  const isGood = end?.exitCode === 0
  const counts = { passed: part.read ? 0 : Number(isGood), failures: [], retried: [], ...readReport(part) }
  if (!isGood && counts.failures.length === 0) counts.failures = [`ended with ${end?.exitCode ?? 'nothing'}`]
  else if (part.read && counts.passed + counts.failures.length === 0) counts.failures = ['ran no test']
  return { part, seconds: end?.timings.durationSeconds ?? 0, ...counts }
}

function readReport({ name, read }) {
  const path = `${root}/${reportPath(name)}`
  return read && existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : {}
}

/** Writes down what the processes below each command have cost until now: the shell's `times` does not know those that were killed, as browsers are. */
function sample(commands, costs) {
  const { stdout } = spawnSync('ps', ['-Ao', 'pid=,ppid=,time='], { encoding: 'utf8' })
  if (!stdout) return
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  for (const [index, { pid }] of commands.entries()) {
    const family = new Set([String(pid)])
    for (let size = 0; pid !== undefined && size < family.size;) {
      size = family.size
      for (const [child, parent] of processes) if (family.has(parent)) family.add(child)
    }
    for (const [process, , time = ''] of processes)
      if (family.has(process))
        costs[index]?.set(
          process,
          time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0),
        )
  }
}

/** Seconds of processor of a part's processes: the larger of what the shell has counted and what was seen of them. */
function costOf(name, costs) {
  const path = `${root}/${timesPath(name)}`
  const [, children = ''] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const counted = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
  const seen = [...costs.values()].reduce((sum, seconds) => sum + seconds, 0)
  return `${Math.round(Math.max(counted, seen))} s of processor`
}
