// `npx tsx bench/hostile-index.ts [hours] [busy addresses] [postgres url]`: what one address costs that asks for busy accounts all day long, in fast motion, at
// a node that makes its chain up; and what others notice of it. The budgets are those of production. Each hour has pages without and with the hostile reading,
// so that a busy machine slows both.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChains } from '../services/src/chain/chains.js'
import { chainDataSchema } from '../services/src/chain/chain-data.js'
import { accountsOf } from '../services/src/data/history/accounts.js'
import { indexerOf } from '../services/src/data/history/indexer.js'
import type { IndexContext } from '../services/src/data/context.js'
import { connectDb } from '../services/src/db/connect.js'
import { createIndexCalls } from '../services/src/limits/index-calls.js'
import { createStorageBudget } from '../services/src/limits/storage-budget.js'
import { createLog } from '../services/src/operations/log.js'
import { createFakeNode } from '../services/test/support/fake-node.js'

const CHAIN = 'eip155:31337'
const HOUR_MS = 3_600_000
/** Blocks of an hour. */
const BLOCKS = 300
/** A node answers after so many milliseconds. */
const NODE_MS = 2
/** Of an hour. */
const PAGES = 15

const [hours = 24, busyCount = 20] = process.argv.slice(2, 4).map(Number)
const databaseUrl = process.argv[4]
const address = (digits: number) => `0x${digits.toString(16).padStart(40, '0')}`
const quiet = address(0xa1)
const busy = Array.from({ length: busyCount }, (_, index) => address(0xb0000 + index))
const stranger = { address: '192.0.2.1', project: '' }
const neighbour = { address: '192.0.2.2', project: '' }
const never = new AbortController().signal

const node = createFakeNode(200_000)
for (const account of busy) node.transfers.set(account, () => 20)
node.transfers.set(quiet, (block) => (block % 1000 === 0 ? 1 : 0))
node.onCall = () => new Promise((resolve) => setTimeout(resolve, NODE_MS))

let now = Date.UTC(2030, 0, 1)
const folder = mkdtempSync(join(tmpdir(), 'wm-bench-'))
const db = await connectDb({ dataFolder: folder, databaseUrl })
const data = { chains: { [CHAIN]: chainDataSchema.parse({}) }, resettable: [] }
const context = {
  db,
  data,
  log: createLog({ level: 'silent' }),
  now: () => now,
  fetch: node.fetch,
  chains: createChains({ nodes: { [CHAIN]: ['https://node.example'] }, chains: data.chains, fetch: node.fetch }),
  budget: createStorageBudget({ sql: db, now: () => now }),
  indexCalls: createIndexCalls({ now: () => now }),
} as unknown as IndexContext // what the index needs of it
const indexer = indexerOf(context)

/** Milliseconds until the known account is up to date, after an hour. */
async function page(): Promise<number> {
  node.head += BLOCKS
  const start = performance.now()
  await indexer.sync(CHAIN, quiet, { asker: neighbour, signal: never })
  return performance.now() - start
}
const quantile = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
const rows = async () => {
  const tables = ['index_accounts', 'index_account_transactions', 'index_transactions', 'index_transfers']
  const counts = await Promise.all(
    tables.map((table) => db.query<{ count: number }>(`select count(*)::int as count from ${table}`)),
  )
  return counts.flat().reduce((sum, { count }) => sum + count, 0)
}

while (!(await indexer.sync(CHAIN, quiet, { asker: neighbour, signal: never }))) now += HOUR_MS
for (let count = 0; count < PAGES; count++) await page() // warms up
const before: number[] = []
const during: number[] = []
const callsBefore = node.total()
for (let hour = 1; hour <= hours; hour++) {
  for (let count = 0; count < PAGES; count++) before.push(await page())
  let isOver = false
  const hostile = Promise.all(busy.map((account) => indexer.sync(CHAIN, account, { asker: stranger, signal: never }))).finally(
    () => (isOver = true),
  )
  for (let count = 0; !isOver && count < PAGES; count++) during.push(await page())
  await hostile
  await indexer.follow(never)
  now += HOUR_MS
  node.head += BLOCKS
  console.log(`hour ${hour}: ${node.total() - callsBefore} questions, ${await rows()} rows`)
}
for (const [name, part] of [
  ['median', 0.5],
  ['p95', 0.95],
  ['slowest', 1],
] as const) {
  const [quietly, hostilely] = [quantile(before, part), quantile(during, part)]
  const times = (hostilely / quietly).toFixed(2)
  console.log(`known account, ${name}: ${quietly.toFixed(0)} ms before, ${hostilely.toFixed(0)} ms during (× ${times})`)
}
console.log(`${before.length} pages before, ${during.length} during`)
now += 31 * 24 * HOUR_MS
await accountsOf(context).forgetOld(never)
console.log(`after 31 days: ${await rows()} rows`)
await db.close()
rmSync(folder, { recursive: true })
process.exit(0)
