// `npm start`: installs what is missing, builds, and runs on the loopback everything the product needs: EVM and Solana devnets,
// services, demo dapp, gallery and demo phone wallet. The last line is `ready {…}` with their urls. Ctrl-C ends all of it.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createChildren } from './lib/children.mjs'
import { hasAnvil } from './lib/machine.mjs'
import { freePort, parseArguments, readPorts, settlePort } from './lib/settings.mjs'
import { checkNode, ensureDependencies, root } from './prepare.mjs'
import { contentSecurityPolicy, createStaticServer, listen } from './static-server.mjs'

const HELP = `Usage: npm start [-- --no-build]
Ports by environment (0: any free one): WM_DAPP_PORT 5173, WM_SERVICES_PORT 8787, WM_FRAME_PORT 8788, WM_WALLET_PORT 5174,
WM_EVM_PORT 8545, WM_SOLANA_PORT 8899`
const PARENT_POLL_MS = 500

const say = (text) => console.error(`· ${text}`)

const servers = []
const children = createChildren({
  cwd: root,
  onOutput: (name, line) => console.error(`${name} │ ${line}`),
  onDeath: (_, reason) => void shutDown(1, `${reason}: stopping everything`),
})
let ending
function shutDown(code, text) {
  ending ??= (async () => {
    if (text) console.error(text)
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
    await children.stop()
    process.exit(code)
  })()
  return ending
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void shutDown(0, '\nstopping'))

