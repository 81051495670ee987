// Text to the outline of a QR code. Loaded when the first code is drawn.
import { correction, generate } from 'lean-qr/nano'

/** One path over a grid of `size` × `size` modules; runs of a row are one rectangle, so that no hairline shows between modules. */
export function drawQr(text: string): { readonly path: string; readonly size: number } {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const { size } = code
  let path = ''
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!code.get(x, y)) continue
      const start = x
      while (code.get(x + 1, y)) x++
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`
    }
  return { path, size }
}
