// The ready-made cluster: a data directory at the present schema as one archive. Making one takes 5 s and 400 MB, unpacking it takes a moment.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import services from '../../package.json' with { type: 'json' }
import { compileOnce } from './compile-once.js'
import { migrate, migrations } from './migrations.js'
import { openPglite } from './pglite.mjs'
import { overPglite } from './serial-pglite.js'
import { readTar } from './tar.js'

/** The build puts it beside the compiled services. */
export const CLUSTER_FILE = 'cluster.tar.gz'
const built = new URL(`./${CLUSTER_FILE}`, import.meta.url)
/** Of a checkout that runs from its sources. */
const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache/wallet-modal-databases')

/** The archive: the built one, else that of this checkout's cache, else a new one. */
export async function readCluster(): Promise<Uint8Array> {
  const ready = await readFile(built).catch(() => undefined)
  if (ready) return promisify(gunzip)(ready)
  const path = join(CACHE, `${clusterKey()}.tar`)
  const cached = await readFile(path).catch(() => undefined)
  if (cached) return cached
  const made = await makeCluster()
  await keep(path, made).catch(() => undefined) // a checkout that cannot be written makes it each time
  return made
}

/** Changes with each migration and each version of the engine. */
export function clusterKey(): string {
  const source = JSON.stringify([migrations, services.dependencies['@electric-sql/pglite']])
  return createHash('sha256').update(source).digest('hex').slice(0, 16)
}

/** Small log segments and no databases to copy others from: a third of the bytes. */
export async function makeCluster(): Promise<Uint8Array> {
  compileOnce()
  const engine = await openPglite({ initdb: ['--wal-segsize=1'] })
  const db = overPglite(engine)
  try {
    await migrate(db)
    await db.query('update pg_database set datistemplate = false')
    for (const spare of ['template0', 'template1']) await db.query(`drop database ${spare}`)
    await db.query('checkpoint')
    return new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer())
  } finally {
    await db.close()
  }
}

/** Makes `folder` a data directory. It appears whole or not at all: what a crash left half-made has another name, and is removed. */
export async function unpackCluster(archive: Uint8Array, folder: string): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  for (const { path, content } of readTar(archive)) {
    const target = join(draft, path)
    await mkdir(content ? dirname(target) : target, { recursive: true, mode: 0o700 })
    if (content) await writeFile(target, content, { mode: 0o600 })
  }
  await rename(draft, folder)
}

async function keep(path: string, archive: Uint8Array): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  for (const old of await readdir(CACHE)) if (old.endsWith('.tar')) await rm(join(CACHE, old), { force: true })
  // Another run may read at this moment: it finds all of it or nothing.
  const draft = `${path}.${process.pid}`
  await writeFile(draft, archive)
  await rename(draft, path)
}
