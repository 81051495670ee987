// Views inside a view, such as the tabs of an account, or inside an element of the page. Each is loaded when it is first shown, and kept after that.
import { html, type TemplateResult } from 'lit'
import type { View } from '../../vocabulary/view.js'
import { routeOf } from '../routes.js'
import type { WmView } from './element.js'
import { createMessages } from './localize.js'
import '../primitives/error-state.js'
import '../primitives/skeleton.js'

/** What contains the views. */
export type ViewsHost = Pick<WmView, 'core' | 'requestUpdate'>

/** The views inside `host`. */
export class EmbeddedViews {
  readonly #host: ViewsHost
  readonly #views = new WeakMap<View, HTMLElement | 'loading' | 'failed'>()

  constructor(host: ViewsHost) {
    this.#host = host
  }

  /** The content for `view`: its element, or what stands in its place while it loads or after it has failed. */
  render(view: View): TemplateResult {
    const { t } = this.#host.core.use(createMessages)
    const shown = this.#views.get(view)
    if (shown instanceof HTMLElement)
      return html`<div @wm-view-failed=${(event: Event) => this.#fail(view, event)}>${shown}</div>`
    if (shown === 'failed')
      return html`<wm-error-state
        .heading=${t('shell.viewFailed')}
        .message=${t('shell.viewFailedHint')}
        .retryLabel=${t('common.retry')}
        @wm-retry=${() => this.#retry(view)}
      ></wm-error-state>`
    if (shown === undefined) void this.#load(view)
    return html`<div aria-busy="true">
      <span class="visually-hidden">${t('shell.viewLoading', { title: routeOf(this.#host.core, view).title(t, view) })}</span>
      <wm-skeleton .rows=${3}></wm-skeleton>
    </div>`
  }

  async #load(view: View) {
    const { core } = this.#host
    const route = routeOf(core, view)
    this.#views.set(view, 'loading')
    try {
      await Promise.all([route.load?.(core, view), core.use(createMessages).load('shell', ...(route.words ?? []))])
      const element = document.createElement(route.tag) as WmView // the module of the route defines the tag
      element.toggleAttribute('embedded', true)
      element.view = view
      element.core = core
      this.#set(view, element)
    } catch (error) {
      core.deps.log.error(`the view ${view.name} could not be shown`, error)
      this.#set(view, 'failed')
    }
  }

  #retry(view: View) {
    void this.#load(view)
    this.#host.requestUpdate()
  }

  /** A failure inside is shown inside. */
  #fail(view: View, event: Event) {
    event.stopPropagation()
    this.#set(view, 'failed')
  }

  #set(view: View, shown: HTMLElement | 'failed') {
    this.#views.set(view, shown)
    this.#host.requestUpdate()
  }
}
