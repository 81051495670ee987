// The provider that a page holds from the first moment: what fails before the real one is there fails by EIP-1193's numbers.
import { describe, expect, test, vi } from 'vitest'
import type { Eip1193Provider } from '../../src/vocabulary/eip1193.js'
import { WalletError } from '../../src/vocabulary/wallet-error.js'
import { createLazyProvider } from '../../src/root/lazy-provider.js'
import { createConnectingProvider, createProvider } from '../../src/state/connections/provider.js'
import { createPublicState } from '../../src/state/interface/public-state.js'
import { createTestCore } from '../support/core.js'
import { testRows } from '../support/rows.js'

function setUp({
  load,
  connect = () => Promise.resolve(),
}: { load?: () => Promise<Eip1193Provider>; connect?: () => Promise<unknown> } = {}) {
  const { core } = createTestCore()
  const session = createPublicState(() => undefined)
  const real = () => Promise.resolve(createConnectingProvider(core, connect))
  return createLazyProvider('eip155', load ?? real, session)
}
const fails = (error: Error) => () => Promise.reject(error)

describe('asking for accounts', () => {
  test.each(['eth_requestAccounts', 'wallet_requestPermissions'])('%s: closing the modal is a refusal, 4001', async (method) => {
    const cause = new WalletError('MODAL_CLOSED', 'The visitor closed the modal without connecting')
    const refused: unknown = await setUp({ connect: fails(cause) })
      .request({ method })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Error)
    expect(refused).toMatchObject({ name: 'ProviderRpcError', code: 4001, message: cause.message, cause })
  })

  test.each([
    [4900, new WalletError('DESTROYED', 'This modal was destroyed')],
    [-32603, new WalletError('CONFIG_INVALID', 'Invalid setting x')],
    [-32603, new TypeError('Failed to fetch dynamically imported module')],
  ])('%d: %s', async (code, cause) => {
    await expect(setUp({ connect: fails(cause) }).request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code,
      cause,
    })
    await expect(setUp({ load: fails(cause) }).request({ method: 'eth_chainId' })).rejects.toMatchObject({ code, cause })
  })
})

testRows([[undefined], [null], ['eth_accounts'], [{}]])(
  'a malformed request is -32602, as the standard has it: %j',
  async (args) => {
    await expect(setUp().request(args as never)).rejects.toMatchObject({ code: -32602 })
  },
)

test('a listener loads nothing by itself, and is in place when a connection is about to be', async () => {
  const session = createPublicState(() => undefined)
  const calls: unknown[][] = []
  const load = vi.fn(() =>
    Promise.resolve({
      on: (...args: unknown[]) => calls.push(['on', ...args]),
      removeListener: (...args: unknown[]) => calls.push(['removeListener', ...args]),
    } as never),
  )
  const provider = createLazyProvider('eip155', load, session)
  const listener = () => undefined
  provider.on('accountsChanged', listener)
  await Promise.resolve()
  expect(load).not.toHaveBeenCalled()
  session.publish({ status: 'connecting', account: undefined, isUnsupported: false, isBusy: true })
  await expect.poll(() => calls).toEqual([['on', 'accountsChanged', listener]])
  session.publish({ status: 'disconnected', account: undefined, isUnsupported: false, isBusy: false })
  provider.removeListener('accountsChanged', listener)
  await expect.poll(() => calls).toHaveLength(2) // it is there now, and waits for nothing
  expect(calls[1]).toEqual(['removeListener', 'accountsChanged', listener])
})

test('a provider that could not be loaded is loaded again', async () => {
  const { core } = createTestCore()
  let tries = 0
  const provider = setUp({
    load: () => (tries++ === 0 ? Promise.reject(new TypeError('offline')) : Promise.resolve(core.use(createProvider))),
  })
  await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: -32603 })
  await expect(provider.request({ method: 'eth_accounts' })).resolves.toEqual([])
})
