// The port to wallets as the modal gets it, in a page that is an event target; and the mock wallets that stand in for it.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createConnectorPort } from '../../src/connectors/wallet-port.js'
import { namespaceRows } from '../../src/root/namespaces.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { announceMockWallet, createMockPort } from '../../src/connectors/mock/port.js'
import { createMockWallet } from '../../src/connectors/mock/wallet.js'
import type { InstalledWallet } from '../../src/vocabulary/wallet.js'
import { accountIdOf } from '../../src/vocabulary/account.js'
import type { AccountId } from '../../src/vocabulary/caip.js'
import { plainWindow } from '../support/plain-window.js'
import { world } from '../support/connector-world.js'

const networks = [
  toNetwork({
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }),
]
// An EventTarget is all of a window that the port uses.
const page = () => plainWindow()
afterEach(() => void vi.useRealTimers())

describe('the port', () => {
  test('finds an announced wallet, opens it, and speaks with it', async () => {
    const window = page()
    const wallet = announceMockWallet(window, { name: 'Acme', rdns: 'org.acme' })
    const port = createConnectorPort(window, { rows: namespaceRows })
    const life = new AbortController()
    const reports: (readonly InstalledWallet[])[] = []
    port.discover((wallets) => reports.push(wallets), life.signal)
    expect(reports).toEqual([[expect.objectContaining({ id: 'org.acme', name: 'Acme', source: 'announced' })]])
    life.abort()

    const connector = await port.open({ id: 'org.acme', namespace: 'eip155' }, world)
    expect(connector).toMatchObject({ id: 'org.acme', namespace: 'eip155', transport: 'injected', wallet: { name: 'Acme' } })
    await expect(connector.connect({ networks })).resolves.toMatchObject({
      accounts: [{ chain: 'eip155:1', address: wallet.addresses[0] }],
    })
  })

  test('opens without prompting a wallet that announces itself only later', async () => {
    const window = page()
    const opened = createConnectorPort(window, { rows: namespaceRows }).open({ id: 'org.late', namespace: 'eip155' }, world)
    const wallet = announceMockWallet(window, { rdns: 'org.late' })
    await expect(opened).resolves.toMatchObject({ id: 'org.late' })
    expect(wallet.requests).toEqual([])
  })

  test('gives up after three seconds on a wallet that is gone', async () => {
    vi.useFakeTimers()
    const window = page()
    announceMockWallet(window, { rdns: 'org.other' }).stop()
    const outcome = expect(
      createConnectorPort(window, { rows: namespaceRows }).open({ id: 'org.gone', namespace: 'eip155' }, world),
    ).rejects.toMatchObject({
      code: 'WALLET_NOT_FOUND',
    })
    await vi.advanceTimersByTimeAsync(3_000)
    await outcome
  })

  test('finds nothing where there is no page', async () => {
    const port = createConnectorPort(undefined, { rows: namespaceRows })
    const heard: unknown[] = []
    port.discover((wallets) => heard.push(wallets), new AbortController().signal)
    expect(heard).toEqual([])
    await expect(port.open({ id: 'x', namespace: 'eip155' }, world)).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
    await expect(port.open({ id: 'x', namespace: 'solana' }, world)).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
  })

  test('brings the relay in when it is asked to pair or restore', async () => {
    const port = createConnectorPort(undefined, { rows: namespaceRows })
    const metadata = { name: 'Page', description: '', url: 'https://page.example', icons: [] }
    const options = {
      relayUrl: 'ws://127.0.0.1:9',
      projectId: 'x',
      storagePrefix: 'load',
      metadata,
      networks,
      read: () => Promise.reject(new Error('no node')),
    }
    await expect(port.pair({ ...options, signal: AbortSignal.abort(), onUri: () => {} })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    await expect(port.restore({ ...options, signal: AbortSignal.abort(), topic: 'x' })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('whose code does not arrive says so in our words, keeps the cause, and is fetched anew by the next try', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module: https://example.org/reach.js')
    vi.doMock('../../src/connectors/open-wallet.js', () => {
      throw cause
    })
    const port = createConnectorPort(page(), { rows: namespaceRows })
    const refused = await port.pair({ networks } as never).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'NETWORK_ERROR', message: 'The server could not be reached' })
    expect((refused as Error).cause).toBeInstanceOf(Error)
    vi.doUnmock('../../src/connectors/open-wallet.js')
    await expect(port.open({ id: 'org.none', namespace: 'eip155' }, world)).rejects.not.toMatchObject({ code: 'NETWORK_ERROR' })
  })
})

describe('a mock wallet', () => {
  test('asks its person', async () => {
    const asked: string[] = []
    const wallet = createMockWallet({
      approve: ({ method }) => {
        asked.push(method)
        return method !== 'personal_sign'
      },
    })
    const connector = wallet.connector()
    const { accounts } = await connector.connect({ networks })
    const [account] = accounts.map(accountIdOf) as [AccountId] // it has one
    await expect(connector.sign({ account, message: 'x' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(asked).toEqual(['eth_requestAccounts', 'personal_sign'])
  })

  test('signs typed data, and only for accounts that it has keys for and that were granted', async () => {
    const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const wallet = createMockWallet({ accounts: [address] })
    const typed = JSON.stringify({
      domain: { name: 'Test' },
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'hi' },
    })
    const sign = (signer: string) => wallet.provider.request({ method: 'eth_signTypedData_v4', params: [signer, typed] })
    await wallet.provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    await expect(sign(address)).rejects.toMatchObject({ code: 4100 })
    wallet.setAccounts(['0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'])
    await expect(sign(address)).resolves.toMatch(/^0x[\da-f]{130}$/)
    await expect(wallet.provider.request({ method: 'personal_sign', params: ['text'] })).rejects.toMatchObject({ code: -32602 })
    await expect(wallet.provider.request({ method: 'wallet_scanQRCode' })).rejects.toMatchObject({ code: 4200 })
    await expect(wallet.provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4200 })
  })
})

describe('a mock port', () => {
  const signal = new AbortController().signal
  const options = {
    relayUrl: '',
    projectId: '',
    storagePrefix: '',
    metadata: { name: '', description: '', url: '', icons: [] },
    networks,
    read: () => Promise.reject(new Error('no node')),
    signal,
  }

  test('has the given wallets installed', async () => {
    const wallet = createMockWallet({ rdns: 'org.mock' })
    const port = createMockPort({ wallets: [wallet] })
    const found: InstalledWallet[] = []
    port.discover((wallets) => found.push(...wallets), signal)
    expect(found).toEqual([wallet.installed])
    await expect(port.open({ id: 'org.mock', namespace: 'eip155' }, world)).resolves.toMatchObject({ transport: 'mock' })
    await expect(port.open({ id: 'org.none', namespace: 'eip155' }, world)).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
  })

  test('pairs with the phone that scans, restores, and forgets what was ended', async () => {
    const phone = createMockWallet({ name: 'Phone' })
    const uris: string[] = []
    const port = createMockPort({ pair: async () => phone })
    const session = await port.pair({ ...options, onUri: (uri) => uris.push(uri) })
    expect(uris).toEqual([expect.stringMatching(/^wc:[\da-f]{64}@2\?/)])
    expect(session).toMatchObject({ wallet: { name: 'Phone' }, connectors: [{ namespace: 'eip155' }] })
    await expect(port.restore({ ...options, topic: session.topic })).resolves.toBe(session)
    await session.disconnect()
    await expect(port.restore({ ...options, topic: session.topic })).resolves.toBeUndefined()
  })

  test('waits for nobody until it is told to stop', async () => {
    const control = new AbortController()
    const attempt = createMockPort().pair({ ...options, signal: control.signal, onUri: () => control.abort() })
    await expect(attempt).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(createMockPort().pair({ ...options, signal: control.signal, onUri: () => {} })).rejects.toMatchObject({
      code: 'ABORTED',
    })
  })
})
