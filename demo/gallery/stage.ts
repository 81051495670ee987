// A stage: the real shell, views and state over a core of its own, whose wallets are mock wallets and whose world does as the scene says.
import { parseConfig } from '../../src/config/check.js'
import type { ModalConfig, ThemeMode } from '../../src/config/types.js'
import type { ConnectorPort } from '../../src/connectors/connector.js'
import { createMockPort } from '../../src/connectors/mock/port.js'
import { createMockWallet, type MockFailure, type MockWallet, type MockWalletOptions } from '../../src/connectors/mock/wallet.js'
import { type ErrorCode, walletError } from '../../src/vocabulary/errors.js'
import { WalletModalElement } from '../../src/index.js'
import { createLogger } from '../../src/vocabulary/logger.js'
import { routeTable } from '../../src/elements/all-routes.js'
import { namespaceRows } from '../../src/root/namespaces.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createCore, type Core, type Deps } from '../../src/state/core.js'
import { handleOf } from '../../src/state/interface/handle.js'
import { createModal } from '../../src/state/interface/modal.js'
import { createReactions } from '../../src/state/interface/reactions.js'
import type { Namespace } from '../../src/vocabulary/caip.js'
import type { View } from '../../src/vocabulary/view.js'
import type { Wallet } from '../../src/vocabulary/wallet.js'
import type { DemoConfig } from '../shared/config.js'
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
  /** Of the first wallet. */
  readonly faults?: Readonly<Record<string, MockFailure>> | undefined
  readonly pairing?: PairingFate | undefined
  /** What the data service says of any address, instead of what it would. */
  readonly identity?: { readonly name: string | null; readonly avatar: string | null } | undefined
}

export interface Look {
  readonly theme: ThemeMode
  readonly locale: string
}

export interface Stage {
  readonly core: Core
  readonly element: WalletModalElement
  readonly wallets: readonly MockWallet[]
  open(view: View): void
  /** Connects the first wallet, as a click on its row does. */
  connect(): Promise<void>
  /** Connects a phone on all of these, in one session: a wallet that only shows accounts. */
  pair(namespaces: readonly Namespace[], options?: StillSessionOptions): Promise<void>
  /** Writes into the search of the view, once it is there. */
  type(text: string): Promise<void>
  /** The first wallet as a row. */
  row(): Wallet
  end(): void
}

export function createStage(demo: DemoConfig, { theme, locale }: Look, options: StageOptions): Stage {
  const { world = 'running' } = options
  const wallets = (options.wallets ?? []).map((each) => createMockWallet(each))
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
    fetch: withIdentity(fetchOf(world), options.identity),
    storage: memoryStorage(),
    now: Date.now,
    connectors: () => Promise.resolve(portOf(wallets, options.pairing ?? 'waiting')),
    namespaces: namespaceRows,
    show: (view) => Promise.resolve(open(view)),
    views: routeTable,
    afterOpen: () => import('../../src/root/after-open.js'),
    window,
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
  return {
    core,
    element,
    wallets,
    open,
    async connect() {
      const connection = core.use(createConnection)
      try {
        await connection.connect(first().installed)
      } catch (error) {
        // The modal's own close, which follows a success, calls off whatever is under way: only a missing connection is a failure.
        if (connection.find() === undefined) throw error
      }
    },
    async pair(namespaces, options) {
      await core.use(createConnection).adopt(createStillSession(namespaces, options))
    },
    async type(text) {
      let field: HTMLInputElement | undefined
      while (!(field = find(element, 'input[type=search]')) && element.isConnected)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      if (!field) return
      field.value = text
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
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
    end() {
      core.destroy()
      element.remove()
    },
  }
}

/** Through shadow roots. */
function find(from: Element, selector: string): HTMLInputElement | undefined {
  const root = from.shadowRoot ?? from
  const found = root.querySelector<HTMLInputElement>(selector)
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

function withIdentity(fetch: Deps['fetch'], identity: StageOptions['identity']): Deps['fetch'] {
  if (identity === undefined) return fetch
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    return url.pathname.startsWith('/v1/identity/') ? Promise.resolve(Response.json(identity)) : fetch(input, init)
  }
}

function portOf(wallets: readonly MockWallet[], fate: PairingFate): ConnectorPort {
  const port = createMockPort({ wallets })
  if (fate === 'waiting') return port
  if (fate === 'silent') return { ...port, pair: () => new Promise<never>(() => {}) }
  return { ...port, pair: () => Promise.reject(walletError(fate)) }
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
