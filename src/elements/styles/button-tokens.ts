// The design tokens of a closed button; the others are loaded with its content. A test compares the values with those of `tokens.ts`.
import { css } from 'lit'

/** Tokens of a `wallet-*-button` that has not loaded its content. */
export const buttonTokens = css`
  :host {
    color-scheme: light dark;
    --_wm-accent: var(--wm-accent, light-dark(#0a6c7d, #5fd3e3));
    --_wm-on-accent: var(--wm-on-accent, light-dark(#ffffff, #05262c));
    --_wm-focus: var(--wm-focus, light-dark(#0a6c7d, #8be7f2));
    --_wm-radius-control: var(--wm-radius-control, 14px);
    --_wm-font-family: var(
      --wm-font-family,
      Inter,
      ui-sans-serif,
      system-ui,
      'Segoe UI',
      Roboto,
      'Helvetica Neue',
      'Noto Sans',
      Arial,
      sans-serif
    );
  }
  @supports not (color: light-dark(red, red)) {
    :host {
      --_wm-accent: var(--wm-accent, #0a6c7d);
      --_wm-on-accent: var(--wm-on-accent, #ffffff);
      --_wm-focus: var(--wm-focus, #0a6c7d);
    }
  }
  :host([data-mode='light']) {
    color-scheme: light;
  }
  :host([data-mode='dark']) {
    color-scheme: dark;
  }
`
