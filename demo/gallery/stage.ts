// A stage: the real shell, views and state over a core of its own, whose wallets are mock wallets and whose world does as the scene says.
import { parseConfig } from '../../src/config/check.js'
import type { ModalConfig, ThemeMode } from '../../src/config/types.js'
import type { ConnectorPort } from '../../src/connectors/connector.js'
import {
  announceAnyMockWallet,
  createMockPort,
  type MockOptionsByNamespace,
  type MockWalletByNamespace,
} from '../../src/connectors/mock/port.js'
import type { MockFailure } from '../../src/connectors/mock/controls.js'
import { createMockWallet, type MockWallet, type MockWalletOptions } from '../../src/connectors/mock/wallet.js'
import { type ErrorCode, walletError } from '../../src/vocabulary/errors.js'
import { WalletModalElement } from '../../src/index.js'
import { createLogger } from '../../src/vocabulary/logger.js'
import { routeTable } from '../../src/elements/all-routes.js'
import { createConnectorPort } from '../../src/connectors/wallet-port.js'
import { namespaceRows } from '../../src/root/namespaces.js'
import { createInstalled } from '../../src/state/wallets/installed.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createCore, type Core, type Deps } from '../../src/state/core.js'
import { handleOf } from '../../src/state/interface/handle.js'
import { createModal } from '../../src/state/interface/modal.js'
import { createReactions } from '../../src/state/interface/reactions.js'
import { createTheme } from '../../src/state/interface/theme.js'
import type { Namespace } from '../../src/vocabulary/caip.js'
import { withTimeout } from '../../src/vocabulary/timeout.js'
import type { View } from '../../src/vocabulary/view.js'
import type { InstalledWallet, Wallet } from '../../src/vocabulary/wallet.js'
import type { DemoConfig } from '../shared/config.js'
import { createStillFrame, type StillAnswers } from './still-frame.js'
import { createStillSession, type StillSessionOptions } from './still-session.js'
import { settingsFor } from '../shared/languages.js'
import { modalConfig } from '../shared/modal-config.js'

/** How the services behave: as they do, not at all, never answering, or not there. */
export type World = 'running' | 'none' | 'silent' | 'down'
/** What becomes of a pairing: nobody approves; no code ever comes; it fails so. */
export type PairingFate = 'waiting' | 'silent' | ErrorCode

export interface StageOptions {
  readonly config?: ModalConfig | undefined
  readonly world?: World | undefined
  readonly wallets?: readonly MockWalletOptions[] | undefined
  /** Wallets of other ecosystems. They stand in this page as long as the scene does. */
  readonly elsewhere?: readonly MockOptionsByNamespace[Elsewhere][] | undefined
  /** Of the first wallet. */
  readonly faults?: Readonly<Record<string, MockFailure>> | undefined
  readonly pairing?: PairingFate | undefined
  /** What the data service says of any address, instead of what it would. */
  readonly identity?: { readonly name: string | null; readonly avatar: string | null } | undefined
  /** What the data service answers, instead of what it would; undefined: as it does. A promise may wait. */
  readonly data?: ((url: URL) => unknown) | undefined
  /** What the frame of the embedded wallet answers, instead of what it would. */
  readonly frame?: StillAnswers | undefined
  /** Whether the browser opens windows. Default: it does. */
  readonly hasPopups?: boolean | undefined
  /** The page takes this device for a phone. */
  readonly isPhone?: boolean | undefined
}

type Elsewhere = Exclude<Namespace, 'eip155'>

export interface Look {
  readonly theme: ThemeMode
  readonly locale: string
}

export interface Stage {
  readonly core: Core
  readonly element: WalletModalElement
  readonly wallets: readonly MockWallet[]
  open(view: View): void
  setTheme(mode: ThemeMode): void
  /** Connects the first wallet, as a click on its row does. */
  connect(): Promise<void>
  /** Connects the first wallet and all of `elsewhere`, beside each other. */
  connectAll(): Promise<void>
  /** Connects a phone on all of these, in one session: a wallet that only shows accounts. */
  pair(namespaces: readonly Namespace[], options?: StillSessionOptions): Promise<void>
  /** Writes into the search of the view, once it is there. */
  type(text: string): Promise<void>
  /** Writes into a field of the view, once it is there. */
  fill(field: string, text: string): Promise<void>
  /** Presses Enter in a field. */
  enter(field: string): Promise<void>
  /** Presses a button of the view, once it is there. */
  press(key: string): Promise<void>
  /** Resolves when the view has this button. */
  see(key: string): Promise<void>
  /** Presses the first row of the view whose key begins so, once it is there. */
  choose(key: string): Promise<void>
  /** The first wallet as a row. */
  row(): Wallet
  /** The first wallet as a row with those of `elsewhere`, once all of them are found. */
  joinedRow(): Promise<Wallet>
  end(): void
}

