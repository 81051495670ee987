// What the frame's origin serves to browsers, and the headers that hold its documents together.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { frameHeaders, pageHeaders, walletPageHeaders, windowHeaders } from '../../src/embedded/headers.js'
import { createFrameProjects } from '../../src/embedded/projects.js'
import { configAnswerSchema } from '../../src/embedded/wire.js'
import { engine } from '../support/engines.js'
import { frameOn } from './support/frame.js'

const projects = {
  shop: { origins: ['https://shop.example', 'https://*.apps.example:8443'], analytics: false },
  bare: { origins: [], analytics: false },
}
const strict = { devOrigins: false, allowLoopback: false }
const rulesOf = (policy: string) =>
  new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]))

// attacks 4 and 14
test('the frame document may be embedded by the origins of its project, and by nobody where there are none', () => {
  const of = createFrameProjects(projects, strict)
  expect(of('shop')?.ancestors).toBe('https://shop.example https://*.apps.example:8443')
  expect(of('bare')?.ancestors).toBe("'none'")
  expect(of('nobody')).toBeUndefined()
  expect(createFrameProjects({}, strict)('demo')?.ancestors).toBe("'none'")
  expect(createFrameProjects({}, { ...strict, allowLoopback: true })('demo')?.ancestors).toContain('http://localhost:*')
  const rules = rulesOf(frameHeaders(of('shop')?.ancestors ?? '')['content-security-policy'] ?? '')
  expect(Object.fromEntries(rules)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-src': "'none'",
    'frame-ancestors': 'https://shop.example https://*.apps.example:8443',
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html wm-worker',
  })
  expect(frameHeaders("'none'")).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' })
  expect(frameHeaders("'none'")).not.toHaveProperty('x-frame-options')
  expect(rulesOf(pageHeaders['content-security-policy'] ?? '').get('frame-ancestors')).toBe("'none'")
  // The page that shows the keys loads what the frame loads, and nobody embeds or opens it with a handle.
  const page = Object.fromEntries(rulesOf(walletPageHeaders['content-security-policy'] ?? ''))
  expect(page).toEqual({ ...Object.fromEntries(rules), 'frame-ancestors': "'none'" })
  expect(walletPageHeaders).toMatchObject({ 'cross-origin-opener-policy': 'same-origin', 'x-frame-options': 'DENY' })
})

test('the window for approvals is embedded by nobody, and keeps no tie to who opened it', () => {
  const rules = rulesOf(windowHeaders['content-security-policy'] ?? '')
  expect(Object.fromEntries(rules)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'trusted-types': 'lit-html',
  })
  expect(windowHeaders).toMatchObject({ 'cross-origin-opener-policy': 'same-origin-allow-popups', 'x-frame-options': 'DENY' })
})

test('every answer has the headers of the origin, and none of CORS', async () => {
  const frame = await frameOn(engine, { projects })
  const paths = [
    '/sdk?projectId=shop',
    '/sdk?projectId=nobody',
    '/wallet',
    '/approve',
    '/device',
    '/cancel',
    '/undo',
    '/link.js',
    '/link.css',
    '/api/config?projectId=shop',
    '/api/user',
    '/.well-known/jwks.json',
    '/health',
    '/nothing',
    '/frame/nothing.js',
  ]
  for (const path of paths) {
    const { headers } = await fetch(frame.url + path, { headers: { origin: 'https://shop.example' } })
    expect(Object.fromEntries(headers), path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'origin-agent-cluster': '?1',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self)',
      'cross-origin-embedder-policy': 'require-corp',
      'x-request-id': expect.any(String) as string,
    })
    expect(headers.get('cross-origin-resource-policy'), path).toMatch(/^(?:same|cross)-origin$/)
    expect(headers.get('access-control-allow-origin'), path).toBeNull()
    // The loopback has no https to be strict about.
    expect(headers.get('strict-transport-security')).toBeNull()
  }
  const device = await fetch(`${frame.url}/device`)
  expect(device.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(device.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await fetch(`${frame.url}/sdk?projectId=nobody`)).status).toBe(403)
  expect((await fetch(`${frame.url}/frame/..%2f..%2fpackage.json`)).status).toBe(404)
  // The look that all small pages share, then that of this one.
  expect(await (await fetch(`${frame.url}/link.css`)).text()).toMatch(/--soft:[\s\S]*place-items:/)
  const https = await frameOn(engine, { settings: { url: 'https://wallet.example.org' } })
  expect((await fetch(`${https.url}/device`)).headers.get('strict-transport-security')).toBe(
    'max-age=63072000; includeSubDomains',
  )
})

test('the config of a project has its schema and no more than a page may know', async () => {
  const chain = 'eip155:1'
  const router = { chain, address: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', name: 'Our router' } as const
  const frame = await frameOn(engine, { projects, config: { knownContracts: [router] } })
  const answer: unknown = await (await fetch(`${frame.url}/api/config?projectId=shop`)).json()
  expect(configAnswerSchema.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ origins: projects.shop.origins, recovery: 'assisted', deviceVerification: true })
  expect(answer).toMatchObject({ knownContracts: { [`${chain}:${router.address.toLowerCase()}`]: 'Our router' } })
  expect(answer).toMatchObject({ approvalSurface: 'auto' })
  expect((await fetch(`${frame.url}/api/config?projectId=nobody`)).status).toBe(403)
  expect((await fetch(`${frame.url}/api/config`)).status).toBe(400)
})

test('calls to nodes go through the frame’s origin, and their CORS headers stay behind', async () => {
  const frame = await frameOn(engine)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const here = await fetch(`${frame.url}/v1/?chainId=eip155:1&projectId=demo`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const there = await fetch(`${frame.servicesUrl}/v1/?chainId=eip155:1&projectId=demo`, { method: 'POST', body })
  expect([here.status, await here.json()]).toEqual([there.status, await there.json()])
  expect(there.headers.get('access-control-allow-origin')).toBe('*')
  expect(here.headers.get('access-control-allow-origin')).toBeNull()
})

test('the page of a mail’s link writes text only, and has every text in each language', () => {
  const script = readFileSync(new URL('../../src/embedded/pages/link.js', import.meta.url), 'utf8')
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|setAttribute\('on/)
  const [, table = ''] = /const texts = (\{[\s\S]*?\n\})\n/.exec(script) ?? []
  // oxlint-disable-next-line typescript/no-implied-eval -- our own file, read to compare its tables
  const texts = new Function(`return ${table}`)() as Record<string, object>
  const keysOf = (value: object): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' && inner !== null ? keysOf(inner as object).map((rest) => `${key}.${rest}`) : [key],
    )
  expect(Object.keys(texts)).toEqual(['en', 'de', 'ar'])
  for (const each of Object.values(texts)) expect(keysOf(each)).toEqual(keysOf(texts['en'] ?? {}))
})
