// The pages of the docs keep up with the code: their snippets compile, every error code, setting, network, attribute, part and theme variable is explained, and every link
// leads somewhere.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from 'svelte/compiler'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'
import accountFigures from '../bench/account.json' with { type: 'json' }
import { tableOf } from '../bench/account/table.mjs'
import manifest from '../custom-elements.json' with { type: 'json' }
import { measures } from '../src/elements/styles/tokens.js'
import { allColors as colors } from '../src/elements/styles/tokens-more.js'
import { catalogue } from '../src/vocabulary/errors.js'
import { WalletAccountButton, WalletConnectButton, WalletModalElement, WalletNetworkButton } from '../src/index.js'
import { WalletOnramp } from '../src/onramp.js'
import { networksByName } from '../src/vocabulary/networks.js'
import { diagnose, readSnippets, snippetsOf, toSources } from './support/snippets.js'

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

test('the figures of an account are those that were measured', () => {
  expect(read('docs/benchmarks.md')).toContain(tableOf(accountFigures))
})

test('each decision has its number and three sections', () => {
  for (const path of pages('docs/decisions')) {
    const headings = read(path)
      .split('\n')
      .filter((line) => line.startsWith('#'))
    const [, number = ''] = /(\d{4})-[\w-]+\.md$/.exec(path) ?? []
    expect(headings).toEqual([expect.stringMatching(`^# ${number} \\S`), '## Context', '## Decision', '## Consequences'])
  }
})

test('every setting is documented', () => {
  const source = ts.createSourceFile('types.ts', read('src/config/setting-types.ts'), ts.ScriptTarget.ES2022, true)
  const settings = source.statements
    .filter(ts.isInterfaceDeclaration)
    .find((declaration) => declaration.name.text === 'ModalConfig')
    ?.members.map((member) => member.name?.getText() ?? '')
  const text = read('docs/guide/settings.md')
  expect(settings?.length).toBeGreaterThan(10)
  expect(settings?.filter((setting) => !text.includes(`| \`${setting}`))).toEqual([])
})

const elements = {
  'wallet-modal': WalletModalElement,
  'wallet-connect-button': WalletConnectButton,
  'wallet-account-button': WalletAccountButton,
  'wallet-network-button': WalletNetworkButton,
  'wallet-onramp': WalletOnramp,
}

describe.each(Object.entries(elements))('the page of <%s>', (tag, element) => {
  const page = read(`docs/elements/${tag}.md`)
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  const column = (index: number) => rows.map((row) => row.split(' | ')[index]?.replace(/[|` ]/g, '') ?? '')

  test('has every attribute, with its property, its type and what it means', () => {
    expect(element.observedAttributes.length).toBeGreaterThan(0)
    for (const attribute of element.observedAttributes)
      expect(rows).toContainEqual(
        expect.stringMatching(new RegExp(`^\\| \`${attribute}\` \\| \`\\w+\` \\| \`.+\` \\| .*\\| .+ \\|$`)),
      )
  })

  test('has every property that is no attribute, and none of ours', () => {
    const properties = [...element.elementProperties].filter(([, { state }]) => !state).map(([name]) => String(name))
    expect(column(1)).toEqual(expect.arrayContaining(properties))
    for (const inner of ['core', 'shell', 'content', 'openModal']) expect(column(1)).not.toContain(inner)
  })

  test('has every part', () => {
    const exported = /const parts = '(.+)'/.exec(read('src/elements/shell/shell.ts'))?.[1]?.split(', ') ?? []
    const own = [...read('src/elements/shell/wallet-button.ts').matchAll(/\bpart="(\w+)"/g)].map(([, name]) => name)
    const parts = tag === 'wallet-modal' ? exported : own
    expect(parts.length).toBeGreaterThan(0)
    expect(column(0)).toEqual(expect.arrayContaining(parts))
  })

  test('has the custom properties that it takes', () => {
    const all = [...Object.keys(colors), ...Object.keys(measures)].map((name) => `--wm-${name}`)
    const listed = column(0).filter((name) => name.startsWith('--wm-'))
    if (tag === 'wallet-modal') expect(listed).toEqual(all)
    else expect(listed).toEqual(expect.arrayContaining(['--wm-accent', '--wm-on-accent', '--wm-focus', '--wm-radius-control']))
    for (const name of listed)
      expect(rows).toContainEqual(expect.stringMatching(new RegExp(`^\\| \`${name}\` \\| \`.+\` \\| .+ \\|$`)))
  })
})

