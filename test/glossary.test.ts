// One noun means one thing: the glossary of docs/architecture.md against what `src` exports. And every export says what it is.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { testRows } from './support/rows.js'

const root = join(import.meta.dirname, '..')
const WORDS_MAX_COUNT = 25

interface Exported {
  /** Below `src`, without `.ts`. */
  readonly module: string
  readonly name: string
  readonly isDocumented: boolean
}

/** Each declaration that a module of `src` exports; messages and drawings aside. */
const exported: readonly Exported[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !/locales\/[\w-]+\/|icons\/networks\//.test(path))
  .flatMap((path) => {
    const source = ts.createSourceFile(path, readFileSync(join(root, 'src', path), 'utf8'), ts.ScriptTarget.ES2022, true)
    return source.statements.flatMap((statement) => {
      const isExported =
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
      if (!isExported) return []
      const names = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.getText())
        : [(statement as ts.DeclarationStatement).name?.getText() ?? '']
      const isDocumented = ts.getJSDocCommentsAndTags(statement).length > 0
      return names.map((name) => ({ module: path.replace(/\.tsx?$/, ''), name, isDocumented }))
    })
  })

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const section = /## Glossary\n([^]*?)\n## /.exec(page)?.[1] ?? ''
const rows = [...section.matchAll(/^\| ([a-z ]+) \| (.+) \| (.+) \|$/gm)]
  .map(([, word = '', meaning = '', places = '']) => ({
    word,
    meaning,
    places: [...places.matchAll(/`([\w/-]+)`/g)].map(([, place = '']) => place),
  }))
  .filter(({ word }) => word !== 'word')

/** `createWalletSession` → `create wallet session` */
const inWords = (name: string) => name.replace(/^\$/, '').replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase() // oxfmt-ignore
const bears = (name: string, word: string) => new RegExp(`\\b${word}s?\\b`).test(inWords(name))

test('it has at most 25 words, each once', () => {
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.length).toBeLessThanOrEqual(WORDS_MAX_COUNT)
  expect(new Set(rows.map(({ word }) => word)).size).toBe(rows.length)
})

testRows(rows.filter(({ places }) => places.length > 0).map((row) => [row.word, row] as const))(
  'nothing else is called %s',
  (word, { places }) => {
    const isHome = ({ module }: Exported) => places.some((place) => module.startsWith(place))
    // The specification names its numbers itself.
    const others = exported.filter(({ module, name }) => bears(name, word) && module !== 'vocabulary/constants')
    expect(others.filter((entry) => !isHome(entry)).map(({ module, name }) => `${module}#${name}`)).toEqual([])
    expect(places.filter((place) => !exported.some(({ module }) => module.startsWith(place)))).toEqual([])
  },
)

test('every export of the sources has a doc comment', () => {
  expect(exported.filter(({ isDocumented }) => !isDocumented).map(({ module, name }) => `${module}#${name}`)).toEqual([])
})
