// The page's theme, as far as the frame follows it. What is signed must stay readable: a page chooses light or dark, the accent, the radius and a family of
// letters that reads as letters. Colours of texts and backgrounds are the frame's own, else a page could hide a warning in them.

/** Light or dark. */
export type Mode = 'light' | 'dark'

/** Custom properties of the document's root. */
export type ThemeStyles = ReadonlyMap<`--wm-${string}`, string>

/** More variables than any theme has are not looked at. */
const VARIABLES_MAX = 256
const VALUE_MAX = 64

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
const length = /^(\d{1,2}(?:\.\d{1,2})?)px$/
/** Families that are on most machines, and have letters and digits where they belong. */
const families = [
  'inter',
  'arial',
  'helvetica',
  'helvetica neue',
  'roboto',
  'segoe ui',
  'noto sans',
  'open sans',
  'verdana',
  'tahoma',
  'georgia',
  'times new roman',
  'ui-sans-serif',
  'ui-serif',
  'system-ui',
  'sans-serif',
  'serif',
]

/** Names that public clients use for the same. */
const tokens: Readonly<Record<string, (value: string) => ThemeStyles | undefined>> = {
  '--wm-accent': accent,
  '--w3m-accent': accent,
  '--apkt-accent': accent,
  '--wm-font-family': family,
  '--w3m-font-family': family,
  '--apkt-font-family': family,
  '--wm-radius-control': radius,
  '--w3m-border-radius-master': radius,
  '--apkt-border-radius-master': radius,
}

/** What is taken over of a page's variables; everything else is dropped. */
export function readVariables(...variables: readonly unknown[]): ThemeStyles {
  const styles = new Map<`--wm-${string}`, string>()
  for (const given of variables) {
    if (typeof given !== 'object' || given === null) continue
    for (const [name, value] of Object.entries(given).slice(0, VARIABLES_MAX)) {
      const read = Object.hasOwn(tokens, name) ? tokens[name] : undefined
      if (!read || typeof value !== 'string' || value.length > VALUE_MAX) continue
      for (const [token, style] of read(value.trim()) ?? []) styles.set(token, style)
    }
  }
  return styles
}

/** Sets the mode and the variables on the root of `document`, and removes those of an earlier theme. */
export function applyTheme(document: Document, mode: Mode | undefined, styles: ThemeStyles): void {
  const { dataset, style } = document.documentElement
  if (mode) dataset['mode'] = mode
  for (const name of [...style].filter((property) => property.startsWith('--wm-'))) style.removeProperty(name)
  for (const [name, value] of styles) style.setProperty(name, value)
}

/** With the text colour that is read best on it. */
function accent(value: string): ThemeStyles | undefined {
  if (!hex.test(value)) return undefined
  const digits = value.length === 4 ? value.slice(1).replace(/./g, '$&$&') : value.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(Number.parseInt(digits.slice(at, at + 2), 16) / 255))
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // WCAG contrast: white is better on it where (1.05 / (l + .05)) exceeds ((l + .05) / .05).
  const isDark = 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05
  return new Map([
    ['--wm-accent', `#${digits}`],
    ['--wm-on-accent', isDark ? '#ffffff' : '#000000'],
  ])
}

function linear(channel: number): number {
  return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

function family(value: string): ThemeStyles | undefined {
  const names = value.split(',').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'))
  if (!names.every((name) => families.includes(name.toLowerCase()))) return undefined
  const quoted = names.map((name) => (name.includes(' ') ? `'${name}'` : name))
  return new Map([['--wm-font-family', quoted.join(', ')]])
}

function radius(value: string): ThemeStyles | undefined {
  const [, size] = length.exec(value) ?? []
  return size === undefined || Number(size) > 32 ? undefined : new Map([['--wm-radius-control', `${size}px`]])
}
