// A wallet that somebody else brings: made with the public factory, from the package as it is packed, in a page of its own build.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { createPackedProject, type PackedProject } from './support/packed-package.js'
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

let project: PackedProject
let url: string
test.beforeAll(async () => {
  project = createPackedProject()
  const { folder } = project
  writeFileSync(join(folder, 'page.js'), page)
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><title>Third party</title><link rel="icon" href="data:," /><button>Open</button><script type="module" src="./page.js"></script></html>`,
  )
  await build({ root: folder, configFile: false, logLevel: 'silent', build: { target: 'es2022' } })
  url = await project.serve('dist')
})
test.afterAll(() => project.remove())

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
