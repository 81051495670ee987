// The operator's manual names every setting that is read, and none that is not.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { expect, test } from 'vitest'
import { variables } from '../../src/settings/config.js'
import { dataFileSchema } from '../../src/data/config.js'

const manual = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8')

/** What stands in backticks in the first column of the table below a heading. */
function settingsBelow(heading: string): readonly string[] {
  const [, section = ''] = manual.split(`\n${heading}\n`)
  const [text = ''] = section.split('\n## ')
  const cells = text.split('\n').flatMap((line) => /^\| (`.+?) \|/.exec(line)?.[1] ?? [])
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
}

/** `names.zone`, `chains.*.tokens[].address`. */
function pathsOf(shape: Shape, path: string): readonly string[] {
  const { properties, additionalProperties, items } = shape
  if (properties) return Object.entries(properties).flatMap(([name, inner]) => pathsOf(inner, path ? `${path}.${name}` : name))
  if (typeof additionalProperties === 'object') return pathsOf(additionalProperties, `${path}.*`)
  return items?.properties ? pathsOf(items, `${path}[]`) : [path]
}

test('every variable of the environment, and no other', () => {
  const named = settingsBelow('## The environment')
  expect(named.filter((name) => !name.startsWith('WM_RPC_')).sort()).toEqual([...variables].sort())
  expect(named).toContain('WM_RPC_<NAMESPACE>_<REFERENCE>')
})

test('every key of the data file, and no other', () => {
  const shape = z.toJSONSchema(dataFileSchema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape
  const paths = pathsOf(shape, '')
  expect(paths).toContain('names.zone')
  expect([...settingsBelow('## The data file')].sort()).toEqual([...paths].sort())
})
