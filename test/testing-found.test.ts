// @vitest-environment jsdom
// `connectMockWallet` and finding: under every name, and in a page where the modal does not find the wallet.
import { afterEach, expect, test, vi } from 'vitest'
import { createWalletModal, type WalletModal } from '../src/index.js'
import { announceMockWallet, connectMockWallet } from '../src/testing.js'
import { mainnet, polkadot, solana } from '../src/vocabulary/networks.js'

let modal: WalletModal | undefined
afterEach(() => {
  vi.useRealTimers()
  modal?.destroy()
  localStorage.clear()
  Reflect.deleteProperty(window, 'injectedWeb3')
})
const create = () => (modal = createWalletModal({ projectId: 'found', networks: [mainnet, solana, polkadot] }))

test('a mock wallet whose name is not shown as it was given is connected', async () => {
  const onSolana = await connectMockWallet(create(), { namespace: 'solana', name: 'Test  Wallet' })
  expect(onSolana.installed.name).toBe('Test Wallet')
  expect(onSolana.requests.map(({ method }) => method)).toContain('standard:connect')
  onSolana.stop()
})

test('a mock wallet without a visible name is refused at once', async () => {
  const made = create()
  await expect(connectMockWallet(made, { namespace: 'polkadot', name: '' })).rejects.toThrow(TypeError)
  await expect(connectMockWallet(made, { name: '\u200B' })).rejects.toThrow(TypeError)
  expect(() => announceMockWallet(window, { name: '' })).toThrow(TypeError)
})

test('a mock wallet that the modal does not find leaves the page after ten seconds, and says so', async () => {
  const others = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`other${index}`, { enable: () => undefined }]))
  Object.assign(window, { injectedWeb3: others })
  const made = create()
  await made.start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let outcome: unknown
  const connected = connectMockWallet(made, { namespace: 'polkadot', name: 'Late' }).catch((error: unknown) => (outcome = error))
  await vi.waitFor(() => expect(Object.keys(others)).toContain('Late'))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(3_000)
  await connected
  expect(outcome).toMatchObject({ code: 'WALLET_NOT_FOUND' })
  expect(Object.keys(others)).not.toContain('Late')
})
