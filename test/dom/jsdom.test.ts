// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { createWalletModal, isWalletError } from '../../src/index.js'
import { connectsIn } from './connect.js'

connectsIn('jsdom')

test('what keeps the modal from opening is told as the cause, not as a failure of the network', async () => {
  const fault = new TypeError('this platform cannot do that')
  vi.stubGlobal('matchMedia', () => {
    throw fault
  })
  const modal = createWalletModal({ projectId: 'cause' })
  const error: unknown = await modal.open().catch((reason: unknown) => reason)
  expect(isWalletError(error, 'UNKNOWN')).toBe(true)
  expect((error as Error).cause).toBe(fault)
  vi.unstubAllGlobals()
  modal.destroy()
})
