// The design tokens. Public: `--wm-<role>`, which a page sets anywhere above the element. Private: `--_wm-<role>`, what our styles read.
import { unsafeCSS } from 'lit'

/** Colour role → [light, dark]. Contrast of every pair is computed in the tests of this file. */
export const colors = {
  surface: ['#ffffff', '#16181d'],
  raised: ['#f4f6f8', '#1e2128'],
  hover: ['#e9edf1', '#272b34'],
  pressed: ['#dde3e9', '#303541'],
  text: ['#14181f', '#f3f5f8'],
  'text-2': ['#465061', '#b6bdca'],
  'text-3': ['#566172', '#a0a9b8'],
  accent: ['#0a6c7d', '#5fd3e3'],
  'on-accent': ['#ffffff', '#05262c'],
  'accent-text': ['#08606f', '#7adce9'],
  'accent-soft': ['#ddf3f6', '#12333a'],
  focus: ['#0a6c7d', '#8be7f2'],
  line: ['#e1e6eb', '#2c313b'],
  'line-control': ['#6f7988', '#7d8696'],
  success: ['#14713f', '#6fd79b'],
  'success-soft': ['#e0f4e8', '#14301f'],
  warning: ['#7a5200', '#f2c14e'],
  'warning-soft': ['#fcf0d3', '#352a0e'],
  danger: ['#b3261e', '#ff9a94'],
  'danger-soft': ['#fce8e6', '#3a1918'],
  'danger-solid': ['#b3261e', '#c73b34'],
  'on-danger': ['#ffffff', '#ffffff'],
  'qr-ink': ['#101317', '#101317'],
  'qr-paper': ['#ffffff', '#ffffff'],
  scrim: ['rgb(6 8 12 / .65)', 'rgb(6 8 12 / .65)'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

/** Everything that is not a colour. Sizes in em of the modal's base size (16 px by default), so that a visitor's font size scales all of it. */
export const measures = {
  'font-family':
    "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif",
  'font-scale': '1',
  density: '0',
  radius: '24px',
  'radius-group': '16px',
  'radius-control': '14px',
  'radius-row': '12px',
  'radius-icon': '10px',
  'z-index': '999',
  width: '22.5em',
  shadow: '0 24px 64px rgb(0 0 0 / .36), 0 2px 8px rgb(0 0 0 / .2)',
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
