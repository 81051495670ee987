// The compiled services as an operator runs them for others: in production, on Postgres, behind the nginx of the guide with TLS. And what is looked at while they are
// attacked: the memory of their process, and how long `/health` takes.
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { containerfile, imageOf, parseContainerfile } from '../support/containerfile.js'
import { runProgram } from '../support/line-process.js'
import { createNginxFolder, startNginx } from '../support/nginx.js'
import { MIGRATED, startPostgres } from '../support/postgres.js'
import { programOf } from '../support/programs.js'
import { runServices } from '../support/service-process.js'

const image = imageOf(parseContainerfile(containerfile))
const SAMPLE_MS = 200

/** To the end of the test. */
export async function startProduction() {
  const database = await startPostgres()
  const DATABASE_URL = await database.createDatabase(MIGRATED)
  onTestFinished(() => database.dropDatabase(DATABASE_URL))
  const node = runProgram(await programOf('heavy-node'), [])
  await node.said(1)
  const [port, frame, metrics] = [await freePort(), await freePort(), await freePort()]
  const place = createNginxFolder({ services: 'localhost', wallet: 'wallet.localhost' })
  const nginx = await startNginx(place, { services: port, frame })
  const services = runServices({
    ...{ ...image.env, DATABASE_URL, WM_LOG: 'warn', WM_SERVICES_HOST: '127.0.0.1', WM_SERVICES_PORT: String(port) },
    ...{ WM_TRUST_PROXY: '1', WM_PUBLIC_URL: `https://localhost:${nginx.https}`, WM_METRICS_PORT: String(metrics) },
    ...{ WM_SECRET_KEY: '0123456789abcdef'.repeat(4), WM_FRAME_PORT: String(frame), WM_FRAME_URL: 'https://wallet.localhost' },
    ...{ WM_FRAME_RECOVERY: 'sealed-required', SMTP_URL: 'smtp://127.0.0.1:9', WM_MAIL_FROM: 'Example <wallet@example.org>' },
    WM_RPC_EIP155_1: `http://127.0.0.1:${node.lines[0]},ws://127.0.0.1:${node.lines[0]}`,
  })
  await services.ready
  const certificate = join(place.folder, 'tls/services.crt')
  const ca = readFileSync(certificate)

  /** Milliseconds until `/health` has answered a caller from another address than those of the attack. @throws Error for another answer */
  const health = () =>
    new Promise<number>((resolve, reject) => {
      const start = performance.now()
      const from = { ca, localAddress: '127.0.0.2', host: '127.0.0.1', port: nginx.https, servername: 'localhost', agent: false }
      request({ ...from, path: '/health', headers: { host: 'localhost' } }, (response) => {
        response.resume()
        response.once('error', reject)
        response.once('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - start)
          else reject(new Error(`/health: ${response.statusCode}`))
        })
      })
        .on('error', reject)
        .end()
    })
  await nginx.until(health)

  const megabytes = (name: string) => {
    const status = readFileSync(`/proc/${services.pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  }
  return {
    services,
    target: { port: nginx.https, certificate },
    relayUrl: `wss://localhost:${nginx.https}`,
    /** Megabytes of memory in use now, and at most so far. */
    memory: () => ({ resident: megabytes('VmRSS'), peak: megabytes('VmHWM') }),
    /** Lines of `/metrics` whose name has one of these beginnings and whose value is not 0. */
    async metrics(...names: readonly string[]): Promise<readonly string[]> {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
      return text.split('\n').filter((line) => names.some((name) => line.startsWith(name)) && !line.endsWith(' 0'))
    },
    /** Asks for `/health` five times a second until `until` resolves; the milliseconds of each answer. */
    async watch(until: Promise<unknown>): Promise<readonly number[]> {
      let isOver = false
      void until.finally(() => (isOver = true)).catch(() => undefined)
      const times: number[] = []
      while (!isOver) {
        times.push(await health())
        await later(SAMPLE_MS)
      }
      return times
    },
  }
}

/** The attacker as a process of its own; resolves with what it counted. */
export async function attack(
  target: Awaited<ReturnType<typeof startProduction>>['target'],
  from: { readonly addresses: readonly string[]; readonly sockets: number },
  seconds: number,
  names: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const program = runProgram(await programOf('attacker'), [
    JSON.stringify({ ...target, ...from }),
    String(seconds * 1000),
    ...names,
  ])
  const errors = await program.exit
  const [line] = program.lines
  if (line === undefined) throw new Error(`The attacker ended: ${errors}`)
  return JSON.parse(line) as Record<string, number>
}
