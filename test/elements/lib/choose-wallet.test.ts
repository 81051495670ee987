// A click on a wallet's row while the wallets of other ecosystems are still looked for.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseWallet } from '../../../src/elements/lib/choose-wallet.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { fromInstalled } from '../../../src/state/wallets/installed.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const onEvm = new ScriptedWallet({ id: 'org.cedar', name: 'Cedar', rdns: 'org.cedar' }).installed
const onSolana = new ScriptedWallet({ id: 'Cedar', name: 'Cedar', namespace: 'solana' }).installed

/** An open modal whose search finds `later` besides the EVM wallet when `find` is called, and a click on the row as it stands before that. */
async function clickEarly(later = [onSolana]) {
  const searches: (() => void)[] = []
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve)) // the first view's search, and that of all ecosystems
  const { core } = createTestCore({
    config: { networks: [mainnet, solana] },
    connectors: {
      ...createScriptedPort(),
      discover(listener) {
        listener([onEvm])
        return new Promise<void>((resolve) => {
          searches.push(() => {
            listener([onEvm, ...later])
            resolve()
          })
          if (searches.length === 2) begin()
        })
      },
    },
  })
  const events: unknown[] = []
  core.on('event', ({ name }) => events.push(name))
  const modal = core.use(createModal)
  modal.open()
  const { $view } = core.use(createRouter)
  const chosen = chooseWallet(core, fromInstalled(onEvm))
  await begun
  return { core, modal, chosen, $view, events, find: () => searches[1]?.() }
}

test('waits for them, and offers each', async () => {
  const { chosen, find, $view } = await clickEarly()
  expect($view.get().name).toBe('Connect')
  find()
  await chosen
  expect($view.get()).toMatchObject({
    name: 'ConnectingMultiChain',
    wallet: { installed: [{ namespace: 'eip155' }, { namespace: 'solana' }] },
  })
})

test('opens the wallet of that row, whatever else was found', async () => {
  const other = new ScriptedWallet({ id: 'org.elm', name: 'org.cedar', namespace: 'solana' }).installed
  const { chosen, find, $view } = await clickEarly([other])
  find()
  await chosen
  expect($view.get()).toMatchObject({ name: 'ConnectingExternal', wallet: { name: 'Cedar', installed: [{ uid: onEvm.uid }] } })
})

test('goes on with the row as it stands after a second', async () => {
  const { chosen, $view } = await clickEarly()
  await vi.advanceTimersByTimeAsync(999)
  expect($view.get().name).toBe('Connect')
  await vi.advanceTimersByTimeAsync(1)
  await chosen
  expect($view.get()).toMatchObject({ name: 'ConnectingExternal', wallet: { installed: [{ namespace: 'eip155' }] } })
})

test.each([
  ['closes the modal', ({ modal }: Awaited<ReturnType<typeof clickEarly>>) => modal.close()],
  ['goes elsewhere', ({ modal }: Awaited<ReturnType<typeof clickEarly>>) => modal.open({ name: 'GetWallet' })],
])('chooses nothing for a visitor who %s meanwhile', async (_, leave) => {
  const early = await clickEarly()
  leave(early)
  const before = early.$view.get()
  early.find()
  await early.chosen
  expect(early.$view.get()).toBe(before)
  expect(early.events).not.toContain('SELECT_WALLET')
})

test('waits for nothing once they were looked for', async () => {
  const { core, chosen, find, modal, $view } = await clickEarly()
  find()
  await chosen
  modal.back()
  expect($view.get().name).toBe('Connect')
  void chooseWallet(core, fromInstalled(onEvm))
  expect($view.get().name).toBe('ConnectingMultiChain')
})
