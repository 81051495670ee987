// The pages of the docs keep up with the code: every error code, setting, network, attribute, part and theme variable is explained, and every link
// leads somewhere.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { measures } from '../src/elements/styles/tokens.js'
import { allColors as colors } from '../src/elements/styles/tokens-more.js'
import { catalogue } from '../src/errors.js'
import { WalletAccountButton, WalletConnectButton, WalletModalElement, WalletNetworkButton } from '../src/index.js'
import { networksByName } from '../src/networks.js'

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

const elements = {
  'wallet-modal': WalletModalElement,
  'wallet-connect-button': WalletConnectButton,
  'wallet-account-button': WalletAccountButton,
  'wallet-network-button': WalletNetworkButton,
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
    for (const inner of ['core', 'shell', 'face', 'look', 'openModal']) expect(column(1)).not.toContain(inner)
  })

  test('has every part', () => {
    const exported = /const parts = '(.+)'/.exec(read('src/elements/shell/host.ts'))?.[1]?.split(', ') ?? []
    const own = [...read('src/elements/shell/page-button.ts').matchAll(/\bpart="(\w+)"/g)].map(([, name]) => name)
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
