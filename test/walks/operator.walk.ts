// The compiled services as an operator runs them, with a folder for their data: `npm run services`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseReadyLine } from '../../scripts/lib/children.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { contentSecurityPolicy, createStaticServer, listen } from '../../demo/server/static-server.mjs'
import { dappOf } from './support/dapp.js'
import { devnetKeys, ended, root, startWallet } from './support/stack.js'
import { test } from './support/walk.js'

async function startServices(folder: string, port: number) {
  const child = spawn(process.execPath, ['services/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], WM_SERVICES_PORT: String(port), WM_DATA_DIR: folder, WM_LOG: 'error' },
  })
  const exit = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exit.then(([code]) => Promise.reject(new Error(`the services ended with ${code}`))),
  ])) as [string] // what readline emits
  const { url = '', relay = '' } = parseReadyLine('services', line) as Readonly<Record<string, string>> // what the services print
  return {
    url,
    relay,
    async end(signal: 'SIGKILL' | 'SIGTERM') {
      child.kill(signal)
      await ended(child)
    },
  }
}

const title = 'an operator starts the services on an empty folder, kills them and starts them again, and nothing is lost'
test(title, { tag: '@journey' }, async ({ page, context, stack }) => {
  const folder = mkdtempSync(join(tmpdir(), 'wm-operator-'))
  const port = await freePort()
  let services = await startServices(folder, port)
  const { url, relay } = services
  const connect = [url, relay, stack.evm].map((each) => new URL(each).origin)
  const site = createStaticServer({
    folders: { '/': `${root}/dist/demo` },
    rewrites: { '/': '/dapp/index.html' },
    json: { '/config.json': () => ({ ...stack, services: url, relay, chainId: 31_337 }) },
    headers: () => ({ 'content-security-policy': contentSecurityPolicy(connect) }),
  })
  const dappUrl = `http://localhost:${await listen(site, { host: '127.0.0.1', port: 0 })}/`
  const phone = { relayUrl: relay, chains: ['eip155:31337'] } as const
  const first = await startWallet({ ...phone, privateKey: devnetKeys[0], name: 'First phone' })
  try {
    await test.step('a phone wallet ends its session while the page is closed: the message waits in the relay', async () => {
      const dapp = dappOf(page)
      await dapp.goto(dappUrl)
      await first.pair(await dapp.pairingUri())
      await dapp.isConnected('First phone')
      await page.close()
      await first.disconnect()
      await first.close()
    })

    await services.end('SIGKILL')
    services = await startServices(folder, port)

    await test.step('the page is told when it is opened again, and another phone wallet connects', async () => {
      const dapp = dappOf(await context.newPage())
      await dapp.goto(dappUrl)
      await dapp.isDisconnected()
      const second = await startWallet({ ...phone, privateKey: devnetKeys[1], name: 'Second phone' })
      try {
        await second.pair(await dapp.pairingUri())
        await dapp.isConnected('Second phone')
        await dapp.startSigning()
        await dapp.signatureIsOf(second.address)
        await dapp.page.close()
      } finally {
        await second.close()
      }
    })
  } finally {
    await first.close()
    await services.end('SIGTERM')
    site.closeAllConnections()
    await new Promise((closed) => site.close(closed))
    rmSync(folder, { recursive: true })
  }
})
