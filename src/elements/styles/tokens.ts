// The design tokens. A page sets the public `--wm-<role>` on any element around; the styles of this package read the private `--_wm-<role>`.
import { unsafeCSS } from 'lit'
import { MODAL_WIDTH_PX, MODAL_Z_INDEX } from '../../vocabulary/constants.js'

type Pair = readonly [light: string, dark: string]

/** Colour roles of the first view: [light, dark]. `tokens-more.ts` has the others. The tests compute the contrast of every pair. */
export const colors = {
  /** Background of the dialog. */
  surface: ['#ffffff', '#16181d'],
  /** Background of groups, fields and secondary buttons. */
  raised: ['#f4f6f8', '#1e2128'],
  /** Background of rows and buttons under the pointer. */
  hover: ['#e9edf1', '#272b34'],
  /** Background of rows and buttons while they are pressed. */
  pressed: ['#dde3e9', '#303541'],
  /** Main text. */
  text: ['#14181f', '#f3f5f8'],
  /** Secondary text. */
  'text-2': ['#465061', '#b6bdca'],
  /** Tertiary text, such as hints. */
  'text-3': ['#566172', '#a0a9b8'],
  /** Background of main buttons, and the colour of what is selected. */
  accent: ['#0a6c7d', '#5fd3e3'],
  /** Text on the accent. Derived from the accent if the page sets only that. */
  'on-accent': ['#ffffff', '#05262c'],
  /** Links and text buttons. Derived from the accent if the page sets only that. */
  'accent-text': ['#08606f', '#7adce9'],
  /** The focus ring. Derived from the accent if the page sets only that. */
  focus: ['#0a6c7d', '#8be7f2'],
  /** Decorative lines. */
  line: ['#e1e6eb', '#2c313b'],
  /** Borders of fields and checkboxes. */
  'line-control': ['#6f7988', '#7d8696'],
  /** The backdrop that covers the page behind the dialog. */
  scrim: ['rgb(6 8 12 / .48)', 'rgb(6 8 12 / .64)'],
} as const satisfies Record<string, Pair>

/** The tokens that are not colours. Sizes in em are relative to the modal's base size (16 px by default), and scale with the visitor's font size. */
export const measures = {
  /** Font families in order of preference. None is downloaded. */
  'font-family': "Inter, ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif",
  /** Factor of the font size and of all sizes in em. */
  'font-scale': '1',
  /** Height of rows: 1 adds 0.5em and -1 removes 0.5em. Use values from -1 to 1. */
  density: '0',
  /** Corner radius of the dialog. */
  radius: '24px',
  /** Corner radius of groups and banners. */
  'radius-group': '16px',
  /** Corner radius of buttons and fields. */
  'radius-control': '14px',
  /** Corner radius of rows. */
  'radius-row': '12px',
  /** Corner radius of wallet icons. */
  'radius-icon': '10px',
  /** The `z-index` of the dialog with `dialog: 'layer'`; the other dialogs have none. */
  'z-index': `${MODAL_Z_INDEX}`,
  /** Width of the dialog; at most the width of the page. */
  width: `${MODAL_WIDTH_PX / 16}em`,
  /** Shadow of the dialog and of notices. */
  shadow: '0 24px 64px rgb(0 0 0 / .36), 0 2px 8px rgb(0 0 0 / .2)',
  /** Duration of transitions between states, such as hover. */
  'duration-state': '120ms',
} as const

const sizes = Object.entries(measures)
  .map(([name, value]) => `--_wm-${name}:var(--wm-${name},${value});`)
  .join('')

/** Rules that declare the private tokens of `roles`, and the declarations `also`, on a host that starts a theme. `data-mode` is `light` or `dark`. */
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

/** Declares the tokens of the first view, on the modal and on buttons with content. Nested elements inherit them. */
export const tokens = declareTokens(colors, sizes)
