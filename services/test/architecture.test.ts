// Who may import whom in the services, read from the module graph, types included.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { circlesOf } from '../../test/support/circles.js'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('src', name))

/** Paths below `services` that a module imports: as values, as types, and lazily. */
function importsOf(path: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, path), 'utf8'))
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(dirname(path), fileName)).replace(/\.js$/, '.ts'))
}
const graph = new Map(sources.map((path) => [path, importsOf(path)]))
const edges = (isWrong: (from: string, to: string) => boolean) =>
  [...graph].flatMap(([from, all]) => all.filter((to) => isWrong(from, to)).map((to) => `${from} → ${to}`))

test('production imports nothing of the devnets', () => {
  expect(edges((_, to) => to.startsWith('devnet'))).toEqual([])
})

test('what reads chains knows nothing of the features above it', () => {
  expect(edges((from, to) => from.startsWith('src/chain/') && to.startsWith('src/data/'))).toEqual([])
})

test('a feature is known to the list of features, and to no other module', () => {
  expect(edges((from, to) => to.endsWith('/feature.ts') && to !== 'src/data/feature.ts' && from !== 'src/data/data.ts')).toEqual(
    [],
  )
})

test('no modules import each other in a circle, not even types', () => {
  expect(circlesOf(graph)).toEqual([])
})
