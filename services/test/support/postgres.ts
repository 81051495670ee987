// A throw-away Postgres server on the loopback, when the machine has one installed (WM_TEST_DATABASE_URL names a running one instead).
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const ROOTS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']

/** Why no server can be started here, or undefined. Reads the disk only. */
export function missingPostgres(): string | undefined {
  if (process.env['WM_TEST_DATABASE_URL'] || findBinaries()) return undefined
  return 'no Postgres server installed (Debian: apt install postgresql), and no WM_TEST_DATABASE_URL'
}

function findBinaries(): string | undefined {
  return ROOTS.filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root).map((name) => join(root, name, 'bin')))
    .filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
    .sort()
    .at(-1)
}

export interface TestPostgres {
  /** A new, empty database; its URL. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** @param options.isDurable waits for the disk at each commit, as a real one does; tests are faster without */
export async function startPostgres({ isDurable = false }: { readonly isDurable?: boolean } = {}): Promise<TestPostgres> {
  const given = process.env['WM_TEST_DATABASE_URL']
  const server = given ? { url: given, stop: async () => undefined } : await startCluster(isDurable)
  const made: string[] = []
  async function run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  return {
    async createDatabase() {
      const name = `wm_test_${process.pid}_${Date.now()}_${made.length}`
      made.push(name)
      await run(`create database ${name}`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return url.href
    },
    async stop() {
      for (const name of made) await run(`drop database if exists ${name} with (force)`)
      await server.stop()
    },
  }
}

async function startCluster(isDurable: boolean): Promise<{ url: string; stop(): Promise<void> }> {
  const binaries = findBinaries()
  if (!binaries) throw new Error(missingPostgres())
  const folder = mkdtempSync(join(tmpdir(), 'wm-postgres-'))
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'cluster')
  const options = { ...owner, cwd: folder, stdio: 'ignore' as const }
  execFileSync(join(binaries, 'initdb'), ['-D', cluster, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8'], options)
  const port = await freePort()
  const flags = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'max_connections=60', ...(isDurable ? [] : ['-F'])]
  const server = spawn(join(binaries, 'postgres'), ['-D', cluster, ...flags], options)
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await answering(url)
  return {
    url,
    async stop() {
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Postgres refuses to run as root; then it runs as nobody. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Postgres cannot choose a port by itself. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo // TCP, so an address object
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (attempt >= 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
