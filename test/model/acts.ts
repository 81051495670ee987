// What may happen in the world of the model test, one act each: by the page, by the person, in the wallets, in another tab, in the storage, by time.
import fc from 'fast-check'
import { askedFor } from '../../src/state/connections/asked-for.js'
import type { ConnectChoice, DisconnectTarget } from '../../src/state/connections/connection.js'
import type { Namespace } from '../../src/vocabulary/caip.js'
import { checkAlways } from './invariants.js'
import type { Extension, Installed, Mood } from './installed.js'
import { idsOf, namespaces, networks, pass, settle, type Tab, type World } from './world.js'

interface Act {
  readonly name: string
  /** Of the tab it is about. */
  readonly tab: number
  /** Of the wallet, connection, network or namespace it is about. */
  readonly which: number
  /** Whether what is under way goes on before the next act. */
  readonly waits: boolean
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T // no list of these acts is empty
const wallet = (world: World, which: number): Installed => at(world.installed, which)
const extension = (world: World, which: number): Extension => at(world.extensions, which)
const latestSession = (world: World) => world.sessions.filter(({ isAlive }) => isAlive).at(-1)
const connectionAt = ({ load }: Tab, which: number) => {
  const all = load.connection.$connections.get()
  return all.length > 0 ? at(all, which) : undefined
}
/** What phones grant: one, two or three namespaces. */
const grants: readonly (readonly Namespace[])[] = [
  ['eip155'],
  ['eip155', 'solana'],
  ['eip155', 'solana', 'cosmos'],
  ['solana'],
  ['solana', 'cosmos'],
]

function connect(world: World, { load }: Tab, { installed }: Installed, choice?: ConnectChoice) {
  const { namespace } = installed
  const asked = askedFor(load.core)
  const beside = choice?.beside ?? (asked.beside && (asked.namespace ?? namespace) === namespace)
  const promise = load.connection.connect(installed, choice)
  world.replace(beside ? [] : [namespace], promise)
  world.track('connect', promise)
}
function disconnect(world: World, { load }: Tab, target?: DisconnectTarget) {
  world.end((namespace, id) => !target || (typeof target === 'string' ? target === namespace : target.id === id), true)
  world.track('disconnect', load.connection.disconnect(target))
}
/** The person opens Connect for one ecosystem, with its first or second network, or beside what is connected. */
function ask({ load }: Tab, which: number) {
  const network = at(networks, which)
  const namespace = network.chainNamespace
  load.modal.open({ name: 'Connect', namespace, ...(which % 2 ? { network } : {}), ...(which % 3 ? {} : { beside: true }) })
  return namespace
}

/** The page's and the visitor's acts in a tab. */
const inTab: Readonly<Record<string, (world: World, tab: Tab, which: number) => void>> = {
  connect: (world, tab, which) => connect(world, tab, wallet(world, which)),
  connectBeside: (world, tab, which) => connect(world, tab, wallet(world, which), { beside: true }),
  askAndConnect(world, tab, which) {
    const namespace = ask(tab, which)
    const fitting = world.installed.filter(({ installed }) => installed.namespace === namespace)
    connect(world, tab, at(fitting, which))
  },
  askToConnect: (world, { load }, which) => world.track('connect()', load.actions.connect([undefined, ...namespaces][which % 4])),
  closeModal: (_, { load }) => void load.modal.close({ force: true }),
  disconnect: (world, tab) => disconnect(world, tab),
  disconnectNamespace: (world, tab, which) => disconnect(world, tab, at(namespaces, which)),
  disconnectOne(world, tab, which) {
    const connection = connectionAt(tab, which)
    if (connection) disconnect(world, tab, { id: connection.id })
  },
  activate: (_, tab, which) => tab.load.connection.activate(connectionAt(tab, which)?.id ?? ''),
  select(_, tab, which) {
    const connection = connectionAt(tab, which)
    if (connection) tab.load.accounts.select(at(idsOf(connection), which >> 1))
  },
  reload: (_, tab) => tab.reload(),
  reconnect: (world, { load }) => world.track('reconnect', load.connection.reconnect()),
  pair: (world, { load }) => world.track('pairing', load.pairing.start()),
  askAndPair(world, tab, which) {
    ask(tab, which)
    world.track('pairing', tab.load.pairing.start())
  },
  prefetch: (_, { load }) => load.pairing.prefetch(),
  renew: (_, { load }) => load.pairing.renew(),
  cancelPairing: (_, { load }) => load.pairing.cancel({ force: true }),
  switchTo: (world, { load }, which) => world.track('switch', load.connection.switchTo(at(networks, which))),
  sign: (world, { load }) => world.track('request', load.provider.request({ method: 'personal_sign', params: ['0x00', '0x00'] })),
  signElsewhere: (world, { load }, which) =>
    world.track('request', load.others[which % 2 ? 'solana' : 'cosmos'].request({ method: 'wallet_sign', params: {} })),
  hide: (_, { page }) => page.go('hidden'),
  show: (_, { page }) => page.go('visible'),
}
const endOf = (world: World, of: Installed) => world.end((_, id) => id === of.key)
const feel =
  (mood: Mood) =>
  (world: World, which: number): void =>
    void (wallet(world, which).mood = mood)

/** What happens outside of the tabs. */
const outside: Readonly<Record<string, (world: World, which: number) => void>> = {
  yes: (world, which) => at(asked(world), which)?.prompts.shift()?.(true),
  no: (world, which) => at(asked(world), which)?.prompts.shift()?.(false),
  lock(world, which) {
    const locked = wallet(world, which)
    for (const part of world.installed.filter(({ installed }) => installed.id === locked.installed.id)) {
      endOf(world, part)
      part.lock(true)
    }
  },
  unlock(world, which) {
    const { installed } = wallet(world, which)
    for (const part of world.installed) if (part.installed.id === installed.id) part.lock(false)
  },
  rotate: (world, which) => wallet(world, which).rotate(),
  takeBack(world, which) {
    endOf(world, wallet(world, which))
    wallet(world, which).takeBack()
  },
  remove: (world, which) => void (wallet(world, which).isGone = true),
  install: (world, which) => void (wallet(world, which).isGone = false),
  answers: feel('answers'),
  answersLate: feel('late'),
  refuses: feel('refuses'),
  answersNever: feel('never'),
  chainInWallet: (world, which) => extension(world, which).setChain(at([1, 8453, 5], which >> 1)),
  revokeWorks: (world, which) => void (wallet(world, which).revoking = 'works'),
  revokeFails: (world, which) => void (wallet(world, which).revoking = 'fails'),
  revokeHangs: (world, which) => void (wallet(world, which).revoking = 'never'),
  approve: (world, which) => world.proposals.at(-1)?.approve(at(grants, which)),
  approveOldest: (world, which) => world.proposals[0]?.approve(at(grants, which)),
  reject: (world) => world.proposals.at(-1)?.reject(),
  endOnPhone(world) {
    const session = latestSession(world)
    if (!session) return
    for (const namespace of namespaces) world.ended.add(`${namespace} relay:${session.topic}`)
    session.end()
  },
  takeBackOnPhone(world, which) {
    const session = latestSession(world)
    if (!session) return
    const namespace = at(session.namespaces, which)
    world.ended.add(`${namespace} relay:${session.topic}`)
    session.drop(namespace)
  },
  chainOnPhone: (world, which) => latestSession(world)?.setChain(at(['eip155:1', 'eip155:8453', 'eip155:5'], which)),
  rotateOnPhone: (world) => latestSession(world)?.rotate(),
  readsFail: (world) => void (world.failing = 'reads'),
  writesFail: (world) => void (world.failing = 'writes'),
  storageWorks: (world) => void (world.failing = undefined),
}
/** The wallets that ask something; without one, any. */
function asked({ installed }: World): readonly Installed[] {
  const asking = installed.filter(({ prompts }) => prompts.length > 0)
  return asking.length > 0 ? asking : installed
}
/** Milliseconds that pass: a moment, past the answer of a late wallet, past the limits of a goodbye and of a silent answer, and of a code. */
const times: Readonly<Record<string, number>> = { aMoment: 100, seconds: 6_000, minutes: 320_000 }

/** One act as fast-check runs, prints and shrinks it. */
class Step implements fc.AsyncCommand<object, World> {
  readonly #act: Act
  constructor(act: Act) {
    this.#act = act
  }
  check() {
    return true
  }
  async run(_model: object, world: World) {
    const { name, tab, which, waits } = this.#act
    const ms = times[name]
    if (ms !== undefined) await pass(ms)
    else if (inTab[name]) inTab[name](world, at(world.tabs, tab), which)
    else outside[name]?.(world, which)
    if (waits) await settle()
    else await Promise.resolve()
    checkAlways(world, waits)
  }
  toString() {
    const { name, tab, which, waits } = this.#act
    return `${name}(${tab}, ${which})${waits ? '' : '…'}`
  }
}

const names = [...Object.keys(inTab), ...Object.keys(outside), ...Object.keys(times)]
/** What leads somewhere is done more often than by chance. */
const likely = [
  'connect',
  'connect',
  'connectBeside',
  'askAndConnect',
  'yes',
  'yes',
  'yes',
  'pair',
  'askAndPair',
  'approve',
  'approve',
  'disconnectOne',
]

/** `replayPath`: of a counter-example, which fast-check prints beside its path. */
export const createSteps = (replayPath?: string) =>
  fc.commands(
    [
      fc
        .record({
          name: fc.constantFrom(...names, ...likely, ...likely),
          tab: fc.nat(1),
          which: fc.nat(13),
          waits: fc.boolean(),
        })
        .map((act) => new Step(act)),
    ],
    { maxCommands: 30, size: 'max', ...(replayPath ? { replayPath } : {}) },
  )
