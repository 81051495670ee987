// Shows views in the real dialog over a real core with mock wallets, and speaks in what a person does and sees.
import axe from 'axe-core'
import { html, LitElement } from 'lit'
import { expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ModalConfig } from '../../src/config/types.js'
import type { ConnectorPort, PairOptions } from '../../src/connectors/connector.js'
import { createMockPort } from '../../src/connectors/mock/port.js'
import type { MockWallet } from '../../src/connectors/mock/wallet.js'
import type { Route } from '../../src/elements/routes.js'
import { root } from '../../src/elements/styles/root.js'
import { moreTokens } from '../../src/elements/styles/tokens-more.js'
import { toNetwork } from '../../src/vocabulary/network.js'
import { mainnet } from '../../src/vocabulary/networks.js'
import type { Core } from '../../src/state/core.js'
import { createModal } from '../../src/state/interface/modal.js'
import { createNotices } from '../../src/state/interface/notices.js'
import { createReactions } from '../../src/state/interface/reactions.js'
import { createRouter } from '../../src/state/interface/router.js'
import { storageKey } from '../../src/state/lib/storage.js'
import type { View, ViewTable } from '../../src/vocabulary/view.js'
import type { InstalledWallet, Wallet, WalletEntry } from '../../src/vocabulary/wallet.js'
import '../../src/elements/shell/dialog.js'
import type { FakeFrame } from './fake-frame.js'
import { createTestCore, type TestClock } from './core.js'
import { useSlowTime } from './slow-time.js'
import { createScriptedPort, type ScriptedWallet } from './wallets.js'

const services = 'https://services.example'

export interface ViewHarnessOptions {
  readonly config?: ModalConfig
  /** Wallets of this browser. */
  readonly wallets?: readonly MockWallet[]
  /** Further announcements, such as of other namespaces. */
  readonly announced?: readonly InstalledWallet[]
  /** What the wallet list service holds; undefined: it does not answer. Absent: no services at all. */
  readonly directory?: readonly WalletEntry[] | undefined
  /** Wallets of any ecosystem. */
  readonly scripted?: readonly ScriptedWallet[]
  /** Connects wallets before the view is shown, besides `connected`. */
  readonly prepare?: (core: Core) => Promise<unknown>
  /** Behind the embedded wallet. */
  readonly frame?: FakeFrame
  readonly pair?: (options: PairOptions) => ReturnType<ConnectorPort['pair']>
  /** What the data service says of any address; undefined: it does not answer. Absent: no services, unless for another reason. */
  readonly identity?: { readonly name: string | null; readonly avatar: string | null } | undefined
  /**
   * What the data service answers besides identities; a promise may wait, a `Response` is sent as it is, undefined: it does not answer. Absent: no services,
   * unless for another reason. It serves the configured chains unless it says otherwise.
   */
  readonly data?: ((url: URL, body: unknown) => unknown) | undefined
  /** Answers JSON-RPC calls to a node; a promise may wait. */
  readonly rpc?: ((method: string, params: readonly unknown[]) => unknown) | undefined
  readonly mode?: 'dark' | 'light'
  readonly locale?: string
  readonly userAgent?: string
  /** Asks the first wallet for its accounts before the view is shown. */
  readonly connected?: boolean
  /** What opens windows. Default: links are noted, and there is no window. */
  readonly openWindow?: ((url: string, target?: string, features?: string) => unknown) | undefined
  /** Default: the views of the package. */
  readonly views?: ViewTable<Route>
}

/** Something that the Tab key leads to. */
interface TabStop {
  readonly name: string
  readonly element: Element | null
}

