// The page's store of sign-ins against the server's side, over HTTP on this machine. `http-store.test.ts` has servers that do not answer as they should.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createHttpStore,
  createMemoryStore,
  createSiwxServer,
  type SignIn,
  type SiwxServer,
  type SiwxServerOptions,
  type SiwxServerStore,
  toSignIn,
  writeMessage,
} from '../../src/siwx/index.js'
import { checkEach } from '../support/rows.js'
import { createSigners, type TestSigner } from './signers.js'

const SECRET = 'a secret of at least 32 characters'
const START = Date.parse('2026-11-23T20:00:00Z')
const signers = await createSigners(0)
const others = await createSigners(1)
const named = (name: string, from = signers) => from.find((signer) => signer.name === name)!
const [evm, sol] = [named('eip155 key'), named('solana')]

let http: Server
let server: SiwxServer
let origin: string
let clock: number
let memory: SiwxServerStore
const settings = (): SiwxServerOptions => ({
  domain: new URL(origin).host,
  uri: `${origin}/`,
  secret: SECRET,
  store: memory,
  now: () => clock,
})

beforeEach(async () => {
  clock = START
  memory = createMemoryStore(() => clock)
  http = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = 'GET', url = '/', headers } = incoming
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const response = await server.handle(
      new Request(new URL(url, origin), { method, headers: headers as Record<string, string>, ...body }),
    )
    for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
    outgoing.setHeader('set-cookie', response.headers.getSetCookie())
    outgoing.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  server = createSiwxServer(settings())
})
afterEach(() => new Promise((resolve) => http.close(resolve)))

