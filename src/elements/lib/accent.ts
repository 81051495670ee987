// Derives readable colours from a page's own accent: text on the accent, the accent as text, and the focus ring. Loaded only if the page sets an accent.
// Contrast by WCAG 2.2: 4.5 for text, 3 for the focus ring. Colours change in OKLCH, where lightness can change while hue and chroma stay.

/** sRGB channels, 0…1. */
type Rgb = readonly [red: number, green: number, blue: number]
/** OKLCH; `hue` in radians. */
interface Lch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** sRGB to OKLCH: the polar form of OKLab (https://bottosson.github.io/posts/oklab/). */
export function toLch([red, green, blue]: Rgb): Lch {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, chroma: Math.hypot(a, bb), hue: Math.atan2(bb, a) }
}

/** OKLCH to sRGB; channels outside of sRGB are clamped to 0…1. */
export function toRgb({ lightness, chroma, hue }: Lch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const fit = (value: number) => Math.min(1, Math.max(0, gamma(Math.max(0, value))))
  return [
    fit(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fit(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fit(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio of two colours, 1…21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number] // an array of two
  return (high + 0.05) / (low + 0.05)
}

/** `color` with the nearest lightness whose contrast against every ground is at least `ratio`; black or white if there is none. */
export function reach(color: Rgb, grounds: readonly Rgb[], ratio: number): Rgb {
  const lch = toLch(color)
  const passes = (candidate: Rgb) => grounds.every((ground) => contrast(candidate, ground) >= ratio)
  for (let step = 0; step <= 100; step++) {
    for (const lightness of [lch.lightness + step / 100, lch.lightness - step / 100]) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = toRgb({ ...lch, lightness })
      if (passes(candidate)) return candidate
    }
  }
  return passes([0, 0, 0]) ? [0, 0, 0] : [1, 1, 1]
}

const css = (color: Rgb) => `rgb(${color.map((channel) => Math.round(channel * 255)).join(' ')})`

/** The colours derived from `accent`, readable on all of `surfaces`; CSS colours by role. */
export function deriveAccent(accent: Rgb, surfaces: readonly Rgb[]) {
  const { chroma, hue } = toLch(accent)
  const dark = toRgb({ lightness: 0.2, chroma: Math.min(chroma, 0.05), hue })
  const onAccent =
    contrast([1, 1, 1], accent) >= 4.5 ? ([1, 1, 1] as const) : contrast(dark, accent) >= 4.5 ? dark : reach(dark, [accent], 4.5)
  // Rounding a channel may lose 0.01 of contrast, so aim a little higher.
  return {
    'on-accent': css(onAccent),
    'accent-text': css(reach(accent, surfaces, 4.55)),
    focus: css(reach(accent, surfaces, 3.05)),
  }
}

/**
 * Sets the derived colours as private tokens (`--_wm-*`) on `host`, for each role that the page does not set itself. Warns when the accent cannot be
 * used as text.
 */
export function guardAccent(
  host: HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment },
  warn: (message: string) => void,
) {
  const probe = host.ownerDocument.createElement('span')
  host.renderRoot.append(probe)
  const styles = getComputedStyle(probe)
  const given = (role: string) => styles.getPropertyValue(`--wm-${role}`).trim() !== ''
  const read = (role: string): Rgb => {
    probe.style.color = `var(--_wm-${role})`
    return pixelOf(styles.color)
  }
  const accent = read('accent')
  const derived = deriveAccent(accent, [read('surface'), read('raised'), read('hover')])
  const soft = 'color-mix(in oklab, var(--_wm-accent) 16%, var(--_wm-surface))'
  for (const [role, value] of Object.entries({ ...derived, 'accent-soft': soft })) {
    if (given(role)) host.style.removeProperty(`--_wm-${role}`)
    else host.style.setProperty(`--_wm-${role}`, value)
  }
  if (derived['accent-text'] !== css(accent) && !given('accent-text')) {
    warn(`--wm-accent ${css(accent)} cannot be read as text on this theme's surfaces; ${derived['accent-text']} is used for text`)
  }
  probe.remove()
}

/** A computed CSS colour in any notation as channels; black where there is no canvas. */
function pixelOf(color: string): Rgb {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })
  if (context === null) return [0, 0, 0]
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red / 255, green / 255, blue / 255]
}
