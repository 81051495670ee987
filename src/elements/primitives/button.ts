// The button of the views. It renders a native <button> or <a>, which brings the keyboard and assistive technology.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import './spinner.js'

/** The colours of a button. `quiet` has no background. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/**
 * @summary A button, or with `href` a link that looks like a button. Listen to the native `click`.
 * @slot - The label.
 * @slot icon - Before the label.
 * @csspart button - The native button or link.
 * @cssstate busy - The action it started is still running; clicks are ignored, focus stays.
 */
export class WmButton extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }

  static override properties: PropertyDeclarations = {
    variant: {},
    disabled: { type: Boolean, reflect: true },
    busy: { type: Boolean },
    inactive: { type: Boolean },
    href: {},
    target: {},
    label: {},
  }
  static override styles = css`
    :host {
      display: block;
    }
    .button {
      display: flex;
      align-items: center;
      justify-content: center;
      gap: 0.5em;
      inline-size: 100%;
      min-block-size: 2.875em;
      padding: 0.5em 1em;
      border: 1px solid transparent;
      border-radius: var(--_wm-radius-control);
      font-weight: 600;
      line-height: 1.25;
      text-align: center;
      text-decoration: none;
      overflow-wrap: anywhere;
      user-select: none;
      transition:
        background-color var(--_wm-duration-state),
        border-color var(--_wm-duration-state);
    }
    .primary {
      background: var(--_wm-accent);
      color: var(--_wm-on-accent);
    }
    .secondary {
      background: var(--_wm-raised);
      border-color: var(--_wm-line-control);
      color: var(--_wm-text);
    }
    .quiet {
      min-block-size: 2.75em;
      background: transparent;
      color: var(--_wm-accent-text);
    }
    .danger {
      background: var(--_wm-danger-solid);
      color: var(--_wm-on-danger);
    }
    .busy,
    .button:disabled,
    .button[aria-disabled='true'] {
      cursor: default;
    }
    .button:disabled,
    .off {
      background: var(--_wm-raised);
      border-color: transparent;
      color: var(--_wm-text-3);
    }
    @media (hover: hover) {
      .primary:hover:enabled:not(.busy, .off),
      a.primary:hover {
        background: color-mix(in oklab, var(--_wm-accent) 90%, var(--_wm-text));
      }
      .danger:hover:enabled:not(.busy, .off) {
        background: color-mix(in oklab, var(--_wm-danger-solid) 90%, black);
      }
      .secondary:hover:enabled:not(.busy, .off),
      .quiet:hover:enabled:not(.busy, .off),
      a.secondary:hover,
      a.quiet:hover {
        background: var(--_wm-hover);
      }
    }
    .secondary:active:enabled:not(.busy, .off),
    .quiet:active:enabled:not(.busy, .off) {
      background: var(--_wm-pressed);
    }
    @media (prefers-reduced-motion: reduce) {
      .button {
        transition: none;
      }
    }
    @media (forced-colors: active) {
      .button {
        border-color: ButtonText;
      }
      .button:disabled {
        border-color: GrayText;
        color: GrayText;
      }
    }
  `

  // happy-dom has no element internals, and those of jsdom have no states: the CSS state is missing there.
  readonly #states: Set<string> | undefined = this.attachInternals?.().states

  declare variant: ButtonVariant
  declare disabled: boolean
  /** Shows a spinner and ignores clicks; focus stays. */
  declare busy: boolean
  /** Ignores clicks for now, and its label says why; unlike `disabled`, focus stays. */
  declare inactive: boolean
  /** Renders a link. */
  declare href: string | undefined
  /** The `target` of the link. */
  declare target: string | undefined
  /** The accessible name, where the visible label alone is not clear. */
  declare label: string | undefined

  constructor() {
    super()
    this.variant = 'primary'
    this.disabled = false
    this.busy = false
    this.inactive = false
    this.addEventListener('click', this.#guard, { capture: true })
  }

  protected override updated() {
    this.#states?.[this.busy ? 'add' : 'delete']('busy')
  }

  readonly #guard = (event: Event) => {
    if (!this.disabled && !this.busy && !this.inactive) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  override click() {
    this.renderRoot.querySelector<HTMLElement>('.button')?.click()
  }

  protected override render() {
    const content = html`${this.busy ? html`<wm-spinner></wm-spinner>` : html`<slot name="icon"></slot>`}<slot></slot>`
    const kind = `button ${this.variant}${this.busy ? ' busy' : ''}${this.inactive ? ' off' : ''}`
    if (this.href !== undefined && !this.disabled) {
      return html`<a
        part="button"
        class=${kind}
        href=${this.href}
        target=${this.target ?? nothing}
        rel=${this.target === '_blank' ? 'noopener noreferrer' : nothing}
        aria-label=${this.label ?? nothing}
        >${content}</a
      >`
    }
    return html`<button
      part="button"
      type="button"
      class=${kind}
      ?disabled=${this.disabled}
      aria-disabled=${this.busy || this.inactive ? 'true' : nothing}
      aria-busy=${this.busy ? 'true' : nothing}
      aria-label=${this.label ?? nothing}
    >
      ${content}
    </button>`
  }
}
register('wm-button', WmButton)

declare global {
  interface HTMLElementTagNameMap {
    'wm-button': WmButton
  }
}
