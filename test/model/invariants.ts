// What must hold in the world of the model test: after each act, when everything has come to rest, and when everything is over.
import { expect, vi } from 'vitest'
import { addressOf } from '../../src/vocabulary/account.js'
import { type Tab, type World, pass, settle } from './world.js'

const CONNECTIONS = 'wm::default:connections'

/** What the page is told is what the stores say, and nothing is shown as connected that the wallet does not grant. `isSettled`: no answer is on its way. */
export function checkAlways(world: World, isSettled: boolean): void {
  for (const tab of world.tabs) {
    const { core, connection, accounts } = tab.load
    const { $status, $account } = core.publicState
    expect($status.get(), 'the public status').toBe(connection.$status.get())
    expect($account.get(), 'the public account').toBe(accounts.$account.get())
    expect($status.get() === 'connected', 'connected means that there is an account').toBe($account.get() !== undefined)
    if (isSettled && connection.disconnect.$state.get().status !== 'pending') checkGranted(tab, world.hasFailed)
  }
}

/** `isAlone`: the storage has failed, so that a tab may not hear what another one did to a phone's session: the relay tells them nothing. */
function checkGranted(tab: Tab, isAlone: boolean): void {
  for (const { account, granted, chain, isPhone } of tab.shown()) {
    if (isAlone && isPhone && granted.length === 0) continue
    expect(granted, 'shown as connected').toContain(addressOf(account))
    expect(account, 'on the chain of the wallet').toContain(`eip155:${chain}:`)
  }
}

/** The person says no to what still asks, the modals close, the storage works, and time passes: then nothing waits any more. */
async function comeToRest(world: World): Promise<void> {
  world.failing = undefined
  // What is asked for may open the modal, or the wallet, only when something else has ended.
  for (let round = 0; round < 4; round++) {
    for (const tab of world.tabs) {
      tab.page.go('visible')
      tab.load.modal.close({ force: true })
      tab.load.pairing.cancel({ force: true })
    }
    await settle()
    for (const { prompts } of world.extensions) for (const answer of prompts.splice(0)) answer(false)
    await pass(20_000)
  }
}

/** At rest: all calls have settled, the provider answers what is shown, and tabs, storage and phones tell one story. */
export async function checkAtRest(world: World): Promise<void> {
  await comeToRest(world)
  expect(world.calls.filter(({ isSettled }) => !isSettled).map(({ what }) => what)).toEqual([])
  checkAlways(world, true)
  for (const tab of world.tabs) {
    const { core, provider, connection, pairing } = tab.load
    // It may bring back what another tab has connected.
    const answered = await provider.request({ method: 'eth_accounts' })
    const { address } = core.publicState.$account.get() ?? {}
    expect(answered, 'the accounts').toEqual(address === undefined ? [] : expect.arrayContaining([address]))
    expect(['connected', 'disconnected']).toContain(core.publicState.$status.get())
    expect(core.publicState.$isBusy.get()).toBe(false)
    expect(['idle', 'failed']).toContain(pairing.$pairing.get().status)
    if (world.hasFailed) continue
    const { connector } = connection.find('eip155') ?? {}
    if (connector)
      expect(world.storedConnections.filter(({ isEnding }) => !isEnding)).toMatchObject([{ connectorId: connector.id }])
  }
  if (world.hasFailed) return
  const remembered = world.storedConnections.map(({ topic }) => topic)
  for (const { isAlive, topic } of world.sessions)
    if (isAlive) expect(remembered, 'a session that nobody remembers').toContain(topic)
}

/** After a page load that finds the leftovers, and a disconnect in each tab, nothing is left anywhere. */
export async function checkTheEnd(world: World): Promise<void> {
  for (const extension of world.extensions) extension.revoking = 'works'
  world.tabs[0]?.reload()
  await pass(30_000)
  for (const { load } of world.tabs) await Promise.all([load.connection.disconnect().catch(() => undefined), pass(5_000)])
  await pass(5_000)
  checkAlways(world, true)
  for (const { load } of world.tabs) expect(load.core.publicState.$status.get()).toBe('disconnected')
  expect(world.stored.get(CONNECTIONS)).toBeUndefined()
  expect(world.stored.get('WALLETCONNECT_DEEPLINK_CHOICE')).toBeUndefined()
  if (!world.hasFailed) expect(world.sessions.filter(({ isAlive }) => isAlive)).toEqual([])
  expect(world.listeners, 'listeners on wallets').toBe(0)
  for (const { load } of world.tabs) load.core.destroy()
  await pass(10_000) // nanostores waits a second for another reader, for each store of a chain
  expect(vi.getTimerCount(), 'timers').toBe(0)
}
