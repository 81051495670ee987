// The recommended wallets wait for those of an earlier visit, whose code is loaded at the same moment. Nothing here may import `recents.ts`.
import { afterAll, expect, test, vi } from 'vitest'
import '../../src/api/wallets.js'
import { createShelf } from '../../src/state/wallet-shelf.js'
import { createMemoryStorage, createTestCore } from '../support/core.js'
import { entry, startDirectory, type TestDirectory } from '../support/directory.js'

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
  const stop = core.use(createShelf).$state.subscribe(() => {})
  await vi.waitFor(() => expect(core.use(createShelf).$state.get().value).toBeDefined())
  stop()
  expect(directory.calls.map((query) => query.get('include'))).toContain('acme')
})
