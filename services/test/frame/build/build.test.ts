// The frame as it is served: nothing inline, nothing that its policy forbids, the same bytes each time, and small.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFrame, INTEGRITY_FILE } from '../../../../scripts/lib/build-frame.mjs'

const sources = fileURLToPath(new URL('../../../frame', import.meta.url))
const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'frame-build-')))
const [first = '', second = ''] = folders
const read = (folder: string, name: string) => readFileSync(join(folder, name))

beforeAll(async () => {
  for (const folder of folders) await buildFrame(build, sources, folder)
})
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const list = (folder: string) => JSON.parse(read(folder, INTEGRITY_FILE).toString()) as Record<string, string>

test('row 86: two builds are the same, byte by byte', () => {
  expect(readdirSync(first)).toEqual(readdirSync(second))
  for (const name of readdirSync(first)) expect(read(first, name).equals(read(second, name)), name).toBe(true)
})

test('the list of hashes has every file, and the hashes of what is there', () => {
  const hashes = list(first)
  expect(Object.keys(hashes).sort()).toEqual(readdirSync(first).filter((name) => name !== INTEGRITY_FILE))
  for (const [name, hash] of Object.entries(hashes))
    expect(hash).toBe(`sha384-${createHash('sha384').update(read(first, name)).digest('base64')}`)
})

test('the names of files change with what is in them, and all lie in one folder', () => {
  const names = readdirSync(first).filter((name) => name !== 'index.html' && name !== INTEGRITY_FILE)
  for (const name of names) expect(name).toMatch(/^[\w-]+-[\w-]{8}\.(?:js|css)$/)
})

test('the document has no script and no style of its own, and asks for its own files alone', () => {
  const html = read(first, 'index.html').toString()
  expect(html).not.toMatch(/<style|style=|\son\w+=|javascript:/i)
  for (const [, attributes = '', body = ''] of html.matchAll(/<script([^>]*)>([^<]*)</g)) {
    expect(attributes).toContain('src="/frame/')
    expect(body).toBe('')
  }
  const urls = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)
  expect(urls.length).toBeGreaterThan(1)
  for (const url of urls) expect(url).toMatch(/^\/frame\/[\w-]+\.(?:js|css)$/)
})

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

test('only the worker and what it loads have what makes keys', () => {
  // A word of the list from which mnemonics are made.
  const having = readdirSync(first).filter((name) => name.endsWith('.js') && /\babsurd\b/.test(read(first, name).toString()))
  expect(having.map((name) => name.replace(/-[\w-]{8}\.js$/, ''))).toEqual(['worker'])
})
