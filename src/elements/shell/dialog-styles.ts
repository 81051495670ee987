// Where the card is placed: centred, as a sheet at the lower edge of a phone, or inline in the page.
import { css } from 'lit'

/** Styles of `<wm-dialog>` for its three modes, with the animation of opening; `dialog-effects.ts` has the one of closing. */
export const dialogStyles = css`
  :host {
    display: contents;
  }
  .card {
    display: flex;
    flex-direction: column;
    inline-size: min(var(--_wm-width), 100vw - 1rem);
    max-inline-size: none;
    block-size: fit-content;
    max-block-size: min(92dvh, 44em);
    margin: var(--top, auto) auto auto;
    padding: 0;
    overflow: hidden;
    overscroll-behavior: contain;
    border: 1px solid var(--_wm-line);
    border-radius: var(--_wm-radius);
    background: var(--_wm-surface);
    color: var(--_wm-text);
    box-shadow: var(--_wm-shadow);
    text-align: start;
    position: fixed;
    inset: 0;
  }
  /* The user agent hides a closed dialog; display:flex above would show it. */
  dialog.card:not([open]) {
    display: none;
  }
  .card::backdrop {
    background: var(--_wm-scrim);
  }
  .backdrop {
    position: fixed;
    inset: 0;
    z-index: var(--_wm-z-index);
    background: var(--_wm-scrim);
    touch-action: none;
  }
  /* Closing is a transition of dialog-effects.ts, so that a modal which is opened again while it closes reverses from where it is. */
  @media (prefers-reduced-motion: no-preference) {
    .entering {
      animation: rise 180ms cubic-bezier(0.2, 0, 0, 1);
    }
    .card::backdrop,
    .backdrop {
      animation: fade 180ms;
    }
  }
  @keyframes rise {
    from {
      transform: scale(0.97);
    }
  }
  @keyframes slide {
    from {
      transform: translateY(100%);
    }
  }
  @keyframes fade {
    from {
      opacity: 0;
    }
  }
  .layer {
    z-index: var(--_wm-z-index);
  }
  .inline {
    position: relative;
    inset: auto;
    inline-size: min(var(--_wm-width), 100%);
    max-block-size: none;
    margin: 0;
    box-shadow: none;
  }
  .body {
    flex: 1 1 auto;
    min-block-size: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_wm-line-control) transparent;
  }
  @media (max-width: 480px) {
    .sheet {
      inline-size: 100vw;
      max-block-size: 92dvh;
      margin-block: auto 0;
      border-inline-width: 0;
      border-block-end-width: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
      padding-block-end: env(safe-area-inset-bottom, 0);
    }
    .sheet.entering {
      animation-name: slide;
      animation-duration: 240ms;
    }
    /* the handle that shows that the sheet can be pulled down */
    .sheet::before {
      content: '';
      display: block;
      flex: none;
      inline-size: 36px;
      block-size: 4px;
      margin: 8px auto -8px;
      border-radius: 2px;
      background: var(--_wm-line-control);
    }
  }
  /* In a low window the whole card scrolls, with its header. */
  @media (max-height: 420px) {
    .sheet {
      display: block;
      overflow-y: auto;
    }
    .sheet .body {
      overflow: visible;
    }
  }
  @media (forced-colors: active) {
    .card {
      border-color: CanvasText;
    }
  }
`
