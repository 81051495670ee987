// Text to the outline of a QR code. Loaded when the first code is drawn.
import { correction, generate } from 'lean-qr/nano'

/** The three finder patterns, which `qr-code.ts` draws as eyes, are this many modules wide. */
const EYE = 7
/** A module is so many units wide, and a free corner's radius so many: .35. The middle stays full, which is what a reader samples. */
const UNITS = 20
const RADIUS = 7

/**
 * One path over a grid of `size` × `size` modules of 20 units, without the eyes. The runs of a row are one shape each, so that no hairline shows between
 * modules; a corner with no neighbour above or below is round.
 */
export function drawQr(text: string): { readonly path: string; readonly size: number } {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const { size } = code
  const far = size - EYE
  const isEye = (x: number, y: number) => (y < EYE && (x < EYE || x >= far)) || (x < EYE && y >= far)
  const isDark = (x: number, y: number) => code.get(x, y) && !isEye(x, y)
  const free = (x: number, y: number) => (isDark(x, y) ? 0 : RADIUS)
  let path = ''
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      const start = x
      while (isDark(x + 1, y)) x++
      const a = free(start, y - 1)
      const b = free(x, y - 1)
      const c = free(x, y + 1)
      const d = free(start, y + 1)
      const left = start * UNITS
      const top = y * UNITS
      const width = (x + 1) * UNITS - left
      path += `M${left + a} ${top}h${width - a - b}q${b} 0 ${b} ${b}v${UNITS - b - c}q0 ${c}-${c} ${c}h${c + d - width}q-${d} 0-${d}-${d}V${top + a}q0-${a} ${a}-${a}z`
    }
  return { path, size }
}
