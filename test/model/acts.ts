// What may happen in the world of the model test, one act each: by the page, by the person, in the wallets, in another tab, in the storage, by time.
import fc from 'fast-check'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { checkAlways } from './invariants.js'
import type { Extension } from './world.js'
import { type Tab, type World, pass, settle } from './world.js'

interface Act {
  readonly name: string
  /** Of the tab, or of the wallet, it is about. */
  readonly index: number
  /** Whether what is under way goes on before the next act. */
  readonly waits: boolean
}

const networks = [mainnet, base].map(toNetwork) as [ReturnType<typeof toNetwork>, ReturnType<typeof toNetwork>]
const tabOf = (world: World, index: number) => world.tabs[index % world.tabs.length] as Tab // there are two
const extensionOf = (world: World, index: number) => world.extensions[index % 2] as Extension // there are two
const latestSession = (world: World) => world.sessions.filter(({ isAlive }) => isAlive).at(-1)

/** The page's and the visitor's acts in a tab. */
const inTab: Readonly<Record<string, (world: World, tab: Tab) => void>> = {
  connectAcme: (world, { load }) => world.track('connect', load.connection.connect(world.extensions[0].installed)),
  connectBolt: (world, { load }) => world.track('connect', load.connection.connect(world.extensions[1].installed)),
  askToConnect: (world, { load }) => world.track('connect()', load.actions.connect(undefined)),
  closeModal: (_, { load }) => void load.modal.close({ force: true }),
  disconnect: (world, { load }) => world.track('disconnect', load.connection.disconnect()),
  disconnectOne: (world, { load }) => world.track('disconnect', load.connection.disconnect('eip155')),
  reload: (_, tab) => tab.reload(),
  reconnect: (world, { load }) => world.track('reconnect', load.connection.reconnect()),
  pair: (world, { load }) => world.track('pairing', load.pairing.start()),
  prefetch: (_, { load }) => load.pairing.prefetch(),
  renew: (_, { load }) => load.pairing.renew(),
  cancelPairing: (_, { load }) => load.pairing.cancel({ force: true }),
  toBase: (world, { load }) => world.track('switch', load.connection.switchTo(networks[1])),
  toMainnet: (world, { load }) => world.track('switch', load.connection.switchTo(networks[0])),
  sign: (world, { load }) => world.track('request', load.provider.request({ method: 'personal_sign', params: ['0x00', '0x00'] })),
  hide: (_, { page }) => page.go('hidden'),
  show: (_, { page }) => page.go('visible'),
}
/** What happens outside of the tabs. */
const outside: Readonly<Record<string, (world: World, index: number) => void>> = {
  yes: (world, index) => extensionOf(world, index).prompts.shift()?.(true),
  no: (world, index) => extensionOf(world, index).prompts.shift()?.(false),
  lock: (world, index) => extensionOf(world, index).lock(true),
  unlock: (world, index) => extensionOf(world, index).lock(false),
  rotate: (world, index) => extensionOf(world, index).rotate(),
  takeBack: (world, index) => extensionOf(world, index).takeBack(),
  chainInWallet: (world, index) => extensionOf(world, index).setChain([1, 8453, 5][index % 3] ?? 1),
  revokeWorks: (world, index) => void (extensionOf(world, index).revoking = 'works'),
  revokeFails: (world, index) => void (extensionOf(world, index).revoking = 'fails'),
  revokeHangs: (world, index) => void (extensionOf(world, index).revoking = 'never'),
  approve: (world) => world.proposals.at(-1)?.approve(),
  approveOldest: (world) => world.proposals[0]?.approve(),
  reject: (world) => world.proposals.at(-1)?.reject(),
  endOnPhone: (world) => latestSession(world)?.end(),
  chainOnPhone: (world, index) => latestSession(world)?.setChain([1, 8453, 5][index % 3] ?? 1),
  readsFail: (world) => void (world.failing = 'reads'),
  writesFail: (world) => void (world.failing = 'writes'),
  storageWorks: (world) => void (world.failing = undefined),
}
/** Milliseconds that pass: a moment, past the limits of a goodbye and of a silent answer, and of a code. */
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
    const { name, index, waits } = this.#act
    const ms = times[name]
    if (ms !== undefined) await pass(ms)
    else if (inTab[name]) inTab[name](world, tabOf(world, index))
    else outside[name]?.(world, index)
    if (waits) await settle()
    else await Promise.resolve()
    checkAlways(world, waits)
  }
  toString() {
    const { name, index, waits } = this.#act
    return `${name}(${index})${waits ? '' : '…'}`
  }
}

const names = [...Object.keys(inTab), ...Object.keys(outside), ...Object.keys(times)]
/** What leads somewhere is done more often than by chance. */
const likely = ['connectAcme', 'connectBolt', 'yes', 'yes', 'pair', 'approve', 'disconnect']

/** `replayPath`: of a counter-example, which fast-check prints beside its path. */
export const createSteps = (replayPath?: string) =>
  fc.commands(
    [
      fc
        .record({
          name: fc.constantFrom(...names, ...likely, ...likely),
          index: fc.nat(5),
          waits: fc.boolean(),
        })
        .map((act) => new Step(act)),
    ],
    { maxCommands: 40, size: 'max', ...(replayPath ? { replayPath } : {}) },
  )
