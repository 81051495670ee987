// What a visitor waits for, read from a real browser: bytes and requests, the first row after a press, the code for a phone, a long list. For the script build
// and for the package as Vite bundles it, beside the least that a list of wallets can cost (bench/open/floor).
//   node bench/open.mjs [--build script|npm] [--only sizes|times|qr|scroll] [--runs 5] [--json] [--check]
// Needs `npm run build`. Sizes are the same in every run. Times compare only within a run: read the ratios.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { ensureBrowser, root } from '../scripts/prepare.mjs'
import { median, medians } from './figures.mjs'
import { openPages, openServices, openWalletList } from './open/pages.mjs'
import {
  measureCode,
  measureCodeSizes,
  measureFirst,
  measureOpen,
  measureScroll,
  measureSizes,
  measureWork,
  StoodStill,
  visit,
} from './open/visit.mjs'

const LISTED_COUNT = 600
/** Of the processor, as a middling phone is slower than this machine. */
const SLOW = 4
const BUILDS = ['script', 'npm']

/** Another begins in each run. */
const turned = (list, by) => [...list.slice(by % list.length), ...list.slice(0, by % list.length)]

/** @returns {Promise<Record<string, object>>} build → sizes */
async function sizesOf(browser, builds, pages, services) {
  const found = {}
  await visit(browser, { url: pages[builds[0]]() }, measureFirst) // the first visit of a browser is slower than all others
  for (const kind of builds) {
    const first = await visit(browser, { url: pages[kind]({ preload: 'none' }), far: true }, measureSizes)
    const code = await visit(browser, { url: pages[kind]({ services, preload: 'none' }), far: true }, measureCodeSizes)
    found[kind] = { ...first, code }
  }
  return found
}

/** One run visits every page once, so that what else the machine does strikes all of them. */
async function timesOf(browser, builds, pages, runs) {
  const settings = [1, SLOW].flatMap((cpu) => [1, 12].map((wallets) => ({ cpu, wallets })))
  const kinds = ['floor', ...builds]
  const all = settings.map((setting) => ({ ...setting, runs: Object.fromEntries(kinds.map((kind) => [kind, []])) }))
  await visit(browser, { url: pages.floor() }, measureFirst) // the first visit of a browser is slower than all others
  for (let run = 0; run < runs; run++)
    for (const setting of all)
      for (const kind of turned(kinds, run)) {
        const options = { ...setting, url: pages[kind]() }
        const preloads = kind !== 'floor' // it is one file
        const times = {
          ...(await visit(browser, options, (page) => measureOpen(page, { preloads }))),
          ...(await visit(browser, options, measureFirst)),
        }
        if (preloads)
          times.coldRow = (await visit(browser, { ...setting, url: pages[kind]({ preload: 'none' }) }, measureOpen)).row
        setting.runs[kind].push(times)
      }
  const ratio = (setting, kind, key, floorKey = key) =>
    median(setting.runs[kind].map((times, run) => times[key] / setting.runs.floor[run][floorKey]))
  return all.map((setting) => ({
    cpu: setting.cpu,
    wallets: setting.wallets,
    ...Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          ...medians(setting.runs[kind]),
          rowRatio: ratio(setting, kind, 'row'),
          firstRatio: ratio(setting, kind, 'first'),
          ...(kind === 'floor' ? {} : { coldRatio: ratio(setting, kind, 'coldRow', 'row') }),
        },
      ]),
    ),
  }))
}

async function codesOf(browser, builds, pages, services, runs) {
  const settings = [1, SLOW].flatMap((cpu) => builds.map((kind) => ({ cpu, kind, runs: [] })))
  for (let run = 0; run < runs; run++)
    for (const setting of settings)
      setting.runs.push(await visit(browser, { url: pages[setting.kind]({ services }), cpu: setting.cpu }, measureCode))
  return settings.map(({ runs, ...setting }) => ({ ...setting, ...medians(runs) }))
}

