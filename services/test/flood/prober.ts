// Asks for `/health` five times a second, as a process of its own: `prober.ts <target as JSON>` prints a line for each answer, `<where> <milliseconds>`, until it is killed.
import { readFileSync } from 'node:fs'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getTls } from 'node:https'

/** Where `/health` is asked. */
export interface Probed {
  /** Of nginx, on the loopback; its name is `localhost`. */
  readonly port: number
  /** Path of its certificate. */
  readonly certificate: string
  /** Of the services themselves. */
  readonly direct: number
}

/** Another address than those of attacks. */
const LOCAL_ADDRESS = '127.0.0.2'
const EVERY_MS = 200

const { port, certificate, direct } = JSON.parse(process.argv[2] ?? '') as Probed
const ca = readFileSync(certificate)
const place = {
  localAddress: LOCAL_ADDRESS,
  host: '127.0.0.1',
  path: '/health',
  headers: { host: 'localhost' },
  agent: false,
} as const

/** Asks on a connection of its own, whether or not the one before has been answered. */
function probe(where: string, ask: (answer: (response: IncomingMessage) => void) => NodeJS.EventEmitter): void {
  const start = performance.now()
  const say = (what: string) => void process.stdout.write(`${where} ${performance.now() - start}${what}\n`)
  ask((response) => {
    response.resume()
    response.once('error', (error) => say(` ${error.message}`))
    response.once('end', () => say(response.statusCode === 200 ? '' : ` status ${response.statusCode}`))
  }).on('error', (error: Error) => say(` ${error.message}`))
}

setInterval(() => {
  probe('nginx', (answer) => getTls({ ...place, ca, port, servername: 'localhost' }, answer))
  probe('direct', (answer) => getPlain({ ...place, port: direct }, answer))
}, EVERY_MS)
