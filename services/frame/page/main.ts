// The page `/wallet`, on the wallet's own origin and in a tab of its own: a visitor looks after their wallet here. It shares its modules with the frame.
import { createApi } from '../api.js'
import { loadDevice } from '../device.js'
import { deviceLabel } from '../device-label.js'
import { createLock } from '../locks.js'
import { localeFor } from '../locales.js'
import { createScreens } from '../screens.js'
import { createStore, openTable } from '../store.js'
import { createSurface } from '../surface.js'
import { openTabs } from '../session.js'
import { keyringOf } from '../worker.js'
import { createPage } from './page.js'
import { pageTextsFor } from './texts.js'
import { browserTools } from './tools.js'
import { createPageView } from './view.js'

void start()

async function start(): Promise<void> {
  const { location, navigator } = window
  followMode()
  const locale = localeFor(new URLSearchParams(location.search).get('locale') ?? navigator.language)
  // The getter itself throws where storage is blocked.
  const store = createStore(() => openTable(window.indexedDB))
  const lock = createLock(navigator.locks)
  const [device, texts] = await Promise.all([loadDevice(store, lock), pageTextsFor(locale)])
  const root = document.createElement('main')
  document.body.append(root)
  // A screen that asks for a code takes the place of the page.
  const surface = createSurface((isShown) => (root.hidden = isShown))
  const page = createPage({
    origin: location.origin,
    locale,
    texts,
    api: createApi({ origin: location.origin, fetch: (input, init) => window.fetch(input, init), device, now: Date.now }),
    store,
    lock,
    tabs: openTabs(),
    device,
    label: deviceLabel(navigator.userAgent),
    keyring: keyringOf(),
    screens: createScreens({ document, surface, locale: () => locale, canShow: () => true, store }),
    tools: browserTools(window),
    onChange: () => draw(),
  })
  const draw = createPageView(root, page)
  await page.start()
}

/** Light or dark, as the visitor has it. */
function followMode(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const follow = () => (document.documentElement.dataset['mode'] = dark.matches ? 'dark' : 'light')
  dark.addEventListener('change', follow)
  follow()
}
