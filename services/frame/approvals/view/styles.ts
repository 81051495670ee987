// The look of approvals: the roles and measures of the modal's design, of which the frame has its own copy, since it shares no code with the page.
type Pair = readonly [light: string, dark: string]

/** Colour roles: [light, dark]. */
const colors = {
  surface: ['#ffffff', '#16181d'],
  raised: ['#f4f6f8', '#1e2128'],
  hover: ['#e9edf1', '#272b34'],
  text: ['#14181f', '#f3f5f8'],
  'text-2': ['#465061', '#b6bdca'],
  accent: ['#0a6c7d', '#5fd3e3'],
  'on-accent': ['#ffffff', '#05262c'],
  'accent-text': ['#08606f', '#7adce9'],
  focus: ['#0a6c7d', '#8be7f2'],
  line: ['#e1e6eb', '#2c313b'],
  'line-control': ['#6f7988', '#7d8696'],
  warning: ['#7a5200', '#f2c14e'],
  'warning-soft': ['#fcf0d3', '#352a0e'],
  danger: ['#b3261e', '#ff9a94'],
  'danger-soft': ['#fce8e6', '#3a1918'],
  'danger-solid': ['#b3261e', '#c73b34'],
  'on-danger': ['#ffffff', '#ffffff'],
} as const satisfies Record<string, Pair>

const roles = (at: 0 | 1): string =>
  Object.entries(colors)
    .map(([role, pair]) => `--${role}:${pair[at]};`)
    .join('')

const palette =
  `:host{color-scheme:light;${roles(0)}}:host([theme=dark]){color-scheme:dark;${roles(1)}}` +
  `@media (prefers-color-scheme:dark){:host([theme=auto]){color-scheme:dark;${roles(1)}}}`

/** A text, which editors and the build know to be CSS. */
const css = String.raw

