// Tabs by the ARIA Authoring Practices: one tab stop; the arrow keys move and choose, and follow the writing direction.
import { css, html, type PropertyDeclarations } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { WmSelectEvent } from './events.js'

/** One tab. */
export interface Tab {
  readonly id: string
  readonly label: string
}

/**
 * @summary A row of tabs without the panel. Render the panel beside it, as `role=tabpanel` with the chosen tab's label.
 * @event {WmSelectEvent} wm-select - Another tab was chosen. `event.value` is its id.
 * @csspart tab - One tab.
 */
export class WmTabs extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }
  static override properties: PropertyDeclarations = {
    tabs: { attribute: false },
    selected: {},
    label: {},
    compact: { type: Boolean, reflect: true },
  }
  static override styles = css`
    .tabs {
      display: flex;
      gap: 2px;
      padding: 4px;
      border-radius: var(--_wm-radius-control);
      background: var(--_wm-raised);
    }
    button {
      flex: 1;
      min-inline-size: 0;
      min-block-size: 2.75em;
      padding: 0.25em 0.5em;
      border: 1px solid transparent;
      border-radius: var(--_wm-radius-icon);
      color: var(--_wm-text-2);
      line-height: 1.25;
      text-align: center;
      overflow-wrap: anywhere;
      transition: background-color var(--_wm-duration-state);
    }
    /* long words get more of a narrow row than short ones */
    @media (max-width: 22em) {
      button {
        flex-basis: auto;
        padding-inline: 0.25em;
        font-size: 0.875em;
      }
    }
    :host([compact]) {
      display: block;
      container-type: inline-size;
    }
    :host([compact]) .tabs {
      flex-wrap: wrap;
    }
    :host([compact]) button {
      flex: 1 0 auto;
      padding-inline: 0.25em;
      font-size: 0.75em;
      min-block-size: 3.67em;
    }
    /* three in a row: five in one row would leave the last one alone in the next */
    @container (inline-size < 19.5em) {
      :host([compact]) button {
        flex-basis: 30%;
      }
    }
    [aria-selected='true'] {
      background: var(--_wm-surface);
      color: var(--_wm-text);
      font-weight: 600;
      box-shadow: inset 0 -2px var(--_wm-accent);
    }
    :focus-visible {
      outline-offset: -2px;
    }
    @media (hover: hover) {
      [aria-selected='false']:hover {
        background: var(--_wm-hover);
        color: var(--_wm-text);
      }
    }
    @media (prefers-reduced-motion: reduce) {
      button {
        transition: none;
      }
    }
    @media (forced-colors: active) {
      button {
        border-color: ButtonText;
      }
      [aria-selected='true'] {
        border-color: Highlight;
        border-width: 2px;
      }
    }
  `

  declare tabs: readonly Tab[]
  /** Id of the chosen tab; the first when there is no such tab. */
  declare selected: string
  /** The accessible name of the row. */
  declare label: string
  /** Small tabs that go on in a second row where they do not fit. */
  declare compact: boolean

  constructor() {
    super()
    this.tabs = []
    this.selected = ''
    this.label = ''
    this.compact = false
  }

  protected override render() {
    const chosen = this.#chosen()
    return html`<div class="tabs" role="tablist" aria-label=${this.label} @keydown=${this.#key}>
      ${this.tabs.map(
        (tab, index) =>
          html`<button
            part="tab"
            type="button"
            role="tab"
            tabindex=${index === chosen ? 0 : -1}
            aria-selected=${index === chosen ? 'true' : 'false'}
            @click=${() => this.#select(index)}
          >
            ${tab.label}
          </button>`,
      )}
    </div>`
  }

  #chosen() {
    return Math.max(
      0,
      this.tabs.findIndex((tab) => tab.id === this.selected),
    )
  }

  #key(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return // the browser's own, such as Back
    const forward = this.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const last = this.tabs.length - 1
    const now = this.#chosen()
    const targets: Partial<Record<string, number>> = {
      [forward]: now === last ? 0 : now + 1,
      [backward]: now === 0 ? last : now - 1,
      Home: 0,
      End: last,
    }
    const next = targets[event.key]
    if (next === undefined) return
    event.preventDefault()
    this.#select(next)
    this.renderRoot.querySelectorAll('button')[next]?.focus()
  }

  #select(index: number) {
    const tab = this.tabs[index]
    if (tab === undefined || index === this.#chosen()) return
    this.selected = tab.id
    this.dispatchEvent(new WmSelectEvent(tab.id))
  }
}
register('wm-tabs', WmTabs)

declare global {
  interface HTMLElementTagNameMap {
    'wm-tabs': WmTabs
  }
}
