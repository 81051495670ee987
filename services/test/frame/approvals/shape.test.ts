// What approvals are made of: their imports, their texts, and no way for a text to become markup.
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { circlesOf } from '../../../../test/support/circles.js'
import { ar } from '../../../frame/approvals/messages-ar.js'
import { de } from '../../../frame/approvals/messages-de.js'
import { en, type MessageKey } from '../../../frame/approvals/messages.js'

const root = resolve(fileURLToPath(import.meta.url), '../../../../..')
const folder = 'services/frame/approvals'
const sources = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(folder, name))
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const importsOf = (path: string): readonly string[] =>
  ts.preProcessFile(textOf(path)).importedFiles.map(({ fileName }) => fileName)

test('approvals import the vocabulary, the frame protocol, and few packages', () => {
  const packages = /^(?:lit\/html\.js|viem|viem\/utils|zod\/mini|@scure\/base)$/
  for (const path of sources)
    for (const name of importsOf(path)) {
      const target = name.startsWith('.') ? normalize(join(path, '..', name)) : name
      expect(
        target.startsWith(`${folder}/`) || /^src\/(?:vocabulary|frame)\//.test(target) || packages.test(target),
        `${path}: ${name}`,
      ).toBe(true)
      // Describing works without a document: only the stack knows the view.
      if (target.startsWith(`${folder}/view/`)) expect(path.includes('/view/') || path.endsWith('/stack.ts'), path).toBe(true)
    }
})

test('no modules import each other in a circle', () => {
  const graph = new Map(
    sources.map((path) => [
      path,
      importsOf(path)
        .filter((name) => name.startsWith('.'))
        .map((name) => normalize(join(path, '..', name)).replace(/\.js$/, '.ts')),
    ]),
  )
  expect(circlesOf(graph)).toEqual([])
})

test('files are short, and nothing makes markup of a text', () => {
  for (const path of sources) {
    const text = textOf(path)
    expect(text.split('\n').length, path).toBeLessThanOrEqual(401)
    expect(text, path).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|unsafeHTML|unsafeSVG|unsafeStatic|\beval\b|new Function/,
    )
    // Sheets are made in one place, of the texts in `styles.ts`.
    if (!path.endsWith('live-element.ts')) expect(text, path).not.toMatch(/unsafeCSS|CSSStyleSheet|replaceSync/)
  }
})

const placesOf = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()

test.each([
  ['de', de],
  ['ar', ar],
])('%s has the texts of English, with the same places', (_, messages) => {
  expect(Object.keys(messages)).toEqual(Object.keys(en))
  for (const key of Object.keys(en) as MessageKey[]) expect(placesOf(messages[key]), key).toEqual(placesOf(en[key]))
})

test('every text is used, and German says “Sie”', () => {
  const code = [...sources.filter((path) => !path.includes('messages')), 'services/frame/smart/describe.ts']
    .map(textOf)
    .join('\n')
  expect(Object.keys(en).filter((key) => !code.includes(`'${key}'`))).toEqual([])
  expect(Object.values(de).filter((text) => /\b(?:du|dein|deine|dich|dir)\b/i.test(text))).toEqual([])
})
