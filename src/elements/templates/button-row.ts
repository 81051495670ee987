// A row of a list as one button in a view's own shadow root. It looks like `<wm-row>`; an element per row would cost a list a shadow root each.
import { html, nothing, type TemplateResult } from 'lit'
import { drawing } from '../icons/drawing.js'
import { paths } from '../icons/first.js'

/** A row, and what it does. */
export interface ButtonRow {
  /** For `data-key`, by which Back focuses the row again. */
  readonly key: string
  /** Absent: a line with a chevron. */
  readonly shape?: 'large' | 'tile' | undefined
  readonly picture: Element | TemplateResult
  readonly label: string
  /** `no` for a name, which the browser must not translate. */
  readonly translate?: 'no'
  /** Text at the end of the row, such as "Last used". */
  readonly meta?: string | false | undefined
  readonly disabled?: boolean | undefined
  /** Called when the row gets the pointer or focus, to load the chunk of the view that it opens. */
  readonly prepare: (event: Event) => void
  /** Called on a click. */
  readonly choose: (event: Event) => void
}

/** The `<li>` of a row. The view has the styles `rowStyles`, `letterAndImage` and `strokeStyles`. */
export const buttonRow = ({
  key,
  shape,
  picture,
  label,
  translate,
  meta,
  disabled,
  prepare,
  choose,
}: ButtonRow): TemplateResult =>
  html`<li>
    <button
      type="button"
      class="row ${shape ?? ''}"
      data-key=${key}
      ?disabled=${disabled}
      @pointerenter=${prepare}
      @focusin=${prepare}
      @click=${choose}
    >
      ${picture}
      <span class="words"><span class="label" dir="auto" translate=${translate ?? nothing}>${label}</span></span>
      ${meta ? html`<span class="meta">${meta}</span>` : nothing}${shape ? nothing : drawing('chevron-end', paths['chevron-end'])}
    </button>
  </li>`
