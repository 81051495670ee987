// Starts the frame in a browser, and joins it to the page that embeds it.
import { serveFrame } from '../../src/frame/host.js'
import { createApi, type Api } from './api.js'
import type { ApprovalStack } from './approvals/stack.js'
import { composeFrame } from './compose.js'
import { loadDevice } from './device.js'
import { deviceLabel } from './device-label.js'
import { coded, loaded } from './frame-errors.js'
import { createLock } from './locks.js'
import { localeFor } from './locales.js'
import { createScreens } from './screens.js'
import { createStore, openTable } from './store.js'
import { createSurface } from './surface.js'
import { applyTheme, type Mode } from './theme.js'
import { openTabs } from './session.js'
import { keyringOf } from './worker.js'

/** How long a page waits for the frame; asking for longer helps nobody. */
const START_LIMIT_MS = 20_000
const RETRY_MS = 1_000

/** Never rejects for what a page could do about it: that page waits for a sign of the frame, and for no longer than 20 s. */
export async function startFrame(): Promise<void> {
  const { location, navigator } = window
  const query = new URLSearchParams(location.search)
  const projectId = query.get('projectId') ?? ''
  const fetch: typeof globalThis.fetch = (input, init) => window.fetch(input, init)
  // The window for an approval is this same document: of what both need, nothing is cut off into a file of its own. It has no session, and keeps nothing.
  const isWindow = location.pathname === '/approve'
  // The getter itself throws where storage is blocked.
  const store = createStore(isWindow ? undefined : () => openTable(window.indexedDB))
  const lock = createLock(navigator.locks)
  const device = await loadDevice(store, lock)
  const api = createApi({ origin: location.origin, fetch, device, now: Date.now })
  if (isWindow) {
    const page = await import('./popup/window-page.js').catch(() => undefined)
    // Without it the window has nothing to say. The frame offers to open it again.
    return page ? page.decideInWindow({ window, api }) : window.close()
  }
  const config = await configOf(api, projectId)
  if (!config) return // the page reports that the frame did not load

  const locale = () => localeFor(query.get('locale') ?? navigator.language)
  let mode: Mode | undefined
  const surface = createSurface((shown) => host.emit({ type: 'SURFACE', shown }))
  const canShow = () => host.hasPort
  const screens = createScreens({ document, surface, locale, canShow, store })
  const loadApproving = () => import('./approving.js')
  let stack: Promise<ApprovalStack> | undefined
  const approvals = () => {
    let hide: (() => void) | undefined
    return (stack ??= loadApproving().then(
      ({ createApprovalStack }) =>
        createApprovalStack({
          document,
          locale: locale(),
          theme: mode ?? 'auto',
          onSurface(isShown) {
            hide?.()
            hide = isShown ? surface.open() : undefined
          },
          elsewhere: config.approvalSurface === 'auto' ? elsewhere : undefined,
        }),
      () => {
        stack = undefined // the network was away at that moment: the next approval loads it
        throw coded('SERVICES_UNAVAILABLE')
      },
    ))
  }
  const elsewhere = async () => {
    const { windowScreens } = await loaded(import('./popup/window-element.js'))
    return windowScreens(document, { projectId, session, api })
  }
  const { handlers, session } = composeFrame({
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
    loadApproving,
    show: async (approval, signal, origin) => (await approvals()).ask(approval, signal, origin),
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
