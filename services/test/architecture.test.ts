// Who may import whom in the services, read from the module graph, types included.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { circlesOf } from '../../test/support/circles.js'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
const sources = below('src')

/** What a module imports, as it is written: as values, as types, and lazily. */
const specifiersOf = (path: string): readonly string[] =>
  ts.preProcessFile(readFileSync(join(root, path), 'utf8')).importedFiles.map(({ fileName }) => fileName)

/** Paths below `services` that a module imports. */
const importsOf = (path: string): readonly string[] =>
  specifiersOf(path)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(path), name)).replace(/\.js$/, '.ts'))
const graphOf = (paths: readonly string[]) => new Map(paths.map((path) => [path, importsOf(path)]))
const graph = graphOf(sources)
const edges = (isWrong: (from: string, to: string) => boolean, of: ReadonlyMap<string, readonly string[]> = graph) =>
  [...of].flatMap(([from, all]) => all.filter((to) => isWrong(from, to)).map((to) => `${from} → ${to}`))

/** Modules beside the rooms that every room may import; they import none of ours. */
const leaves = ['src/base58.ts', 'src/clock.ts', 'src/constant-time.ts', 'src/timeout.ts']

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
  recovery: ['db', 'http', 'operations', 'settings'],
  embedded: ['chain', 'db', 'http', 'limits', 'operations', 'recovery', 'settings', 'upstream'],
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

// The frame: a page of its own, at the keys of visitors. What it imports goes to their browsers.
const frame = graphOf(below('frame').filter((path) => !/^frame\/(?:build\/|vite\.config)/.test(path)))

test('the frame imports itself, the protocol, the vocabulary and what is said on the wire, and the services nothing of it but boxes', () => {
  const isItsOwn = (to: string) =>
    /^(?:frame|\.\.\/src\/(?:frame|vocabulary))\//.test(to) || /^src\/embedded\/(?:wire|wire-answers|approval-wire)\.ts$/.test(to)
  expect(frame.size).toBeGreaterThan(0)
  expect(edges((_, to) => !isItsOwn(to), frame)).toEqual([])
  // The recovery service keeps boxes: it opens and closes them with the frame's own code, and knows their shapes.
  const box = /^frame\/keys\/(?:recovery-box|bytes|errors|types)\.ts$/
  expect(edges((from, to) => to.startsWith('frame/') && !(from.startsWith('src/recovery/') && box.test(to)))).toEqual([])
})

test('the frame imports no module of Node, and of packages those that are meant for a browser', () => {
  const packages =
    /^(?:@noble\/(?:curves|hashes)|@scure\/(?:base|bip39|btc-signer)|@adraffy\/ens-normalize|lit|viem|zod\/mini)(?:$|\/)/
  const foreign = [...frame.keys()].flatMap((path) =>
    specifiersOf(path).flatMap((name) => (name.startsWith('.') || packages.test(name) ? [] : [`${path} → ${name}`])),
  )
  expect(foreign).toEqual([])
})

test('the page reaches the keys through its handle: the code that signs is in the worker alone', () => {
  const values = (path: string): readonly string[] => {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ES2022)
    return source.statements
      .filter(ts.isImportDeclaration)
      .filter(({ importClause }) => importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
      .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text)
  }
  const reached = new Set<string>(['frame/keys/keyring.ts'])
  for (const path of reached)
    if (!path.startsWith('package ')) for (const name of values(path))
      reached.add(name.startsWith('.') ? normalize(join(dirname(path), name)).replace(/\.js$/, '.ts') : `package ${name}`) // oxfmt-ignore
  expect([...reached].filter((path) => path.startsWith('package '))).toEqual(['package zod/mini'])
})

test('no modules of the frame import each other in a circle, and none is longer than 400 lines', () => {
  expect(circlesOf(frame)).toEqual([])
  const isLong = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length > 401
  expect([...frame.keys()].filter(isLong)).toEqual([])
})
