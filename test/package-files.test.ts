// What is in the published package, and what it costs who installs or bundles it. Needs `npm run build` first.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { closureOf, packages } from './support/lockfile.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
interface Manifest {
  dependencies: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, { optional: boolean }>
  keywords: string[]
  customElements: string
  exports: Record<string, string | { types?: string; default?: string }>
}
const manifest = JSON.parse(read('package.json')) as Manifest
let files: readonly string[] = []

beforeAll(() => {
  if (!existsSync(join(root, 'dist/esm/index.js'))) throw new Error('dist/esm is missing: npm run build first')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const output = execFileSync(npm, ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'], {
    cwd: root,
    encoding: 'utf8',
  })
  const [packed] = Object.values(JSON.parse(output) as Record<string, { files: { path: string }[] }>)
  files = packed!.files.map(({ path }) => path)
})

test('the manifest of the elements is where package.json says it is', () => {
  expect(files).toContain(manifest.customElements)
})

describe('what an installation brings along', () => {
  const installed = closureOf()

  test('no binary, and nothing for one platform only', () => {
    expect(manifest.optionalDependencies).toBeUndefined()
    expect(installed.filter((place) => packages[place]?.os ?? packages[place]?.cpu)).toEqual([])
    expect(installed.filter((place) => place.includes('anvil'))).toEqual([])
  })

  test('at most 35 packages, none of WalletConnect, and one viem, which is the page’s', () => {
    expect(installed.length).toBeGreaterThan(10)
    expect(installed.length).toBeLessThanOrEqual(35)
    expect(installed.filter((place) => place.includes('/@walletconnect/'))).toEqual([])
    expect(installed.filter((place) => /(^|\/)node_modules\/viem$/.test(place))).toEqual(['node_modules/viem'])
    expect(manifest.dependencies).not.toHaveProperty('viem')
  })

  test('the range of viem is the one that the guide names', () => {
    const range = manifest.peerDependencies['viem']
    expect(range).toBe('^2.31.0')
    expect(read('docs/guide/install.md')).toContain('viem` 2.31 or later')
    expect(manifest.peerDependenciesMeta['viem']).toBeUndefined()
  })
})

describe('the files of the package', () => {
  test('every entry has its file, and every entry that runs has types', () => {
    for (const [name, entry] of Object.entries(manifest.exports)) {
      const paths = typeof entry === 'string' ? [entry] : [entry.types, entry.default]
      for (const path of paths) if (path) expect(files, name).toContain(normalize(path))
      if (!/\.(json|css)$/.test(name)) expect(entry, name).toHaveProperty('types')
    }
    expect(manifest.keywords.length).toBeGreaterThan(5)
  })

  test('no source maps, and no tests', () => {
    expect(files.filter((path) => /\.map$|\.test\.|^test\//.test(path))).toEqual([])
  })

  test('links of the README and of the shipped pages lead to what is shipped', () => {
    const pages = files.filter((path) => path.endsWith('.md'))
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/guide/install.md', 'docs/errors.md']))
    const dangling = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/i.test(target))
        .map((target) => normalize(join(dirname(page), target)).replace(/\/$/, ''))
        .filter((target) => !files.some((path) => path === target || path.startsWith(`${target}/`)))
        .map((target) => `${page}: ${target}`),
    )
    expect(dangling).toEqual([])
  })

  test('the package unpacked stays below 6.2 MB', () => {
    expect(files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0)).toBeLessThan(6_200_000)
  })
})

test('who only tells errors apart pays less than 1 kB, and gets no element', async () => {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry: 'test/fixtures/tells-errors.js', formats: ['es'] } },
  })
  const code = [result]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((each) => ('code' in each ? each.code : ''))
    .join('\n')
  expect(code).toContain('WalletError')
  expect(code).not.toContain('customElements')
  expect(gzipSync(code).length).toBeLessThan(1000)
})
