import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentSecurityPolicy, createStaticServer, decodePath, listen } from '../scripts/static-server.mjs'

const folder = mkdtempSync(join(tmpdir(), 'wm-static-'))
const secret = `${folder}-secret.txt`
let server: Server
let port: number

beforeAll(async () => {
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page/index.html'), '<p>page')
  writeFileSync(join(folder, 'app-AbCd1234.js'), 'export {}')
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
const getRaw = (path: string) =>
  new Promise<number>((resolve, reject) =>
    request({ host: '127.0.0.1', port, path }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end(),
  )

describe('the static server', () => {
  test('serves pages with the policy, and files with their types', async () => {
    const page = await get('/')
    expect(await page.text()).toBe('<p>page')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain(`script-src 'self';`)
    expect(page.headers.get('content-security-policy')).toContain(`require-trusted-types-for 'script'`)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const script = await get('/app-AbCd1234.js')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toContain('immutable')
  })

  test('answers made-up files, never cached', async () => {
    const response = await get('/config.json')
    expect(await response.json()).toEqual({ evm: 'http://127.0.0.1:1' })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('leads a folder to its slash, and says 404 for what is not there', async () => {
    expect((await get('/page')).headers.get('location')).toBe('/page/')
    expect((await get('/page/')).status).toBe(200)
    expect((await get('/nothing')).status).toBe(404)
    expect((await get('/constructor')).status).toBe(404)
    expect((await get('/', { method: 'POST' })).status).toBe(405)
  })

  test('sends no body for HEAD', async () => {
    const response = await get('/page/', { method: 'HEAD' })
    expect([response.status, await response.text(), response.headers.get('content-length')]).toEqual([200, '', '7'])
  })

  test.each([
    `/../${secret.split('/').at(-1)}`,
    `/..%2f${secret.split('/').at(-1)}`,
    `/page/%2e%2e/%2e%2e/${secret.split('/').at(-1)}`,
    '/..\\..\\etc\\passwd',
    '/%00',
    '/%E0%A4%A',
    '//etc/passwd',
  ])('never leaves its folder: %s', async (path) => {
    expect([400, 404]).toContain(await getRaw(path))
  })
})

test('takes another port only when allowed to', async () => {
  const second = createStaticServer({ folders: { '/': folder } })
  await expect(listen(second, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const third = createStaticServer({ folders: { '/': folder } })
  expect(await listen(third, { host: '127.0.0.1', port, fallback: true })).not.toBe(port)
  third.close()
})

test('decodes paths once', () => {
  expect(decodePath('/a%20b?x=1#y')).toBe('/a b')
  expect(decodePath('/%252e%252e/')).toBe('/%2e%2e/')
})
