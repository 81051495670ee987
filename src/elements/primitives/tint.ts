// Colours out of a name or an address: the same one always looks the same, and what is written on it can be read.

/** FNV-1a over UTF-16 units: small, even, and the same on every machine. Not for security. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  // Mixes the high bits down, because the callers use the low ones.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** Relative luminance (WCAG 2.2) of an HSL colour: degrees, percent, percent. */
export function luminanceOf(hue: number, saturation: number, lightness: number): number {
  const light = lightness / 100
  const chroma = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12
    const value = light - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4)
}

/** White or black, whichever can be read better on the colour: 4.58 or more on any. */
export function inkOn(hue: number, saturation: number, lightness: number): string {
  const luminance = luminanceOf(hue, saturation, lightness)
  const onWhite = 1.05 / (luminance + 0.05)
  const onInk = (luminance + 0.05) / 0.05
  return onWhite >= onInk ? '#ffffff' : '#000000'
}
