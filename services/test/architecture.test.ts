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

/** Modules beside the rooms that every room may import; they import none of ours. */
const leaves = ['src/base58.ts', 'src/clock.ts', 'src/constant-time.ts', 'src/timeout.ts', 'src/untrusted-text.ts']

/** Room → rooms that it may import. Below the line in the middle stands what a visitor asks for, above it what serves every route. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  db: [],
  limits: ['db', 'operations', 'upstream'],
  settings: ['limits', 'operations'],
  http: ['limits', 'settings'],
  upstream: ['http', 'operations'],
  operations: ['db', 'http', 'limits', 'settings', 'upstream'],
  // ---
  relay: ['db', 'limits', 'operations'],
  wallets: ['http', 'settings'],
  rpc: ['http', 'limits', 'operations', 'settings', 'upstream'],
  chain: ['http', 'operations', 'rpc', 'settings', 'upstream'],
  data: ['chain', 'db', 'http', 'limits', 'operations', 'rpc', 'settings', 'upstream', 'wallets'],
}

/** `http` of `src/http/route.ts`; undefined for a module beside the rooms. */
function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1]
}

test('every folder of the sources is a room of the table', () => {
  const found = new Set(sources.flatMap((path) => roomOf(path) ?? []))
  expect([...found].sort()).toEqual(Object.keys(rooms).sort())
})

test('a room imports the rooms that the table names, and no other', () => {
  const isWrong = (from: string, to: string) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    return room !== undefined && other !== undefined && room !== other && !rooms[room]?.includes(other)
  }
  expect(edges(isWrong)).toEqual([])
})

test('of the modules beside the rooms, a room imports the leaves alone', () => {
  const isBeside = (path: string) => path.startsWith('src/') && roomOf(path) === undefined
  expect(edges((from, to) => roomOf(from) !== undefined && isBeside(to) && !leaves.includes(to))).toEqual([])
  expect(edges((from) => leaves.includes(from))).toEqual([])
})

test('production imports nothing of the devnets', () => {
  expect(edges((_, to) => to.startsWith('devnet'))).toEqual([])
})

test('a feature is known to the list of features, and to no other module', () => {
  expect(edges((from, to) => to.endsWith('/feature.ts') && to !== 'src/data/feature.ts' && from !== 'src/data/data.ts')).toEqual(
    [],
  )
})

test('no modules import each other in a circle, not even types', () => {
  expect(circlesOf(graph)).toEqual([])
})
