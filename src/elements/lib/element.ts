// The class under every view and shell piece: a core, its stores, and the texts of the chosen language.
import type { CSSResultGroup, PropertyDeclarations } from 'lit'
import type { View, ViewName, ViewTable } from '../../view.js'
import type { Route } from '../routes.js'
import { viewStyles } from '../styles/view.js'
import { WmCoreElement } from './core-element.js'
import { createMessages, type MessageKey, type MessageParams } from './localize.js'

/** An element inside a modal: has the modal's core, and texts. Renders first when these are loaded, and again when the language changes. */
export abstract class WmTextElement extends WmCoreElement {
  protected readonly texts = this.watch((core) => core.use(createMessages).$messages)

  /** The text of `key` in the chosen language; plurals by `count`, numbers by `Intl`. */
  t(key: MessageKey, params?: MessageParams): string {
    return this.use(createMessages).t(key, params)
  }

  protected override async scheduleUpdate() {
    // A first render without words would be announced and focused as an empty one.
    if (this.hasCore && !this.use(createMessages).ready('first'))
      await this.use(createMessages)
        .load('first')
        .catch(() => undefined) // without words the modal still works
    await super.scheduleUpdate()
  }
}

/** A view threw while rendering. The outlet shows that; the rest of the modal, and the page, go on. */
export class WmViewFailedEvent extends Event {
  readonly error: unknown
  constructor(error: unknown) {
    super('wm-view-failed', { bubbles: true, composed: true })
    this.error = error
  }
}

/** A view: the outlet gives it `view`; its styles are the shared ones. */
export abstract class WmView extends WmTextElement {
  static override styles: CSSResultGroup = viewStyles
  static override properties: PropertyDeclarations = { view: { attribute: false } }

  /** Name and parameters of the view being shown. A class whose row no other view shares declares which view that is. */
  declare view: View

  /** The dialog's heading, where the view knows a better one than its route. */
  get dialogTitle(): string | undefined {
    return undefined
  }

  /** Resolves when the view has shown how it ended, which the dialog waits for before it goes; undefined: nothing to wait for. */
  declare farewell?: () => Promise<void> | undefined

  /** Fetches another view's chunk and words ahead of their use, on pointer-over or focus of what leads to it. */
  protected preload(name: ViewName): void {
    const views = this.core.deps.views as ViewTable<Route> // whoever makes a core with elements hands in whole rows
    views
      .load()
      .then((table) => this.use(createMessages).load('shell', ...(table.preload(name).words ?? [])))
      .catch(() => undefined) // the outlet asks again when the view is wanted, and shows the failure
  }

  protected override performUpdate() {
    try {
      super.performUpdate()
    } catch (error) {
      this.dispatchEvent(new WmViewFailedEvent(error))
    }
  }
}

declare global {
  interface HTMLElementEventMap {
    'wm-view-failed': WmViewFailedEvent
  }
}
