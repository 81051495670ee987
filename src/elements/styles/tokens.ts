// The design tokens. Public: `--wm-<role>`, which a page sets anywhere above the element. Private: `--_wm-<role>`, what our styles read.
import { unsafeCSS } from 'lit'
import { MODAL_WIDTH_PX, MODAL_Z_INDEX } from '../../constants.js'

type Pair = readonly [light: string, dark: string]

/** Colour role → [light, dark], as far as the first view needs them; `tokens-more.ts` has the rest. Contrast of every pair is computed in the tests of this file. */
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
  /** The focus ring. Derived from the accent where only that is set. */
  focus: ['#0a6c7d', '#8be7f2'],
  /** Decorative lines. */
  line: ['#e1e6eb', '#2c313b'],
  /** Edges of fields and boxes. */
  'line-control': ['#6f7988', '#7d8696'],
  /** What lies over the page. */
  scrim: ['rgb(6 8 12 / .48)', 'rgb(6 8 12 / .64)'],
} as const satisfies Record<string, Pair>

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

const sizes = Object.entries(measures)
  .map(([name, value]) => `--_wm-${name}:var(--wm-${name},${value});`)
  .join('')

/** Rules that declare `roles`, and what else is said, for hosts that begin a theme. `data-mode` is always the resolved one. */
export function declareTokens(roles: Readonly<Record<string, Pair>>, also = '') {
  const declare = (value: (pair: Pair) => string) =>
    Object.entries(roles)
      .map(([role, pair]) => `--_wm-${role}:var(--wm-${role},${value(pair)});`)
      .join('')
  return unsafeCSS(
    `:host{color-scheme:light;${declare(([light]) => light)}${also}}` +
      `:host([data-mode=dark]){color-scheme:dark;${declare(([, dark]) => dark)}}` +
      `@supports (color:light-dark(red,red)){:host,:host([data-mode=dark]){${declare(([light, dark]) => (light === dark ? light : `light-dark(${light},${dark})`))}}}`,
  )
}

/** For the modal and the buttons. Nested elements inherit. */
export const tokens = declareTokens(colors, sizes)
