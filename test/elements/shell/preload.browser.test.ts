// The setting `preload`: what a page fetches of the first open before anybody presses. Each test has a page of its own in a frame, because a browser
// imports a module once per page.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import type { PreloadMode, WalletModal } from '../../../src/index.js'

const SERVICES = 'https://services.example'
const FIRST_OPEN = '/src/root/first-open.ts'
const entry = new URL('../../../src/index.ts', import.meta.url).href

interface Devtools {
  send(method: 'Network.enable' | 'Fetch.disable'): Promise<void>
  send(method: 'Fetch.enable', params: { patterns: readonly { urlPattern: string }[] }): Promise<void>
  send(method: 'Network.setBlockedURLs', params: { urls: readonly string[] }): Promise<void>
  send(method: 'Input.dispatchMouseEvent', params: { type: 'mouseMoved'; x: number; y: number }): Promise<void>
}
const devtools = cdp() as unknown as Devtools // the provider is Playwright, in Chromium

/** A pointer that another file has left where a button comes to be would be over it. */
beforeAll(() => devtools.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: innerWidth - 1, y: innerHeight - 1 }))

const frames: HTMLIFrameElement[] = []
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove()
  localStorage.clear() // the frames share it: a visitor who has been there does not wait for a press
})

interface Visit {
  readonly page: Window & typeof globalThis
  readonly button: HTMLElement
  readonly modal: WalletModal
  /** Addresses of all that the page has fetched. */
  fetched(): string[]
  /** When the code of the first open was asked for, in milliseconds of the page; undefined: it was not. */
  asked(): number | undefined
  /** The browser had nothing to do for a while. */
  rest(): Promise<void>
  click(): void
}

interface VisitOptions {
  readonly preload?: PreloadMode | undefined
  /** Of the network, as the browser reports it. */
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
  readonly isHidden?: boolean
  readonly isOffline?: boolean
  readonly style?: string
}

/** Has `page` draw a frame now and then until `work` ends. Chromium may call nobody idle for minutes where there is nothing to draw. */
async function drawing(page: Window, work: Promise<unknown>): Promise<void> {
  const frames = setInterval(() => page.requestAnimationFrame(() => undefined), 100)
  try {
    await work
  } finally {
    clearInterval(frames)
  }
}

