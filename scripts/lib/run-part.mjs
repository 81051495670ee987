// One part of the tests, or one check, as a process of its own. One that has much to do between two lines may send a message instead (`process.send`).
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'

/** Priority of what yields: about half of what another process gets beside it. */
const YIELDING = 3

/**
 * Runs Node with `args` and hands on whole lines of its output, since several parts print at a time.
 * @param {readonly string[]} args
 * @param {object} options
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} options.silentMs a process that prints nothing, and sends none, for so long stands still, and is ended; milliseconds
 * @param {(line: string) => void} [options.onLine] default: prints it
 * @param {boolean} [options.yields] leaves the processors to others that want them, mostly
 * @returns {Promise<number | 'silent'>} its exit code, 1 when it could not be started or was ended by somebody else
 */
export function runPart(args, { cwd, env, silentMs, onLine = console.log, yields = false }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    if (yields && child.pid !== undefined) setPriority(child.pid, YIELDING)
    let isSilent = false
    const end = () => {
      isSilent = true
      onLine(`ENDED after ${silentMs / 1000} s without a line: node ${args.join(' ')}`)
      child.kill('SIGKILL')
      for (const stream of [child.stdout, child.stderr]) stream.destroy() // a process that it has left behind may hold them open
    }
    let limit = setTimeout(end, silentMs)
    const goesOn = () => {
      if (isSilent) return
      clearTimeout(limit)
      limit = setTimeout(end, silentMs)
    }
    child.on('message', goesOn)
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        onLine(line)
        goesOn()
      })
    const finish = (code) => {
      clearTimeout(limit)
      resolve(isSilent ? 'silent' : (code ?? 1))
    }
    child.on('error', () => finish(1))
    child.on('close', finish)
  })
}
