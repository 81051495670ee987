// The drawing of an icon, in `<wm-icon>`, the header and `buttonRow`. The drawing is decoration, hidden from assistive technology.
import { css, html, type TemplateResult } from 'lit'

/** Styles of a drawing, `--size` (1.25em) wide and high. */
export const strokeStyles = css`
  svg {
    display: block;
    flex: none;
    inline-size: var(--size, 1.25em);
    block-size: var(--size, 1.25em);
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  /* icons that point along the text */
  :is(.back, .chevron-end, .external):dir(rtl) {
    transform: scaleX(-1);
  }
`

/** The drawing of the icon `name` with the path `path`; empty without a path. `kind`: more classes. */
export const drawing = (name: string, path = '', kind = ''): TemplateResult =>
  html`<svg part="svg" class="${name} ${kind}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${path} />
  </svg>`
