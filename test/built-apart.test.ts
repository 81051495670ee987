// The script build names files of the build apart, and says which build is missing where there are none.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { build } from 'vite'
import { builtApart } from '../vite/built-apart.mjs'

const folder = mkdtempSync(join(tmpdir(), 'built-apart-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Builds a page that needs the entry `code`, after a build apart that has made `files`; resolves with what is built of the page. */
async function buildAfter(files: readonly string[] | 'no build apart'): Promise<string> {
  const root = mkdtempSync(join(folder, 'build-'))
  const chunks = join(root, 'dist/chunks')
  if (files !== 'no build apart') {
    mkdirSync(chunks, { recursive: true })
    for (const file of files) writeFileSync(join(chunks, file), 'export const verify = () => true')
  }
  writeFileSync(join(root, 'page.js'), `export const load = () => import('./code.js')`)
  writeFileSync(join(root, 'code.ts'), `export const verify = () => 'built into the page'`)
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [builtApart({ chunks, entries: { code: 'code.ts' } })],
    build: {
      emptyOutDir: false,
      outDir: 'dist/chunks',
      lib: { entry: join(root, 'page.js'), formats: ['es'], fileName: () => 'page.js' },
    },
  })
  return readFileSync(join(chunks, 'page.js'), 'utf8')
}

test('an import of an entry becomes an import of its file', async () => {
  const page = await buildAfter(['code-abcd1234.js', 'other-abcd1234.js'])
  expect(page).toContain('./code-abcd1234.js')
  expect(page).not.toContain('built into the page')
})

test.each([
  ['no build apart', 'none'],
  [[], 'none'],
  [['code-abcd1234.js', 'code-efgh5678.js'], 'code-abcd1234.js, code-efgh5678.js'],
] as const)('after %j the build fails, and says what has to run first', async (files, found) => {
  await expect(buildAfter(files)).rejects.toThrow(`found ${found}: run vite build --mode apart first`)
})
