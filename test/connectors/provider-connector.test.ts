// A page's own EIP-1193 provider, which an SDK gives late: connected, restored, asked and left like an installed wallet.
import { describe, expect, test, vi } from 'vitest'
import type { ConnectorChange } from '../../src/connectors/connector.js'
import { providerConnector } from '../../src/connectors/create-connector.js'
import { createMockWallet } from '../../src/connectors/mock/wallet.js'
import { createConnectorPort } from '../../src/connectors/wallet-port.js'
import { namespaceRows } from '../../src/root/namespaces.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { mainnet, polygon } from '../../src/vocabulary/networks.js'
import { world } from '../support/connector-world.js'
import { plainWindow } from '../support/plain-window.js'

const networks = [toNetwork(mainnet), toNetwork(polygon)]

/** A page whose SDK gives `provide()`, and how often it was asked. */
async function setUp(provide: () => unknown) {
  const life = new AbortController()
  const provider = vi.fn(async () => provide() as never)
  const port = createConnectorPort(plainWindow(), {
    rows: namespaceRows,
    connectors: [providerConnector({ id: 'app.base.account', name: 'Base Account', provider })],
    signal: life.signal,
  })
  const connector = await port.open({ id: 'app.base.account', namespace: 'eip155' }, world)
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  return { connector, provider, changes, life }
}

describe('a provider of the page', () => {
  test('is not asked for before the wallet is chosen, and once for several calls', async () => {
    const wallet = createMockWallet({ chains: [1, 137] })
    const { connector, provider } = await setUp(() => wallet.provider)
    expect(provider).not.toHaveBeenCalled()
    const [grant] = await Promise.all([connector.connect({ networks }), connector.isAuthorized()])
    expect(grant).toMatchObject({ chain: 'eip155:1', accounts: [{ chain: 'eip155:1', address: wallet.addresses[0] }] })
    expect(provider).toHaveBeenCalledTimes(1)
    expect(connector).toMatchObject({ id: 'app.base.account', transport: 'custom', wallet: { name: 'Base Account' } })
  })

  test('is spoken with like an installed wallet, with its events', async () => {
    const wallet = createMockWallet({ chains: [1, 137] })
    const { connector, changes } = await setUp(() => wallet.provider)
    const [account] = (await connector.connect({ networks })).accounts
    await expect(connector.sign({ account: `eip155:1:${account?.address ?? ''}`, message: 'x' })).resolves.toMatchObject({
      signature: expect.stringMatching(/^0x[\da-f]{130}$/),
    })
    await expect(connector.switchTo(networks[1] as never)).resolves.toMatchObject({ chain: 'eip155:137' })
    await expect(connector.request('eip155:137', { method: 'wallet_getCapabilities', params: [account?.address] }))
      .resolves //
      .toHaveProperty('0x89')
    wallet.setChain(1)
    expect(changes.at(-1)).toMatchObject({ type: 'grant', grant: { chain: 'eip155:1' } })
    wallet.setAccounts([])
    expect(changes.at(-1)).toEqual({ type: 'disconnect' })
  })

  test('is connected without a prompt after a reload, and not at all when it has forgotten the page', async () => {
    const wallet = createMockWallet()
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const { connector } = await setUp(() => wallet.provider)
    await expect(connector.connect({ networks, silent: true })).resolves.toMatchObject({ chain: 'eip155:1' })
    await connector.disconnect()
    await expect(connector.connect({ networks, silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  test('serves a second connection after the first has ended, and tells each change once', async () => {
    const wallet = createMockWallet({ chains: [1, 137] })
    const { connector, changes } = await setUp(() => wallet.provider)
    await connector.connect({ networks })
    await connector.disconnect()
    connector.release()
    wallet.setChain(137)
    expect(changes).toEqual([])
    await connector.connect({ networks })
    wallet.setChain(1)
    expect(changes).toMatchObject([{ type: 'grant', grant: { chain: 'eip155:1' } }])
  })

  test('is asked for again after a failure', async () => {
    const wallet = createMockWallet()
    const answers = [
      () => Promise.reject(new Error('offline')),
      () => Promise.resolve({}),
      () => Promise.resolve(wallet.provider),
    ]
    const { connector } = await setUp(() => answers.shift()?.())
    await expect(connector.connect({ networks })).rejects.toMatchObject({
      code: 'WALLET_FAILED',
      details: { problem: 'offline' },
    })
    await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
    await expect(connector.connect({ networks })).resolves.toMatchObject({ chain: 'eip155:1' })
  })

  test('is left when the modal ends', async () => {
    const wallet = createMockWallet({ chains: [1, 137] })
    const { connector, changes, life } = await setUp(() => wallet.provider)
    await connector.connect({ networks })
    life.abort()
    wallet.setChain(137)
    expect(changes).toEqual([])
  })
})
