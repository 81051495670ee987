// The design tokens: each is defined, each is used, none is used that is not defined, and every pair can be read.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '../../../src/elements/lib/accent.js'
import { measures } from '../../../src/elements/styles/tokens.js'
import { allColors as colors } from '../../../src/elements/styles/tokens-more.js'
import { testRows } from '../../support/rows.js'

const folder = new URL('../../../src/elements/', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/tokens(-more)?\.ts$/.test(file))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n')
const used = new Set([...sources.matchAll(/var\(--_wm-([\w-]+)/g)].map(([, name]) => name ?? ''))
const defined = new Set([...Object.keys(colors), ...Object.keys(measures)])

test('every token is used', () => {
  expect([...defined].filter((name) => !used.has(name))).toEqual([])
})
test('every token that is used is defined', () => {
  expect([...used].filter((name) => !defined.has(name) && !name.startsWith('$'))).toEqual([])
})

type Role = keyof typeof colors
const onSurfaces: readonly (readonly [Role, number])[] = [
  ['text', 4.5],
  ['text-2', 4.5],
  ['text-3', 4.5],
  ['accent-text', 4.5],
  ['success', 4.5],
  ['warning', 4.5],
  ['danger', 4.5],
  ['focus', 3],
  ['line-control', 3],
]
const pairs: readonly (readonly [Role, Role, number])[] = [
  ...onSurfaces.flatMap(([role, ratio]) =>
    (['surface', 'raised', 'hover'] as const).map((ground) => [role, ground, ratio] as const),
  ),
  ['text-3', 'pressed', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-danger', 'danger-solid', 4.5],
  ['text', 'accent-soft', 4.5],
  ['accent-text', 'accent-soft', 4.5],
  ['success', 'success-soft', 4.5],
  ['warning', 'warning-soft', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['qr-ink', 'qr-paper', 7],
]
const rgb = (hex: string) =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as readonly [number, number, number] // three channels by construction

testRows(pairs)('%s on %s reaches %d in both modes', (ink, ground, ratio) => {
  for (const mode of [0, 1] as const)
    expect(contrast(rgb(colors[ink][mode]), rgb(colors[ground][mode]))).toBeGreaterThanOrEqual(ratio)
})
