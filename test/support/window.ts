// As much of a window as the state layer looks at, with switches for what a person or the system does to it.

export interface TestWindow {
  /** To hand over as `window`. */
  readonly window: Window
  /** Calls of `window.open`, oldest first. */
  readonly opened: { readonly url: string; readonly target: string | undefined; readonly features: string | undefined }[]
  /** `frozen` and `thawed`: the page is kept while it is out of sight (`pagehide`, `pageshow`). */
  go(to: 'online' | 'offline' | 'visible' | 'hidden' | 'focused' | 'unfocused' | 'frozen' | 'thawed'): void
}

export interface TestWindowOptions {
  readonly userAgent?: string
  readonly maxTouchPoints?: number
  readonly online?: boolean
  readonly hidden?: boolean
  readonly dark?: boolean
  readonly language?: string
  readonly url?: string
  /** Further members of the window, such as `phantom` or `ethereum`. */
  readonly globals?: Readonly<Record<string, unknown>>
}

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export function createTestWindow(options: TestWindowOptions = {}): TestWindow {
  const { language = 'en', userAgent = desktop, maxTouchPoints = 0, dark = false } = options
  let online = options.online ?? true
  let hasFocus = true
  let visibilityState: DocumentVisibilityState = options.hidden ? 'hidden' : 'visible'
  const opened: TestWindow['opened'] = []
  const url = new URL(options.url ?? 'https://shop.example/cart')
  const document = Object.assign(new EventTarget(), {
    documentElement: { lang: language },
    title: 'Test page',
    location: url,
    querySelector: () => null,
    hasFocus: () => hasFocus,
  })
  Object.defineProperty(document, 'visibilityState', { get: () => visibilityState })
  const navigator = { userAgent, maxTouchPoints, language, languages: [language] }
  Object.defineProperty(navigator, 'onLine', { get: () => online })
  const target = Object.assign(new EventTarget(), {
    document,
    navigator,
    location: url,
    matchMedia: (media: string) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('prefers-color-scheme') && media.includes('dark') === dark,
      }),
    open: (url: string, name?: string, features?: string) => void opened.push({ url, target: name, features }),
    ...options.globals,
  })
  const all = Object.assign(target, { self: target, top: target, parent: target })
  return {
    window: all as unknown as Window, // the members above are the ones that the state layer uses
    opened,
    go(to) {
      if (to === 'online' || to === 'offline') {
        online = to === 'online'
        all.dispatchEvent(new Event(to))
      } else if (to === 'focused' || to === 'unfocused') {
        hasFocus = to === 'focused'
        all.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'))
      } else if (to === 'frozen' || to === 'thawed') {
        all.dispatchEvent(new Event(to === 'frozen' ? 'pagehide' : 'pageshow'))
      } else {
        visibilityState = to
        document.dispatchEvent(new Event('visibilitychange'))
      }
    },
  }
}
