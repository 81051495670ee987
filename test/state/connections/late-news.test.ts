// What a wallet says of itself between two steps of ours, in whichever turn it says it.
import { afterEach, expect, test, vi } from 'vitest'
import { createMockPort } from '../../../src/connectors/mock/port.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createTestCore } from '../../support/core.js'

const TURNS = 60
/** Longer than anything waits for a wallet that says nothing more. */
const PATIENCE_MS = 60_000

afterEach(() => void vi.useRealTimers())

function setUp() {
  const wallet = createMockWallet({ accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'], chains: [1, 8453] })
  const { core } = createTestCore({ config: { networks: [mainnet, base] }, connectors: createMockPort({ wallets: [wallet] }) })
  return { wallet, core, connection: core.use(createConnection) }
}
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}
const rest = () => new Promise((resolve) => setImmediate(resolve))

test('what a wallet takes back while it is connecting is not shown as connected', async () => {
  for (let count = 0; count < TURNS; count++) {
    const { wallet, core, connection } = setUp()
    const connected = connection.connect(wallet.installed).catch(() => undefined)
    await turns(count)
    wallet.setAccounts([])
    await connected
    await rest()
    expect(connection.$status.get(), `after ${count} turns`).toBe('disconnected')
    core.destroy()
  }
})

test('of two changes of network while it is connecting, the last one counts', async () => {
  for (let count = 0; count < TURNS; count++)
    for (let between = 0; between < 4; between++) {
      const { wallet, core, connection } = setUp()
      const connected = connection.connect(wallet.installed)
      await turns(count)
      wallet.setChain(8453)
      await turns(between)
      wallet.setChain(1)
      await connected
      await rest()
      expect(connection.active().grant.chain, `after ${count} and ${between} turns`).toBe('eip155:1')
      core.destroy()
    }
})

test('a wallet that goes back while its switch is taken over is shown where it is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (let count = 0; count < TURNS; count++) {
    const { wallet, core, connection } = setUp()
    await connection.connect(wallet.installed)
    const switched = connection.switchTo(toNetwork(base)).catch(() => undefined)
    await turns(count)
    const isThere = (await wallet.provider.request({ method: 'eth_chainId' })) === '0x2105'
    if (isThere) wallet.setChain(1)
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    await switched
    await rest()
    const chain = `eip155:${isThere ? 1 : 8453}`
    expect([connection.active().grant.chain, core.publicState.$network.get()?.caipNetworkId], `after ${count} turns`).toEqual([
      chain,
      chain,
    ])
    core.destroy()
  }
})
