// What all tests of a run share, made when the first of them asks: one Postgres server with a template at the present schema, an image of
// the embedded database at that schema, the compiled services, and bundles of our programs that tests start and kill. The files ask over HTTP, because
// they run in several processes.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { bundlePrograms } from '../../../test/support/bundle-programs.js'
import { root } from '../../../scripts/prepare.mjs'
import { readCluster } from '../../src/db/cluster.js'
import { connectDb } from '../../src/db/connect.js'
import { MIGRATED, ownPostgres } from './postgres.js'
import { sources } from './programs.js'

/** Vitest calls this once before the first file, and what it returns after the last. */
export default async function setUp(): Promise<() => Promise<void>> {
  const postgres = once(startPostgres)
  const image = once(readCluster)
  const compiled = once(() =>
    promisify(execFile)(process.execPath, [`${root}/scripts/build.mjs`, '--changed', 'services', 'frame', 'page']),
  )

  const programs = once(async () => {
    await mkdir(`${root}/test-results`, { recursive: true })
    const folder = await mkdtemp(`${root}/test-results/programs-`)
    await bundlePrograms(sources, folder)
    return folder
  })

  async function answer({ method = '', url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, engine, name] = url.split('/')
    if (engine === 'pglite') return void response.end(await image())
    if (engine === 'programs') return void response.end(await programs())
    if (engine === 'compiled') return void response.end((await compiled()).stderr)
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
    if (programs.isCalled())
      await programs().then(
        (folder) => rm(folder, { recursive: true, force: true }),
        () => undefined,
      )
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

function once<T>(work: () => Promise<T>) {
  let result: Promise<T> | undefined
  return Object.assign(() => (result ??= work()), { isCalled: () => result !== undefined })
}
