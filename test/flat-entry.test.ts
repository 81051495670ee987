// The script build's entry is one file, and the chunks work with the copy of it that the page has loaded, under whatever address.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { build } from 'vite'
import { flatEntry } from '../vite/flat-entry.mjs'

const folder = mkdtempSync(join(tmpdir(), 'flat-entry-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sources = {
  'entry.js': `export { Base, open } from './base.js'`,
  'base.js': `export class Base {}\nexport const open = () => import('./later.js')\nexport const read = (value) => value`,
  'later.js': `import { Base, read } from './base.js'\nexport class Later extends Base { read = read }\nexport const more = () => import('./more.js')`,
  'more.js': `import { Base } from './base.js'\nexport default Base`,
  'beside.js': `import { Base } from './base.js'\nexport class Beside extends Base { load = () => import('./more.js') }`,
}

async function buildOf(changed: Partial<typeof sources> = {}) {
  const root = mkdtempSync(join(folder, 'build-'))
  for (const [name, code] of Object.entries({ ...sources, ...changed })) writeFileSync(join(root, name), code)
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [flatEntry({ entry: 'entry.js', core: 'core', more: ['beside.js'] })],
    build: {
      lib: {
        entry: { entry: join(root, 'entry.js'), beside: join(root, 'beside.js'), later: join(root, 'later.js') },
        formats: ['es'],
      },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: {
          minify: true,
          entryFileNames: ({ name }) => (name === 'later' ? 'chunks/[name].js' : '[name].js'),
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'core', test: /base\.js$/ }] },
        },
      },
    },
  })
  return join(root, 'dist')
}

test('chunks take from the entry that the page has loaded, with a query too', async () => {
  const dist = await buildOf()
  expect(readdirSync(dist).sort()).toEqual(['beside.js', 'chunks', 'entry.js'])
  expect(readdirSync(join(dist, 'chunks')).filter((name) => name.startsWith('core'))).toEqual([])
  const entry = (await import(/* @vite-ignore */ `${pathToFileURL(join(dist, 'entry.js')).href}?v=2`)) as {
    Base: new () => object
    open(): Promise<{ Later: new () => { read(value: string): string }; more(): Promise<{ default: unknown }> }>
  } // the sources above
  expect(Object.keys(entry).sort()).toEqual(['Base', 'open'])
  const { Later, more } = await entry.open()
  const later = new Later()
  expect(later).toBeInstanceOf(entry.Base)
  expect(later.read('a')).toBe('a')
  expect((await more()).default).toBe(entry.Base)
})

test('an entry beside it loads the entry when it is loaded alone, and has the same copy', async () => {
  const dist = await buildOf()
  const at = (name: string) => pathToFileURL(join(dist, name)).href
  const { Beside } = (await import(/* @vite-ignore */ at('beside.js'))) as {
    Beside: new () => { load(): Promise<{ default: unknown }> }
  } // the sources above
  const { Base } = (await import(/* @vite-ignore */ at('entry.js'))) as { Base: new () => object }
  expect(new Beside()).toBeInstanceOf(Base)
  expect((await new Beside().load()).default).toBe(Base)
})

test('a page that loads the entry by two addresses has one copy', async () => {
  const url = pathToFileURL(join(await buildOf(), 'entry.js')).href
  const [one, other] = (await Promise.all([import(/* @vite-ignore */ `${url}?v=1`), import(/* @vite-ignore */ url)])) as {
    Base: unknown
    open(): Promise<{ Later: unknown }>
  }[] // the sources above
  expect(other?.Base).toBe(one?.Base)
  expect((await other?.open())?.Later).toBe((await one?.open())?.Later)
})

test.each([
  ['a variable that may change', { 'base.js': `${sources['base.js']}\nexport let count = 0` }, /count, which may change/],
  ['an entry with code of its own', { 'entry.js': `${sources['entry.js']}\nglobalThis.more = true` }, /more than a re-export/],
])('%s is refused', async (_case, changed, message) => {
  await expect(buildOf(changed)).rejects.toThrow(message)
})
