// Runs a throw-away Postgres on the loopback for as long as its standard input is open, then stops it and removes its folder.
// A process of its own, because whoever wanted the server may be killed: then the input closes, and nothing stays behind.
// Usage: node postgres-guard.mjs <folder of initdb and postgres> [durable]; prints the url of the server when it answers. `crash` on its input kills all of
// the server's processes at once, and starts it again where it was; then it prints the url again.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as later } from 'node:timers/promises'
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
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'crash') crash().then(say, fail)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end(0))

const say = (url) => (isEnding ? undefined : process.stdout.write(`${url}\n`))
async function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await end(1)
}

let launch
await start().then(say, fail)

async function start() {
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'cluster')
  const options = { ...owner, cwd: folder }
  const initdb = ['-D', cluster, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C']
  await promisify(execFile)(join(binaries, 'initdb'), initdb, options)
  const port = await freePort()
  const flags = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'max_connections=200', ...(isDurable ? [] : ['-F'])]
  launch = async () => {
    if (isEnding) throw new Error('told to end while starting')
    const child = spawn(join(binaries, 'postgres'), ['-D', cluster, ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = child
    let complaint = ''
    child.stderr.on('data', (text) => (complaint = `${complaint}${text}`.slice(-2000)))
    child.once('error', (error) => (complaint += error.message))
    const died = new Promise((_, reject) => {
      child.once('exit', () => {
        reject(new Error(`Postgres ended: ${complaint}`))
        if (server === child) void end(1)
      })
    })
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    died.catch(() => undefined)
    await Promise.race([answering(url), died])
    return url
  }
  return launch()
}

/** As when the power of the server's processes is cut: what they hold in memory is gone, what they have handed to the system is not. */
async function crash() {
  const doomed = server
  server = undefined
  const gone = new Promise((resolve) => doomed.once('exit', resolve))
  const processes = execFileSync('pgrep', ['-P', String(doomed.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
  for (const pid of [doomed.pid, ...processes]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself: what was wanted.
    }
  }
  await gone
  while (processes.some(isAlive)) await later(10)
  return launch()
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
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
