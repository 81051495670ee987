// The compiled services as an operator runs them for others: in production, on Postgres, behind the nginx of the guide with TLS. And what is looked at while they are
// attacked: the memory of their process, and how long `/health` takes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { containerfile, imageOf, parseContainerfile } from '../support/containerfile.js'
import { runProgram } from '../support/line-process.js'
import { createNginxFolder, startNginx } from '../support/nginx.js'
import { MIGRATED, startPostgres } from '../support/postgres.js'
import { programOf } from '../support/programs.js'
import { runServices } from '../support/service-process.js'
import type { Probed } from './prober.js'

const image = imageOf(parseContainerfile(containerfile))

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

  const target = { port: nginx.https, certificate }
  const prober = runProgram(await programOf('prober'), [JSON.stringify({ ...target, direct: port } satisfies Probed)])
  await nginx.until(async () => {
    if (!prober.lines.some((line) => /^nginx [\d.]+$/.test(line))) throw new Error('nginx does not answer')
  })

  const megabytes = (name: string) => {
    const status = readFileSync(`/proc/${services.pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  }
  return {
    services,
    target,
    relayUrl: `wss://localhost:${nginx.https}`,
    /** Megabytes of memory in use now, and at most so far. */
    memory: () => ({ resident: megabytes('VmRSS'), peak: megabytes('VmHWM') }),
    /** Lines of `/metrics` whose name has one of these beginnings and whose value is not 0. */
    async metrics(...names: readonly string[]): Promise<readonly string[]> {
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
      return text.split('\n').filter((line) => names.some((name) => line.startsWith(name)) && !line.endsWith(' 0'))
    },
    /** What `/health` did from now on until `until` resolves. */
    async watch(until: Promise<unknown>): Promise<Health> {
      const first = prober.lines.length
      await until
      // What was asked is answered.
      await prober.said(prober.lines.length + 2)
      return healthOf(prober.lines.slice(first))
    },
  }
}

/** Milliseconds until `/health` was answered, shortest first, and answers other than 200. */
export interface Health {
  readonly nginx: readonly number[]
  readonly direct: readonly number[]
  readonly failures: readonly string[]
}

function healthOf(lines: readonly string[]): Health {
  const answers = lines.map((line) => /^(\S+) (\S+)(.*)$/.exec(line))
  const times = (of: string) =>
    answers.flatMap((answer) => (answer?.[1] === of && answer[3] === '' ? [Number(answer[2])] : [])).toSorted((a, b) => a - b)
  return {
    nginx: times('nginx'),
    direct: times('direct'),
    failures: answers.flatMap((answer) => (answer?.[3] ? [answer[0]] : [])),
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
