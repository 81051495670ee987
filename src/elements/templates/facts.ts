// Facts to look at before something is sent: a list of names and values.
import { html, nothing, type TemplateResult } from 'lit'

/** One line. */
export interface Fact {
  readonly name: string | TemplateResult
  readonly value: string | TemplateResult
  /** A second line under the value, such as what an amount is worth. */
  readonly note?: string | TemplateResult | undefined
}

/** The list; an undefined fact is left out. */
export const facts = (list: readonly (Fact | undefined)[]): TemplateResult =>
  html`<dl class="facts">
    ${list.map((fact) =>
      fact
        ? html`<div>
            <dt>${fact.name}</dt>
            <dd>${fact.value}${fact.note ? html`<small>${fact.note}</small>` : nothing}</dd>
          </div>`
        : nothing,
    )}
  </dl>`
