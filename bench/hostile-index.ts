// `npx tsx bench/hostile-index.ts [hours] [busy addresses] [pages] [part] [postgres url]`: what one address costs that asks for busy accounts all day long, in
// fast motion, at a node that makes its chain up; and what others notice of it. Each hour has so many pages of a known account (default: 15) without and with the
// hostile reading, so that a busy machine slows both. The budgets are so large a part of those of production (default: 1). Fails when they are exceeded.
// How slow others become: `3`. What a day adds up to: `24 20 0 0.1`.
import { fork } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChains } from '../services/src/chain/chains.js'
import { chainDataSchema } from '../services/src/chain/chain-data.js'
import { accountsOf } from '../services/src/data/history/accounts.js'
import { indexerOf } from '../services/src/data/history/indexer.js'
import type { IndexContext } from '../services/src/data/context.js'
import { readPage } from '../services/src/data/history/pages.js'
import { connectDb } from '../services/src/db/connect.js'
import { createIndexCalls, indexCallLimitsOf } from '../services/src/limits/index-calls.js'
import { createStorageBudget } from '../services/src/limits/storage-budget.js'
import { defaultStorageLimits } from '../services/src/limits/storage-limits.js'
import { createLog } from '../services/src/operations/log.js'
import type { Order, Report } from './hostile-node.js'

const CHAIN = 'eip155:31337'
const HOUR_MS = 3_600_000
/** Blocks of an hour. */
const BLOCKS = 300
/** Questions of a request that count against nobody: whether the chain was reorganised. */
const LOOK_CALLS = 3
/** The same of a job, which looks before each of its rounds. */
const JOB_CALLS = 2 * 40

const [hours = 24, busyCount = 20, pages = 15, part = 1] = process.argv.slice(2, 6).map(Number)
const databaseUrl = process.argv[6]
const address = (digits: number) => `0x${digits.toString(16).padStart(40, '0')}`
const quiet = address(0xa1)
const busy = Array.from({ length: busyCount }, (_, index) => address(0xb0000 + index))
const stranger = { address: '192.0.2.1', project: '' }
const neighbour = { address: '192.0.2.2', project: '' }
const never = new AbortController().signal
setMaxListeners(0, never)

const node = fork(new URL('hostile-node.ts', import.meta.url))
let head = 200_000
/** The chain grows to `head`. */
async function tell(order: Omit<Order, 'head'> = {}): Promise<Report> {
  const answer = once(node, 'message') as Promise<[Report]> // it sends nothing else
  node.send({ ...order, head } satisfies Order)
  return (await answer)[0]
}
const { port } = await tell({ busy, quiet })
const questionsSoFar = async () => (await tell()).questions

const scaled = <T extends Readonly<Record<string, number>>>(bounds: T) =>
  Object.fromEntries(Object.entries(bounds).map(([scope, most]) => [scope, Math.ceil(most * part)])) as T // the same scopes
const limits = { rows: scaled(defaultStorageLimits.history), calls: scaled(indexCallLimitsOf({}, false)) }
let now = Date.UTC(2030, 0, 1)
const folder = mkdtempSync(join(tmpdir(), 'wm-bench-'))
const db = await connectDb({ dataFolder: folder, databaseUrl })
const data = { chains: { [CHAIN]: chainDataSchema.parse({}) }, resettable: [] }
const context = {
  db,
  data,
  log: createLog({ level: 'silent' }),
  now: () => now,
  fetch,
  chains: createChains({ nodes: { [CHAIN]: [`http://127.0.0.1:${port}`] }, chains: data.chains, fetch }),
  budget: createStorageBudget({ sql: db, now: () => now, limits: { ...defaultStorageLimits, history: limits.rows } }),
  indexCalls: createIndexCalls({ now: () => now, limits: limits.calls }),
} as unknown as IndexContext // what the index needs of it
const indexer = indexerOf(context)

/** Milliseconds until the first page of the known account is there, after an hour. */
async function page(): Promise<number> {
  head += BLOCKS
  await tell()
  const start = performance.now()
  await indexer.sync(CHAIN, quiet, { asker: neighbour, signal: never })
  await readPage(db, { account: quiet, chainIds: [CHAIN], after: undefined })
  return performance.now() - start
}
const quantile = (values: readonly number[], where: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * where))] ?? 0
const compare = (quietly: readonly number[], hostilely: readonly number[], where: number) => {
  const [one, other] = [quantile(quietly, where), quantile(hostilely, where)]
  return `${one.toFixed(0)} ms without, ${other.toFixed(0)} ms with (× ${(other / one).toFixed(2)})`
}
const rows = async () => {
  const tables = ['index_accounts', 'index_account_transactions', 'index_transactions', 'index_transfers']
  const counts = await Promise.all(
    tables.map((table) => db.query<{ count: number }>(`select count(*)::int as count from ${table}`)),
  )
  return counts.flat().reduce((sum, { count }) => sum + count, 0)
}

if (pages > 0) while (!(await indexer.sync(CHAIN, quiet, { asker: neighbour, signal: never }))) now += HOUR_MS
for (let count = 0; count < pages; count++) await page() // warms up
const ownRows = await rows()
const [before, during]: [number[], number[]] = [[], []]
let questions = 0
let isWithin = true
for (let hour = 1; hour <= hours; hour++) {
  const [quietly, hostilely]: [number[], number[]] = [[], []]
  for (let count = 0; count < pages; count++) quietly.push(await page())
  const callsBefore = await questionsSoFar()
  let isOver = false
  const hostile = Promise.all(busy.map((account) => indexer.sync(CHAIN, account, { asker: stranger, signal: never }))).finally(
    () => (isOver = true),
  )
  for (let count = 0; !isOver && count < pages; count++) hostilely.push(await page())
  await hostile
  await indexer.follow(never)
  questions += (await questionsSoFar()) - callsBefore
  now += HOUR_MS
  head += BLOCKS
  await tell()
  before.push(...quietly)
  during.push(...hostilely)
  // Both addresses have a budget.
  const calls = limits.calls.address * (1 + hour) * (pages > 0 ? 2 : 1) + hour * (busyCount * LOOK_CALLS + JOB_CALLS)
  const most = {
    questions: calls + during.length * LOOK_CALLS,
    rows: limits.rows.address + ownRows + during.length + before.length,
  }
  const held = await rows()
  isWithin &&= questions <= most.questions && held <= most.rows
  const slower = hostilely.length > 0 ? `; known account, median: ${compare(quietly, hostilely, 0.5)}` : ''
  console.log(`hour ${hour}: ${questions} of ${most.questions} questions, ${held} of ${most.rows} rows${slower}`)
}
if (during.length > 0) {
  for (const [name, where] of [
    ['median', 0.5],
    ['p95', 0.95],
    ['slowest', 1],
  ] as const)
    console.log(`known account, ${name}: ${compare(before, during, where)}`)
  console.log(`${before.length} pages without, ${during.length} with`)
}
now += 31 * 24 * HOUR_MS
await accountsOf(context).forgetOld(never)
const left = await rows()
console.log(`after 31 days: ${left} rows`)
node.disconnect()
await db.close()
rmSync(folder, { recursive: true })
process.exit(isWithin && left === 0 ? 0 : 1)
