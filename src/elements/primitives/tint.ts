// Colours out of a name or an address: the same one always looks the same, and what is written on it can be read.

/** FNV-1a over UTF-16 units: small, even, and the same on every machine. Not for security. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  // Mixes the high bits down, because the callers use the low ones.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** A calm ground out of a name's hash, and an ink of the same hue that reaches 4.5 on it: lightness and chroma are the same for every hue. */
export function tintOf(name: string): { readonly ground: string; readonly ink: string } {
  const hue = hashOf(name) % 360
  return { ground: `oklch(0.62 0.09 ${hue})`, ink: `oklch(0.2 0.04 ${hue})` }
}

export function tint({ style }: HTMLElement, name: string): void {
  const { ground, ink } = tintOf(name)
  style.backgroundColor = ground
  style.color = ink
}
