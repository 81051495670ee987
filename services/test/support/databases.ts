// What all database tests of a run share, made when the first of them asks: one Postgres server with a template at the present schema,
// and an image of the embedded database at that schema. The files ask over HTTP, because each runs in a process of its own.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { connectDb } from '../../src/db/connect.js'
import { migrate, migrations } from '../../src/db/migrations.js'
import services from '../../package.json' with { type: 'json' }
import { dbOn, parsers } from '../../src/db/pglite.js'
import { MIGRATED, ownPostgres } from './postgres.js'

const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache/wallet-modal-databases')

/** Vitest calls this once before the first file, and what it returns after the last. */
export default async function setUp(): Promise<() => Promise<void>> {
  const postgres = once(startPostgres)
  const image = once(readImage)

  async function answer({ method = '', url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, engine, name] = url.split('/')
    if (engine === 'pglite') return void response.end(await image())
    const server = await postgres()
    if (method === 'POST') return void response.end(await server.create(name === MIGRATED))
    await server.drop(url.slice('/postgres'.length))
    response.end()
  }

  const broker = createServer((request, response) => {
    // A connection that is kept open may close in the moment in which a test asks again.
    response.setHeader('connection', 'close')
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  const { port } = broker.address() as AddressInfo // TCP, so an address object
  process.env['WM_TEST_DATABASES'] = `http://127.0.0.1:${port}`
  return async () => {
    broker.closeAllConnections()
    broker.close()
    // One that could not start has told who asked for it.
    if (postgres.isCalled())
      await postgres().then(
        (server) => server.stop(),
        () => undefined,
      )
  }
}

async function startPostgres() {
  const server = await ownPostgres()
  try {
    const template = await server.createDatabase()
    await (await connectDb({ databaseUrl: template })).close()
    const name = new URL(template).pathname.slice(1)
    return {
      create: (isMigrated: boolean) => server.createDatabase(isMigrated ? name : undefined),
      drop: (path: string) => server.dropDatabase(`postgres://x${path}`),
      stop: server.stop,
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** From the cache of this checkout, where a run before has left it; it is made again when a migration or the engine changes. */
async function readImage(): Promise<Buffer> {
  const key = createHash('sha256').update(JSON.stringify([migrations, services.dependencies['@electric-sql/pglite']]))
  const name = `${key.digest('hex').slice(0, 16)}.tar`
  const path = join(CACHE, name)
  const found = await readFile(path).catch(() => undefined)
  if (found) return found
  const image = await makeImage()
  await mkdir(CACHE, { recursive: true })
  for (const old of await readdir(CACHE)) if (old.endsWith('.tar')) await rm(join(CACHE, old), { force: true })
  // Another run may read at this moment: it finds all of it or nothing.
  const draft = `${path}.${process.pid}`
  await writeFile(draft, image)
  await rename(draft, path)
  return image
}

/** Loading this takes a quarter of the time that making a database takes. Small log segments and no spare template: half the bytes. */
async function makeImage(): Promise<Buffer> {
  const engine = await PGlite.create({ parsers, initDbStartParams: ['--wal-segsize=1'] })
  const db = dbOn(engine)
  try {
    await migrate(db)
    await db.query('update pg_database set datistemplate = false')
    await db.query('drop database template0')
    await db.query('checkpoint')
    return Buffer.from(await (await engine.dumpDataDir('none')).arrayBuffer())
  } finally {
    await db.close()
  }
}

function once<T>(work: () => Promise<T>) {
  let result: Promise<T> | undefined
  return Object.assign(() => (result ??= work()), { isCalled: () => result !== undefined })
}
