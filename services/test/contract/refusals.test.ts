// What goes wrong is told in few words, all of them known: codes and messages of the client as in its catalogue and its documentation, fields
// of the services' refusals as in theirs.
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../src/vocabulary/errors.js'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

interface Thrown {
  readonly where: string
  readonly words: readonly ts.Expression[]
}

/** Every `new {name}(…)` below a folder, with its arguments. */
function thrown(folder: string, name: string): readonly Thrown[] {
  const files = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return files.flatMap((file) => {
    const text = read(`${folder}/${file}`)
    if (!text.includes(`new ${name}(`)) return []
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
    const found: Thrown[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isNewExpression(node) && node.expression.getText(source) === name) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
        found.push({ where: `${folder}/${file}:${line + 1}`, words: node.arguments ?? [] })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })
}

/** A text as it is written, each value in it as `{}`; undefined: it is made elsewhere. */
function textOf(node: ts.Expression | undefined): string | undefined {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map((span) => `{}${span.literal.text}`).join('')
}

const blank = (text: string) => text.replace(/\{\w*\}/g, '{}')

describe('the client', () => {
  const errors = thrown('src', 'WalletError').filter(({ where }) => !where.startsWith('src/vocabulary/errors.ts'))

  test('says nothing inline that its catalogue says otherwise', () => {
    expect(errors.length).toBeGreaterThan(5)
    const other = errors.filter(({ words: [code, message] }) => {
      const known = new Map(Object.entries(catalogue)).get(textOf(code) ?? '')
      return known === undefined || blank(known) !== textOf(message)
    })
    expect(other.map(({ where, words }) => `${where} ${words.map(textOf).join(' ')}`)).toEqual([])
  })

  test('documents each code with the message that it has', () => {
    const text = read('docs/errors.md')
    for (const [code, message] of Object.entries(catalogue)) expect(text, code).toContain(`\`${code}\` — “${message}”`)
    expect([...text.matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading?.toUpperCase())).toEqual(Object.keys(catalogue))
  })
})

describe('the services', () => {
  const refusals = thrown('services/src', 'HttpError')
  const section = /## What a refusal says\n([\s\S]*?)\n## /.exec(read('docs/self-hosting.md'))?.[1] ?? ''

  test('name only fields and statuses that are documented', () => {
    expect(refusals.length).toBeGreaterThan(80)
    const said = new Set(
      refusals.map(({ words: [, field] }) => textOf(field)).filter((field) => field !== undefined && field !== ''),
    )
    const unknown = [...said].filter((field) => !section.includes(`\`${field?.split('.')[0] ?? ''}\``))
    expect(unknown).toEqual([])
    const statuses = new Set(
      refusals.map(({ words: [status] }) => status?.getText() ?? '').filter((status) => /^\d+$/.test(status)),
    )
    expect([...statuses].filter((status) => !section.includes(`| ${status} |`))).toEqual([])
  })

  test('tell a person what is wrong: a sentence without an end, without markup', () => {
    const odd = refusals.filter(({ words: [, , description] }) => {
      const text = textOf(description)
      return text !== undefined && !/^(?:[A-Z{]|`)[^<>\n]{7,118}[^.\s]$/.test(text)
    })
    expect(odd.map(({ where, words }) => `${where} ${words.map(textOf).join(' ')}`)).toEqual([])
  })
})
