// What a start of the services costs: memory and processor time of the process when it is ready, and its peak. `node bench/start.mjs [runs]`; Linux only.
// Compiled and from the sources; in memory, in a new folder, in one that is there already, and on Postgres where DATABASE_URL names a server.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../scripts/prepare.mjs'

/** Ticks of the kernel per second, on every Linux that Node runs on. */
const TICKS = 100

/** Starts once; resolves with its figures when it is ready, and ends it. */
export async function measureStart({ command, env = {} }) {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { PATH: process.env.PATH, WM_SERVICES_PORT: '0', WM_LOG: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  try {
    const ready = once(createInterface({ input: child.stdout }), 'line')
    await Promise.race([ready, exit.then(([code]) => Promise.reject(new Error(`ended with ${code}`)))])
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
    const megabytes = (name) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1024)
    return {
      residentMb: megabytes('VmRSS'),
      peakMb: megabytes('VmHWM'),
      cpuSeconds: (Number(stat[11]) + Number(stat[12])) / TICKS,
    }
  } finally {
    child.kill('SIGTERM')
    await exit
  }
}

export const compiled = ['services/dist/main.js']
export const fromSources = ['--import', 'tsx', 'services/src/main.ts']

async function main(runs) {
  spawnSync(process.execPath, ['scripts/build.mjs', '--changed', 'services', 'frame', 'page'], { cwd: root, stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'wm-start-'))
  const { DATABASE_URL } = process.env
  const settings = [
    ['in memory', () => ({})],
    ['new folder', (run) => ({ WM_DATA_DIR: join(folder, `new-${run}`) })],
    ['same folder', () => ({ WM_DATA_DIR: join(folder, 'new-0') })],
    ...(DATABASE_URL ? [['Postgres', () => ({ DATABASE_URL })]] : []),
  ]
  try {
    for (const [name, command] of Object.entries({ compiled, 'from the sources': fromSources })) {
      for (const [place, env] of settings) {
        const all = []
        for (let run = 0; run < runs; run++) all.push(await measureStart({ command, env: env(run) }))
        const median = (key) => all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(runs / 2)]
        console.log(
          `${name}, ${place}: ${median('residentMb')} MB resident, ${median('peakMb')} MB at most, ${median('cpuSeconds').toFixed(1)} CPU seconds`,
        )
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url.endsWith('/bench/start.mjs') && process.argv[1].endsWith('start.mjs')) {
  await main(Number(process.argv[2] ?? 3))
}