/** Styles of `<wm-approval>`. */
export const styles =
  palette +
  css`
    :host {
      display: flex;
      flex-direction: column;
      box-sizing: border-box;
      block-size: 100dvh;
      background: var(--surface);
      color: var(--text);
      font:
        500 medium/1.4 Inter,
        ui-sans-serif,
        system-ui,
        'Segoe UI',
        Roboto,
        'Helvetica Neue',
        'Noto Sans',
        Arial,
        sans-serif;
      overflow-wrap: anywhere;
    }
    *,
    ::before,
    ::after {
      box-sizing: border-box;
    }
    header {
      padding: 1rem 1rem 0.75rem;
      border-block-end: 1px solid var(--line);
    }
    h1,
    h2,
    h3,
    p,
    dl,
    dd,
    ul {
      margin: 0;
      padding: 0;
    }
    h1 {
      font-size: 1.0625rem;
      font-weight: 600;
      line-height: 1.4;
    }
    h2,
    h3 {
      font-size: 0.875rem;
      font-weight: 600;
    }
    .stack {
      font-size: 0.8125rem;
      color: var(--text-2);
    }
    .site {
      display: block;
      margin-block-start: 0.125rem;
      color: var(--text-2);
      font-size: 0.875rem;
    }
    .site bdi {
      color: var(--text);
      font-weight: 600;
    }
    main {
      flex: 1;
      min-block-size: 0;
      overflow-y: auto;
      overscroll-behavior: contain;
      padding: 0.75rem 1rem 1rem;
      display: flex;
      flex-direction: column;
      gap: 0.75rem;
    }
    main > * {
      flex: none;
    }
    .group {
      padding: 0.25rem 0.875rem;
      border: 1px solid transparent;
      border-radius: 16px;
      background: var(--raised);
    }
    .group > h2,
    .group > h3 {
      padding-block: 0.625rem 0.25rem;
    }
    .row {
      padding-block: 0.5625rem;
    }
    .row + .row,
    .changes li + li {
      border-block-start: 1px solid var(--line);
    }
    dt {
      color: var(--text-2);
      font-size: 0.8125rem;
    }
    dd.danger,
    .meta.danger {
      color: var(--danger);
      font-weight: 600;
    }
    .amount {
      font-variant-numeric: tabular-nums;
      font-weight: 600;
    }
    .address,
    pre {
      font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'Noto Sans Mono', monospace;
      font-size: 0.8125rem;
      line-height: 1.5;
      font-variant-ligatures: no-contextual;
      font-variant-numeric: slashed-zero;
    }
    .address {
      display: inline-block;
      word-break: break-all;
      max-inline-size: 22ch;
      vertical-align: top;
      text-wrap: balance;
    }
    .meta {
      color: var(--text-2);
      font-size: 0.8125rem;
    }
    .unverified {
      color: var(--warning);
    }
    pre {
      margin: 0.25rem 0 0;
      padding: 0.625rem 0.75rem;
      max-block-size: 16rem;
      overflow: auto;
      border: 1px solid var(--line);
      border-radius: 10px;
      background: var(--surface);
      white-space: pre-wrap;
      word-break: break-word;
    }
    .notice {
      padding: 0.75rem 0.875rem;
      border: 1px solid currentColor;
      border-radius: 16px;
    }
    .notice h2 {
      display: flex;
      gap: 0.5rem;
      align-items: center;
    }
    .notice h2 svg {
      flex: none;
      inline-size: 1.125rem;
      block-size: 1.125rem;
    }
    .notice ul {
      list-style: none;
      font-size: 0.875rem;
      color: var(--text);
    }
    .notice li {
      padding-block-start: 0.375rem;
    }
    .risks {
      color: var(--danger);
      background: var(--danger-soft);
    }
    .notes {
      border-color: transparent;
      color: var(--warning);
      background: var(--warning-soft);
    }
    .changes {
      list-style: none;
    }
    .changes li {
      padding-block: 0.5rem;
      font-variant-numeric: tabular-nums;
    }
    details > summary {
      padding-block: 0.625rem;
      color: var(--accent-text);
      font-size: 0.875rem;
      cursor: pointer;
    }
    details[open] {
      padding-block-end: 0.625rem;
    }
    .group > details {
      margin-block: 0.25rem 0.625rem;
    }
    .calls {
      display: flex;
      flex-direction: column;
      gap: 0.75rem;
    }
    .group .calls {
      padding-block: 0.5rem;
    }
    .group .group {
      background: var(--surface);
      border-color: var(--line);
    }
    label {
      font-size: 0.875rem;
    }
    .field {
      display: flex;
      gap: 0.5rem;
      margin-block-start: 0.25rem;
    }
    input[type='text'] {
      flex: 1;
      min-inline-size: 0;
      min-block-size: 2.75rem;
      padding-inline: 0.75rem;
      border: 1px solid var(--line-control);
      border-radius: 14px;
      background: var(--surface);
      color: var(--text);
      font: inherit;
      font-variant-numeric: tabular-nums;
    }
    .hint {
      margin-block-start: 0.25rem;
      color: var(--text-2);
      font-size: 0.8125rem;
    }
    .error {
      color: var(--danger);
      font-size: 0.8125rem;
    }
    footer {
      padding: 0.75rem 1rem max(1rem, env(safe-area-inset-bottom));
      border-block-start: 1px solid var(--line);
      background: var(--surface);
    }
    .sure {
      display: flex;
      gap: 0.625rem;
      align-items: center;
      min-block-size: 2.75rem;
      margin-block-end: 0.5rem;
      font-weight: 600;
    }
    .sure input {
      flex: none;
      inline-size: 1.25rem;
      block-size: 1.25rem;
      margin: 0;
      accent-color: var(--danger-solid);
    }
    .status {
      min-block-size: 1.25rem;
      margin-block-end: 0.375rem;
      color: var(--text-2);
      font-size: 0.8125rem;
      line-height: 1.25rem;
    }
    .status.problem {
      color: var(--danger);
    }
    .buttons {
      display: flex;
      gap: 0.5rem;
    }
    button {
      appearance: none;
      flex: 1;
      min-block-size: 2.75rem;
      margin: 0;
      padding: 0.5rem 0.75rem;
      border: 1px solid transparent;
      border-radius: 14px;
      background: var(--hover);
      color: var(--text);
      font: inherit;
      font-weight: 600;
      cursor: pointer;
      touch-action: manipulation;
    }
    .field button {
      flex: none;
    }
    .approve {
      background: var(--accent);
      color: var(--on-accent);
    }
    .approve.danger {
      background: var(--danger-solid);
      color: var(--on-danger);
    }
    .approve[aria-disabled='true'] {
      border: 1px dashed var(--line-control);
      background: var(--raised);
      color: var(--text-2);
      cursor: default;
    }
    .spinner {
      display: inline-block;
      inline-size: 1em;
      block-size: 1em;
      margin-inline-end: 0.5em;
      vertical-align: -0.125em;
      border: 2px solid currentColor;
      border-inline-end-color: transparent;
      border-radius: 50%;
      animation: turn 0.9s linear infinite;
    }
    @keyframes turn {
      to {
        rotate: 1turn;
      }
    }
    :focus {
      outline: none;
    }
    :focus-visible {
      outline: 2px solid var(--focus);
      outline-offset: 2px;
    }
    .visually-hidden {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      margin: -1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    @media (max-height: 420px) {
      :host {
        overflow-y: auto;
      }
      main {
        overflow: visible;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      .spinner {
        animation: none;
        border-inline-end-color: currentColor;
        opacity: 0.6;
      }
    }
    @media (forced-colors: active) {
      .group,
      button {
        border-color: ButtonBorder;
      }
      .notice {
        border-color: Mark;
      }
      .approve[aria-disabled='true'] {
        color: GrayText;
      }
      :focus-visible {
        outline-color: Highlight;
      }
    }
  `
