// What the build makes of the client where it uses Node's `Buffer`: run as in a page, which has none, it does the same.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import * as client from '@walletconnect/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { withoutBuffer } from '../vite/without-buffer.mjs'

const used = [
  'decodeRecap',
  'encodeRecap',
  'formatDeeplinkUrl',
  'fromBase64',
  'hashEthereumMessage',
  'toBase64',
] as const satisfies readonly (keyof typeof client)[]
type Used = Pick<typeof client, (typeof used)[number]>

// In the repository, so that the packages are found.
const folder = mkdtempSync(resolve(import.meta.dirname, '../node_modules/.without-buffer-'))
afterAll(() => rmSync(folder, { recursive: true }))
let page: Used

beforeAll(async () => {
  writeFileSync(join(folder, 'page.js'), `export { ${used.join(', ')} } from '@walletconnect/utils'`)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutBuffer()],
    build: { lib: { entry: join(folder, 'page.js'), formats: ['iife'], name: 'page', fileName: () => 'page.js' }, minify: false },
  })
  const globals = { atob, btoa, console, crypto, TextDecoder, TextEncoder, Uint8Array, URL, setTimeout, clearTimeout }
  page = runInNewContext(`${readFileSync(join(folder, 'dist/page.js'), 'utf8')}; page`, globals) as Used
}, 60_000)

test('it writes and reads what a wallet is asked to allow', () => {
  const recap = { att: { eip155: { 'request/personal_sign': [{ chains: ['eip155:1'] }] } } }
  expect(page.encodeRecap(recap)).toBe(client.encodeRecap(recap))
  expect(page.decodeRecap(client.encodeRecap(recap))).toEqual(recap)
})

test.each(['https://t.me/wallet', 'https://t.me/wallet?start=1', 'acme://'])(
  'it links a request to the wallet at %s',
  (wallet) => {
    const link = page.formatDeeplinkUrl(wallet, 1_234_567, 'ab'.repeat(32))
    expect(link).toBe(client.formatDeeplinkUrl(wallet, 1_234_567, 'ab'.repeat(32)))
  },
)

test('it reads base64 of texts in all languages', () => {
  for (const text of ['wc:1234@2', 'Grüße, 世界']) expect(page.fromBase64(Buffer.from(text).toString('base64'))).toBe(text)
  expect(page.toBase64('requestId=1', true)).toBe(client.toBase64('requestId=1', true))
})

test('it hashes a text that was signed', () => {
  expect(page.hashEthereumMessage('Grüße')).toBe(client.hashEthereumMessage('Grüße'))
})
