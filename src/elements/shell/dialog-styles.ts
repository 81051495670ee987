// How the card stands: in the middle, at the lower edge of a phone, or in the page.
import { css } from 'lit'

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
    margin: auto;
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
  h2 {
    margin: 0;
    padding: 0.25em 0.375em;
    border-radius: 8px;
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.4;
    text-align: center;
    overflow-wrap: anywhere;
  }
  h2:focus-visible {
    outline-offset: 0;
  }
  ::slotted(iframe) {
    border: 0;
  }
  @media (prefers-reduced-motion: no-preference) {
    .shaking {
      animation: shake 500ms cubic-bezier(0.36, 0.07, 0.19, 0.97);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .shaking {
      outline: 2px solid var(--_wm-danger);
      outline-offset: -2px;
    }
  }
  @keyframes shake {
    10%,
    90% {
      transform: translateX(-2px);
    }
    20%,
    80% {
      transform: translateX(4px);
    }
    30%,
    50%,
    70% {
      transform: translateX(-7px);
    }
    40%,
    60% {
      transform: translateX(7px);
    }
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
  }
  /* Too low for a head that stays: all of it scrolls. */
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