/** A browser: cookies, and the origin of its page. */
function createBrowser(page = origin) {
  const cookies = new Map<string, string>()
  const lines: string[] = []
  const fetchAs: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (init.method !== 'GET') headers.set('origin', page)
    const response = await fetch(new URL(input as string, origin), { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      lines.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0\b/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const store = createHttpStore({ url: '/siwx/v1/', fetch: fetchAs, now: () => clock })
  const request = () => new Request(origin, { headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } })
  return { cookies, lines, fetch: fetchAs, store, signedIn: () => server.getSignIns(request()) }
}

async function signIn(signer: TestSigner, nonce: string, fields: Partial<SignIn['data']> = {}): Promise<SignIn> {
  const message = writeMessage({
    domain: new URL(origin).host,
    address: signer.address,
    uri: `${origin}/`,
    version: '1',
    chainId: signer.chainId,
    nonce,
    issuedAt: new Date(clock).toISOString(),
    ...fields,
  })
  return toSignIn({ message, signature: await signer.sign(message), publicKey: signer.publicKey })
}
const refusedFor = (problem: string) => ({ code: 'SIGN_IN_INVALID', details: { problem } })
const post = (browser: ReturnType<typeof createBrowser>, body: unknown, headers: Record<string, string> = {}) =>
  browser.fetch('/siwx/v1/verify', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('an account of each ecosystem signs in, is found, and signs out', async () => {
  for (const name of ['eip155 key', 'solana', 'bip122 p2tr bip322', 'polkadot sr25519', 'cosmos']) {
    const signer = named(name)
    const browser = createBrowser()
    const given = await signIn(signer, await browser.store.getNonce())
    expect(await browser.store.list(signer.chainId, signer.address), name).toEqual([])
    await browser.store.add(given)
    expect(await browser.store.list(signer.chainId, signer.address), name).toEqual([given])
    expect(await browser.signedIn(), name).toEqual([given])
    expect(await createBrowser().signedIn()).toEqual([])
    await browser.store.delete(signer.chainId, signer.address)
    expect(await browser.signedIn(), name).toEqual([])
  }
})

test('signing one account out leaves the others: of the same chain, and of the same address on another chain', async () => {
  const browser = createBrowser()
  const all = [
    await signIn(evm, await browser.store.getNonce()),
    await signIn(evm, await browser.store.getNonce(), { chainId: 'eip155:10' }),
    await signIn(named('eip155 key', others), await browser.store.getNonce()),
    await signIn(sol, await browser.store.getNonce()),
  ]
  for (const one of all) await browser.store.add(one)
  await browser.store.delete('eip155:1', evm.address.toLowerCase())
  expect(await browser.signedIn()).toEqual(all.slice(1))
})

test('two accounts that are signed out at once are both signed out', async () => {
  const browser = createBrowser()
  for (const signer of [evm, sol]) await browser.store.add(await signIn(signer, await browser.store.getNonce()))
  const headers = { origin, cookie: `siwx=${browser.cookies.get('siwx')}` }
  const answers = await Promise.all(
    [evm, sol].map(({ chainId, address }) =>
      server.handle(new Request(`${origin}/siwx/v1/sessions/${chainId}:${address}`, { method: 'DELETE', headers })),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await browser.signedIn()).toEqual([])
})

describe('set', () => {
  test('keeps these and no others', async () => {
    const browser = createBrowser()
    const [first, second] = [await signIn(evm, await browser.store.getNonce()), await signIn(sol, await browser.store.getNonce())]
    await browser.store.add(first)
    await browser.store.set([first, second])
    expect(await browser.signedIn()).toEqual([first, second])
    await browser.store.set([second])
    expect(await browser.signedIn()).toEqual([second])
    await browser.store.set([])
    expect(await browser.signedIn()).toEqual([])
  })

  test('takes one nonce for several chains, and nothing at all if one is bad', async () => {
    const browser = createBrowser()
    const before = await signIn(sol, await browser.store.getNonce())
    await browser.store.add(before)
    const nonce = await browser.store.getNonce()
    const both = [await signIn(evm, nonce), await signIn(evm, nonce, { chainId: 'eip155:10' })]
    const bad = { ...both[1]!, signature: both[0]!.signature }
    await expect(browser.store.set([both[0]!, bad])).rejects.toMatchObject(refusedFor('the signature is not that of the account'))
    expect(await browser.signedIn()).toEqual([before])
    const next = await browser.store.getNonce()
    const good = [await signIn(evm, next), await signIn(evm, next, { chainId: 'eip155:10' })]
    await browser.store.set(good)
    expect(await browser.signedIn()).toEqual(good)
  })
})

describe('nonces', () => {
  test('are never the same, and have letters and digits only', async () => {
    const { store } = createBrowser()
    const nonces = await Promise.all(Array.from({ length: 20 }, () => store.getNonce()))
    expect(new Set(nonces).size).toBe(20)
    for (const nonce of nonces) expect(nonce).toMatch(/^[a-z0-9]{76}$/)
  })

  test('are taken once: a second use is refused, at once or later, in another process too', async () => {
    // attack 63
    const browser = createBrowser()
    const given = await signIn(evm, await browser.store.getNonce())
    const twice = await Promise.allSettled([browser.store.add(given), browser.store.add(given)])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await browser.store.delete(evm.chainId, evm.address)
    await expect(browser.store.add(given)).rejects.toMatchObject(refusedFor('its nonce was used before'))
    server = createSiwxServer(settings())
    await expect(browser.store.add(given)).rejects.toMatchObject(refusedFor('its nonce was used before'))
  })

  test('are lost with a bad signature', async () => {
    const browser = createBrowser()
    const given = await signIn(evm, await browser.store.getNonce())
    await expect(browser.store.add({ ...given, signature: '0x00' })).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' })
    await expect(browser.store.add(given)).rejects.toMatchObject(refusedFor('its nonce was used before'))
  })

  test('expire after ten minutes', async () => {
    const browser = createBrowser()
    const [early, late] = [await browser.store.getNonce(), await browser.store.getNonce()]
    clock = START + 599_999
    await browser.store.add(await signIn(evm, early))
    clock = START + 600_000
    await expect(browser.store.add(await signIn(sol, late))).rejects.toMatchObject(refusedFor('its nonce has expired'))
  })

  test('are of one browser and one secret, and cannot be made up', async () => {
    const [browser, thief] = [createBrowser(), createBrowser()]
    const nonce = await browser.store.getNonce()
    await thief.store.getNonce()
    const longer = nonce.slice(0, 32) + (START + 9e9).toString(16).padStart(12, '0') + nonce.slice(44)
    const foreign = refusedFor('its nonce is not of this server and browser')
    await expect(thief.store.add(await signIn(evm, nonce))).rejects.toMatchObject(foreign)
    for (const other of [longer, 'abcdefgh12345678', 'a'.repeat(76)])
      await expect(browser.store.add(await signIn(evm, other))).rejects.toMatchObject(foreign)
    browser.cookies.delete('siwx-browser')
    await expect(browser.store.add(await signIn(evm, nonce))).rejects.toMatchObject(foreign)
    server = createSiwxServer({ ...settings(), secret: `${SECRET}, another one` })
    const fresh = createBrowser()
    const good = await fresh.store.getNonce()
    server = createSiwxServer(settings())
    await expect(fresh.store.add(await signIn(evm, good))).rejects.toMatchObject(foreign)
  })
})

describe('what a message must say', () => {
  test('another domain, URI or chain than the server’s, and a time that is over, are refused', async () => {
    server = createSiwxServer({ ...settings(), chains: ['eip155:1'] })
    const wrong: readonly (readonly [problem: string, fields: Partial<SignIn['data']>])[] = [
      ['it is for another domain', { domain: 'evil.example' }],
      ['it is for another URI', { uri: 'https://evil.example/' }],
      ['it is for another chain', { chainId: 'eip155:137' }],
      ['it has expired at 2026-11-23T19:00:00Z', { expirationTime: '2026-11-23T19:00:00Z' }],
    ]
    for (const [problem, fields] of wrong) {
      const browser = createBrowser()
      const given = await signIn(evm, await browser.store.getNonce(), fields)
      await expect(browser.store.add(given)).rejects.toMatchObject(refusedFor(problem))
      expect(await browser.signedIn()).toEqual([])
    }
  })

  test('it holds until its time is over, and never longer than the server says', async () => {
    const browser = createBrowser()
    const expirationTime = new Date(START + 3_600_000).toISOString()
    const short = await signIn(evm, await browser.store.getNonce(), { expirationTime })
    const long = await signIn(sol, await browser.store.getNonce())
    for (const one of [short, long]) await browser.store.add(one)
    clock = START + 3_599_999
    expect(await browser.signedIn()).toEqual([short, long])
    clock = START + 3_600_000
    expect(await browser.signedIn()).toEqual([long])
    clock = START + 7 * 86_400_000
    expect(await browser.signedIn()).toEqual([])
    expect(await browser.store.list(sol.chainId, sol.address)).toEqual([])
  })

  test('a later sign-in of another account does not make the first one last longer', async () => {
    const browser = createBrowser()
    await browser.store.add(await signIn(evm, await browser.store.getNonce()))
    clock = START + 86_400_000
    const later = await signIn(sol, await browser.store.getNonce())
    await browser.store.add(later)
    clock = START + 7 * 86_400_000
    expect(await browser.signedIn()).toEqual([later])
  })
})

describe('requests', () => {
  test('of another origin, or of none, change nothing', async () => {
    const browser = createBrowser()
    await browser.store.add(await signIn(evm, await browser.store.getNonce()))
    const evil = createBrowser('https://evil.example')
    for (const [name, value] of browser.cookies) evil.cookies.set(name, value)
    const refusal = { code: 'ORIGIN_NOT_ALLOWED' }
    await expect(evil.store.delete(evm.chainId, evm.address)).rejects.toMatchObject(refusal)
    await expect(evil.store.add(await signIn(sol, await browser.store.getNonce()))).rejects.toMatchObject(refusal)
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const without = await fetch(`${origin}/siwx/v1/sessions/x`, { method: 'DELETE', headers: { cookie } })
    const read = await fetch(`${origin}/siwx/v1/nonce`, { headers: { origin: 'https://evil.example' } })
    expect([without.status, read.status]).toEqual([403, 403])
    expect(await browser.signedIn()).toHaveLength(1)
  })

  test('are answered for no other origin, and not kept by caches', async () => {
    const answers = [await fetch(`${origin}/siwx/v1/nonce`), await fetch(`${origin}/siwx/v1/verify`, { method: 'OPTIONS' })]
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('with a body that is none are answered by its status', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const none = { message: 'x', signature: 'x' }
    const bodies: readonly (readonly [status: number, body: unknown, headers?: Record<string, string>])[] = [
      [400, '{'],
      [400, {}],
      [400, 'null'],
      [400, { signIns: [{ message: 'x' }] }],
      [400, { signIns: [], admin: true }],
      [400, { signIns: Array.from({ length: 17 }, () => none) }],
      [401, { signIns: [none] }],
      [401, { signIns: Array.from({ length: 16 }, () => none) }],
      [415, { signIns: [] }, form],
      [415, { signIns: [] }, { 'content-type': 'text/plain' }],
      [413, { signIns: [], padding: 'x'.repeat(70_000) }],
    ]
    await checkEach(bodies, '%s for %j %j', async (status, body, headers) =>
      expect((await post(createBrowser(), body, headers)).status).toBe(status),
    )
  })

  test('for a path or a method that is not served are answered by 404, 405 or 400', async () => {
    const requests: readonly (readonly [status: number, method: string, path: string])[] = [
      [404, 'GET', '/siwx/v1/'],
      [404, 'GET', '/siwx/v1/nonce/x'],
      [404, 'GET', '/siwx/v1x/nonce'],
      [404, 'GET', '/siwx/v1/__proto__'],
      [405, 'POST', '/siwx/v1/nonce'],
      [405, 'DELETE', '/siwx/v1/sessions'],
      [400, 'DELETE', '/siwx/v1/sessions/nobody'],
      [400, 'DELETE', '/siwx/v1/sessions/%ff'],
    ]
    await checkEach(requests, '%s %s %s', async (status, method, path) =>
      expect((await createBrowser().fetch(path, { method })).status).toBe(status),
    )
  })

  test('meet 500 without a cause when the store fails, and 502 when a node does', async () => {
    const browser = createBrowser()
    const given = await signIn(evm, await browser.store.getNonce())
    const failing = { ...memory, claim: () => Promise.reject(new Error('password=1234')) }
    server = createSiwxServer({ ...settings(), store: failing })
    const answer = await post(browser, { signIns: [{ message: given.message, signature: given.signature }] })
    expect([answer.status, await answer.text()]).toEqual([500, '{"code":"UNKNOWN"}'])
    server = createSiwxServer({ ...settings(), read: () => Promise.reject(new Error('timeout')) })
    const signature = `0x${'11'.repeat(70)}`
    await expect(browser.store.add({ ...given, signature })).rejects.toMatchObject({ code: 'RPC_ERROR' })
  })
})

describe('the cookie', () => {
  test('is out of reach of scripts and other pages, new at each sign-in, and kept by its hash only', async () => {
    const browser = createBrowser()
    const ids: string[] = []
    const keys: string[] = []
    const { set } = memory
    memory.set = (key, ...rest) => (keys.push(key), set(key, ...rest))
    for (const signer of [evm, sol]) {
      await browser.store.add(await signIn(signer, await browser.store.getNonce()))
      ids.push(browser.cookies.get('siwx')!)
    }
    expect(new Set(ids).size).toBe(2)
    for (const line of browser.lines)
      expect(line).toMatch(/^siwx(?:-browser)?=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
    expect(keys).toHaveLength(2)
    expect(keys.some((key) => ids.some((id) => key.includes(id)))).toBe(false)
    browser.cookies.set('siwx', ids[0]!)
    expect(await browser.signedIn()).toEqual([])
    browser.cookies.set('siwx', '../../x')
    expect(await browser.signedIn()).toEqual([])
  })

  test('goes over https only, and to this host only, on a real site', async () => {
    const real = createSiwxServer({ domain: 'app.example', uri: 'https://app.example/', secret: SECRET })
    const answer = await real.handle(new Request('https://app.example/siwx/v1/nonce'))
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-siwx-browser=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/),
    ])
  })
})

test('a short secret, another host, no url, and http on a real site are mistakes in the settings', () => {
  const mistakes: readonly (readonly [setting: string, options: Partial<SiwxServerOptions>])[] = [
    ['secret', { secret: 'short' }],
    ['secret', { secret: 'x'.repeat(31) }],
    ['domain', { domain: 'evil.example' }],
    ['uri', { uri: 'app.example' }],
    ['uri', { domain: 'app.example', uri: 'http://app.example/' }],
  ]
  for (const [setting, options] of mistakes)
    expect(() => createSiwxServer({ ...settings(), ...options }), JSON.stringify(options)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', details: expect.objectContaining({ setting }) }),
    )
  expect(() => createSiwxServer({ ...settings(), secret: 'x'.repeat(32) })).not.toThrow()
})
