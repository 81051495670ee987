// What serves the demo's pages never leaves its folder, and sends the policy with each page.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentSecurityPolicy, createStaticServer, listen } from '../../demo/server/static-server.mjs'

const folder = mkdtempSync(join(tmpdir(), 'wm-static-'))
const secret = `${folder}-secret.txt`
let server: Server
let port: number

beforeAll(async () => {
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page/index.html'), '<p>page')
  writeFileSync(secret, 'secret')
  server = createStaticServer({
    folders: { '/': folder },
    rewrites: { '/': '/page/index.html' },
    json: { '/config.json': () => ({ evm: 'http://127.0.0.1:1' }) },
    headers: () => ({ 'content-security-policy': contentSecurityPolicy(['http://127.0.0.1:1']) }),
  })
  port = await listen(server, { host: '127.0.0.1', port: 0 })
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
  rmSync(secret)
})

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
/** Without the tidying that `fetch` does to paths. */
const getStatus = (path: string) =>
  new Promise<number>((resolve, reject) =>
    request({ host: '127.0.0.1', port, path }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end(),
  )

test('pages come with the policy, and what is made up is never cached', async () => {
  const page = await get('/')
  expect(await page.text()).toBe('<p>page')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain(`script-src 'self';`)
  expect(page.headers.get('content-security-policy')).toContain(`require-trusted-types-for 'script'`)
  const config = await get('/config.json')
  expect([await config.json(), config.headers.get('cache-control')]).toEqual([{ evm: 'http://127.0.0.1:1' }, 'no-store'])
})

test('a folder leads to its slash, and what is not there is a 404', async () => {
  expect((await get('/page')).headers.get('location')).toBe('/page/')
  const statuses = ['/page/', '/nothing', '/constructor'].map(async (path) => (await get(path)).status)
  expect(await Promise.all(statuses)).toEqual([200, 404, 404])
  expect((await get('/', { method: 'POST' })).status).toBe(405)
  const head = await get('/page/', { method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '7'])
})

test('no path leaves the folder', async () => {
  const name = basename(secret)
  const paths = [
    `/../${name}`,
    `/..%2f${name}`,
    `/page/%2e%2e/%2e%2e/${name}`,
    '/..\\..\\etc\\passwd',
    '/%00',
    '/%E0%A4%A',
    '//etc/passwd',
  ]
  const served: string[] = []
  for (const path of paths) if (![400, 404].includes(await getStatus(path))) served.push(path)
  expect(served).toEqual([])
})
