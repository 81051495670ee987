// Programs of ours as child processes: each says when it is ready by one line, all of them end together.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const STOP_TIMEOUT_MS = 5_000
/** Preloaded into a child. Its parent holds the other end of its standard input: when that closes, nobody is left who could stop the child. */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(`
  process.stdin.on('error', () => {}).once('close', () => process.kill(process.pid, 'SIGTERM')).resume()
  process.stdin.unref?.()
`)}`

/**
 * @param {object} options
 * @param {string} options.cwd
 * @param {(name: string, line: string) => void} options.onOutput lines of a child, its ready line excepted
 * @param {(name: string, reason: string) => void} options.onDeath a child ended that nobody told to end
 */
export function createChildren({ cwd, onOutput, onDeath }) {
  const running = new Map()

  /**
   * Runs a TypeScript file of ours, or what walks have made of it (in the folder `WM_PROGRAMS`, as `{name}.js`); resolves with the object of its line `word {…}`, and its process id.
   * @param {{ name: string, file: URL, env: Record<string, string>, nodeArguments?: readonly string[], isWatched?: boolean }} options
   *   `isWatched`: it starts anew when one of its sources changes
   * @returns {Promise<Record<string, unknown>>}
   */
  function start(options) {
    const { name, file, env, nodeArguments = [], isWatched = false } = options
    const bundles = process.env.WM_PROGRAMS
    // resolved from here and only now: on a fresh machine tsx was installed a moment ago
    const program = bundles ? [`${bundles}/${name}.js`] : ['--import', import.meta.resolve('tsx'), fileURLToPath(file)]
    const watch = isWatched ? ['--watch', '--watch-preserve-output', '--no-warnings'] : []
    // A group of its own: Ctrl-C reaches only us, and we end the children in order.
    const child = spawn(process.execPath, [...watch, ...nodeArguments, '--import', END_WITH_PARENT, ...program], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
    running.set(name, { child, options })
    let isReady = false
    return new Promise((resolve, reject) => {
      const last = []
      const onLine = (line) => {
        const answer = isReady ? undefined : parseReadyLine(name, line)
        if (answer === undefined) {
          last.push(line)
          if (last.length > 20) last.shift()
          if (isReady || isWatched) onOutput(name, line)
          return
        }
        isReady = true
        resolve({ pid: child.pid, ...answer })
      }
      createInterface({ input: child.stdout }).on('line', onLine)
      createInterface({ input: child.stderr }).on('line', onLine)
      child.once('error', (error) => reject(new Error(`${name} could not be started: ${error.message}`)))
      child.once('close', (code, signal) => {
        const reason = `${name} ended with ${signal ?? `code ${code}`}`
        if (!isReady) reject(new Error([`${reason} before it was ready`, ...last].join('\n')))
        else if (running.get(name)?.child === child) onDeath(name, reason)
      })
    })
  }

  /** Ends a child and starts it again, as it was started. */
  async function restart(name) {
    const { child, options } = running.get(name)
    running.delete(name)
    await end(child)
    return start(options)
  }

  /** Ends every child, the last started first; resolves when all are gone. */
  async function stop() {
    const all = [...running.values()].reverse()
    running.clear()
    await Promise.all(all.map(({ child }) => end(child)))
  }

  return { start, restart, stop }
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
    // The child itself first, so that it can end its own children in order; then whatever is left of its group.
    child.kill('SIGTERM')
    setTimeout(() => {
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // already gone: what was wanted
      }
    }, STOP_TIMEOUT_MS).unref()
  })
}