// npm does not always hand a signal on: whoever ends `npm start` by its process id would leave all this running.
if (process.env.npm_lifecycle_event !== undefined) {
  const ancestors = ancestry()
  setInterval(() => ancestry() !== ancestors && void shutDown(0, '\nnpm has ended: stopping'), PARENT_POLL_MS).unref()
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

try {
  await main()
} catch (error) {
  // During a stop the children's ends are no news.
  await (ending ?? shutDown(1, error instanceof Error ? error.message : String(error)))
}

async function main() {
  checkNode()
  const options = parseArguments(process.argv.slice(2))
  if (options.help) {
    console.log(HELP)
    process.exit(0)
  }
  const wanted = readPorts(process.env)
  ensureDependencies()
  if (options.build) {
    const { status, signal } = spawnSync(
      process.execPath,
      ['scripts/build.mjs', '--changed', 'demo', 'frame', 'cdn', 'npm', 'page'],
      {
        cwd: root,
        stdio: ['ignore', 2, 2],
      },
    )
    if (status !== 0) throw new Error(`The build ended with ${signal ?? `code ${status}`}`)
  }
  if (!existsSync(`${root}/dist/demo/dapp/index.html`)) throw new Error('Nothing is built yet: run npm start without --no-build')

  const ports = {}
  for (const [name, port] of Object.entries(wanted)) ports[name] = String(await settlePort(name, port, say))

  // The names on the devnet say where the gateway is, which only starts after it.
  const servicesPort = ports.WM_SERVICES_PORT === '0' ? String(await freePort()) : ports.WM_SERVICES_PORT
  const devnet = await startEvm(ports.WM_EVM_PORT, `http://127.0.0.1:${servicesPort}/ccip/{sender}/{data}.json`)
  const solana = await startSolana(ports.WM_SOLANA_PORT)
  say('starting the services')
  const services = await children.start({
    name: 'services',
    file: new URL('../services/devnet/services-main.ts', import.meta.url),
    env: {
      WM_SERVICES_HOST: '127.0.0.1',
      WM_SERVICES_PORT: servicesPort,
      WM_FRAME_PORT: ports.WM_FRAME_PORT,
      // The devnet plays the demo's second network, too: nothing here asks a host elsewhere.
      ...(devnet ? { WM_EVM_URL: devnet.url, WM_RPC_EIP155_1: devnet.url } : {}),
      ...(solana ? { [`WM_RPC_${solana.chainId.replace(':', '_').replace('solana', 'SOLANA')}`]: solana.url } : {}),
      WM_DEV: '1',
      // Where ports are free ones, so is that of the wallet's frame, unless it was asked for by name.
      ...(ports.WM_SERVICES_PORT === '0' && !wanted.WM_FRAME_PORT.asked ? { WM_FRAME_PORT: '0' } : {}),
      // Seals the keys of smart sessions. Known to everybody, as all keys of the devnet are.
      WM_SECRET_KEY: process.env.WM_SECRET_KEY || createHash('sha256').update('wallet-modal devnet').digest('hex'),
      WM_LOG: process.env.WM_LOG || 'warn',
    },
  })

  say('starting the demo pages')
  const { url, relay: relayUrl, frame, mailbox } = services
  const urls = { services: url, relay: relayUrl, frame, evm: devnet?.url, ...(solana ? { solana: solana.url } : {}) }
  const origins = [...Object.values(urls).filter(Boolean), ...(solana ? [solana.webSocketUrl] : [])].map(
    (url) => new URL(url).origin,
  )
  const policy = { 'content-security-policy': contentSecurityPolicy([...new Set(origins)], frame ? [new URL(frame).origin] : []) }
  // The pages need an address for the devnet's network, also while nobody answers there.
  const config = () => ({
    ...urls,
    evm: devnet?.url ?? `http://127.0.0.1:${ports.WM_EVM_PORT}`,
    chainId: devnet?.chainId ?? 31_337,
  })
  const folders = { '/': `${root}/dist/demo`, '/cdn/': `${root}/dist/cdn` }
  const serve = async (home, port, handle) => {
    const server = createStaticServer({
      folders,
      handle,
      // a wallet's link for a pairing is {wallet}/wc?uri=…
      rewrites: { '/': `/${home}/index.html`, '/wc': '/wallet/index.html' },
      json: { '/config.json': config },
      headers: () => policy,
    })
    servers.push(server)
    return listen(server, { host: '127.0.0.1', port: Number(port) })
  }
  // The server of the dapp, which knows its own address only when it listens.
  const { createSignInHandler } = await import('../demo/server/sign-in.mjs')
  const secret = randomBytes(32).toString('hex')
  let signIn
  const handle = (request, response) => {
    const nodes = { [`eip155:${config().chainId}`]: config().evm, 'eip155:1': config().evm }
    signIn ??= createSignInHandler({ url: urls.dapp, secret, nodes })
    return signIn(request, response)
  }
  // Two names of one machine are two sites, as a dapp and a wallet are in life.
  urls.dapp = `http://localhost:${await serve('dapp', ports.WM_DAPP_PORT, handle)}/`
  urls.wallet = `http://127.0.0.1:${await serve('wallet', ports.WM_WALLET_PORT)}/`
  urls.gallery = `${urls.dapp}gallery/`

  say(`demo dapp      ${urls.dapp}  (also ${urls.dapp}script/ and ${urls.dapp}two/)`)
  say(`gallery        ${urls.gallery}`)
  say(`phone wallet   ${urls.wallet}`)
  say(`mailbox        ${mailbox}  (what the embedded wallet sends)`)
  const { dapp, wallet, gallery, evm, relay } = urls
  console.log(
    `ready ${JSON.stringify({ dapp, services: urls.services, relay, frame, mailbox, wallet, gallery, evm, solana: urls.solana })}`,
  )
}

/** Undefined, with one line about how to get it, where there is no anvil: the rest is whole without it. */
async function startEvm(port, gateway) {
  if (!hasAnvil()) {
    say('no EVM devnet: there is no anvil (get Foundry from https://getfoundry.sh, so that `anvil` is on the PATH)')
    return undefined
  }
  say('starting the EVM devnet')
  return children.start({
    name: 'devnet',
    file: new URL('../services/devnet/main.ts', import.meta.url),
    env: { WM_EVM_PORT: port, WM_GATEWAY_URL: gateway },
  })
}

/** Undefined, with the reason said, where its program cannot be had: the rest is whole without it. */
async function startSolana(port) {
  say('starting the Solana devnet')
  try {
    return await children.start({
      name: 'solana',
      file: new URL('../services/devnet/solana-main.ts', import.meta.url),
      env: { WM_SOLANA_PORT: port },
    })
  } catch (error) {
    if (ending) throw error
    say(`no Solana devnet: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
