// The base classes of the elements inside a modal: `WmTextElement` for the shell, and `WmView` for views.
import type { CSSResultGroup, PropertyDeclarations } from 'lit'
import type { View, ViewName } from '../../vocabulary/view.js'
import type { RouteTable } from '../routes.js'
import { viewStyles } from '../styles/view.js'
import { WmCoreElement } from './core-element.js'
import { createMessages, type Translate } from './localize.js'

/** An element with a core and texts. Its first render waits for the texts of the first screen; it renders again when the language changes. */
export abstract class WmTextElement extends WmCoreElement {
  protected readonly texts = this.watch((core) => core.use(createMessages).$messages)

  /** Gives the text of a key in the chosen language; `params.count` chooses the plural, `Intl` formats numbers. Empty before it is loaded. */
  get t(): Translate {
    return this.use(createMessages).t
  }

  protected override async scheduleUpdate() {
    // A first render without texts would be focused and announced as an empty view.
    if (this.hasCore && !this.use(createMessages).ready('first'))
      await this.use(createMessages)
        .load('first')
        .catch(() => undefined) // logged; the modal works without texts
    await super.scheduleUpdate()
  }
}

/** A view threw while rendering, or a module that it needs did not load. The outlet shows a failure in the view's place. */
export class WmViewFailedEvent extends Event {
  readonly error: unknown
  constructor(error: unknown) {
    super('wm-view-failed', { bubbles: true, composed: true })
    this.error = error
  }
}

/**
 * The base class of views. The outlet makes the element and sets `core` and `view`; all views share their styles.
 * @event {WmViewFailedEvent} wm-view-failed - The view cannot be shown: it threw while rendering, or a module did not load.
 */
export abstract class WmView extends WmTextElement {
  static override styles: CSSResultGroup = viewStyles
  static override properties: PropertyDeclarations = { view: { attribute: false } }

  /** Name and parameters of the view. A class that shows one view only narrows the type, as in `ViewNamed<'Downloads'>`. */
  declare view: View

  /** The dialog's heading while the view is shown; undefined: the title of its route. */
  get dialogTitle(): string | undefined {
    return undefined
  }

  /** Resolves when the view has shown how it ended, such as a connected wallet; the dialog closes after that. Undefined: nothing to wait for. */
  declare farewell?: () => Promise<void> | undefined

  /**
   * Loads the chunk and the texts of another view before it is opened: when its link has the pointer or focus. Never throws.
   * @param view its name, with the parameters that are known
   */
  protected preload(view: ViewName | { readonly name: ViewName }): void {
    const views = this.core.deps.views as RouteTable // a core with elements gets the full rows
    views
      .load()
      .then((table) => this.use(createMessages).load('shell', ...table.preload(this.core, view)))
      .catch(() => undefined) // the outlet loads again when the view is opened, and shows the failure
  }

  /** Has the outlet show a failure in the view's place. */
  readonly fail = (error: unknown): void => void this.dispatchEvent(new WmViewFailedEvent(error))

  protected override performUpdate() {
    try {
      super.performUpdate()
    } catch (error) {
      this.fail(error)
    }
  }
}

declare global {
  interface HTMLElementEventMap {
    'wm-view-failed': WmViewFailedEvent
  }
}
