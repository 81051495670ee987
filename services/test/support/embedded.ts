// The embedded database for tests: made once per process from an image of the run (see databases.ts), emptied between two uses.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { connectDb, type Db } from '../../src/db/connect.js'
import { openPglite } from '../../src/db/pglite.mjs'
import { overPglite } from '../../src/db/serial-pglite.js'

/** Engines that nobody uses now. Starting one takes most of a second; emptying one takes some milliseconds. */
const idle: { readonly db: Db; empty(): Promise<void> }[] = []

/** A database in memory, at the present schema, empty. */
export async function openEmbedded(): Promise<Db> {
  const engine = idle.pop() ?? (await startEmbedded())
  const { db } = engine
  const listening = new Set<() => Promise<void>>()
  let isClosed = false
  const check = () => {
    if (isClosed) throw new Error('The database is closed')
  }
  return {
    kind: db.kind,
    async query(text, parameters) {
      check()
      return db.query(text, parameters)
    },
    async notify(channel, payload) {
      check()
      return db.notify(channel, payload)
    },
    async transaction(work) {
      check()
      return db.transaction(work)
    },
    async listen(channel, onPayload) {
      check()
      const stop = await db.listen(channel, (payload) => {
        if (!isClosed) onPayload(payload)
      })
      listening.add(stop)
      return async () => {
        if (listening.delete(stop)) await stop()
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      for (const stop of listening) await stop()
      await engine.empty()
      idle.push(engine)
    },
  }
}

async function startEmbedded() {
  const db = await loadImage()
  const tables = await db.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_name <> 'migrations'",
  )
  const withRows = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all ')
  return {
    db,
    /** Truncates what has rows only: of every table, with its indexes, that takes a tenth of a second of processor after each test. */
    async empty() {
      const full = await db.query<{ name: string }>(withRows)
      if (full.length > 0) await db.query(`truncate ${full.map(({ name }) => name).join(', ')} restart identity cascade`)
      await db.query("select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences")
    },
  }
}

async function loadImage(): Promise<Db> {
  // A process of its own outside of a test run makes its own.
  if (!process.env['WM_TEST_DATABASES']) return connectDb()
  return overPglite(await openPglite({ image: await fetchImage() }))
}

/** Makes `folder` one of a database at the present schema, as starting the services with it would, but sooner. */
export async function fillFolder(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const input = Buffer.from(await (await fetchImage()).arrayBuffer())
  execFileSync('tar', ['-xf', '-', '-C', folder], { input, stdio: ['pipe', 'ignore', 'pipe'] })
}

async function fetchImage(): Promise<Blob> {
  const response = await fetch(`${process.env['WM_TEST_DATABASES'] ?? ''}/pglite`)
  if (!response.ok) throw new Error(await response.text())
  return response.blob()
}
