// A program of ours in a process of its own that says what it has done, line by line; it is killed at the end of the test at the latest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/**
 * @param program as `programOf` tells
 * @param around a command that runs the rest of its arguments, see isolation.ts
 */
export function runProgram(program: string, args: readonly string[], around: readonly string[] = []) {
  const [command = process.execPath, ...rest] = [...around, process.execPath, program, ...args]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const exit = Promise.all([once(child, 'exit'), once(child.stderr, 'close'), once(output, 'close')]).then(() => errors)
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  onTestFinished(kill)
  return {
    lines,
    pid: child.pid ?? 0,
    /** Resolves with what it wrote to standard error. */
    exit,
    kill,
    /** Resolves when it has said so many lines. */
    async said(count: number): Promise<void> {
      while (lines.length < count) {
        await Promise.race([once(output, 'line'), exit.then((text) => Promise.reject(new Error(`it ended: ${text}`)))])
      }
    },
  }
}
