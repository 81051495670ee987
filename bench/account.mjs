// How an account with very much in it grows: tokens, transactions and NFTs, each at two sizes. Read from headless Chromium, on a page with the package as
// Vite bundles it and a server that answers the Data API.
//   node bench/account.mjs [--only tokens|history|nfts] [--runs 3] [--check] [--write]
// Needs `npm run build`. `--write` keeps the figures in bench/account.json and docs/benchmarks.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { format } from '../scripts/lib/write.mjs'
import { ensureBrowser, root } from '../scripts/prepare.mjs'
import { openServices } from './account/services.mjs'
import { compare, figuresOf, tableOf } from './account/table.mjs'
import { medians, withFigures } from './figures.mjs'
import { openPages } from './open/pages.mjs'
import { measureWork, scrollToEnd, visit } from './open/visit.mjs'

/** Of the processor, as a middling phone is slower than this machine. */
const SLOW = 4
/** Scrolling through 10 000 rows on a slow processor. */
const VISIT_LIMIT_MS = 600_000

/** `first`: text of the first row; `rows`: selects what is counted; `turn`: px of a turn of the wheel. */
const LISTS = {
  tokens: {
    view: 'Account',
    tag: 'wm-account-view',
    first: 'Token 0',
    rows: '.held > li:not([aria-hidden])',
    sizes: [250, 1000],
    turn: 500,
  },
  history: {
    view: 'Transactions',
    tag: 'wm-transactions-view',
    first: 'Sent',
    rows: 'li:not([aria-hidden])',
    sizes: [1000, 10_000],
    turn: 4000,
  },
  nfts: { view: 'Nfts', tag: 'wm-nfts-view', first: 'Piece 0', rows: '[role="listitem"]', sizes: [125, 500], turn: 500 },
}

/** The account is connected, and the page at rest. */
async function connected({ tab, idle }) {
  await tab.waitForFunction(() => 'connected' in globalThis)
  await tab.evaluate(() => globalThis.connected)
  await idle()
}

/** From the moment in which the page asks for the view to its first row, ms. */
async function openView(page, { view, first }) {
  await connected(page)
  const { tab, painted } = page
  const asked = await tab.evaluate((view) => {
    const now = performance.now()
    void globalThis.openView(view)
    return now
  }, view)
  return (await painted('row', first)) - asked
}

/** Puts the pointer over the list. */
async function overList({ tab, idle }) {
  await idle()
  const { width, height } = tab.viewportSize()
  await tab.mouse.move(width / 2, height / 2)
}

/** Memory that is in use after a collection of garbage, MB. */
async function heapOf({ session }) {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

/** One list at one size. */
async function measureList(browser, pages, list, counts, runs) {
  const services = await openServices(counts)
  const url = pages.account({ services: services.url })
  const scroll = ({ tab }, count) => scrollToEnd(tab, { view: list.tag, rows: list.rows, turn: list.turn, count })
  const at = (options, act) => visit(browser, { url, wallets: 0, limitMs: VISIT_LIMIT_MS, ...options }, act)
  try {
    const counted = await at({}, async (page) => {
      await connected(page)
      const before = await heapOf(page)
      await openView(page, list)
      await overList(page)
      const most = await scroll(page, true)
      return { ...most, heap: (await heapOf(page)) - before }
    })
    const times = []
    for (let run = 0; run < runs; run++) {
      const first = await at({}, (page) => openView(page, list))
      const slow = await at({ cpu: SLOW }, async (page) => {
        const slowFirst = await openView(page, list)
        await overList(page)
        return { slowFirst, ...(await scroll(page, false)) }
      })
      times.push({ first, ...slow })
    }
    const spent = await at({}, async (page) => {
      await openView(page, list)
      await overList(page)
      return measureWork(browser, page, () => scroll(page, false))
    })
    return { ...counted, ...medians(times), work: spent.longest * SLOW, busy: spent.total / 1000 }
  } finally {
    services.close()
  }
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    runs: { type: 'string', default: '3' },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const { pages, close } = await openPages(['account'])
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
const lists = {}
try {
  for (const [name, list] of Object.entries(LISTS)) {
    if (values.only && !values.only.includes(name)) continue
    for (const size of list.sizes) {
      console.error(`${name}: ${size}`)
      const counts = { tokens: 3, history: 3, nfts: 3, [name]: size }
      lists[name] = { ...lists[name], [size]: await measureList(browser, pages, list, counts, Number(values.runs)) }
    }
  }
} finally {
  await browser.close()
  close()
}
const file = `${root}/bench/account.json`
const measured = figuresOf({ machine: { cores: cpus().length, node: process.version.split('.')[0] }, slow: SLOW, lists })
console.log(tableOf(measured))
const lines = compare(measured)
for (const { isOver, text } of lines) console.log(`${isOver ? 'OVER' : 'ok  '} ${text}`)
if (values.check && lines.some(({ isOver }) => isOver)) process.exitCode = 1
if (values.write) {
  // What was not measured now stays.
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).lists : {}
  const all = {
    ...measured,
    lists: Object.fromEntries(
      Object.keys(LISTS).flatMap((name) => {
        const list = measured.lists[name] ?? before[name]
        return list ? [[name, list]] : []
      }),
    ),
  }
  writeFileSync(file, await format(file, JSON.stringify(all)))
  const page = `${root}/docs/benchmarks.md`
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), 'account', tableOf(all)))
}
