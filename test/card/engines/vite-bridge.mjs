// Puts Vite in front of web-test-runner: the card's tests meet the same transform as the build, and CommonJS dependencies load.
import { createServer } from 'vite'
import { root } from '../../../scripts/prepare.mjs'

/** The runner's own client: Vite must leave it alone. */
const SOCKET = '/__web-dev-server__web-socket.js'
/** What the runner serves itself: its client, its pages. */
const OF_RUNNER = /^\/(__web-|__wtr|wtr-|$)/

const leaveSocket = {
  name: 'leave-socket',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith(SOCKET) ? { id: SOCKET, external: 'absolute' } : null),
}

/**
 * Starts Vite without a port of its own.
 * @param {readonly string[]} entries globs of the tests: what they import is bundled before the first page asks, so that no page is loaded twice
 */
export async function viteBridge(entries) {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    clearScreen: false,
    appType: 'custom',
    cacheDir: 'node_modules/.vite/card',
    plugins: [leaveSocket],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: {
      entries: [...entries],
      holdUntilCrawlEnd: true,
      include: ['lit', 'lit/directives/when.js', 'nanostores', 'zod/mini', 'lean-qr/nano'],
      rolldownOptions: { plugins: [leaveSocket] },
    },
  })
  return {
    plugin: { name: 'vite-bridge', serverStop: () => vite.close() },
    middleware: (context, next) => {
      if (OF_RUNNER.test(context.path) || context.path.endsWith('.html')) return next()
      return new Promise((resolve, reject) => {
        context.respond = false
        context.res.statusCode = 200
        context.res.once('close', resolve)
        vite.middlewares(context.req, context.res, (error) => {
          if (error) return reject(error)
          context.respond = true
          context.status = 404
          resolve(next())
        })
      })
    },
  }
}
