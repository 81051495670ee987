// One visit to one page in a fresh profile: nothing is cached, nobody is known.
import { beFar, depthOf, recordFiles, timesOf } from './fetched.mjs'
import { ANNOUNCED, installProbe, LISTED } from './probe.mjs'

/** Rows by their label, in the language of the pages. */
const PHONE = 'Use a phone wallet'
const ALL = 'All wallets'

/** Nothing in a visit takes so long, not even a list of all wallets on a slow processor. Whoever waits for a frame that never comes waits in vain. */
const VISIT_LIMIT_MS = 90_000

/** A visit that has not ended within its limit. */
export class StoodStill extends Error {}

/**
 * Rejects with `StoodStill`, which names what it waited for, when the visit has not ended within `limitMs`.
 * @param {import('playwright').Browser} browser
 * @param {{ url: string, wallets?: number, cpu?: number, far?: boolean, limitMs?: number }} options `wallets`: how many announce themselves; `cpu`: how many times slower the processor is; `far`: over a far line, with a record of the files
 * @param {(visit: Awaited<ReturnType<typeof begin>>) => Promise<unknown>} act
 */
export async function visit(browser, options, act) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } })
  const progress = { awaited: 'the page' }
  const { limitMs = VISIT_LIMIT_MS } = options
  let timer
  const limit = new Promise((_, reject) => {
    const fail = () => reject(new StoodStill(`${options.url}: waited ${limitMs / 1000} s in vain for ${progress.awaited}`))
    timer = setTimeout(fail, limitMs)
  })
  try {
    return await Promise.race([begin(context, options, progress).then(act), limit])
  } finally {
    clearTimeout(timer)
    await context.close()
  }
}

