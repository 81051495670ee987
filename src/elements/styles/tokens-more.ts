// The colour roles that the first view does not need: states, QR codes, the chosen row. Loaded after the first view.
import { colors as firstColors, declareTokens } from './tokens.js'

const colors = {
  /** A pale accent as background of text. Derived from the accent if the page sets only that. */
  'accent-soft': ['#ddf3f6', '#12333a'],
  /** Text and icons of success. */
  success: ['#14713f', '#6fd79b'],
  /** Background of success. */
  'success-soft': ['#e0f4e8', '#14301f'],
  /** Text and icons of warnings. */
  warning: ['#7a5200', '#f2c14e'],
  /** Background of warnings. */
  'warning-soft': ['#fcf0d3', '#352a0e'],
  /** Text and icons of failures. */
  danger: ['#b3261e', '#ff9a94'],
  /** Background of failures. */
  'danger-soft': ['#fce8e6', '#3a1918'],
  /** Background of a destructive button. */
  'danger-solid': ['#b3261e', '#c73b34'],
  /** Text on a destructive button. */
  'on-danger': ['#ffffff', '#ffffff'],
  /** The modules of a QR code. */
  'qr-ink': ['#101317', '#101317'],
  /** Background of a QR code; keep it lighter than the modules. */
  'qr-paper': ['#ffffff', '#ffffff'],
} as const

/** Declares these colour roles; `followTheme` adds it to a themed host. */
export const moreTokens = declareTokens(colors)

/** Every colour role, for documents and tests. */
export const allColors = { ...firstColors, ...colors }