export interface ViewHarness {
  readonly core: Core
  readonly clock: TestClock
  /** Links that were opened. */
  readonly opened: string[]
  /** Pages of the wallet list, and identities, that were asked for. */
  readonly asked: URL[]
  readonly element: HTMLElement
  show(view: View): Promise<void>
  /** The view being shown. */
  view(): View
  button(name: string | RegExp): ReturnType<typeof page.getByRole>
  click(name: string | RegExp): Promise<void>
  see(text: string | RegExp): Promise<unknown>
  /** What the modal has stored under a name. */
  stored(name: string): string | null | undefined
  /** What was announced last, as a code. */
  announced(): string | undefined
  onAnnouncement(listener: (code: string, params: object) => void): void
  /** From now on nodes answer so. */
  answerRpc(rpc: (method: string, params: readonly unknown[]) => unknown): void
  /** Resolves when the view has what it waits for, and nothing moves. */
  settled(): Promise<void>
  /** What does not fit into the width of the card. */
  tooWide(): string[]
  /** Rules of axe that are broken, worded for the report. */
  axe(): Promise<string[]>
  /** Name of what has focus. */
  focused(): string
  /** What the Tab key leads to, from the start until it leaves the view, with accessible names. */
  tabOrder(): Promise<readonly TabStop[]>
  /** The names alone. */
  tabStops(): Promise<readonly string[]>
}

/** Stands for `<wallet-modal>`: theme, core, dialog. */
class Stage extends LitElement {
  static override styles = [root, moreTokens]
  core: Core | undefined
  override render() {
    return html`<wm-dialog .core=${this.core}><slot name="frame" slot="frame"></slot></wm-dialog>`
  }
  get dialog() {
    return this.renderRoot.querySelector('wm-dialog')!
  }
}
customElements.define('wm-test-stage', Stage)

const stages = new Set<() => void>()
/** For `afterEach`: ends what the tests of this file began. */
export function cleanUp() {
  for (const end of stages) end()
  stages.clear()
  vi.useRealTimers()
}