/** A page with a modal and a button, once it has loaded. */
async function visit({
  preload,
  connection = {},
  isHidden = false,
  isOffline = false,
  style = '',
}: VisitOptions = {}): Promise<Visit> {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<!doctype html><html lang="en">
    <script>
      performance.setResourceTimingBufferSize(5000)
      addEventListener('load', () => performance.mark('load'))
      window.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() } // vitest writes it around each import()
      Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify(connection)} })
      Object.defineProperty(navigator, 'onLine', { value: ${!isOffline} })
      Object.defineProperty(document, 'hidden', { value: ${isHidden} })
    </script>
    <script type="module" src="${entry}"></script>
    <wallet-modal project-id="preload" services="${SERVICES}" ${preload ? `preload="${preload}"` : ''}></wallet-modal>
    <wallet-connect-button style="${style}"></wallet-connect-button>
  </html>`
  frames.push(frame)
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  const page = frame.contentWindow as Window & typeof globalThis // a frame in the document has one
  const button = page.document.querySelector('wallet-connect-button')!
  const { modal } = page.document.querySelector('wallet-modal')!
  const entries = () => page.performance.getEntriesByType('resource')
  return {
    page,
    button,
    modal: modal as WalletModal, // made from attributes
    fetched: () => entries().map(({ name }) => name),
    asked: () => entries().find(({ name }) => name.includes(FIRST_OPEN))?.startTime,
    async rest() {
      for (let turn = 0; turn < 5; turn++) {
        await new Promise((resolve) => page.requestAnimationFrame(resolve))
        await drawing(page, new Promise((resolve) => page.requestIdleCallback(resolve)))
      }
    },
    click: () => button.shadowRoot?.querySelector('button')?.click(),
  }
}
const preloaded = ({ page, asked }: Visit) =>
  drawing(
    page,
    vi.waitFor(() => expect(asked()).toBeDefined()),
  )
const opened = ({ page, modal }: Visit) =>
  vi.waitFor(() => {
    expect(modal.$open.get()).toBe(true)
    const dialog = page.document.querySelector('wallet-modal')?.shadowRoot?.querySelector('wm-dialog')
    const view = dialog?.shadowRoot?.querySelector('wm-outlet')?.current
    expect(view?.shadowRoot?.querySelector('.row')).toBeTruthy()
  })
/** The page has fetched files of its own, and made nothing of them. */
function expectQuiet({ page, modal, fetched }: Visit) {
  expect(modal.core).toBeUndefined()
  expect(modal.$open.get()).toBe(false)
  expect(new Set(fetched().map((url) => new URL(url).origin))).toEqual(new Set([page.location.ancestorOrigins[0]]))
}

test.each([undefined, 'idle'] as const)(
  '%s: the first open is fetched after the page has loaded, and nobody else is asked',
  async (preload) => {
    const visited = await visit({ preload })
    await preloaded(visited)
    await visited.rest()
    const [load] = visited.page.performance.getEntriesByName('load')
    expect(visited.asked()).toBeGreaterThanOrEqual(load?.startTime ?? Infinity)
    expectQuiet(visited)
  },
)

test('a press after that waits for no file', async () => {
  const visited = await visit()
  await preloaded(visited)
  await visited.page.eval(`import(${JSON.stringify(visited.fetched().find((url) => url.includes(FIRST_OPEN)))})`)
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/src/*' }] }) // from now on no file is answered
  try {
    visited.click()
    await opened(visited)
  } finally {
    await devtools.send('Fetch.disable')
  }
})

const intents: Record<string, (visited: Visit) => void> = {
  'a pointer over the button': ({ page, button }) => button.dispatchEvent(new page.PointerEvent('pointerenter')),
  'focus on the button': ({ page, button }) => {
    page.focus()
    button.focus()
  },
  'a touch': ({ page, button }) => button.dispatchEvent(new page.TouchEvent('touchstart', { bubbles: true })),
}
const modes = ['intent', 'idle'] as const
test.each(Object.keys(intents).flatMap((name) => modes.map((preload) => [preload, name] as const)))(
  '%s: %s fetches it',
  async (preload, name) => {
    const visited = await visit({ preload, connection: { saveData: true } }) // so that idle alone does not
    await visited.rest()
    expect(visited.asked()).toBeUndefined()
    intents[name]?.(visited)
    await preloaded(visited)
    expectQuiet(visited)
  },
)

test('none: nothing is fetched before the press', async () => {
  const visited = await visit({ preload: 'none' })
  for (const act of Object.values(intents)) act(visited)
  await visited.rest()
  expect(visited.asked()).toBeUndefined()
  visited.click()
  await opened(visited)
})

test.each<[string, VisitOptions]>([
  ['with intent alone', { preload: 'intent' }],
  ['where the visitor saves data', { connection: { saveData: true, effectiveType: '4g' } }],
  ...['slow-2g', '2g', '3g'].map((effectiveType): [string, VisitOptions] => [
    `over ${effectiveType}`,
    { connection: { effectiveType } },
  ]),
  ['in a hidden page', { isHidden: true }],
  ['offline', { isOffline: true }],
  ['while the button is not shown', { style: 'display: none' }],
  ['while the button is out of view', { style: 'position: absolute; inset-block-start: 5000px' }],
])('an idle browser fetches nothing %s', async (_case, options) => {
  const visited = await visit(options)
  await visited.rest()
  expect(visited.asked()).toBeUndefined()
})

test('a button that comes into view later is a reason, too', async () => {
  const visited = await visit({ style: 'display: none' })
  await visited.rest()
  visited.button.removeAttribute('style')
  await preloaded(visited)
})

test('a fetch that fails is silent, and the press fetches again', async () => {
  await devtools.send('Network.enable')
  await devtools.send('Network.setBlockedURLs', { urls: [`*${FIRST_OPEN}*`] })
  try {
    const visited = await visit({ preload: 'intent' })
    const problems: unknown[] = []
    for (const type of ['error', 'unhandledrejection']) visited.page.addEventListener(type, (event) => problems.push(event))
    const told = vi.spyOn(visited.page.console, 'error')
    intents['a pointer over the button']?.(visited)
    await preloaded(visited)
    await visited.rest()
    expect(problems).toEqual([])
    expect(told).not.toHaveBeenCalled()
    await devtools.send('Network.setBlockedURLs', { urls: [] })
    visited.click()
    await opened(visited)
  } finally {
    await devtools.send('Network.setBlockedURLs', { urls: [] })
  }
})
