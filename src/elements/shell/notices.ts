// Shows the present notice over the lower edge of the view. `state/interface/notices.ts` times notices; `announcer.ts` announces them.
import { css, html, nothing, type PropertyValues } from 'lit'
import { createNotices, type NoticeVariant } from '../../state/interface/notices.js'
import type { IconName } from '../icons/all.js'
import { register } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/icon-button.js'
import '../primitives/spinner.js'
import { animate } from '../styles/motion.js'
import { noticeText } from './notice-text.js'
import '../primitives/icon.js'

const icons: Record<Exclude<NoticeVariant, 'loading'>, IconName> = { success: 'check', error: 'danger', info: 'info' }

/**
 * @summary The notice of a modal. It does not close while the pointer or focus is on it.
 * @event {Event} wm-focus-lost - The notice was dismissed by its button, which has gone with it.
 * @csspart notice - The box.
 */
export class WmNotices extends WmTextElement {
  static override styles = css`
    :host {
      position: absolute;
      z-index: 2;
      inset-inline: 0.75em;
      inset-block-end: 0.75em;
      pointer-events: none;
    }
    .notice {
      display: flex;
      align-items: center;
      gap: 0.625em;
      inline-size: fit-content;
      max-inline-size: 100%;
      margin-inline: auto;
      padding-inline: 0.875em;
      min-block-size: 2.75em;
      border: 1px solid var(--_wm-line-control);
      border-radius: var(--_wm-radius-control);
      background: var(--_wm-surface);
      color: var(--_wm-text);
      box-shadow: var(--_wm-shadow);
      pointer-events: auto;
    }
    .words {
      padding-block: 0.5em;
      font-size: 0.875em;
      line-height: 1.375;
      overflow-wrap: anywhere;
    }
    .success > wm-icon {
      color: var(--_wm-success);
    }
    .error > wm-icon {
      color: var(--_wm-danger);
    }
    .info > wm-icon,
    wm-spinner {
      color: var(--_wm-accent-text);
    }
    wm-icon-button {
      margin-inline: -0.25em -0.875em;
      --size: 1em;
    }
  `

  private readonly notice = this.watch((core) => core.use(createNotices).$notice)
  #shownId: number | undefined

  protected override updated(_changed: PropertyValues) {
    const id = this.notice.value?.id
    if (id === this.#shownId) return
    this.#shownId = id
    const box = this.renderRoot.querySelector('.notice')
    if (box) {
      const from = { opacity: 0, transform: 'translateY(.5em)' }
      void animate(box, [from, { opacity: 1, transform: 'none' }], 120)
    }
  }

  protected override render() {
    const notice = this.notice.value
    if (notice === undefined || !this.use(createMessages).ready('shell')) return nothing // the texts of the shell are loaded after the first view
    const { pause, resume } = this.use(createNotices)
    return html`<div
      part="notice"
      class="notice ${notice.variant}"
      @pointerenter=${pause}
      @pointerleave=${resume}
      @focusin=${pause}
      @focusout=${resume}
    >
      ${notice.variant === 'loading' ? html`<wm-spinner></wm-spinner>` : html`<wm-icon name=${icons[notice.variant]}></wm-icon>`}
      <span class="words">${noticeText(this.t, notice)}</span>
      ${
        notice.variant === 'loading'
          ? nothing
          : html`<wm-icon-button name="close" label=${this.t('shell.dismiss')} @click=${() => this.#dismiss()}></wm-icon-button>`
      }
    </div>`
  }

  #dismiss() {
    this.use(createNotices).hide()
    this.dispatchEvent(new Event('wm-focus-lost', { bubbles: true, composed: true }))
  }
}
register('wm-notices', WmNotices)

declare global {
  interface HTMLElementTagNameMap {
    'wm-notices': WmNotices
  }
}
