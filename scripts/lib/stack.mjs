// What `npm start` and `npm run dev` run on the loopback behind the demo pages: EVM and Solana devnets, and the services.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { root } from '../prepare.mjs'
import { createChildren } from './children.mjs'
import { freePort, probePort } from './free-port.mjs'
import { hasAnvil } from './machine.mjs'

const DEFAULT_PORTS = {
  WM_DAPP_PORT: 5173,
  WM_SERVICES_PORT: 8787,
  WM_FRAME_PORT: 8788,
  WM_WALLET_PORT: 5174,
  WM_EVM_PORT: 8545,
  WM_SOLANA_PORT: 8899,
}
const PARENT_POLL_MS = 500

export const say = (text) => console.error(`· ${text}`)

/**
 * Runs a command until a signal, or the death of a child, ends it.
 * @param {(context: { children: ReturnType<typeof createChildren>, onEnd: (close: () => unknown) => void }) => Promise<void>} main
 */
export async function runCommand(main) {
  const closers = []
  let ending
  const shutDown = (code, text) =>
    (ending ??= (async () => {
      if (text) console.error(text)
      for (const close of closers) close()
      await children.stop()
      process.exit(code)
    })())
  const children = createChildren({
    cwd: root,
    onOutput: (name, line) => console.error(`${name} │ ${line}`),
    onDeath: (_, reason) => void shutDown(1, `${reason}: stopping everything`),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void shutDown(0, '\nstopping'))
  // npm does not always hand a signal on: whoever ends `npm start` by its process id would leave all this running.
  if (process.env.npm_lifecycle_event !== undefined) {
    const ancestors = ancestry()
    setInterval(() => ancestry() !== ancestors && void shutDown(0, '\nnpm has ended: stopping'), PARENT_POLL_MS).unref()
  }
  try {
    await main({ children, onEnd: (close) => closers.push(close) })
  } catch (error) {
    // During a stop the children's ends are no news.
    await (ending ?? shutDown(1, error instanceof Error ? error.message : String(error)))
  }
}

/** Our parent (a shell) and, where the system tells, its parent (npm): both change when npm is gone. */
function ancestry() {
  try {
    const [, grandparent] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ', 2)
    return `${process.ppid} ${grandparent}`
  } catch {
    return `${process.ppid}` // no /proc here
  }
}

/**
 * Starts devnets and services. Without an anvil, or without what runs Solana, the rest is whole.
 * @param {object} options
 * @param {ReturnType<typeof createChildren>} options.children
 * @param {boolean} [options.isWatched] each starts anew when one of its sources changes
 * @param {Record<string, string>} [options.env] of the services
 */
export async function startStack({ children, isWatched = false, env = {} }) {
  const ports = await choosePorts(process.env, isWatched)
  const start = (name, program, childEnv) =>
    children.start({ name, file: new URL(`../../services/devnet/${program}.ts`, import.meta.url), env: childEnv, isWatched })
  // The names on the devnet say where the gateway is, which only starts after it.
  const servicesPort = ports.WM_SERVICES_PORT === '0' ? String(await freePort()) : ports.WM_SERVICES_PORT
  const gateway = `http://127.0.0.1:${servicesPort}/ccip/{sender}/{data}.json`
  say('starting the devnets')
  const starting = [
    hasAnvil()
      ? start('devnet', 'main', { WM_EVM_PORT: ports.WM_EVM_PORT, WM_GATEWAY_URL: gateway })
      : say('no EVM devnet: there is no anvil (get Foundry from https://getfoundry.sh, so that `anvil` is on the PATH)'),
    start('solana', 'solana-main', { WM_SOLANA_PORT: ports.WM_SOLANA_PORT }).catch((error) =>
      say(`no Solana devnet: ${error instanceof Error ? error.message : String(error)}`),
    ),
  ]
  const [evm, solana] = await Promise.all(starting)
  say('starting the services')
  const services = await start('services', 'services-main', {
    WM_SERVICES_HOST: '127.0.0.1',
    WM_SERVICES_PORT: servicesPort,
    WM_FRAME_PORT: ports.WM_FRAME_PORT,
    // The devnet plays the demo's second network, too: nothing here asks a host elsewhere.
    ...(evm ? { WM_EVM_URL: evm.url, WM_RPC_EIP155_1: evm.url } : {}),
    ...(solana ? { [`WM_RPC_${solana.chainId.replace(':', '_').replace('solana', 'SOLANA')}`]: solana.url } : {}),
    WM_DEV: '1',
    // Seals the keys of smart sessions. Known to everybody, as all keys of the devnet are.
    WM_SECRET_KEY: process.env.WM_SECRET_KEY || createHash('sha256').update('wallet-modal devnet').digest('hex'),
    WM_LOG: process.env.WM_LOG || 'warn',
    ...env,
  })
  const { url, relay, frame, mailbox } = services
  return {
    ports,
    mailbox,
    hasEvm: Boolean(evm),
    chainId: evm?.chainId ?? 31_337,
    solanaSocket: solana?.webSocketUrl,
    urls: {
      services: url,
      relay,
      frame,
      // The pages need an address for the devnet's network, also while nobody answers there.
      evm: evm?.url ?? `http://127.0.0.1:${ports.WM_EVM_PORT}`,
      ...(solana ? { solana: solana.url } : {}),
    },
  }
}

/** Says where everything is, and ends with the line for programs: `ready {…}`. */
export function sayReady({ mailbox, hasEvm }, { dapp, services, relay, frame, wallet, gallery, evm, solana }) {
  say(`demo dapp      ${dapp}  (also ${dapp}script/ and ${dapp}two/)`)
  say(`gallery        ${gallery}`)
  say(`phone wallet   ${wallet}`)
  say(`mailbox        ${mailbox}  (what the embedded wallet sends)`)
  const urls = { dapp, services, relay, frame, mailbox, wallet, gallery, evm: hasEvm ? evm : undefined, solana }
  console.log(`ready ${JSON.stringify(urls)}`)
}

/**
 * One port per variable: what the environment says, or its default; a default that is taken gives way to any free one (0), with a notice.
 * @param {boolean} isFixed a program starts again at its port: 0 is replaced by a free one
 * @throws Error that names the variable
 */
async function choosePorts(env, isFixed) {
  const ports = {}
  for (const [name, fallback] of Object.entries(DEFAULT_PORTS)) {
    const text = env[name] || ''
    if (text !== '' && !(/^\d{1,5}$/.test(text) && Number(text) <= 65_535))
      throw new Error(`${name}: a whole number from 0 to 65535 is needed, not “${text}”`)
    let port = text === '' ? fallback : Number(text)
    // Where ports are free ones, so is that of the wallet's frame, unless it was asked for by name.
    if (name === 'WM_FRAME_PORT' && text === '' && ports.WM_SERVICES_PORT === '0') port = 0
    const problem =
      port === 0
        ? undefined
        : await probePort(port).then(
            () => undefined,
            ({ code }) => code,
          )
    if (problem !== undefined) {
      if (text !== '') throw new Error(`${name}: port ${port} cannot be used (${problem})`)
      say(`port ${port} is taken: using a free one (set ${name} to choose)`)
      port = 0
    }
    ports[name] = String(port === 0 && isFixed ? await freePort() : port)
  }
  return ports
}
