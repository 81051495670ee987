// Discovery in a real window, with wallets announced the way extensions do it.
import { afterEach, expect, test } from 'vitest'
import { discoverInjected } from '../../../src/connectors/eip155/discover.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import { createConnectorPort } from '../../../src/connectors/wallet-port.js'
import { namespaceRows } from '../../../src/root/namespaces.js'
import { type AnnouncedMockWallet, announceMockWallet } from '../../../src/testing.js'
import { world } from '../../support/connector-world.js'

const wallets: AnnouncedMockWallet[] = []
const install = (options: Parameters<typeof announceMockWallet>[1]) => {
  const wallet = announceMockWallet(window, options)
  wallets.push(wallet)
  return wallet
}
afterEach(() => {
  for (const wallet of wallets.splice(0)) wallet.stop()
  Reflect.deleteProperty(window, 'ethereum')
})

function look() {
  const life = new AbortController()
  const names: string[][] = []
  discoverInjected(window, (found) => names.push(found.map(({ wallet }) => wallet.name)), life.signal)
  return { names, stop: () => life.abort() }
}

test('finds wallets that were there before and that come after', () => {
  install({ name: 'Early', rdns: 'org.early' })
  const { names, stop } = look()
  install({ name: 'Late', rdns: 'org.late' })
  stop()
  install({ name: 'Too late', rdns: 'org.too-late' })
  expect(names).toEqual([['Early'], ['Early', 'Late']])
})

test('lists window.ethereum, unless it has announced itself', async () => {
  const plain = { request: async () => null, isMetaMask: true }
  Object.assign(window, { ethereum: plain })
  const { names } = look()
  await expect.poll(() => names).toEqual([[], ['MetaMask']]) // what reads it is fetched
  const acme = install({ name: 'Acme', rdns: 'org.acme' })
  Object.assign(window, { ethereum: acme.provider })
  expect(look().names).toEqual([['Acme']])
})

test('is not disturbed by an announcement that is frozen, empty or hostile', () => {
  const boom = () => {
    throw new Error('boom')
  }
  const { names, stop } = look()
  for (const detail of [undefined, null, Object.freeze({}), new Proxy({}, { get: boom })]) {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  install({ name: 'Good', rdns: 'org.good' })
  stop()
  expect(names.at(-1)).toEqual(['Good'])
})

test('connects and signs through the port', async () => {
  const wallet = install({ name: 'Signer', rdns: 'org.signer' })
  const connector = await createConnectorPort(window, { rows: namespaceRows }).open(
    { id: 'org.signer', namespace: 'eip155' },
    world,
  )
  const grant = await connector.connect({ networks: [] })
  const account = `eip155:1:${wallet.addresses[0]}` as const
  expect(grant.accounts.map(accountIdOf)).toEqual([account])
  const signature = expect.stringMatching(/^0x[\da-f]{130}$/)
  await expect(connector.sign({ account, message: 'hello' })).resolves.toEqual({ signature })
})