async function begin(context, { url, wallets = 1, cpu = 1, far = false }, progress) {
  await context.addInitScript(installProbe, { count: wallets, announced: ANNOUNCED })
  const tab = await context.newPage()
  const session = await context.newCDPSession(tab)
  if (far) await beFar(session)
  const recorded = far ? recordFiles(tab) : undefined
  if (cpu > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await tab.goto(url, { waitUntil: 'commit' })
  const painted = (kind, text = '', options = {}) => {
    progress.awaited = `${kind} ${text}`.trim()
    return tab.evaluate(([...args]) => globalThis.bench.painted(...args), [kind, text, options])
  }
  /** Presses with the pointer, as a hand does; resolves when the page has been told. */
  const press = async (kind, text) => {
    const { x, y } = await tab.evaluate(
      ([...args]) => {
        const { x, y, width, height } = globalThis.bench.find(...args).getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      },
      [kind, text],
    )
    await tab.mouse.click(x, y)
  }
  const clicked = () => tab.evaluate(() => globalThis.bench.clicked)
  const idle = () => {
    progress.awaited = 'an idle network'
    return untilIdle(tab)
  }
  const files = () => {
    progress.awaited = 'the contents of the files'
    return recorded?.()
  }
  return { tab, session, files, painted, press, clicked, idle }
}

/** Nothing is fetched any more, and the page has had time to ask. */
async function untilIdle(tab) {
  await tab.waitForLoadState('networkidle')
  await tab.waitForTimeout(1_000) // `networkidle` may have been reached already, before what follows was asked for
  await tab.waitForLoadState('networkidle')
}

const sum = (files) => files.reduce((total, { size }) => total + size, 0)
const totalOf = (files) => ({ bytes: sum(files), requests: files.length })

/**
 * What is fetched until when, over a far line, by a page that fetches nothing ahead. The button is pressed in the first frame that has it; files are
 * counted from when they are asked for: what is on its way shares the line with what the row waits for.
 */
export async function measureSizes({ tab, files, painted, idle }) {
  const closed = await painted('button', 'Connect', { thenClick: true })
  const row = await painted('row', ANNOUNCED)
  await idle()
  const [fetched, times] = [await files(), await timesOf(tab)]
  const sized = times.map((time) => ({ ...time, size: fetched.find(({ name }) => name === time.name)?.size ?? 0 }))
  const until = (moment, when) => sized.filter((file) => file[when] < moment)
  const awaited = until(row, 'came')
  return {
    closed: totalOf(until(closed, 'asked')),
    /** What had come when the row was there. */
    needed: totalOf(awaited),
    painted: totalOf(until(row, 'asked')),
    idle: totalOf(sized),
    depth: depthOf(awaited.filter(({ asked }) => asked >= closed)),
    files: until(row, 'asked').map(({ name, size }) => ({ name, size })),
  }
}

/** What is fetched between the press of the row for a phone, in an open dialog at rest, and its code. */
export async function measureCodeSizes({ tab, files, painted, idle }) {
  await painted('button', 'Connect', { thenClick: true })
  await painted('row', PHONE)
  await idle()
  const pressed = await painted('row', PHONE, { thenClick: true })
  const code = await painted('code')
  const [fetched, times] = [await files(), await timesOf(tab)]
  const sized = times.map((time) => ({ ...time, size: fetched.find(({ name }) => name === time.name)?.size ?? 0 }))
  const after = sized.filter(({ asked }) => asked >= pressed && asked < code)
  return {
    after: totalOf(after),
    depth: depthOf(after.filter(({ came }) => came < code)),
    total: totalOf(sized.filter(({ asked }) => asked < code)),
    files: after.map(({ name, size }) => ({ name, size })),
  }
}

/** Milliseconds from the press on a page at rest to the first row; and to the button. At rest, a page has fetched ahead what it does. */
export async function measureOpen({ tab, painted, press, clicked, idle }, { preloads = false } = {}) {
  const button = await painted('button', 'Connect')
  if (preloads) await tab.waitForFunction(isPreloaded)
  await idle()
  await press('button', 'Connect')
  const row = await painted('row', ANNOUNCED)
  return { button, row: row - (await clicked()) }
}

/** In the page: the code of the first open, which both builds name `open` or `first-open`, has come. */
const isPreloaded = () => performance.getEntriesByType('resource').some(({ name }) => /\/(?:first-)?open\b[^/]*\.js$/.test(name))

/** Milliseconds from the beginning of the visit to the first row, when the button is pressed in the first frame that has it. */
export async function measureFirst({ painted }) {
  await painted('button', 'Connect', { thenClick: true })
  return { first: await painted('row', ANNOUNCED) }
}

/** Milliseconds from the press of the row for a phone, in an open dialog at rest, to its code. */
export async function measureCode({ painted, press, clicked, idle }) {
  await painted('button', 'Connect', { thenClick: true })
  await painted('row', PHONE)
  await idle()
  await press('row', PHONE)
  const code = await painted('code')
  return { code: code - (await clicked()) }
}

/**
 * The processor time of the main thread while `act` runs, in milliseconds: of its longest task, and of all. Unlike a long task's duration it hardly grows when
 * other programs want the processor too.
 * @param {import('playwright').Browser} browser
 */
export async function measureWork(browser, { tab }, act) {
  await browser.startTracing(tab, { categories: ['toplevel'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain'
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid} ${tid}`))
  const spent = { longest: 0, total: 0 }
  for (const { tdur = 0 } of tasks) {
    spent.longest = Math.max(spent.longest, tdur / 1000)
    spent.total += tdur / 1000
  }
  return spent
}

/**
 * All wallets, scrolled with the wheel from the first row to the last. `count`: also counts the rows and nodes in the page after each turn of the wheel,
 * which takes the page more time than a frame: without it the tasks are the kit's own.
 */
export async function measureScroll({ tab, painted, press, idle }, { count }) {
  await painted('button', 'Connect', { thenClick: true })
  await painted('row', ALL)
  await idle()
  await press('row', ALL)
  await painted('row', `${LISTED} 0`)
  await idle()
  return scrollToEnd(tab, { view: 'wm-all-wallets-view', rows: 'li:not([aria-hidden])', count })
}

/**
 * Scrolls a list with the wheel, over which the pointer is, to its last row. `count`: gives the most rows and nodes that were in the page after a turn of
 * the wheel; otherwise the time and the long tasks.
 * @param {import('playwright').Page} tab
 * @param {{ view: string, rows: string, count: boolean, turn?: number }} list `view`: the element with the list; `rows`: selects its rows; `turn`: px
 */
export async function scrollToEnd(tab, { view, rows, count, turn = 500 }) {
  const begun = await tab.evaluate((view) => globalThis.bench.holdList(view), view)
  const most = { rows: 0, nodes: 0 }
  for (let isEnd = false; !isEnd;) {
    await tab.mouse.wheel(0, turn)
    const seen = await tab.evaluate((rows) => globalThis.bench.scrolled(rows), count ? rows : undefined)
    isEnd = seen.isEnd
    for (const key of Object.keys(most)) most[key] = Math.max(most[key], seen[key])
  }
  if (count) return most
  const { seconds, tasks } = await tab.evaluate((begun) => globalThis.bench.since(begun), begun)
  return { seconds, longTasks: tasks.length, longest: Math.max(0, ...tasks) }
}
