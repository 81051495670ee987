// A throw-away Postgres server on the loopback, when the machine has one installed (WM_TEST_DATABASE_URL names a running one instead).
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findPostgres } from '../../../scripts/lib/machine.mjs'

/** The name under which the shared server knows the template at the present schema. */
export const MIGRATED = 'migrated'
const guard = fileURLToPath(new URL('./postgres-guard.mjs', import.meta.url))

/** Why no server can be started here, or undefined. With WM_REQUIRE_ALL=1 starting one fails instead. Reads the disk only. */
export function missingPostgres(): string | undefined {
  if (process.env['WM_REQUIRE_ALL'] === '1' || process.env['WM_TEST_DATABASE_URL'] || findPostgres()) return undefined
  return 'no Postgres server installed (Debian: apt install postgresql), and no WM_TEST_DATABASE_URL'
}

/** Whether somebody has made tables in the database. */
export async function hasTables(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("select from information_schema.tables where table_schema = 'public' limit 1")
  await client.end()
  return rows.length > 0
}

export interface TestPostgres {
  /** A new database, empty or a copy of the one of that name; its URL. */
  createDatabase(template?: string): Promise<string>
  dropDatabase(url: string): Promise<void>
  /** Kills all processes of the server at once, and starts it again. Only a server of one's own can be crashed. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** The server that all test files of a run share (see databases.ts), or one of its own where there is no such run. */
export async function startPostgres(options: { readonly isDurable?: boolean } = {}): Promise<TestPostgres> {
  const shared = process.env['WM_TEST_DATABASES']
  return shared && !options.isDurable ? sharedPostgres(shared) : ownPostgres(options)
}

function sharedPostgres(url: string): TestPostgres {
  const ask = async (path: string, method: string) => {
    const response = await fetch(`${url}${path}`, { method })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text
  }
  return {
    createDatabase: (template) => ask(`/postgres/${template ?? ''}`, 'POST'),
    dropDatabase: async (database) => void (await ask(`/postgres${new URL(database).pathname}`, 'DELETE')),
    crash: () => Promise.reject(new Error('Others use this server')),
    // It goes on for the other files, and ends with the run.
    stop: async () => undefined,
  }
}

/** @param options.isDurable waits for the disk at each commit, as a real one does; tests are faster without */
export async function ownPostgres({ isDurable = false }: { readonly isDurable?: boolean } = {}): Promise<TestPostgres> {
  const given = process.env['WM_TEST_DATABASE_URL']
  const crashNoOther = () => Promise.reject(new Error('WM_TEST_DATABASE_URL names a server that is not ours'))
  const server = given ? { url: given, stop: async () => undefined, crash: crashNoOther } : await startCluster(isDurable)
  const run = `${process.pid}_${Date.now()}`
  const made = new Set<string>()
  const admin = new pg.Pool({ connectionString: server.url, max: 2 })
  admin.on('error', () => undefined)
  const drop = async (name: string) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    made.delete(name)
  }
  let count = 0
  return {
    async createDatabase(template) {
      const name = `wm_test_${run}_${(count += 1)}`
      made.add(name)
      await admin.query(`create database ${name}${template ? ` template ${pg.escapeIdentifier(template)}` : ''}`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return url.href
    },
    dropDatabase: (url) => drop(new URL(url).pathname.slice(1)),
    crash: server.crash,
    async stop() {
      // A server of our own goes with all that is in it.
      if (given) for (const name of made) await drop(name)
      await admin.end()
      await server.stop()
    },
  }
}

interface Cluster {
  readonly url: string
  crash(): Promise<void>
  stop(): Promise<void>
}

async function startCluster(isDurable: boolean): Promise<Cluster> {
  const binaries = findPostgres()
  if (!binaries)
    throw new Error('No Postgres server is installed (Debian: apt install postgresql), and WM_TEST_DATABASE_URL is not set')
  // A session of its own: Ctrl-C reaches only us, and closing its input ends it, whatever becomes of us.
  const child = spawn(process.execPath, [guard, binaries, ...(isDurable ? ['durable'] : [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(-2000)))
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const answers = () =>
    new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
      void exited.then(() => reject(new Error(`Postgres did not start: ${complaint}`)))
    })
  const url = await answers()
  return {
    url,
    async crash() {
      child.stdin.write('crash\n')
      await answers()
    },
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
