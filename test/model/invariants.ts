// What must hold in the world of the model test: after each act, when everything has come to rest, and when everything is over.
import { expect, vi } from 'vitest'
import type { Namespace } from '../../src/vocabulary/caip.js'
import { connectionId, keyOf } from '../../src/state/connections/connections.js'
import { namespaces, networks, pass, settle, type Tab, type World } from './world.js'

const CONNECTIONS = 'wm::default:connections'

/** `expect(actual).toBe(expected)`. It is asked a million times, and an assertion that holds would cost as much as what it is about. */
function same(actual: unknown, expected: unknown, what: string): void {
  if (!Object.is(actual, expected)) expect(actual, what).toBe(expected)
}

/** What the page is told is what the stores say, and nothing is shown as connected that the wallet does not grant. `isSettled`: no answer is on its way. */
export function checkAlways(world: World, isSettled: boolean): void {
  for (const tab of world.tabs) {
    const { core, connection, accounts, live } = tab.load
    const { $status, $account } = core.publicState
    same($status.get(), connection.$status.get(), 'the public status')
    same($account.get(), accounts.$account.get(), 'the public account')
    same($status.get() === 'connected', $account.get() !== undefined, 'connected means that there is an account')
    const all = live()
    same(new Set(all.map(({ connection: { id } }) => id)).size, all.length, 'connections are there once')
    const isSorted = all.every(({ at }, index) => at <= (all[index - 1]?.at ?? at))
    same(isSorted, true, 'the newest first')
    checkActive(tab)
    if (isSettled && connection.disconnect.$state.get().status !== 'pending') checkGranted(tab, world.hasFailed)
  }
  if (!world.hasFailed && world.faults.length > 0) expect(world.faults).toEqual([])
}

/** The page works with the wallet of the chosen network, if there is one, and the network is the one that the wallet is on. */
function checkActive({ load: { connection, accounts, networks: chosen } }: Tab): void {
  const { chainNamespace, caipNetworkId } = chosen.$network.get()
  const all = connection.$connections.get()
  const active = all.find(({ namespace }) => namespace === chainNamespace) ?? all[0]
  same(connection.find(), active, 'the active one')
  same(accounts.$account.get()?.chainId, active?.grant.chain, 'the account of the active one')
  // A network of an ecosystem without a wallet may be chosen ahead.
  if (active?.namespace === chainNamespace && networks.some((network) => network.caipNetworkId === active.grant.chain))
    same(caipNetworkId, active.grant.chain, 'the network of the active one')
}

/** `isAlone`: the storage has failed, so that a tab may not hear what another one did to a phone's session: the relay tells them nothing. */
function checkGranted(tab: Tab, isAlone: boolean): void {
  for (const connection of tab.load.connection.$connections.get()) {
    if (isAlone && connection.transport === 'relay') continue
    same(tab.isGranted(connection), true, `${connection.id} is shown as connected`)
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
      tab.load.connection.connect.cancel() // as the modal does, where it was open
      tab.load.pairing.cancel({ force: true })
    }
    await settle()
    for (const { prompts } of world.installed) for (const answer of prompts.splice(0)) answer(false)
    await pass(20_000)
  }
}

/** The addresses that a tab shows in a namespace, the selected one first. */
function shownIn({ accounts, connection }: Tab['load'], namespace: Namespace): string[] {
  const selected = accounts.find(namespace)?.address
  const all = (connection.find(namespace)?.accounts ?? []).map(({ address }) => address)
  return selected === undefined ? [] : [selected, ...all.filter((address) => address !== selected)]
}

/** The providers answer what is shown, and have told it. */
async function checkProviders({ load }: Tab): Promise<void> {
  const { provider, others, told, connection } = load
  const ask = () =>
    Promise.all([
      provider.request({ method: 'eth_accounts' }),
      others.solana.request({ method: 'solana_getAccounts' }).catch(() => []),
      others.cosmos.request({ method: 'cosmos_signAmino', params: { signDoc: {} } }).catch(() => undefined),
    ])
  // The first requests may bring back what another tab has connected, whose wallet may be slow.
  const first = ask()
  await pass(30_000)
  await first
  const [evm, solana, cosmos] = await ask()
  expect(evm, 'the accounts of EVM chains').toEqual(shownIn(load, 'eip155'))
  expect(solana, 'the accounts of Solana').toEqual(shownIn(load, 'solana').map((pubkey) => ({ pubkey })))
  // The wallet of this browser says whom it was asked for.
  const signer =
    connection.find('cosmos')?.transport === 'injected' ? { signerAddress: shownIn(load, 'cosmos')[0], signDoc: {} } : undefined
  expect(cosmos, 'the signer of Cosmos').toEqual(signer)
  for (const namespace of namespaces)
    expect(told.get(namespace), `what the page was told of ${namespace}`).toEqual(shownIn(load, namespace))
}

/** At rest: all calls have settled, the providers answer what is shown, and tabs, storage and phones tell one story. */
export async function checkAtRest(world: World): Promise<void> {
  await comeToRest(world)
  expect(world.calls.filter(({ isSettled }) => !isSettled).map(({ what }) => what)).toEqual([])
  checkAlways(world, true)
  for (const tab of world.tabs) {
    await checkProviders(tab)
    const { core, pairing, live, stored } = tab.load
    expect(['connected', 'disconnected']).toContain(core.publicState.$status.get())
    expect(core.publicState.$isBusy.get()).toBe(false)
    expect(['idle', 'failed']).toContain(pairing.$pairing.get().status)
    if (world.hasFailed) continue
    for (const each of live()) {
      const entry = stored.find(keyOf(each))
      expect(entry, `${each.connection.id} is stored`).toBeDefined()
      expect(entry?.at, `the time of ${each.connection.id} is stored`).toBeGreaterThanOrEqual(each.at)
    }
  }
  checkAlways(world, true)
  if (world.hasFailed) return
  const remembered = world.storedConnections.map(({ topic }) => topic)
  for (const { isAlive, topic } of world.sessions)
    if (isAlive) expect(remembered, 'a session that nobody remembers').toContain(topic)
}

/** A page load brings back what is stored, in its order, and nothing else. */
async function checkReload(world: World, tab: Tab): Promise<void> {
  tab.reload()
  await pass(30_000)
  checkAlways(world, true)
  if (world.hasFailed) return
  for (const namespace of namespaces) {
    const stored = tab.load.stored.read().filter((entry) => entry.namespace === namespace)
    const shown = tab.load.connection.$connections.get().filter((connection) => connection.namespace === namespace)
    expect(
      shown.map(({ id }) => id),
      'what is stored is shown',
    ).toEqual(stored.map((entry) => connectionId({ namespace, id: entry.connectorId })))
  }
}

/** After a page load that finds the leftovers, and a disconnect in each tab, nothing is left anywhere. */
export async function checkTheEnd(world: World): Promise<void> {
  for (const wallet of world.installed) Object.assign(wallet, { revoking: 'works', mood: 'answers' })
  await checkReload(world, world.tabs[world.calls.length % 2] as Tab) // one of the two
  world.end(() => true, true)
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