export function createStage(demo: DemoConfig, { theme, locale }: Look, options: StageOptions): Stage {
  const { world = 'running' } = options
  const wallets = (options.wallets ?? []).map((each) => createMockWallet(each))
  const elsewhere = Promise.all((options.elsewhere ?? []).map(async (each) => await announceAnyMockWallet(window, each)))
  const life = new AbortController()
  const port: ConnectorPort = {
    ...portOf(wallets, options.pairing ?? 'waiting', elsewhere, life.signal),
    embed: createStillFrame(options.frame),
  }
  for (const [method, failure] of Object.entries(options.faults ?? {})) wallets[0]?.fail(method, failure)
  const settings = parseConfig(
    modalConfig(demo, {
      ...(world === 'none' ? { services: undefined } : {}),
      ...options.config,
      id: 'stage',
      dialog: 'inline',
      ...settingsFor(locale),
      theme: { mode: theme },
    }),
  )
  const core: Core = createCore(settings, {
    fetch: withAnswers(fetchOf(world), options),
    storage: memoryStorage(),
    now: Date.now,
    connectors: () => Promise.resolve(port),
    namespaces: namespaceRows,
    show: (view) => Promise.resolve(open(view)),
    views: routeTable,
    afterOpen: () => import('../../src/root/after-open.js'),
    window: windowFor(options),
    log: createLogger({ level: 'silent' }),
  })
  core.use(createReactions)
  const open = (view?: View) => core.use(createModal).open(view)
  const element = new WalletModalElement()
  element.modal = handleOf(core)
  const first = () => {
    const wallet = wallets[0]
    if (wallet === undefined) throw new Error('this scene has no wallet')
    return wallet
  }
  const connect = async (installed: InstalledWallet) => {
    const connection = core.use(createConnection)
    try {
      await connection.connect(installed)
    } catch (error) {
      // The modal's own close, which follows a success, calls off whatever is under way: only a missing connection is a failure.
      if (connection.find(installed.namespace) === undefined) throw error
    }
  }
  /** Rejects with ABORTED when the scene ends before all of its wallets are found. */
  const allInstalled = async (): Promise<readonly InstalledWallet[]> => {
    const count = (await elsewhere).length + wallets.length
    const $installed = core.use(createInstalled)
    let stop = () => {}
    const all = new Promise<readonly InstalledWallet[]>((resolve) => {
      stop = $installed.subscribe((found) => found.length === count && resolve(found))
    })
    return withTimeout(all, { signal: life.signal }).finally(stop)
  }
  return {
    core,
    element,
    wallets,
    open,
    setTheme: (mode) => core.use(createTheme).setMode(mode),
    connect: () => connect(first().installed),
    async connectAll() {
      for (const installed of await allInstalled()) {
        open({ name: 'Connect', namespace: installed.namespace, beside: true })
        await connect(installed)
      }
    },
    async pair(namespaces, options) {
      await core.use(createConnection).adopt(createStillSession(namespaces, options))
    },
    async type(text) {
      const field = await appearing<HTMLInputElement>(element, 'input[type=search]')
      if (!field) return
      field.value = text
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    },
    async fill(name, text) {
      const field = await appearing<HTMLElement & { readonly updateComplete?: Promise<unknown> }>(element, name)
      await field?.updateComplete
      const input = field?.shadowRoot?.querySelector('input')
      if (!input) return
      input.value = text
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    },
    async enter(name) {
      const field = await appearing(element, name)
      field?.shadowRoot?.querySelector('input')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
    },
    async press(key) {
      const button = await appearing(element, `wm-button[data-key=${key}]:not([disabled])`)
      button?.click()
    },
    async see(key) {
      await appearing(element, `wm-button[data-key=${key}]`)
    },
    async choose(key) {
      const row = await appearing(element, `wm-row[data-key^="${key}"]:not([disabled])`)
      row?.click()
    },
    row() {
      const { installed } = first()
      return {
        id: installed.id,
        name: installed.name,
        icon: installed.icon,
        rdns: installed.rdns,
        installed: [installed],
        certified: false,
        recent: false,
      }
    },
    async joinedRow() {
      return { ...this.row(), installed: await allInstalled() }
    },
    end() {
      life.abort()
      void elsewhere.then((all) => all.forEach((each) => each.stop()))
      core.destroy()
      element.remove()
    },
  }
}

