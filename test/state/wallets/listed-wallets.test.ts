// The recommended wallets wait for those of an earlier visit, whose code is loaded at the same moment. Nothing here may import `recents.ts`.
import { afterAll, expect, test, vi } from 'vitest'
import '../../../src/api/wallets.js'
import { createWallets } from '../../../src/state/wallets/wallets.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { entry, startDirectory, type TestDirectory } from '../../support/directory.js'

let directory: TestDirectory | undefined
afterAll(() => directory?.close())

test('P8: the directory is asked for the wallets of last time too', async () => {
  directory = await startDirectory([entry('acme'), entry('other')])
  const recent = { id: 'acme', name: 'Acme', entry: { id: 'acme', name: 'Acme' } }
  const { core } = createTestCore({
    config: { services: { wallets: directory.url } },
    fetch: globalThis.fetch,
    storage: createMemoryStorage({ 'wm::default:recents': JSON.stringify([recent]) }),
  })
  const { $connect } = core.use(createWallets)
  const stop = $connect.listen(() => {})
  await vi.waitFor(() => expect($connect.get().loading).toBe(false))
  stop()
  expect(directory.calls.map((query) => query.get('include'))).toContain('acme')
})
