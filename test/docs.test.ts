// The hand-written pages of the docs keep up with the code: every error code, every setting, every public theme variable is explained, and every link leads somewhere.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { catalogue } from '../src/errors.js'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    return statSync(join(root, path)).isDirectory() ? pages(path) : name.endsWith('.md') ? [path] : []
  })

test('every error code has a paragraph', () => {
  const text = read('docs/errors.md')
  expect(Object.keys(catalogue).filter((code) => !text.includes(`## ${code.toLowerCase()}\n`))).toEqual([])
})

test('every setting is documented', () => {
  const source = ts.createSourceFile('config.ts', read('src/config.ts'), ts.ScriptTarget.ES2022, true)
  const settings = source.statements
    .filter(ts.isInterfaceDeclaration)
    .find((declaration) => declaration.name.text === 'ModalConfig')
    ?.members.map((member) => member.name?.getText() ?? '')
  const text = read('docs/guide/settings.md')
  expect(settings?.length).toBeGreaterThan(10)
  expect(settings?.filter((setting) => !text.includes(`\`${setting}`))).toEqual([])
})

test('every relative link leads to a file', () => {
  const broken = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages('docs')].flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target]) => join(dirname(page), target ?? ''))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page} → ${path}`),
  )
  expect(broken).toEqual([])
})
