// What `npm start` is told: arguments and environment, and which ports are free.
import { createServer } from 'node:net'

/** variable → default port */
const defaultPorts = {
  WM_DAPP_PORT: 5173,
  WM_SERVICES_PORT: 8787,
  WM_FRAME_PORT: 8788,
  WM_WALLET_PORT: 5174,
  WM_EVM_PORT: 8545,
  WM_SOLANA_PORT: 8899,
}

/** @returns {{ build: boolean, help: boolean }} @throws Error for an unknown argument */
export function parseArguments(args) {
  const known = new Set(['--no-build', '--help', '-h'])
  const unknown = args.find((argument) => !known.has(argument))
  if (unknown !== undefined) throw new Error(`Unknown argument ${unknown}. Known: --no-build, --help`)
  return { build: !args.includes('--no-build'), help: args.includes('--help') || args.includes('-h') }
}

/**
 * Port per variable and whether it was asked for by name. 0: any free one.
 * @returns {Record<keyof typeof defaultPorts, { port: number, asked: boolean }>} @throws Error that names the variable
 */
export function readPorts(env) {
  const ports = {}
  for (const [name, fallback] of Object.entries(defaultPorts)) {
    const text = env[name]
    if (text === undefined || text === '') {
      ports[name] = { port: fallback, asked: false }
      continue
    }
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
      throw new Error(`${name}: a whole number from 0 to 65535 is needed, not “${text}”`)
    ports[name] = { port: Number(text), asked: true }
  }
  return ports
}

/**
 * The port to use: itself when free; a default that is taken gives way to any free one, with a notice; one asked for does not.
 * @throws Error when a port asked for is taken
 */
export async function settlePort(name, { port, asked }, say) {
  if (port === 0) return 0
  const problem = await tryPort(port)
  if (problem === undefined) return port
  if (asked) throw new Error(`${name}: port ${port} cannot be used (${problem})`)
  say(`port ${port} is taken: using a free one (set ${name} to choose)`)
  return 0
}

function tryPort(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.code ?? error.message))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(undefined)))
  })
}

/** A port that was free a moment ago, for what must know its url before it listens. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
