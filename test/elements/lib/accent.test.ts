// The accent guard finds readable colours for any accent, and leaves a readable one alone.
import { expect, test } from 'vitest'
import { contrast, deriveAccent, reach, toLch, toRgb } from '../../../src/elements/lib/accent.js'

type Rgb = readonly [number, number, number]
const channels = (css: string) => (css.match(/\d+/g) ?? []).map((value) => Number(value) / 255) as unknown as Rgb // always three
const dark: Rgb[] = [
  [22 / 255, 24 / 255, 29 / 255],
  [30 / 255, 33 / 255, 40 / 255],
  [39 / 255, 43 / 255, 52 / 255],
]
const light: Rgb[] = [
  [1, 1, 1],
  [244 / 255, 246 / 255, 248 / 255],
  [233 / 255, 237 / 255, 241 / 255],
]
const accents: Rgb[] = [0, 0.25, 0.5, 0.75, 1].flatMap((red) =>
  [0, 0.33, 0.66, 1].flatMap((green) => [0, 0.5, 1].map((blue) => [red, green, blue] as const)),
)

test.each([
  ['dark', dark],
  ['light', light],
] as const)('every accent is readable on %s', (_mode, surfaces) => {
  for (const accent of accents) {
    const derived = deriveAccent(accent, surfaces)
    expect(contrast(channels(derived['on-accent']), accent), `on ${accent.join()}`).toBeGreaterThanOrEqual(4.49)
    for (const surface of surfaces) {
      expect(contrast(channels(derived['accent-text']), surface), `text ${accent.join()}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(channels(derived.focus), surface), `focus ${accent.join()}`).toBeGreaterThanOrEqual(3)
    }
  }
})

test('a colour that can be read already stays as it is', () => {
  const teal: Rgb = [10 / 255, 108 / 255, 125 / 255]
  const [red, green, blue] = reach(teal, light, 4.5)
  expect([red, green, blue].map((channel) => Math.round(channel * 255))).toEqual([10, 108, 125])
})

test('OKLCH and back is the same colour', () => {
  for (const accent of accents) {
    toRgb(toLch(accent)).forEach((channel, index) => expect(channel).toBeCloseTo(accent[index] ?? NaN, 3))
  }
})