async function scrollsOf(browser, builds, pages, list, runs) {
  const found = {}
  for (const kind of builds) {
    const options = { url: pages[kind]({ services: list }) }
    const counts = await visit(browser, options, (page) => measureScroll(page, { count: true }))
    const times = []
    for (let run = 0; run < runs; run++)
      times.push(await visit(browser, { ...options, cpu: SLOW }, (page) => measureScroll(page, { count: false })))
    const { longest } = await visit(browser, options, (page) =>
      measureWork(browser, page, () => measureScroll(page, { count: false })),
    )
    found[kind] = { ...counts, ...medians(times), work: longest * SLOW }
  }
  return found
}

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`
const sized = ({ bytes, requests }) => `${kib(bytes)} (${requests})`
const ms = (value) => `${value.toFixed(0)} ms`
const times = (value) => `× ${value.toFixed(2)}`

/** @returns {readonly (readonly string[])[]} rows: what, then one figure per build */
function tableOf({ sizes, opens, codes, scrolls }, builds) {
  const rows = [['', ...builds]]
  const add = (what, figure) => rows.push([what, ...builds.map(figure)])
  if (sizes) {
    add('closed button: KiB gz (requests)', (kind) => sized(sizes[kind].closed))
    add('came before the first row', (kind) => sized(sizes[kind].needed))
    add('asked for before the first row', (kind) => sized(sizes[kind].painted))
    add('after opening and idle', (kind) => sized(sizes[kind].idle))
    add('press → first row: files one after the other', (kind) => String(sizes[kind].depth))
    add('press → code, dialog at rest', (kind) => sized(sizes[kind].code.after))
    add('press → code: files one after the other', (kind) => String(sizes[kind].code.depth))
    add('everything until the code', (kind) => sized(sizes[kind].code.total))
  }
  for (const { cpu, wallets, floor, ...each } of opens ?? []) {
    const where = `${cpu}× CPU, ${wallets} announced`
    add(`visit → button, ${where} (floor ${ms(floor.button)})`, (kind) => ms(each[kind].button))
    add(`press → first row, ${where} (floor ${ms(floor.row)})`, (kind) => `${ms(each[kind].row)} ${times(each[kind].rowRatio)}`)
    add(`the same with preload="none"`, (kind) => `${ms(each[kind].coldRow)} ${times(each[kind].coldRatio)}`)
    add(
      `visit → row, pressed at once, ${where} (floor ${ms(floor.first)})`,
      (kind) => `${ms(each[kind].first)} ${times(each[kind].firstRatio)}`,
    )
  }
  for (const cpu of codes ? [1, SLOW] : [])
    add(`press → code, ${cpu}× CPU`, (kind) => ms(codes.find((code) => code.cpu === cpu && code.kind === kind).code))
  if (scrolls) {
    const where = `${LISTED_COUNT} wallets scrolled`
    add(`${where}, ${SLOW}× CPU: long tasks (longest)`, (kind) => `${scrolls[kind].longTasks} (${ms(scrolls[kind].longest)})`)
    add(`${where}: processor time of the longest task, × ${SLOW}`, (kind) => ms(scrolls[kind].work))
    add(`${where}, ${SLOW}× CPU: seconds`, (kind) => scrolls[kind].seconds.toFixed(1))
    add(`${where}: most rows in the page`, (kind) => String(scrolls[kind].rows))
    add(`${where}: most nodes in the page`, (kind) => String(scrolls[kind].nodes))
  }
  return rows
}

/** @returns {readonly { isOver: boolean, text: string }[]} one line for each budget of bench/size.json that the found figures answer */
function compare({ sizes, opens, scrolls }, builds) {
  const budgets = JSON.parse(readFileSync(`${root}/bench/size.json`, 'utf8')).open
  const lines = []
  const hold = (kind, what, found, most, shown = String) =>
    lines.push({ isOver: found > most, text: `${kind}: ${what} ${shown(found)} of ${shown(most)}` })
  for (const kind of builds) {
    const budget = budgets[kind]
    if (sizes) {
      const { closed, painted, code } = sizes[kind]
      hold(kind, 'closed button', closed.bytes, budget.closed.bytes, kib)
      hold(kind, 'first row', painted.bytes, budget.row.bytes, kib)
      hold(kind, 'first row, requests', painted.requests, budget.row.requests)
      hold(kind, 'code for a phone', code.after.bytes, budget.code.bytes, kib)
      hold(kind, 'code for a phone, files one after the other', code.depth, budget.code.depth)
    }
    for (const setting of opens ?? [])
      hold(
        kind,
        `press → first row, ${setting.cpu}× CPU, ${setting.wallets} announced, to the floor`,
        setting[kind].rowRatio,
        budget.ratio,
        times,
      )
    for (const key of scrolls ? Object.keys(budget.scroll) : [])
      hold(kind, `long list, ${key}`, scrolls[kind][key], budget.scroll[key])
  }
  return lines
}

/**
 * How often sizes are read at most. What a page asks for after its first row counts as asked for before it when a busy machine is late to paint the row. So a
 * figure may be too high, never too low, and the least of several is the right one.
 */
const SIZE_RUNS = 3

/** Prints how the bytes, requests and depths stand to their budgets. @returns {Promise<boolean>} whether all hold */
export async function checkSizes() {
  const read = async () => compare(await measure({ builds: BUILDS, wants: (part) => part === 'sizes', runs: 1 }), BUILDS)
  let lines
  for (let run = 0; run < SIZE_RUNS && (!lines || lines.some(({ isOver }) => isOver)); run++) {
    for (const { isOver, text } of lines ?? []) if (isOver) console.log(`read again: ${text}`)
    try {
      const again = await read()
      lines = lines?.map((line, index) => (line.isOver ? again[index] : line)) ?? again
    } catch (error) {
      // A browser of its own for the next run: this one's page may have stood still because nothing of it was painted.
      if (!(error instanceof StoodStill) || run === SIZE_RUNS - 1) throw error
      console.log(`read again: ${error.message}`)
    }
  }
  return report(lines)
}

function report(lines) {
  for (const { isOver, text } of lines) console.log(`${isOver ? 'OVER' : 'ok  '} ${text}`)
  return lines.every(({ isOver }) => !isOver)
}

/** Everything that `wants` says, with servers and a browser of its own. */
async function measure({ builds, wants, runs }) {
  const closers = []
  const keep = async (opening) => {
    const opened = await opening
    closers.push(() => opened.close())
    return opened
  }
  try {
    const { pages } = await keep(openPages(wants('times') ? [...builds, 'floor'] : builds))
    const services = wants('sizes') || wants('qr') ? (await keep(openServices())).url : undefined
    const list = wants('scroll') ? (await keep(openWalletList(LISTED_COUNT))).url : undefined
    const browser = await keep(
      chromium.launch({
        executablePath: ensureBrowser(),
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
      }),
    )
    return {
      ...(wants('sizes') ? { sizes: await sizesOf(browser, builds, pages, services) } : {}),
      ...(wants('times') ? { opens: await timesOf(browser, builds, pages, runs) } : {}),
      ...(wants('qr') ? { codes: await codesOf(browser, builds, pages, services, runs) } : {}),
      ...(wants('scroll') ? { scrolls: await scrollsOf(browser, builds, pages, list, runs) } : {}),
    }
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      build: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      runs: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const builds = BUILDS.filter((kind) => values.build?.includes(kind) ?? true)
  const found = await measure({ builds, wants: (part) => values.only?.includes(part) ?? true, runs: Number(values.runs) })
  if (values.json) return console.log(JSON.stringify(found, undefined, 2))
  const rows = tableOf(found, builds)
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  for (const row of rows)
    console.log(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '))
  console.log()
  if (!report(compare(found, builds)) && values.check) process.exitCode = 1
}

if (process.argv[1]?.endsWith('open.mjs') && import.meta.url.endsWith('/bench/open.mjs')) await main()
