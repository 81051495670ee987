// The throw-away server of the tests leaves nothing behind, however the run ends.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { withoutPostgres } from '../support/engines.js'

const missing = withoutPostgres ?? (process.env['WM_TEST_DATABASE_URL'] && 'another server is given')
const support = pathToFileURL(join(import.meta.dirname, '../support/postgres.ts')).href

/** Prints the url of a server of its own, and then does nothing. */
const program = `
  const { ownPostgres } = await import(${JSON.stringify(support)})
  console.log(await (await ownPostgres()).createDatabase())
  setInterval(() => {}, 1000)
`

test.skipIf(missing)(
  `a run that is killed takes its server and its folder with it${missing ? ` (skipped: ${missing})` : ''}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wm-guard-'))
    chmodSync(folder, 0o755) // as the folder for such things is: the server may run as somebody else
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: folder },
    })
    onTestFinished(() => void run.kill('SIGKILL'))
    const exited = new Promise((resolve) => run.once('exit', resolve))
    const connectionString = await new Promise<string>((resolve, reject) => {
      run.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
      void exited.then((code) => reject(new Error(`ended with ${String(code)}`)))
    })
    const client = new pg.Client({ connectionString })
    const cutOff = new Promise((resolve) => client.once('end', resolve))
    client.on('error', () => undefined)
    await client.connect()
    expect(readdirSync(folder).some((name) => name.startsWith('wm-postgres-'))).toBe(true)
    run.kill('SIGKILL')
    await cutOff
    // The server says good-bye first, then its folder goes.
    await expect.poll(() => readdirSync(folder).some((name) => name.startsWith('wm-postgres-'))).toBe(false)
    await expect(new pg.Client({ connectionString }).connect()).rejects.toThrow('ECONNREFUSED')
  },
)
