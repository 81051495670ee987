// Runs a throw-away Postgres on the loopback for as long as its standard input is open, then stops it and removes its folder.
// A process of its own, because whoever wanted the server may be killed: then the input closes, and nothing stays behind.
// Usage: node postgres-guard.mjs <folder of initdb and postgres> [durable]; prints the url of the server when it answers.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../../scripts/lib/free-port.mjs'

const [binaries = '', durability] = process.argv.slice(2)
const isDurable = durability === 'durable'
const STOP_TIMEOUT_MS = 5_000

const folder = mkdtempSync(join(tmpdir(), 'wm-postgres-'))
let server
let isEnding = false

async function end(code) {
  if (isEnding) return
  isEnding = true
  if (server && server.exitCode === null && server.signalCode === null) {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    // SIGINT: ends its sessions and then itself. SIGQUIT: at once.
    server.kill('SIGINT')
    const force = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS)
    await gone
    clearTimeout(force)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code)
}

process.stdin.on('error', () => {})
process.stdin.once('close', () => void end(0))
process.stdin.resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end(0))

try {
  const url = await start()
  if (!isEnding) process.stdout.write(`${url}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await end(1)
}

async function start() {
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'cluster')
  const options = { ...owner, cwd: folder }
  const initdb = ['-D', cluster, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C']
  await promisify(execFile)(join(binaries, 'initdb'), initdb, options)
  const port = await freePort()
  const flags = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'max_connections=200', ...(isDurable ? [] : ['-F'])]
  if (isEnding) throw new Error('told to end while starting')
  server = spawn(join(binaries, 'postgres'), ['-D', cluster, ...flags], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  server.stderr.on('data', (text) => (complaint = `${complaint}${text}`.slice(-2000)))
  server.once('error', (error) => (complaint += error.message))
  const died = new Promise((_, reject) => {
    server.once('exit', () => {
      reject(new Error(`Postgres ended: ${complaint}`))
      void end(1)
    })
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  died.catch(() => undefined)
  await Promise.race([answering(url), died])
  return url
}

/** Postgres refuses to run as root; then it runs as nobody. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function answering(url) {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (attempt >= 400) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
