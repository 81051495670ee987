// The embedded database for tests: made from an image of the run (see databases.ts), emptied between two uses.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { compileOnce } from '../../src/db/compile-once.js'
import { connectDb, type Db } from '../../src/db/connect.js'
import { openPglite } from '../../src/db/pglite.mjs'
import { overPglite } from '../../src/db/serial-pglite.js'
import { reusedDatabases } from './reused-databases.js'

/** A database in memory, at the present schema, empty. */
export const openEmbedded = reusedDatabases(loadImage)

async function loadImage(): Promise<Db> {
  // A process of its own outside of a test run makes its own.
  if (!process.env['WM_TEST_DATABASES']) return connectDb()
  compileOnce() // as the services do
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
