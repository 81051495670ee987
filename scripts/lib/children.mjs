// The child processes of `npm start`: each says when it is ready by one line, all of them end together.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const STOP_TIMEOUT_MS = 5_000
const preload = new URL('./die-with-parent.mjs', import.meta.url).href

/**
 * @param {object} options
 * @param {string} options.cwd
 * @param {(name: string, line: string) => void} options.onOutput lines of a child, its ready line excepted
 * @param {(name: string, reason: string) => void} options.onDeath a child ended that nobody told to end
 */
export function createChildren({ cwd, onOutput, onDeath }) {
  const running = new Map()
  let stopping = false

  /**
   * Runs a TypeScript file of ours, or what walks have made of it (in the folder `WM_PROGRAMS`, as `{name}.js`); resolves with the object of its line `word {…}`, and its process id.
   * @param {{ name: string, file: URL, env: Record<string, string>, timeoutMs?: number, nodeArguments?: readonly string[] }} options
   * @returns {Promise<Record<string, unknown>>}
   */
  function start({ name, file, env, timeoutMs = 60_000, nodeArguments = [] }) {
    const bundles = process.env.WM_PROGRAMS
    // resolved from here and only now: on a fresh machine tsx was installed a moment ago
    const program = bundles ? [`${bundles}/${name}.js`] : ['--import', import.meta.resolve('tsx'), fileURLToPath(file)]
    const args = [...nodeArguments, '--import', preload, ...program]
    // A group of its own: Ctrl-C reaches only us, and we end the children in order.
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    running.set(name, child)
    let ready = false
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${name} was not ready within ${timeoutMs / 1000} s`)), timeoutMs)
      const last = []
      const onLine = (line) => {
        const answer = ready ? undefined : parseReadyLine(name, line)
        if (answer === undefined) {
          last.push(line)
          if (last.length > 20) last.shift()
          if (ready) onOutput(name, line)
          return
        }
        ready = true
        clearTimeout(timer)
        resolve({ pid: child.pid, ...answer })
      }
      createInterface({ input: child.stdout }).on('line', onLine)
      createInterface({ input: child.stderr }).on('line', onLine)
      child.once('error', (error) => reject(new Error(`${name} could not be started: ${error.message}`)))
      child.once('close', (code, signal) => {
        running.delete(name)
        clearTimeout(timer)
        const reason = `${name} ended with ${signal ?? `code ${code}`}`
        if (!ready) reject(new Error([`${reason} before it was ready`, ...last].join('\n')))
        else if (!stopping) onDeath(name, reason)
      })
    })
  }

  /** Ends every child, the last started first; resolves when all are gone. */
  async function stop() {
    stopping = true
    await Promise.all([...running.values()].reverse().map(end))
  }

  return { start, stop }
}

/** `services {"url":…}` → the object; anything else → undefined. */
export function parseReadyLine(word, line) {
  if (!line.startsWith(`${word} {`)) return undefined
  try {
    const value = JSON.parse(line.slice(word.length + 1))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function end(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('close', () => resolve())
    const signalGroup = (signal) => {
      try {
        process.kill(-child.pid, signal)
      } catch {
        // already gone: what was wanted
      }
    }
    // The child itself first, so that it can end its own children in order; then whatever is left of its group.
    child.kill('SIGTERM')
    setTimeout(() => signalGroup('SIGKILL'), STOP_TIMEOUT_MS).unref()
  })
}