test('every name of a network is in the guide', () => {
  const text = read('docs/guide/networks.md')
  const missing = Object.entries(networksByName).filter(
    ([name, { caipNetworkId }]) => !text.includes(`| \`${name}\` | \`${caipNetworkId}\` |`),
  )
  expect(missing.map(([name]) => name)).toEqual([])
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

const snippets = ['README.md', 'docs/theming.md', 'docs/errors.md', 'docs/self-hosting.md', ...pages('docs/guide')].flatMap(
  (page) => readSnippets(root, page),
)
const of = (language: string) => snippets.filter((snippet) => snippet.language === language)

describe('the snippets of the documents', () => {
  test('every snippet in TypeScript compiles, and a wrong one does not', () => {
    const wrong = snippetsOf(
      'wrong',
      "```ts\nimport { createWalletModal } from 'wallet-modal'\ncreateWalletModal({ network: [] })\n```\n",
    )
    const sources = toSources([...snippets, ...wrong])
    expect(sources.size).toBeGreaterThan(12)
    expect(diagnose(root, sources)).toEqual([expect.stringMatching(/^wrong.*'network' does not exist in type 'ModalConfig'/)])
  })

  test.each(of('vue'))('the Vue component of $page:$line compiles', ({ code }) => {
    const { descriptor, errors } = parse(code)
    expect(errors).toEqual([])
    const id = 'snippet'
    expect(compileScript(descriptor, { id }).content).toContain('createWalletModal')
    const source = descriptor.template?.content ?? ''
    expect(compileTemplate({ id, filename: 'snippet.vue', source }).errors).toEqual([])
  })

  test.each(of('svelte'))('the Svelte component of $page:$line compiles', ({ code }) => {
    expect(compile(code, { generate: 'client' }).warnings.map(({ message }) => message)).toEqual([])
    expect(compile(code, { generate: 'server' }).warnings.map(({ message }) => message)).toEqual([])
  })

  test('HTML uses elements and attributes that there are', () => {
    const declarations = manifest.modules.flatMap((module) => module.declarations as readonly Declaration[])
    const known = new Map(
      declarations.flatMap(({ tagName, attributes = [] }) =>
        tagName ? [[tagName, new Set(attributes.map(({ name }) => name))] as const] : [],
      ),
    )
    const globals = /^(?:id|class|slot|style|data-.*|aria-.*)$/
    const html = [...of('html'), ...of('vue'), ...of('svelte')].map(({ code }) => code).join('\n')
    const tags = [...html.matchAll(/<(wallet-[\w-]+)([^>]*)>/g)]
    const wrong = tags.flatMap(([, tag = '', rest = '']) => [
      ...(known.has(tag) ? [] : [tag]),
      ...[...rest.matchAll(/\s([\w-]+)=/g)]
        .map(([, name = '']) => name)
        .filter((name) => !globals.test(name) && known.get(tag)?.has(name) !== true)
        .map((name) => `${tag} ${name}`),
    ])
    expect(tags.length).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  })
})

interface Declaration {
  readonly tagName?: string
  readonly attributes?: readonly { readonly name: string }[]
}

/** Names of what a file exports as values, or of the members of one of its interfaces. */
function namesIn(path: string, pick: (statement: ts.Statement) => readonly (string | undefined)[]): readonly string[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.ES2022, true)
  return source.statements.flatMap(pick).filter((name) => name !== undefined)
}
const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
const functions = (statement: ts.Statement) =>
  ts.isFunctionDeclaration(statement) && isExported(statement) ? [statement.name?.text] : []

describe('what a page can call is documented', () => {
  test('every hook', () => {
    const hooks = ['src/react/hooks.ts', 'src/react/provider.tsx'].flatMap((path) => namesIn(path, functions))
    const text = read('docs/guide/react.md')
    expect(hooks.length).toBeGreaterThan(9)
    expect(hooks.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
  })

  test('every member of the instance', () => {
    const members = namesIn('src/wallet-modal.ts', (statement) =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === 'WalletModal'
        ? statement.members.map((member) => member.name?.getText())
        : [],
    )
    const text = read('docs/guide/javascript.md') + read('docs/guide/frameworks.md')
    expect(members.length).toBeGreaterThan(12)
    expect(members.filter((name) => !text.includes(`modal.${name}`))).toEqual([])
  })

  test('every event and every value to watch', () => {
    const names = [
      ...namesIn('src/state/interface/public-state.ts', (statement) =>
        ts.isInterfaceDeclaration(statement) && statement.name.text === 'ModalEvents'
          ? statement.members.map((member) => member.name?.getText())
          : [],
      ),
      ...namesIn('src/vocabulary/watchable.ts', (statement) =>
        ts.isInterfaceDeclaration(statement) ? statement.members.map((member) => member.name?.getText()) : [],
      ),
    ]
    const text = read('docs/guide/javascript.md') + read('docs/guide/account.md')
    expect(names.length).toBeGreaterThan(9)
    expect(names.filter((name) => !new RegExp(`modal\\.(?:on|watch)\\('${name}'`).test(text))).toEqual([])
  })

  test('everything of the testing kit', () => {
    const names = namesIn('src/testing.ts', (statement) =>
      ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text)
        : functions(statement),
    )
    const text = read('docs/guide/testing.md')
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => !text.includes(name))).toEqual([])
  })
})
