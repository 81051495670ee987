// Settings of the real modal: the wrong kind throws at once, the wrong content before anything is done with it.
import { afterEach, expect, test, vi } from 'vitest'
import { createWalletModal, isWalletError, type WalletModal } from '../../../src/index.js'

let modal: WalletModal | undefined
afterEach(() => {
  modal?.destroy()
  modal = undefined
  vi.restoreAllMocks()
})
const reason = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return isWalletError(error) ? [error.code, error.details['setting']] : error
}

test('an unknown setting, and one of the wrong kind, throw at once', () => {
  expect(() => createWalletModal({ networkz: [] } as never)).toThrow('Invalid setting networkz')
  expect(() => createWalletModal({ networks: 'mainnet' } as never)).toThrow('Invalid setting networks')
  expect(document.querySelector('wallet-modal')).toBeNull()
})

test.each([
  [
    'a link that runs',
    { customWallets: [{ id: 'a', name: 'A', mobile_link: 'javascript:alert(1)' }] },
    'customWallets.0.mobile_link',
  ],
  ['a wallet that is none', { customWallets: [null] }, 'customWallets.0'],
  ['no network', { networks: [] }, 'networks'],
  ['a network that is none', { networks: [null] }, 'networks.0'],
  ['services without address', { services: 'wallets' }, 'services'],
])('%s is refused by every verb, and the modal does not stay open', async (_case, config, setting) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  modal = createWalletModal(config as never)
  expect(await reason(modal.open())).toEqual(['CONFIG_INVALID', setting])
  expect(modal.$open.get()).toBe(false)
  expect(await reason(modal.connect())).toEqual(['CONFIG_INVALID', setting])
  expect(await reason(modal.disconnect())).toEqual(['CONFIG_INVALID', setting])
  expect(told.mock.calls.length).toBeGreaterThanOrEqual(0)
})
