// The frame as it is served: nothing inline, nothing that its policy forbids, the same bytes each time, and small.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { build, type Plugin } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encodeWords, wordModule } from '../../../frame/build/front-coded.js'
import { compileServices } from '../../support/compiled.js'

const sources = fileURLToPath(new URL('../../../frame', import.meta.url))
const first = mkdtempSync(join(tmpdir(), 'frame-build-'))
/** That of the compiled services, made by another process. */
const second = fileURLToPath(new URL('../../../dist/frame', import.meta.url))
const read = (folder: string, name: string) => readFileSync(join(folder, name))

/** Folders of the packages whose code is in the first build. */
const packages = new Set<string>()
const collect: Plugin = {
  name: 'collect-packages',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle))
      for (const [id, { renderedLength }] of Object.entries(part.type === 'chunk' ? part.modules : {})) {
        const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []
        if (folder !== undefined && renderedLength > 0) packages.add(folder.replace(/^.*?\/node_modules\//, ''))
      }
  },
}

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production') // packages such as Lit choose by it whether they talk to developers
  await build({ configFile: `${sources}/vite.config.ts`, logLevel: 'warn', plugins: [collect], build: { outDir: first } })
  vi.unstubAllEnvs()
  await compileServices()
})
afterAll(() => rmSync(first, { recursive: true }))

const list = (folder: string) => JSON.parse(read(folder, 'integrity.json').toString()) as Record<string, string>

test('two builds are the same, byte by byte', () => {
  // attack 86
  expect(readdirSync(first)).toEqual(readdirSync(second))
  for (const name of readdirSync(first)) expect(read(first, name).equals(read(second, name)), name).toBe(true)
})

test('the list of hashes has every file, and the hashes of what is there', () => {
  const hashes = list(first)
  expect(Object.keys(hashes).sort()).toEqual(readdirSync(first).filter((name) => name !== 'integrity.json'))
  for (const [name, hash] of Object.entries(hashes))
    expect(hash).toBe(`sha384-${createHash('sha384').update(read(first, name)).digest('base64')}`)
})

test('the frame has at most 14 installed packages besides viem and what viem brings', () => {
  const own = [...packages].filter((name) => !/^(?:viem|ox|abitype)(?:\/|$)/.test(name)).sort()
  expect(own).toEqual(expect.arrayContaining(['@noble/curves', '@scure/btc-signer', 'lit-html', 'zod']))
  expect(own.length).toBeLessThanOrEqual(14)
})

test('the names of files change with what is in them, and all lie in one folder', () => {
  const names = readdirSync(first).filter((name) => !name.endsWith('.html') && name !== 'integrity.json')
  for (const name of names) expect(name).toMatch(/^[\w-]+-[\w-]{8}\.(?:js|css)$/)
})

test.each(['index.html', 'page.html'])(
  '%s has no script and no style of its own, and asks for its own files alone',
  (document) => {
    const html = read(first, document).toString()
    expect(html).not.toMatch(/<style|style=|\son\w+=|javascript:/i)
    for (const [, attributes = '', body = ''] of html.matchAll(/<script([^>]*)>([^<]*)</g)) {
      expect(attributes).toContain('src="/frame/')
      expect(body).toBe('')
    }
    // An icon of no bytes: a tab asks for one of its own accord, otherwise.
    const urls = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url).filter((url) => url !== 'data:,')
    expect(urls.length).toBeGreaterThan(1)
    for (const url of urls) expect(url).toMatch(/^\/frame\/[\w-]+\.(?:js|css)$/)
  },
)

test('no part makes code of text, or loads code from elsewhere', () => {
  for (const name of readdirSync(first).filter((file) => file.endsWith('.js'))) {
    const code = read(first, name).toString()
    expect(code, name).not.toMatch(
      /\beval\(|new Function\(|[^.\w]Function\(|importScripts|document\.write|insertAdjacentHTML|outerHTML/,
    )
    for (const [, from = ''] of code.matchAll(/(?:[}\w]\s*\bfrom|\bimport\(?)\s*["'`]([^"'`\s,{}]+)["'`]/g))
      expect(from, name).toMatch(/^\.\//)
    // zod tries whether it may: the policy would report it.
    expect(code, name).not.toMatch(/=\s*Function\s*[;,]/)
  }
})

test('the worker loads none of the parts that need a document, and no page loads the worker as a script of its own', () => {
  const imported = (file: string, seen = new Set<string>()): Set<string> => {
    for (const [, next = ''] of read(first, file)
      .toString()
      .matchAll(/(?:^|[;}])import\s*(?:[^"'`;]*?from)?\s*["'`]\.\/([^"'`]+)["'`]/g))
      if (!seen.has(next)) imported(next, seen.add(next))
    return seen
  }
  const named = (name: string) => readdirSync(first).find((file) => file.startsWith(`${name}-`)) ?? name
  const ofWorker = imported(named('worker'))
  expect(ofWorker.size).toBeGreaterThan(2)
  for (const file of ofWorker)
    expect(read(first, file).toString(), file).not.toMatch(/\bwindow\b|\bdocument\.|\bcustomElements\b|\blocalStorage\b/)
  for (const page of ['index', 'page', 'approving', 'screen-view', 'window-element', 'window-page']) {
    expect(ofWorker).not.toContain(named(page))
    expect(imported(named(page))).not.toContain(named('worker'))
  }
})

test('the words of mnemonics come out of their packing as they went in', async () => {
  const module = (await import(`data:text/javascript,${encodeURIComponent(wordModule(wordlist))}`)) as { wordlist: string[] }
  expect(module.wordlist).toEqual(wordlist)
  for (const odd of ['A', 'é', '', 'tenletters', 'a1']) expect(() => encodeWords([odd])).toThrow('words of')
})

test('only the worker and what it loads have what makes keys', () => {
  // The list from which mnemonics are made, as it is packed.
  const list = encodeWords(wordlist)
  const having = readdirSync(first).filter((name) => name.endsWith('.js') && read(first, name).toString().includes(list))
  expect(having.map((name) => name.replace(/-[\w-]{8}\.js$/, ''))).toEqual(['worker'])
})

test('the frame loads nothing of the page beside it, which loads what the frame has', () => {
  const asked = (document: string) => {
    const seen = new Set([document])
    for (const name of seen)
      for (const other of Object.keys(list(first))) if (read(first, name).toString().includes(other)) seen.add(other)
    return seen
  }
  const named = (names: Set<string>) => [...names].map((name) => name.replace(/-[\w-]{8}\.\w+$/, ''))
  const [frame, page] = [asked('index.html'), asked('page.html')]
  expect(named(frame)).not.toContain('page')
  expect(named(frame)).not.toContain('page-messages-de')
  for (const name of ['page', 'shared', 'view', 'worker', 'screen-view', 'page-messages-ar']) expect(named(page)).toContain(name)
  expect(named(page)).not.toContain('index')
})
