// Starts a relay as a process of its own, for tests that kill it.
import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { programOf } from './programs.js'

/** Resolves when the relay listens; it is killed at the end of the test at the latest. */
export async function startRelayProcess(folder: string, port?: number) {
  const child = spawn(process.execPath, [await programOf('relay'), folder, String(port ?? (await freePort()))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    child.once('exit', (code) => reject(new Error(`relay ended with ${code}`)))
  })
  return { url, port: Number(new URL(url).port), kill }
}