/** What a selector finds, once it is there; undefined when the stage has ended before. */
async function appearing<T extends HTMLElement = HTMLElement>(stage: Element, selector: string): Promise<T | undefined> {
  const look = () => find(stage, selector) as T | undefined // the selector names the element
  while (!look() && stage.isConnected) await new Promise((resolve) => requestAnimationFrame(resolve))
  return look()
}

/** Through shadow roots. */
function find(from: Element, selector: string): Element | undefined {
  const root = from.shadowRoot ?? from
  const found = root.querySelector(selector)
  if (found) return found
  for (const each of root.querySelectorAll('*')) {
    const inside = each.shadowRoot && find(each, selector)
    if (inside) return inside
  }
  return undefined
}

/** Calls nobody answers end with their signal, as a real fetch does. */
function fetchOf(world: World): Deps['fetch'] {
  if (world === 'silent') {
    return (_, init) =>
      new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)))
  }
  if (world === 'down') return () => Promise.reject(new TypeError('Failed to fetch'))
  return (...args) => fetch(...args)
}

function withAnswers(fetch: Deps['fetch'], { identity, data }: StageOptions): Deps['fetch'] {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (identity && url.pathname.startsWith('/v1/identity/')) return Response.json(identity)
    const answer = url.pathname.startsWith('/v1/') && url.pathname !== '/v1/' ? await data?.(url) : undefined
    if (answer instanceof Response) return answer
    return answer === undefined ? fetch(input, init) : Response.json(answer)
  }
}

function portOf(
  wallets: readonly MockWallet[],
  fate: PairingFate,
  elsewhere: Promise<readonly MockWalletByNamespace[Namespace][]>,
  signal: AbortSignal,
): ConnectorPort {
  const mock = createMockPort({ wallets })
  // Other wallets of this browser, such as the visitor's own, are not part of a scene.
  const others = Object.keys(namespaceRows).filter((name): name is Elsewhere => name !== 'eip155')
  const page = createConnectorPort(window, { rows: namespaceRows, namespaces: others, signal })
  const port: ConnectorPort = {
    ...mock,
    discover(listener, until) {
      mock.discover(listener, until)
      void elsewhere.then((all) => {
        const isOfScene = ({ uid }: InstalledWallet) => all.some(({ installed }) => installed.uid === uid)
        if (all.length > 0)
          page.discover((found) => listener([...wallets.map(({ installed }) => installed), ...found.filter(isOfScene)]), until)
      })
    },
    open: (wallet, world) => (wallet.namespace === 'eip155' ? mock : page).open(wallet, world),
  }
  if (fate === 'waiting') return port
  if (fate === 'silent') return { ...port, pair: () => new Promise<never>(() => {}) }
  return { ...port, pair: () => Promise.reject(walletError(fate)) }
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** This window, with what the scene has otherwise. */
function windowFor({ hasPopups = true, isPhone = false }: StageOptions): Window {
  if (hasPopups && !isPhone) return window
  return withOwn(window, {
    ...(hasPopups ? {} : { open: () => null }),
    ...(isPhone ? { navigator: withOwn(navigator, { userAgent: PHONE }) } : {}),
  })
}

/** An object of the browser with members of another kind. */
function withOwn<T extends object>(from: T, own: Readonly<Record<string, unknown>>): T {
  return new Proxy(from, {
    get(target, key) {
      if (typeof key === 'string' && Object.hasOwn(own, key)) return own[key]
      const value: unknown = Reflect.get(target, key)
      // Functions of a window refuse to work for anything else; constructors stay what they are.
      return typeof value === 'function' && value.prototype === undefined ? (value.bind(target) as unknown) : value
    },
  })
}

/** Scenes leave nothing behind for each other. */
function memoryStorage(): NonNullable<Deps['storage']> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}
