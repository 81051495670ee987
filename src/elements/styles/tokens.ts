// The design tokens. Public: `--wm-<role>`, which a page sets anywhere above the element. Private: `--_wm-<role>`, what our styles read.
import { unsafeCSS } from 'lit'
import { MODAL_WIDTH_PX, MODAL_Z_INDEX } from '../../constants.js'

/** Colour role → [light, dark]. Contrast of every pair is computed in the tests of this file. */
export const colors = {
  /** The dialog. */
  surface: ['#ffffff', '#16181d'],
  /** Rows and fields on the dialog. */
  raised: ['#f4f6f8', '#1e2128'],
  /** Rows and buttons under a pointer. */
  hover: ['#e9edf1', '#272b34'],
  /** Rows and buttons while pressed. */
  pressed: ['#dde3e9', '#303541'],
  /** Text. */
  text: ['#14181f', '#f3f5f8'],
  /** Quieter text. */
  'text-2': ['#465061', '#b6bdca'],
  /** The quietest text, such as hints. */
  'text-3': ['#566172', '#a0a9b8'],
  /** Main buttons and what is chosen. */
  accent: ['#0a6c7d', '#5fd3e3'],
  /** Text on the accent. Derived from the accent where only that is set. */
  'on-accent': ['#ffffff', '#05262c'],
  /** Links. Derived from the accent where only that is set. */
  'accent-text': ['#08606f', '#7adce9'],
  /** A tint of the accent behind text. Derived from it where only that is set. */
  'accent-soft': ['#ddf3f6', '#12333a'],
  /** The focus ring. Derived from the accent where only that is set. */
  focus: ['#0a6c7d', '#8be7f2'],
  /** Decorative lines. */
  line: ['#e1e6eb', '#2c313b'],
  /** Edges of fields and boxes. */
  'line-control': ['#6f7988', '#7d8696'],
  /** Success, as text and mark. */
  success: ['#14713f', '#6fd79b'],
  /** Behind success. */
  'success-soft': ['#e0f4e8', '#14301f'],
  /** Warnings, as text and mark. */
  warning: ['#7a5200', '#f2c14e'],
  /** Behind warnings. */
  'warning-soft': ['#fcf0d3', '#352a0e'],
  /** Failures, as text and mark. */
  danger: ['#b3261e', '#ff9a94'],
  /** Behind failures. */
  'danger-soft': ['#fce8e6', '#3a1918'],
  /** A button that takes something away. */
  'danger-solid': ['#b3261e', '#c73b34'],
  /** Text on such a button. */
  'on-danger': ['#ffffff', '#ffffff'],
  /** The dots of a code. */
  'qr-ink': ['#101317', '#101317'],
  /** Behind the dots; keep it lighter than they are. */
  'qr-paper': ['#ffffff', '#ffffff'],
  /** What lies over the page. */
  scrim: ['rgb(6 8 12 / .48)', 'rgb(6 8 12 / .64)'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

/** Everything that is not a colour. Sizes in em of the modal's base size (16 px by default), so that a visitor's font size scales all of it. */
export const measures = {
  /** Fonts, by preference. None is downloaded. */
  'font-family':
    "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif",
  /** Factor on all sizes. */
  'font-scale': '1',
  /** Less than 0 is tighter, more than 0 is looser; about -1 to 1. */
  density: '0',
  /** Corners of the dialog. */
  radius: '24px',
  /** Corners of groups and banners. */
  'radius-group': '16px',
  /** Corners of buttons and fields. */
  'radius-control': '14px',
  /** Corners of rows. */
  'radius-row': '12px',
  /** Corners of wallet icons. */
  'radius-icon': '10px',
  /** Of `dialog: 'layer'`, and of nothing else. */
  'z-index': `${MODAL_Z_INDEX}`,
  /** Of the dialog; never wider than the page. */
  width: `${MODAL_WIDTH_PX / 16}em`,
  /** Under the dialog. */
  shadow: '0 24px 64px rgb(0 0 0 / .36), 0 2px 8px rgb(0 0 0 / .2)',
  /** How long a change of state takes. */
  'duration-state': '120ms',
} as const

const declare = (value: (pair: readonly [string, string]) => string) =>
  Object.entries(colors)
    .map(([role, pair]) => `--_wm-${role}:var(--wm-${role},${value(pair)});`)
    .join('')
const sizes = Object.entries(measures)
  .map(([name, value]) => `--_wm-${name}:var(--wm-${name},${value});`)
  .join('')

/** For hosts that begin a theme: the modal and the buttons. Nested elements inherit. `mode` is always the resolved one. */
export const tokens = unsafeCSS(
  `:host{color-scheme:light;${declare(([light]) => light)}${sizes}}` +
    `:host([data-mode=dark]){color-scheme:dark;${declare(([, dark]) => dark)}}` +
    `@supports (color:light-dark(red,red)){:host,:host([data-mode=dark]){${declare(([light, dark]) => (light === dark ? light : `light-dark(${light},${dark})`))}}}`,
)
