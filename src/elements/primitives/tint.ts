// Colours made from a name or an address: equal names have equal colours, and the letter on them is readable.

/** A 32-bit hash: FNV-1a over UTF-16 units, mixed. The same on every machine. Not for security. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  // Mix the high bits into the low ones, which the callers use.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** A background colour from the hash of `name`, and a text colour of the same hue with a contrast of at least 4.5 on it. CSS colours. */
export function tintOf(name: string): { readonly ground: string; readonly ink: string } {
  const hue = hashOf(name) % 360
  return { ground: `oklch(0.62 0.09 ${hue})`, ink: `oklch(0.2 0.04 ${hue})` }
}

/** Sets the colours of `name` (`tintOf`) on an element. */
export function tint({ style }: HTMLElement, name: string): void {
  const { ground, ink } = tintOf(name)
  style.backgroundColor = ground
  style.color = ink
}
