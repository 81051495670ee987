// Wallets that a page brings itself: found, connected, asked and left like any other, and not believed more.
import { EventEmitter } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { ConnectorChange } from '../../src/connectors/connector.js'
import type { ConnectorContext, CustomConnector } from '../../src/connectors/create-connector.js'
import { mockConnector } from '../../src/connectors/mock/connector.js'
import { createConnectorPort } from '../../src/connectors/wallet-port.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { namespaceRows } from '../../src/root/namespaces.js'
import { mainnet } from '../../src/vocabulary/networks.js'
import type { InstalledWallet } from '../../src/vocabulary/wallet.js'
import { plainWindow } from '../support/plain-window.js'
import { world } from '../support/connector-world.js'
import { testRows } from '../support/rows.js'

const networks = [toNetwork(mainnet)]
const page = () => plainWindow()
const cosmos = (account: string, chain: 'cosmos:cosmoshub-4' | 'cosmos:osmosis-1') => ({
  chain,
  address: account,
  publicKey: '02ab',
})
const hub = cosmos('cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq', 'cosmos:cosmoshub-4')
const osmosis = cosmos('osmo1vqpjljwsynsn58dugz0w8ut7kun7t8lsdxqwm3', 'cosmos:osmosis-1')

function portOf(...connectors: Parameters<typeof createConnectorPort>[1]['connectors'] & readonly unknown[]) {
  const problems: unknown[] = []
  const port = createConnectorPort(page(), {
    rows: namespaceRows,
    connectors,
    onUnusable: ({ code, details }) => problems.push({ code, ...details }),
  })
  const reports: (readonly InstalledWallet[])[] = []
  port.discover((wallets) => reports.push(wallets), new AbortController().signal)
  return { port, problems, last: () => reports.at(-1) ?? [] }
}
const custom = (more: object = {}) => ({
  id: 'acme',
  namespace: 'eip155',
  name: 'Acme',
  connect: () => Promise.resolve({ chain: 'eip155:1', accounts: [{ chain: 'eip155:1', address: '0xabc' }] }),
  getAccounts: () => Promise.resolve([]),
  ...more,
})
const hostile = () => {
  throw new Error('unreadable')
}
/** What a page without types may pass. */
const untyped = (value: unknown) => () => value as CustomConnector

describe('a connector of the page', () => {
  test('is listed, and connects, switches, signs with the account that is named, and ends', async () => {
    const { port, last } = portOf(mockConnector({ namespace: 'cosmos', name: 'Keeper', accounts: [hub, osmosis] }))
    await vi.waitFor(() => expect(last()).toMatchObject([{ id: 'mock', namespace: 'cosmos', name: 'Keeper', source: 'custom' }]))
    const connector = await port.open({ id: 'mock', namespace: 'cosmos' }, world)
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    expect(connector).toMatchObject({ id: 'mock', namespace: 'cosmos', transport: 'custom', wallet: { name: 'Keeper' } })
    await expect(connector.isAuthorized()).resolves.toBe(false)
    await expect(connector.connect({ networks, silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await expect(connector.connect({ networks })).resolves.toEqual({ accounts: [hub, osmosis], chain: 'cosmos:cosmoshub-4' })
    await expect(connector.isAuthorized()).resolves.toBe(true)
    const next = { ...toNetwork(mainnet), chainNamespace: 'cosmos', caipNetworkId: 'cosmos:osmosis-1' } as const
    await expect(connector.switchTo(next)).resolves.toMatchObject({ chain: 'cosmos:osmosis-1', accounts: [hub, osmosis] })
    expect(changes).toEqual([{ type: 'grant', grant: { accounts: [hub, osmosis], chain: 'cosmos:osmosis-1' } }])
    const account = `cosmos:osmosis-1:${osmosis.address}` as const
    await expect(connector.sign({ account, message: 'hi' })).resolves.toEqual({ signature: `${account} hi`, publicKey: '02ab' })
    await connector.disconnect()
    await expect(connector.getAccounts()).resolves.toEqual([])
  })

  testRows([
    [{ id: 'a b' }, /id/],
    [{ namespace: 'near' }, /namespace/],
    [{ name: '\u202e' }, /name/],
    [{ connect: undefined }, /connect/],
  ])('that cannot be used is left out, and the developer is told: %j', async (more, problem) => {
    const { problems, last } = portOf(
      untyped(custom(more)),
      untyped(custom({ id: 'good' })),
      untyped(custom({ id: 'good' })),
      () => {
        throw new Error('boom')
      },
    )
    await vi.waitFor(() => expect(last().map(({ id }) => id)).toEqual(['good']))
    expect(problems).toMatchObject([
      { code: 'CONFIG_INVALID', setting: 'connectors.0', problem: expect.stringMatching(problem) },
      { setting: 'connectors.2' },
      { setting: 'connectors.3' },
    ])
  })

  test('is not believed: what is no grant is none, and what is no account is left out', async () => {
    const answers: unknown[] = [
      {
        chain: 'eip155:1',
        accounts: [null, { chain: 'eip155:1' }, { chain: 'solana:x', address: 'a' }, { chain: 'eip155:1', address: 'a b' }],
      },
      undefined,
      { chain: 'solana:x', accounts: [] },
      { chain: 'eip155:1', accounts: 'all' },
      {
        chain: 'eip155:1',
        accounts: [{ chain: 'eip155:1', address: '0xabc', label: '\u202eevil\n', type: 7 }],
        chains: ['eip155:1', 'x'],
      },
    ]
    const { port } = portOf(untyped(custom({ connect: () => Promise.resolve(answers.shift()), sign: () => Promise.resolve({}) })))
    const connector = await port.open({ id: 'acme', namespace: 'eip155' }, world)
    await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
    for (let count = 0; count < 3; count++)
      await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    await expect(connector.connect({ networks })).resolves.toEqual({
      chain: 'eip155:1',
      accounts: [{ chain: 'eip155:1', address: '0xabc', label: 'evil' }],
      chains: ['eip155:1'],
    })
    await expect(connector.sign({ account: 'eip155:1:0xabc', message: '' })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    for (const call of [() => connector.send({} as never), () => connector.request('eip155:1', { method: 'x' })])
      await expect(call()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    await expect(connector.switchTo(networks[0] as never)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
  })

  test('that throws is coded, and a malformed change is reported to the developer instead of thrown into the event that told it', async () => {
    let context!: ConnectorContext
    const { port, problems } = portOf((given) => {
      context = given
      return custom({ connect: () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })) }) as CustomConnector
    })
    const connector = await port.open({ id: 'acme', namespace: 'eip155' }, world)
    await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    const unreadable = new Proxy({}, { get: () => hostile() })
    const malformed = [{ type: 'grant', grant: {} }, { type: 'grant' }, { type: 'grant', grant: unreadable }, { type: 'sold' }]
    const told: unknown[] = [...malformed, unreadable, null, undefined, 7]
    // As a wallet's own emitter calls it: what a listener throws keeps the listeners behind it from being called.
    const emitter = new EventEmitter()
    let later = 0
    emitter.on('change', (change) => context.tell(change as ConnectorChange))
    emitter.on('change', () => void later++)
    for (const change of told) emitter.emit('change', change)
    expect(later).toBe(told.length)
    expect(changes).toEqual([])
    expect(problems).toEqual(
      told.map(() => ({ code: 'CONFIG_INVALID', setting: 'connectors.0', problem: 'what it has told was ignored' })),
    )
    emitter.emit('change', { type: 'disconnect' })
    expect(changes).toEqual([{ type: 'disconnect' }])
  })
})
