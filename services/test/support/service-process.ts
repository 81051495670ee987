// The services as processes of their own, as an operator runs them: to be asked, told to end, or killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A test that runs it asks for `useCompiledServices` first. */
const compiledMain = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
/** The recovery service as a process of its own. */
export const recoveryMain = fileURLToPath(new URL('../../dist/recovery-main.js', import.meta.url))

/**
 * Runs until it ends, or the test does.
 * @param around a command that runs the rest of its arguments, such as `unshare --mount`
 * @param entry default: the compiled services
 */
export function runServices(env: Readonly<Record<string, string>>, around: readonly string[] = [], entry = compiledMain) {
  const [command, ...rest] = [...around, process.execPath, entry]
  const child = spawn(command, rest, {
    env: { PATH: process.env['PATH'] ?? '', WM_SERVICES_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const errors = createInterface({ input: child.stderr })
  errors.on('line', (line) => lines.push(line))
  const exit = Promise.all([once(child, 'exit'), once(errors, 'close')]).then(([[code, signal]]) => ({
    code: code as number | null, // as Node documents the event
    signal: signal as string | null,
  }))
  const output = createInterface({ input: child.stdout })
  const ready = Promise.race([
    once(output, 'line').then(([line]) => readReady(String(line))),
    exit.then(({ code }) => Promise.reject(new Error(`ended with ${code}: ${lines.join('\n')}`))),
  ])
  ready.catch(() => undefined) // a test may only want to see how it ends
  return {
    ready,
    exit,
    pid: child.pid ?? 0,
    /** Of standard error, so far. */
    lines,
    /** The first line of the log with this event. */
    async entry(event: string): Promise<Record<string, unknown>> {
      for (;;) {
        const found = lines.find((line) => line.includes(`"event":"${event}"`))
        if (found !== undefined) return JSON.parse(found) as Record<string, unknown>
        await Promise.race([once(errors, 'line'), exit.then(() => Promise.reject(new Error(`ended without ${event}`)))])
      }
    },
    signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL') {
      child.kill(name)
      return exit
    },
  }
}

/** What the ready line says. */
interface Ready {
  readonly url: string
  readonly relay: string
  /** Where the embedded wallet is on. */
  readonly frame?: string
  /** In development. */
  readonly mailbox?: string
}

function readReady(line: string): Ready {
  const [word, table] = line.split(/ (.*)/s)
  // The recovery service says no more than its url.
  if (word !== 'services' && word !== 'recovery') throw new Error(`not the ready line: ${line}`)
  return JSON.parse(table ?? '') as Ready // what main.ts writes
}
