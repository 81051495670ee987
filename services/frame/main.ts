// The frame of the embedded wallet: a hidden page on an origin of its own, which alone has the keys. See docs/security.md.
import { serveFrame } from '../../src/frame/host.js'
import { createApi, type Api } from './api.js'
import type { ApprovalStack } from './approvals/stack.js'
import { composeFrame } from './compose.js'
import { loadDevice } from './device.js'
import { deviceLabel } from './device-label.js'
import { coded } from './frame-errors.js'
import { createKeyring, type Keyring } from './keys/keyring.js'
import { createLock } from './locks.js'
import { localeFor } from './locales.js'
import { createScreens } from './screens.js'
import { createStore, openTable } from './store.js'
import { createSurface } from './surface.js'
import { applyTheme, type Mode } from './theme.js'
import { openWorker } from './worker.js'

/** How long a page waits for the frame; asking for longer helps nobody. */
const START_LIMIT_MS = 20_000
const RETRY_MS = 1_000

void start()

async function start(): Promise<void> {
  const { location, navigator } = window
  const query = new URLSearchParams(location.search)
  const projectId = query.get('projectId') ?? ''
  const fetch: typeof globalThis.fetch = (input, init) => window.fetch(input, init)
  // The getter itself throws where storage is blocked.
  const store = createStore(() => openTable(window.indexedDB))
  const lock = createLock(navigator.locks)
  const device = await loadDevice(store, lock)
  const api = createApi({ origin: location.origin, fetch, device, now: Date.now })
  const config = await configOf(api, projectId)
  if (!config) return // the page reports that the frame did not load

  const locale = () => localeFor(query.get('locale') ?? navigator.language)
  let mode: Mode | undefined
  const surface = createSurface((shown) => host.emit({ type: 'SURFACE', shown }))
  const canShow = () => host.hasPort
  const screens = createScreens({ document, surface, locale, canShow })
  let stack: Promise<ApprovalStack> | undefined
  const approvals = () => {
    let hide: (() => void) | undefined
    return (stack ??= import('./approvals/stack.js').then(
      ({ createApprovalStack }) =>
        createApprovalStack({
          document,
          locale: locale(),
          theme: mode ?? 'auto',
          onSurface(isShown) {
            hide?.()
            hide = isShown ? surface.open() : undefined
          },
        }),
      () => {
        stack = undefined // the network was away at that moment: the next approval loads it
        throw coded('SERVICES_UNAVAILABLE')
      },
    ))
  }
  const { handlers } = composeFrame({
    origin: location.origin,
    projectId,
    chainId: query.get('chainId') ?? undefined,
    config,
    locale,
    fetch,
    api,
    store,
    lock,
    tabs: openTabs(),
    device,
    label: deviceLabel(navigator.userAgent),
    keyring: keyringOf(),
    screens,
    show: async (approval, signal) => (await approvals()).ask(approval, signal),
    emitToken: (token) => host.emit({ type: 'SESSION_UPDATE', token }),
    onTheme(next, styles) {
      mode = next ?? mode
      applyTheme(document, next, styles)
      void stack?.then((shown) => shown.setTheme(mode ?? 'auto')).catch(() => undefined)
    },
    reload: () => location.reload(),
  })
  // Known to what was made above: nothing of it runs before a page has spoken.
  const host = serveFrame({
    window,
    allowedOrigins: config.origins,
    allowLoopback: config.allowLoopback,
    // Public clients cannot be asked to show the frame, and a recovery code has to be seen.
    legacyClients: config.legacyClients && config.recovery === 'assisted',
    handlers,
  })
}

/** Asks until it is answered; undefined when it is too late for that. */
async function configOf(api: Api, projectId: string) {
  const end = performance.now() + START_LIMIT_MS
  while (performance.now() < end) {
    try {
      return await api.config(projectId)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  return undefined
}

/** Absent where storage is blocked. */
function openTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('wallet-frame')
  } catch {
    return undefined
  }
}

/** Begins the worker of the keys at the first call, and another when it has failed. */
function keyringOf(): () => Keyring {
  let keyring: Keyring | undefined
  return () => {
    if (keyring) return keyring
    const worker = openWorker()
    keyring = createKeyring(worker)
    worker.addEventListener('error', () => (keyring = undefined))
    return keyring
  }
}
