// Text to the outline of a QR code. Loaded when the first code is drawn.
import { encode } from 'uqr'

/** One path over a grid of `size` × `size` modules; runs of a row are one rectangle, so that no hairline shows between modules. */
export function drawQr(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  let path = ''
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue
      const start = x
      while (row[x + 1] === true) x++
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`
    }
  })
  return { path, size }
}
