// A wallet that somebody else brings: made with the public factory, from the package as it is packed, in a page of its own build.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { build } from 'vite'
import { createStaticServer, listen } from '../../scripts/static-server.mjs'
import { root } from './support/stack.js'
import { expect, test } from './support/walk.js'

const page = `
import { createWalletModal } from 'wallet-modal'
import { createConnector } from 'wallet-modal/connector'

const chain = 'eip155:1'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let isOpen = false
const grant = () => ({ chain, accounts: isOpen ? [{ chain, address, label: 'Cold' }] : [] })
const device = createConnector(() => ({
  id: 'example.device', namespace: 'eip155', name: 'Device',
  async connect({ silent }) { isOpen ||= !silent || localStorage.getItem('device') === 'open'; localStorage.setItem('device', 'open'); return grant() },
  getAccounts: async () => grant().accounts,
  disconnect: async () => void localStorage.removeItem('device'),
  request: async (_, { method, params }) => ({ method, params }),
}))
const modal = createWalletModal({ projectId: 'third-party', connectors: [device, () => ({})] })
Object.assign(window, { modal })
document.querySelector('button').onclick = () => modal.open()
`

let server: Server
let folder: string
let url: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wm-third-party-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'wallet-modal'), { recursive: true })
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root, stdio: 'ignore' })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', join(folder, tarball ?? ''), '-C', join(modules, 'wallet-modal'), '--strip-components', '1'])
  // What the package depends on, as an installation would have put it there.
  for (const name of readdirSync(`${root}/node_modules`))
    if (name !== 'wallet-modal' && !name.startsWith('.')) symlinkSync(`${root}/node_modules/${name}`, join(modules, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'page.js'), page)
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><title>Third party</title><link rel="icon" href="data:," /><button>Open</button><script type="module" src="./page.js"></script></html>`,
  )
  await build({ root: folder, configFile: false, logLevel: 'silent', build: { target: 'es2022' } })
  server = createStaticServer({ folders: { '/': join(folder, 'dist') } })
  url = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}/`
})
test.afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  rmSync(folder, { recursive: true, force: true })
})

test("a third party's connector, from the packed package, connects, answers, is restored and ends", async ({
  page: tab,
  records,
}) => {
  records.expectProblems(/Invalid setting connectors\.1/) // the second is none, and the developer is told
  await tab.goto(url)
  await tab.getByRole('button', { name: 'Open' }).click()
  await tab.getByRole('dialog', { name: 'Connect a wallet' }).getByRole('button', { name: 'Device' }).click()
  const account = () => tab.evaluate(() => (window as unknown as Page).modal.$account.get()) // set by the page above
  await expect.poll(account).toMatchObject({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', wallet: { name: 'Device' } })
  const asked = await tab.evaluate(() =>
    (window as unknown as Page).modal.provider().request({ method: 'personal_sign', params: ['0x00'] }),
  )
  expect(asked).toEqual({ method: 'personal_sign', params: ['0x00'] })

  await tab.reload()
  await expect.poll(account).toMatchObject({ wallet: { id: 'example.device' } })
  await tab.evaluate(() => (window as unknown as Page).modal.disconnect())
  await expect.poll(account).toBeUndefined()
  expect(await tab.evaluate(() => localStorage.getItem('device'))).toBeNull()
})

interface Page {
  readonly modal: {
    readonly $account: { get(): unknown }
    provider(): { request(args: unknown): Promise<unknown> }
    disconnect(): Promise<void>
  }
}