export async function mountView(view: View, options: ViewHarnessOptions = {}): Promise<ViewHarness> {
  const opened: string[] = []
  const asked: URL[] = []
  const node: { rpc: ViewHarnessOptions['rpc'] | undefined } = { rpc: options.rpc }
  const mock = createMockPort({ wallets: options.wallets ?? [] })
  const announced = [...(options.wallets ?? []), ...(options.scripted ?? [])].map(({ installed }) => installed)
  announced.push(...(options.announced ?? []))
  const scripted = createScriptedPort(options.scripted)
  const connectors: Partial<ConnectorPort> = {
    ...mock,
    discover: (listener, signal) => !signal.aborted && listener(announced),
    open: (wallet, world) =>
      options.scripted?.some(({ installed: { id, namespace } }) => id === wallet.id && namespace === wallet.namespace)
        ? scripted.open(wallet, world)
        : mock.open(wallet, world),
    ...(options.pair ? { pair: options.pair } : {}),
    ...(options.frame ? { embed: options.frame.embed } : {}),
  }
  const hasServices = ['directory', 'identity', 'data', 'pair'].some((name) => name in options)
  const { core, clock } = createTestCore({
    config: {
      networks: [mainnet],
      metadata: { name: 'Test Shop', url: location.origin },
      ...(hasServices ? { services } : {}),
      ...(options.locale ? { locale: options.locale } : {}),
      ...options.config,
    },
    connectors,
    fetch: (input, init) =>
      answer(new URL(input instanceof Request ? input.url : input), init, { ...options, rpc: node.rpc }, asked),
    window: windowOf(options.userAgent, opened, options.openWindow),
    ...(options.views ? { views: options.views } : {}),
  })
  core.use(createReactions)
  await core.deps.afterOpen() // as it is where a view besides Connect is shown
  if (options.connected) await connectFirst(core, options)
  await options.prepare?.(core)
  const stage = new Stage()
  stage.dataset['mode'] = options.mode ?? 'light'
  stage.core = core
  stages.add(() => {
    core.destroy()
    stage.remove()
  })
  core.use(createModal).open(view)
  document.body.append(stage)
  await stage.updateComplete
  const shown = async (wanted: View) => {
    await expect.poll(() => element()?.localName).toBe(core.deps.views.find(wanted)?.tag)
    await element()!.updateComplete
    // what moves comes once the view is painted
    await expect
      .poll(() => !core.use(createModal).$open.get() || stage.dialog.renderRoot.querySelector('wm-outlet')?.leave)
      .toBeTruthy()
  }
  /** What moves, but for what turns for ever. */
  const moving = () =>
    [...everything(stage)]
      .flatMap((part) => part.getAnimations())
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
  /** Resolves when nothing of that moves. */
  const still = () => Promise.allSettled(moving().map(({ finished }) => finished))
  const router = core.use(createRouter)
  const element = () => stage.dialog.renderRoot.querySelector('wm-outlet')?.current
  await shown(view)
  const tabOrder = async () => {
    const stops: TabStop[] = []
    let first: Element | null | undefined
    ;(document.activeElement as HTMLElement | null)?.blur()
    for (let count = 0; count < 80; count++) {
      await userEvent.tab()
      const active = deepActive()
      if (active === document.body) continue // the browser's own bar, between the last and the first
      if (active === first) break
      first ??= active
      stops.push({ name: nameOf(active), element: active })
    }
    return stops
  }
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  return {
    core,
    clock,
    opened,
    asked,
    get element() {
      return element()!
    },
    async show(next) {
      router.push(next)
      await shown(next)
    },
    view: () => router.$view.get(),
    button,
    click: (name) => button(name).click(),
    see: (text) => expect.element(page.getByText(text).first()).toBeVisible(),
    stored: (name) => core.deps.storage?.getItem(storageKey(core, name)),
    announced: () => core.use(createNotices).$announcement.get()?.code,
    onAnnouncement(listener) {
      const stop = core.use(createNotices).$announcement.listen((news) => news && listener(news.code, news.params))
      stages.add(stop)
    },
    answerRpc(next) {
      node.rpc = next
    },
    axe: async () => {
      await still() // half of a transition has a contrast of its own
      const { violations } = await axe.run(stage, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      })
      // The stage stands alone on a page without landmarks: what is said of the page is not said of the view.
      return violations
        .filter(({ id }) => id !== 'region')
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.flat().join(' ')).join(' | ')}`)
    },
    async settled() {
      await expect.poll(() => page.getByText(/^Loading/).elements().length).toBe(0)
      await still()
    },
    tooWide() {
      const card = stage.dialog.renderRoot.querySelector('dialog')!.getBoundingClientRect()
      const isOutside = ({ left, right, width }: DOMRect) => width > 1 && (left < card.left - 1 || right > card.right + 1)
      return [...everything(element()!)].filter((part) => isOutside(part.getBoundingClientRect())).map((part) => part.localName)
    },
    focused: () => nameOf(deepActive()),
    tabOrder,
    tabStops: async () => (await tabOrder()).map(({ name }) => name),
  }
}

/** An element and all in it, through shadow roots. */
function* everything(element: Element): Generator<Element> {
  yield element
  for (const child of [...(element.shadowRoot?.children ?? []), ...element.children]) yield* everything(child)
}

function deepActive(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** The text of an element without what is hidden from assistive technology, such as the letter of a picture. */
function shownText(element: Element): string | null {
  const copy = element.cloneNode(true) as Element // a clone of an element is one
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
  return copy.textContent
}

/** Good enough for a test's reading: what the browser computes is asked for by role locators. */
export function nameOf(element: Element | null): string {
  const label = element?.getAttribute('aria-label') ?? element?.closest('label')?.textContent
  const own = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element && shownText(element)
  const host = (element?.getRootNode() as ShadowRoot | undefined)?.host // what stands in its slots
  const read = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  return read(label) || read(own) || read(host?.textContent)
}

async function connectFirst(core: Core, { wallets = [] }: ViewHarnessOptions) {
  const { createConnection } = await import('../../src/state/connections/connection.js')
  const installed = wallets[0]?.installed
  if (!installed) throw new Error('connected: needs a wallet')
  await core.use(createConnection).connect(installed)
}

/** The page's own window, except for what it would do to the test: open links, and be another browser. */
function windowOf(userAgent: string | undefined, opened: string[], openWindow: ViewHarnessOptions['openWindow']): Window {
  const phone = { userAgent, maxTouchPoints: 5, onLine: true, language: 'en', languages: ['en'] }
  const own: Record<PropertyKey, unknown> = {
    open: openWindow ?? ((url: string) => void opened.push(url)),
    ...(userAgent === undefined ? {} : { navigator: phone }),
  }
  return new Proxy(window, {
    get(target, key) {
      if (key in own) return own[key]
      const value: unknown = Reflect.get(target, key)
      // Functions of a window refuse to work for anything else; constructors stay what they are.
      return typeof value === 'function' && value.prototype === undefined ? (value.bind(target) as unknown) : value
    },
  })
}

async function answer(
  url: URL,
  init: RequestInit | undefined,
  { directory, identity, data, rpc, config }: ViewHarnessOptions,
  asked: URL[],
): Promise<Response> {
  if (url.pathname.endsWith('/getWallets')) {
    asked.push(url)
    if (!directory) throw new TypeError('fetch failed')
    const read = (name: string) => url.searchParams.get(name) ?? ''
    const [pageNumber, entries, search] = [Number(read('page') || 1), Number(read('entries') || 40), read('search').toLowerCase()]
    const matches = directory.filter(
      (entry) =>
        entry.name.toLowerCase().includes(search) && (read('badge_type') !== 'certified' || entry.badge_type === 'certified'),
    )
    return Response.json({ count: matches.length, data: matches.slice((pageNumber - 1) * entries, pageNumber * entries) })
  }
  if (url.pathname.startsWith('/v1/identity/')) {
    asked.push(url)
    if (identity) return Response.json(identity)
  }
  if (data && url.pathname !== '/v1' && url.pathname.startsWith('/v1/')) {
    asked.push(url)
    const given = await data(url, typeof init?.body === 'string' ? JSON.parse(init.body) : undefined)
    if (given instanceof Response) return given
    if (given !== undefined) return Response.json(given)
    if (url.pathname === '/v1/supported-chains')
      return Response.json({ http: (config?.networks ?? [mainnet]).map((network) => toNetwork(network).caipNetworkId), ws: [] })
  }
  if (init?.method === 'POST' && rpc) {
    type Call = { id: number; method: string; params?: readonly unknown[] }
    const body = JSON.parse(init.body as string) as Call | Call[]
    const chain = `0x${Number(url.searchParams.get('chainId')?.slice(7) ?? 1).toString(16)}`
    const reply = async ({ id, method, params = [] }: Call) => {
      try {
        return { jsonrpc: '2.0', id, result: method === 'eth_chainId' ? chain : await rpc(method, params) }
      } catch (error) {
        // What has a code is the node's refusal, such as a revert; anything else is a node that is away.
        const { code, message } = error as Partial<{ code: number; message: string }>
        if (code === undefined) throw error
        return { jsonrpc: '2.0', id, error: { code, message } }
      }
    }
    return Response.json(await (Array.isArray(body) ? Promise.all(body.map(reply)) : reply(body)))
  }
  throw new TypeError('fetch failed')
}

export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/**
 * Time that passes only by `tick`, and by each check of `expect.poll` or `see` that fails; to be called before the view is shown.
 * @param msPerCheck where something must not have happened yet, however slow the machine is. Default: the interval of the check
 */
export function useFakeTime(msPerCheck?: number) {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  if (msPerCheck === undefined) vi.useFakeTimers({ toFake: [...toFake] })
  else useSlowTime(msPerCheck, ...toFake)
  const start = Date.now()
  return {
    tick: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Lets time pass until `ms` after the call of `useFakeTime`, as far as checks have not moved it further. */
    tickTo: (ms: number) => vi.advanceTimersByTimeAsync(Math.max(0, start + ms - Date.now())),
  }
}

/** A mock wallet as a row of a list. */
export function rowOf({ installed }: MockWallet): Wallet {
  const { id, name, icon, rdns } = installed
  return {
    id,
    name,
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    installed: [installed],
    certified: false,
    recent: false,
  }
}

/** Plausible rows for the wallet list. */
export function directoryOf(count: number): WalletEntry[] {
  const words = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel', 'Ironwood', 'Juniper']
  return Array.from({ length: count }, (_, index) => ({
    id: `wallet-${index}`,
    name: `${words[index % words.length]} Wallet${index < words.length ? '' : ` ${Math.floor(index / words.length) + 1}`}`,
    homepage: 'https://wallet.example',
    chains: ['eip155:1'],
    mobile_link: `wallet${index}://`,
    app_store: 'https://apps.example/wallet',
    play_store: 'https://play.example/wallet',
    badge_type: index % 4 === 0 ? 'certified' : 'none',
  }))
}
