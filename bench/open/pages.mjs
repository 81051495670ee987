// The pages that are measured, each on a server of its own: the script build, the package bundled by Vite, and the floor; and the services that they name.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { root } from '../../scripts/prepare.mjs'
import { createStaticServer, listen } from '../../demo/server/static-server.mjs'
import { LISTED } from './probe.mjs'

const here = join(root, 'bench/open')
/** Time for the services to end, ms. */
const STOP_LIMIT_MS = 10_000
const origin = async (server) => `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}/`

/**
 * Attributes of the modal, or settings of the npm page.
 * @typedef {{ services?: string, preload?: 'idle' | 'intent' | 'none' }} Settings
 */

/** As a visitor's page would be. @param {Settings} settings */
const scriptPage = (settings) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Script</title>
    <link rel="icon" href="data:," />
    <script type="module" src="kit/wallet-modal.js"></script>
  </head>
  <body>
    <wallet-modal ${Object.entries(settings)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ')}></wallet-modal>
    <wallet-connect-button></wallet-connect-button>
  </body>
</html>`

/** @param {string} from a folder with an index.html; bundled for production, as Vite does it when nothing is set */
const bundle = (from, outDir) =>
  build({
    root: from,
    base: './',
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: { outDir, emptyOutDir: true },
  })

/**
 * Builds and serves what is wanted; `dist` has to be there.
 * @param {readonly ('script' | 'npm' | 'floor' | 'account')[]} kinds
 */
export async function openPages(kinds) {
  for (const [kind, file] of Object.entries({ script: 'dist/cdn/wallet-modal.js', npm: 'dist/esm/index.js' }))
    if ((kinds.includes(kind) || (kind === 'npm' && kinds.includes('account'))) && !existsSync(join(root, file)))
      throw new Error(`${file} is missing: npm run build first`)
  const scratch = mkdtempSync(join(tmpdir(), 'wm-open-'))
  const servers = []
  const serve = async (folders, rewrites) => {
    const server = createStaticServer({ folders, rewrites })
    servers.push(server)
    return origin(server)
  }
  const made = {
    async script() {
      mkdirSync(join(scratch, 'script'))
      const put = (settings) => writeFileSync(join(scratch, 'script/index.html'), scriptPage(settings))
      const url = await serve({ '/': join(scratch, 'script'), '/kit/': join(root, 'dist/cdn') })
      return (settings = {}) => (put(settings), url)
    },
    async npm() {
      await bundle(here, join(scratch, 'npm'))
      const url = await serve({ '/': join(scratch, 'npm') })
      return (settings = {}) => `${url}?${new URLSearchParams(settings)}`
    },
    async account() {
      await bundle(join(root, 'bench/account'), join(scratch, 'account'))
      const url = await serve({ '/': join(scratch, 'account') })
      return (settings = {}) => `${url}?${new URLSearchParams(settings)}`
    },
    async floor() {
      await bundle(join(here, 'floor'), join(scratch, 'floor'))
      const url = await serve({ '/': join(scratch, 'floor') })
      return () => url
    },
  }
  const close = () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    rmSync(scratch, { recursive: true, force: true })
  }
  try {
    const pages = {}
    for (const kind of kinds) pages[kind] = await made[kind]()
    /** Kind → the address of its page, with these settings or none. */
    return { pages, close }
  } catch (error) {
    close()
    throw error
  }
}

/** A wallet list service that lists `count` wallets, and has a picture for each. */
export async function openWalletList(count) {
  const wallets = Array.from({ length: count }, (_, index) => ({
    id: `listed-${index}`,
    name: `${LISTED} ${index}`,
    image_id: `picture-${index}`,
    chains: ['eip155:1'],
  }))
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#36c"/></svg>`
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost')
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (url.pathname !== '/getWallets') return response.setHeader('content-type', 'image/svg+xml').end(picture)
    const [page, entries] = ['page', 'entries'].map((name) => Number(url.searchParams.get(name)))
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify({ count, data: wallets.slice((page - 1) * entries, page * entries) }))
  })
  const url = (await origin(server)).slice(0, -1)
  return {
    url,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The repository's own services, compiled, in memory and in a process of their own: the relay of the code. */
export async function openServices() {
  const built = spawnSync(process.execPath, ['scripts/build.mjs', '--changed', 'services', 'frame', 'page'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (built.status !== 0) throw new Error('the services were not built')
  const child = spawn(process.execPath, ['services/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, WM_SERVICES_PORT: '0', WM_LOG: 'error' },
  })
  const exit = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exit.then(([code]) => Promise.reject(new Error(`the services ended with ${code}`))),
  ])
  return {
    url: JSON.parse(line.slice(line.indexOf('{'))).url,
    async close() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await exit
      clearTimeout(late)
    },
  }
}
