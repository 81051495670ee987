// Each view's row names the features whose words the view shows: read from the keys in its module and in what that imports.
import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { closure, readImports } from '../../../vite/closure.mjs'
import { routes } from '../../../src/elements/all-routes.js'
import { flatten, type Translate } from '../../../src/elements/lib/localize.js'
import type { Feature } from '../../../src/elements/locales/catalogue.js'
import all from '../../../src/elements/locales/en/all.js'
import { connectRoute, type Route } from '../../../src/elements/routes.js'
import { testRows } from '../../support/rows.js'

const root = resolve(import.meta.dirname, '../../..')
const featureOf = new Map(
  Object.entries(all).flatMap(([feature, words]) => [...flatten(words).keys()].map((key) => [key, feature as Feature] as const)),
)
/** Keys that no source spells out: these are put together at run time. */
const assembled = (() => {
  const elements = readdirSync(`${root}/src/elements`, { recursive: true, encoding: 'utf8' })
  const sources = elements.filter((path) => path.endsWith('.ts') && !path.startsWith('locales'))
  const text = sources.map((path) => readFileSync(`${root}/src/elements/${path}`, 'utf8')).join('')
  return [...featureOf].filter(([key]) => !text.includes(`'${key}'`))
})()
/** They ask for their words themselves. */
const withOwnWords = new Set(['wallet-finder', 'consent-box'])

const importsByPath = new Map<string, string[]>()
/** The views share most of their sources: each is read once. */
function getClosure(entry: string): Set<string> {
  const read = (path: string): string[] => {
    const imports = importsByPath.get(path) ?? (readImports(path) as string[])
    importsByPath.set(path, imports)
    return imports
  }
  return closure(entry, new Set(), read) as Set<string>
}

/** Sources of `src/elements` that show something: what a module imports, and the templates that it imports when it needs them. */
function sourcesOf(entry: string, seen = new Set<string>()): Set<string> {
  for (const path of getClosure(entry)) {
    if (seen.has(path) || !/\/src\/elements\/(views|templates|lib|primitives|shell)\//.test(path)) continue
    seen.add(path)
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/import\('(?:\.\.?\/)+(?:templates\/)?([\w-]+)\.js'\)/g)) {
      const template = `${root}/src/elements/templates/${name}.ts`
      if (ts.sys.fileExists(template) && !withOwnWords.has(name)) sourcesOf(template, seen)
    }
  }
  return seen
}

const featuresByPath = new Map<string, readonly Feature[]>()
/** Features of the keys in a source; of `errors.${code}`, those of those of the group that no source spells out. */
function featuresIn(path: string): readonly Feature[] {
  const known = featuresByPath.get(path)
  if (known) return known
  const found: Feature[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(...[featureOf.get(node.text) ?? []].flat())
    if (ts.isTemplateExpression(node) && /^\w+\.$/.test(node.head.text))
      for (const [key, feature] of assembled) if (key.startsWith(node.head.text)) found.push(feature)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true))
  featuresByPath.set(path, found)
  return found
}

const rows: readonly (readonly [string, Route])[] = Object.entries(routes as Readonly<Record<string, Route<never>>>).map(
  ([name, row]) => [name, row as Route],
)
const moduleOf = (name: string) => {
  const tables = ['all-routes', 'buy-routes', 'embedded-routes'].map((table) =>
    readFileSync(`${root}/src/elements/${table}.ts`, 'utf8'),
  )
  const table = tables.join('')
  const [, shared] = new RegExp(`\\b${name}: (?!route\\b)(\\w+),`).exec(table) ?? [] // one row under two names
  const row = shared === undefined ? `\\b${name}: route` : `const ${shared} = route`
  const [, path = ''] = new RegExp(`${row}[^]*?import\\('\\./(views/[\\w/-]+)\\.js'\\)`).exec(table) ?? []
  return `${root}/src/elements/${path}.ts`
}

testRows(rows)('%s names the features of the words that it shows, and no other', (name, row) => {
  const sources = [...sourcesOf(moduleOf(name))]
  expect(sources.map((path) => relative(root, path))).toContain(relative(root, moduleOf(name)))
  const shown = new Set(sources.flatMap(featuresIn))
  if (row.note) for (const key of [row.note.text, row.note.label]) shown.add(featureOf.get(key)!)
  for (const always of ['first', 'shell'] as const) shown.delete(always)
  expect([...(row.words ?? [])].sort()).toEqual([...shown].sort())
})

testRows([...rows, ['Connect', connectRoute] as const])('the heading of %s is there before its own words are', (_name, row) => {
  const asked: string[] = []
  const t: Translate = (key) => {
    asked.push(key)
    return key
  }
  row.title(t, { wallet: { name: 'Alder' }, network: { name: 'Base' }, nft: { name: 'Drawing' } })
  for (const key of asked) expect(['first', 'shell'], key).toContain(featureOf.get(key))
})

test('the first screen has its words with it, except for what it fetches more code for', () => {
  const view = `${root}/src/elements/views/connect/connect-view.ts`
  const sources = [...getClosure(view)].filter((path) => path.includes('/src/elements/'))
  const later = new Set(sources.flatMap(featuresIn).filter((feature) => feature !== 'first'))
  // The sentence over a list narrowed to one family, with its name; `shell` comes right after the first view.
  expect([...later]).toEqual(['shell'])
})
