// `npm start`: installs what is missing, builds what has changed, and runs on the loopback everything the product needs: EVM and Solana devnets,
// services, demo dapp, gallery and demo phone wallet. The last line is `ready {…}` with their urls. Ctrl-C ends all of it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runCommand, say, sayReady, startStack } from './lib/stack.mjs'
import { checkNode, ensureDependencies, root } from './prepare.mjs'

const HELP = `Usage: npm start [-- --no-build]
Ports by environment (0: any free one): WM_DAPP_PORT 5173, WM_SERVICES_PORT 8787, WM_FRAME_PORT 8788, WM_WALLET_PORT 5174,
WM_EVM_PORT 8545, WM_SOLANA_PORT 8899`

await runCommand(async ({ children, onEnd }) => {
  checkNode()
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    console.log(HELP)
    process.exit(0)
  }
  ensureDependencies()
  if (!values['no-build']) {
    const args = ['scripts/build.mjs', '--changed', 'demo', 'frame', 'cdn', 'npm', 'page']
    const { status, signal } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error(`The build ended with ${signal ?? `code ${status}`}`)
  }
  if (!existsSync(`${root}/dist/demo/dapp/index.html`)) throw new Error('Nothing is built yet: run npm start without --no-build')

  const stack = await startStack({ children })
  say('starting the demo pages')
  const { startDemoServers } = await import('../demo/server/demo-servers.mjs')
  const { urls, servers } = await startDemoServers({
    stack,
    folders: { '/': `${root}/dist/demo`, '/cdn/': `${root}/dist/cdn` },
    loadSignIn: () => import('../demo/server/sign-in.mjs'),
  })
  onEnd(() => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  })
  sayReady(stack, urls)
})
