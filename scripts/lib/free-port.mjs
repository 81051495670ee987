// Ports of the loopback for programs that must be told theirs before they listen, and cannot choose it themselves.
import { once } from 'node:events'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

// Below those that a system gives away by itself (Linux from 32768, others from 49152: RFC 6335): there, any connection going out can take the port in between.
const FIRST = 20_000
const LAST = 32_000
const ATTEMPTS = 100
/** So long does a port belong to who was given it, though nobody listens there yet: programs take a while to start on a busy machine. */
const RESERVED_MS = 10 * 60_000

/** Resolves when somebody can listen there; rejects with the system's error (`code`: `EADDRINUSE`, …) when not. @param {number} port */
export async function probePort(port) {
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}

/**
 * A port that was free a moment ago, and that nobody else is given by this function for ten minutes, in any process of this user.
 * @param {number} [count] so many ports in a row are free and reserved; the first is returned
 * @returns {Promise<number>}
 * @throws Error of the last port that was tried
 * @example const port = await freePort()
 */
export async function freePort(count = 1) {
  for (let attempt = 1; ; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    try {
      for (let next = port; next < port + count; next += 1) {
        reserve(next)
        await probePort(next)
      }
      return port
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

/** A file for each port, as processes share nothing else. @param {number} port @throws Error `EEXIST` if somebody has it */
function reserve(port) {
  const folder = join(tmpdir(), `wallet-modal-ports-${userInfo().uid}`)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, String(port))
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY
  if (Date.now() - since > RESERVED_MS) rmSync(path, { force: true })
  writeFileSync(path, '', { flag: 'wx' })
}
