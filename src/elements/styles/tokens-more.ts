// The colour roles that no first view needs: states, codes, what is chosen. They come with the theme, right after it.
import { colors as firstColors, declareTokens } from './tokens.js'

const colors = {
  /** A tint of the accent behind text. Derived from it where only that is set. */
  'accent-soft': ['#ddf3f6', '#12333a'],
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
} as const

export const moreTokens = declareTokens(colors)

/** Every colour role, for documents and tests. */
export const allColors = { ...firstColors, ...colors }
