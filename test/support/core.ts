// A real core for tests of the state layer: memory for a storage, a clock that stands still, no wallets and no network unless given.
import { vi } from 'vitest'
import { parseConfig } from '../../src/config/check.js'
import type { ModalConfig } from '../../src/config/types.js'
import type { ConnectorPort } from '../../src/connectors/connector.js'
import { walletError } from '../../src/vocabulary/errors.js'
import { routeTable } from '../../src/elements/all-routes.js'
import type { Route } from '../../src/elements/routes.js'
import { createLogger, type Logger } from '../../src/vocabulary/logger.js'
import { namespaceRows } from '../../src/root/namespaces.js'
import { createModal } from '../../src/state/interface/modal.js'
import { createCore, type Core, type Deps } from '../../src/state/core.js'
import type { ViewTable } from '../../src/vocabulary/view.js'

export interface TestClock {
  now(): number
  /** Lets time pass: the clock, and the timers when `vi.useFakeTimers()` is on. */
  tick(ms: number): void
  /** The same, with promises settled in between. */
  tickAsync(ms: number): Promise<void>
}

export interface TestCoreOptions {
  readonly config?: ModalConfig
  /** Replaces members of a port that finds no wallet. */
  readonly connectors?: Partial<ConnectorPort>
  readonly storage?: Deps['storage']
  /** Default: a machine without network. */
  readonly fetch?: typeof globalThis.fetch
  readonly window?: Window
  /** Default: the modal part opens. */
  readonly show?: Deps['show']
  /** Default: all views there are, known at once. */
  readonly views?: ViewTable<Route>
  /** Default: the whole chunk, and the table of ecosystems is complete from the start. */
  readonly afterOpen?: Deps['afterOpen']
}

export interface TestCore {
  readonly core: Core
  readonly clock: TestClock
  readonly storage: NonNullable<Deps['storage']>
  readonly log: Logger
}

const START = Date.UTC(2026, 0, 2, 3, 4, 5)

export function createTestCore(options: TestCoreOptions = {}): TestCore {
  const clock = createTestClock()
  const storage = options.storage ?? createMemoryStorage()
  const log = createLogger({ level: 'silent', now: clock.now })
  const port: ConnectorPort = { ...emptyPort, ...options.connectors }
  const core: Core = createCore(parseConfig(options.config ?? {}), {
    fetch: options.fetch ?? (() => Promise.reject(new TypeError('fetch failed'))),
    storage,
    now: clock.now,
    connectors: () => Promise.resolve(port),
    namespaces: namespaceRows,
    show: options.show ?? ((view) => Promise.resolve(core.use(createModal).open(view))),
    views: options.views ?? routeTable,
    afterOpen: options.afterOpen ?? (() => import('../../src/root/after-open.js')),
    window: options.window,
    log,
  })
  return { core, clock, storage, log }
}

/** Moves with `vi`'s fake timers when they are on, else by `tick` alone. */
function createTestClock(): TestClock {
  let passed = 0
  const now = () => (vi.isFakeTimers() ? Date.now() : START + passed)
  return {
    now,
    tick(ms) {
      if (vi.isFakeTimers()) vi.advanceTimersByTime(ms)
      else passed += ms
    },
    async tickAsync(ms) {
      if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(ms)
      else passed += ms
    },
  }
}

export function createMemoryStorage(entries: Readonly<Record<string, string>> = {}): NonNullable<Deps['storage']> {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

/** As in a browser that forbids storage to the page: every call throws. */
export function createBrokenStorage(): NonNullable<Deps['storage']> {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  return { getItem: refuse, setItem: refuse, removeItem: refuse }
}

const emptyPort: ConnectorPort = {
  discover: () => undefined,
  open: () => Promise.reject(walletError('WALLET_NOT_FOUND')),
  pair: () => Promise.reject(walletError('RELAY_UNREACHABLE')),
  restore: () => Promise.resolve(undefined),
  embed: () => Promise.reject(walletError('FRAME_UNREACHABLE')),
}
