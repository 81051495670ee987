// The servers of the demo pages, built or from their sources: where things run, what a page may call, and the dapp's own server for signing in.
import { randomBytes } from 'node:crypto'
import { contentSecurityPolicy, createPageServer, createStaticServer, listen } from './static-server.mjs'

/**
 * Two servers, for the dapp and for the phone wallet: two names of one machine are two sites, as these are in life.
 * @param {object} options
 * @param {Awaited<ReturnType<import('../../scripts/lib/stack.mjs').startStack>>} options.stack
 * @param {() => Promise<typeof import('./sign-in.mjs')>} options.loadSignIn
 * @param {Readonly<Record<string, string>>} [options.folders] with the built pages
 * @param {Parameters<typeof createPageServer>[0]['serveFile']} [options.serveFile] serves the sources instead
 * @param {string} [options.nonce] for the policy of pages
 */
export async function startDemoServers({ stack, loadSignIn, folders, serveFile, nonce }) {
  const urls = { ...stack.urls }
  const config = () => ({ ...urls, chainId: stack.chainId })
  const called = [urls.services, urls.relay, urls.frame, urls.evm, urls.solana, stack.solanaSocket].filter(Boolean)
  const origins = [...new Set(called.map((url) => new URL(url).origin))]
  const headers = () => ({
    'content-security-policy': contentSecurityPolicy(origins, urls.frame ? [new URL(urls.frame).origin] : [], nonce),
  })

  const secret = randomBytes(32).toString('hex')
  const handlers = new WeakMap()
  const handle = async (request, response) => {
    const module = await loadSignIn()
    const nodes = { [`eip155:${stack.chainId}`]: urls.evm, 'eip155:1': urls.evm }
    const handler = handlers.get(module) ?? module.createSignInHandler({ url: urls.dapp, secret, nodes })
    handlers.set(module, handler)
    return handler(request, response)
  }

  const start = async (page, port, own = {}) => {
    const options = {
      ...own,
      // a wallet's link for a pairing is {wallet}/wc?uri=…
      rewrites: { '/': `/${page}/index.html`, '/wc': '/wallet/index.html' },
      json: { '/config.json': config },
      headers,
    }
    const server = folders ? createStaticServer({ ...options, folders }) : createPageServer({ ...options, serveFile })
    return { server, port: await listen(server, { host: '127.0.0.1', port: Number(port) }) }
  }
  const dapp = await start('dapp', stack.ports.WM_DAPP_PORT, { handle })
  urls.dapp = `http://localhost:${dapp.port}/`
  urls.gallery = `${urls.dapp}gallery/`
  const wallet = await start('wallet', stack.ports.WM_WALLET_PORT)
  urls.wallet = `http://127.0.0.1:${wallet.port}/`
  return { urls, servers: [dapp.server, wallet.server] }
}
