// What views with a list that is searched have in common: the field, what is said where nothing matches, and the way back to all.
import { html, type PropertyDeclarations, type TemplateResult } from 'lit'
import type { WmInputEvent } from '../primitives/events.js'
import '../primitives/button.js'
import '../primitives/empty-state.js'
import '../primitives/search-field.js'
import { laterStyles } from '../styles/view-more.js'
import { WmView } from './element.js'
import { focusReady } from './focus-ready.js'

/** The base class of such views. */
export abstract class WmSearchedView extends WmView {
  static override styles = laterStyles
  static override properties: PropertyDeclarations = { text: { state: true } }

  /** What is searched for, as it was typed. */
  declare protected text: string

  constructor() {
    super()
    this.text = ''
  }

  protected searchField(label: string, placeholder?: string): TemplateResult {
    return html`<wm-search-field
      data-key="search"
      .label=${label}
      .placeholder=${placeholder}
      .clearLabel=${this.t('common.clearSearch')}
      .value=${this.text}
      @wm-input=${({ value }: WmInputEvent) => (this.text = value)}
    ></wm-search-field>`
  }

  /** Says that nothing matches, with a button that clears the field. */
  protected noMatch(heading: string): TemplateResult {
    return html`<wm-empty-state icon="search" .heading=${heading}>
      <wm-button slot="action" data-key="clear" @click=${this.clear}>${this.t('common.clearSearch')}</wm-button>
    </wm-empty-state>`
  }

  private clear() {
    this.text = ''
    void focusReady(this.renderRoot.querySelector('wm-search-field'))
  }
}
