// `npm run dev`: what `npm start` runs, from the sources. The pages come from Vite's development server; services and devnets start anew when a source of theirs changes;
// the frame and the pages of the services are built again when theirs do. The last line is `ready {…}`. Ctrl-C ends all of it.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, say, sayReady, startStack } from './lib/stack.mjs'
import { checkNode, ensureDependencies, root } from './prepare.mjs'

/** An editor writes several files at once, ms. */
const DEBOUNCE_MS = 200
/** Sources of what the services serve built. */
const BUILT = ['services/frame', 'services/page', 'src/frame', 'src/vocabulary']

await runCommand(async ({ children, onEnd }) => {
  checkNode()
  ensureDependencies()
  const data = mkdtempSync(join(tmpdir(), 'wallet-modal-dev-'))
  onEnd(() => rmSync(data, { recursive: true, force: true }))
  const nonce = randomBytes(16).toString('base64')
  const [stack, vite] = await Promise.all([
    // With a folder for data, as sessions outlive a restart of the services.
    buildServed().then(() =>
      startStack({ children, isWatched: true, env: process.env.DATABASE_URL ? {} : { WM_DATA_DIR: data } }),
    ),
    startVite(nonce),
  ])
  onEnd(() => void vite.close())

  const { startDemoServers } = await import('../demo/server/demo-servers.mjs')
  const { urls, servers } = await startDemoServers({
    stack,
    nonce,
    loadSignIn: () => vite.ssrLoadModule('/server/sign-in.mjs'),
    serveFile(request, response, path, headers) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      const [, query = ''] = /(\?.*)$/.exec(request.url) ?? []
      request.url = encodeURI(path) + query
      vite.middlewares(request, response, () => response.writeHead(404).end('Not found'))
    },
  })
  // The socket on which Vite tells pages of changes: each server has the port from which a page comes.
  for (const server of servers) server.on('upgrade', (...args) => vite.config.server.ws.server.emit('upgrade', ...args))
  onEnd(() => servers.forEach((server) => (server.close(), server.closeAllConnections())))

  const folders = BUILT.map((folder) => `${root}/${folder}/`)
  vite.watcher.add(folders)
  let timer
  vite.watcher.on('all', (_, path) => {
    if (!folders.some((folder) => path.startsWith(folder))) return
    clearTimeout(timer)
    timer = setTimeout(() => void rebuild(children), DEBOUNCE_MS)
  })
  sayReady(stack, urls)
})

/** Of the inputs of the last builds. */
function readHashes() {
  const paths = ['frame', 'page'].map((part) => `${root}/dist/.inputs/${part}`)
  return paths.map((path) => existsSync(path) && readFileSync(path, 'utf8')).join()
}

/** Builds what the services serve, where it has changed. @returns {Promise<boolean>} whether there is something new */
async function buildServed() {
  const before = readHashes()
  const child = spawn(process.execPath, ['scripts/build.mjs', '--changed', 'frame', 'page'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return code === 0 && readHashes() !== before
}

/** The services read the list of built files when they start. */
async function rebuild(children) {
  if (await buildServed())
    await children.restart('services').then(
      () => say('the services have started anew'),
      (error) => say(error.message),
    )
}

async function startVite(nonce) {
  const [{ createServer }, http] = await Promise.all([import('vite'), import('node:http')])
  return createServer({
    configFile: `${root}/demo/vite.config.ts`,
    appType: 'mpa',
    html: { cspNonce: nonce },
    server: { middlewareMode: true, ws: { server: http.createServer() } }, // never listens: the servers of the pages hand its sockets on
  })
}
