// Encodes a text as a QR code and draws its outline. Loaded with the first code.
import { correction, generate } from 'lean-qr/nano'

/** Width of the three finder patterns ("eyes"), in modules. `qr-code.ts` draws them. */
const EYE = 7
/** Width of a module, in units of the path. */
const UNITS = 20
/** Radius of a free corner, in units: 0.35 of a module. Readers sample the middle of a module, which stays full. */
const RADIUS = 7

/**
 * The QR code of `text` with error correction M: `size` modules per side, and one SVG path in units of 1/20 module, without the finder patterns.
 * Each run of dark modules in a row is one shape, so that no hairline shows between modules; corners without a dark neighbour above or below are
 * round.
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
