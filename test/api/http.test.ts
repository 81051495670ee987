import { once } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { takeCredentials } from '../../src/api/credentials.js'
import { get, join, post } from '../../src/api/http.js'
import { HTTP_RETRY_DELAY_MS, RPC_TIMEOUT_MS } from '../../src/vocabulary/constants.js'
import { json, serve, testApi, type Reply, type TestServer } from './server.js'

const schema = z.object({ name: z.string() })
let server: TestServer | undefined
afterEach(async () => {
  vi.useRealTimers()
  await server?.stop()
  server = undefined
})

async function start(reply: Reply) {
  server = await serve(reply)
  return { server, api: testApi(server.url), call: { path: '/thing' as const, schema } }
}

test('a get carries project and sdk, joins lists and leaves out what is empty', async () => {
  const { server, api, call } = await start((response) => json(response, { name: 'Ada', extra: 1 }))
  const answer = await get(api, { ...call, query: { ids: ['a', 'b'], none: null, empty: '', blank: [], page: 2, flag: false } })
  expect(answer).toEqual({ name: 'Ada' })
  expect(Object.fromEntries(server.asked[0]?.url.searchParams ?? [])).toEqual({
    ids: 'a,b',
    page: '2',
    flag: 'false',
    projectId: 'shop',
    st: 'wm',
    sv: 'html-test-0.1.0',
  })
  expect(server.asked[0]?.method).toBe('GET')
})

test('a post sends JSON and its own headers', async () => {
  const { server, api, call } = await start((response) => json(response, { name: 'Ada' }))
  await post(api, { ...call, body: { n: 1 }, headers: { 'x-test': 'yes' } })
  expect(server.asked[0]).toMatchObject({ method: 'POST', body: '{"n":1}' })
  expect(server.asked[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-test': 'yes' })
})

test('labels can be chosen, go last and keep their order', async () => {
  const { server, api, call } = await start((response) => json(response, { name: 'Ada' }))
  await get({ ...api, clientId: 'did:key:z6Mk' }, { ...call, query: { page: 2 }, labels: ['st', 'projectId', 'clientId'] })
  await get(api, { ...call, labels: [] })
  expect(server.asked[0]?.url.search).toBe('?page=2&st=wm&projectId=shop&clientId=did%3Akey%3Az6Mk')
  expect(server.asked[1]?.url.search).toBe('')
})

test('a post may travel as plain text, which needs no preflight', async () => {
  const { server, api, call } = await start((response) => json(response, { name: 'Ada' }))
  await post(api, { ...call, body: { n: 1 }, contentType: 'text/plain' })
  expect(server.asked[0]).toMatchObject({ body: '{"n":1}', headers: { 'content-type': 'text/plain' } })
})

test('an answer without a body is undefined to a schema that allows for it', async () => {
  const { api, call } = await start((response) => response.end())
  await expect(get(api, { ...call, schema: z.optional(schema), mayBeEmpty: true })).resolves.toBeUndefined()
  await expect(get(api, { ...call, mayBeEmpty: true })).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
})

test('a base url may have a path and a slash at its end', async () => {
  const { server, api, call } = await start((response) => json(response, { name: 'Ada' }))
  await get({ ...api, services: `${server.url}/base/` }, call)
  expect(server.asked[0]?.url.pathname).toBe('/base/thing')
  expect(join('https://a.example///', '/b')).toBe('https://a.example/b')
})

test('without services nothing is asked', async () => {
  await expect(get(testApi(undefined), { path: '/thing', schema })).rejects.toMatchObject({ code: 'NO_SERVICES' })
})

test('services that are no web address are refused', async () => {
  for (const services of ['ftp://files.example', 'not a url', 'javascript:alert(1)'])
    await expect(get(testApi(services), { path: '/thing', schema })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      details: { setting: 'services' },
    })
})

describe('retries', () => {
  test('a 500 is asked three times in all, and the last answer counts', async () => {
    const { server, api, call } = await start((response, _, count) => json(response, { name: 'late' }, count < 3 ? 500 : 200))
    await expect(get(api, call)).resolves.toEqual({ name: 'late' })
    expect(server.asked).toHaveLength(3)
  })

  test('a third 503 is the end', async () => {
    const { server, api, call } = await start((response) => json(response, {}, 503))
    await expect(get(api, call)).rejects.toMatchObject({ code: 'HTTP_STATUS', details: { status: 503 } })
    expect(server.asked).toHaveLength(3)
  })

  test('what must not be done twice is asked once', async () => {
    const { server, api, call } = await start((response) => json(response, {}, 503))
    await expect(post(api, { ...call, body: {}, retries: 0 })).rejects.toMatchObject({ code: 'HTTP_STATUS' })
    expect(server.asked).toHaveLength(1)
  })

  test('a refusal is not asked again, whatever it says of later', async () => {
    let status = 0
    const { server, api, call } = await start((response) => json(response, {}, status, { 'retry-after': '1' }))
    const statuses = [400, 401, 403, 404, 422, 429, 499]
    for (status of statuses) await expect(get(api, call)).rejects.toMatchObject({ code: 'HTTP_STATUS', details: { status } })
    expect(server.asked).toHaveLength(statuses.length)
  })

  test('a connection that breaks is tried again', async () => {
    const { server, api, call } = await start((response, _, count) =>
      count === 1 ? response.destroy() : json(response, { name: 'Ada' }),
    )
    await expect(get(api, call)).resolves.toEqual({ name: 'Ada' })
    expect(server.asked).toHaveLength(2)
  })

  test('a server that is gone is a network error, with the cause', async () => {
    const { server, api, call } = await start(() => undefined)
    await server.stop()
    const error: unknown = await get(api, call).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', details: { url: `${server.url}/thing`, offline: false } })
    expect((error as Error).cause).toBeInstanceOf(TypeError)
  })
})

test('offline is told apart from a server that is down', async () => {
  const navigatorBefore = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true })
  try {
    const offline = testApi('http://127.0.0.1:9', { fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(get(offline, { path: '/x', schema })).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      details: { offline: true },
    })
  } finally {
    if (navigatorBefore) Object.defineProperty(globalThis, 'navigator', navigatorBefore)
    else Reflect.deleteProperty(globalThis, 'navigator')
  }
})

test('fetch is called bare, as a browser demands', async () => {
  function strict(this: unknown): Promise<Response> {
    if (this !== undefined) throw new TypeError('Illegal invocation')
    return Promise.resolve(Response.json({ name: 'Ada' }))
  }
  await expect(get(testApi('http://127.0.0.1:9', { fetch: strict }), { path: '/x', schema })).resolves.toEqual({ name: 'Ada' })
})

describe('errors', () => {
  test('reasons of the services are quoted', async () => {
    const reasons = [
      { field: 'chainId', description: 'unsupported chain' },
      { field: 'page', description: 'at least 1' },
    ]
    const { api, call } = await start((response) => json(response, { status: 'FAILED', reasons }, 400))
    await expect(get(api, call)).rejects.toMatchObject({
      message: 'HTTP status code: 400',
      details: { status: 400, field: 'chainId', reasons: 'chainId: unsupported chain; page: at least 1' },
    })
  })

  test('so is the message of a provider behind them', async () => {
    const { api, call } = await start((response) => json(response, { code: 'x', message: 'too little' }, 400))
    await expect(get(api, call)).rejects.toMatchObject({ details: { status: 400, field: undefined, reasons: 'too little' } })
  })

  test('a refusal that is a page of HTML is still a status', async () => {
    const { api, call } = await start((response) => response.writeHead(404).end('<html>not here</html>'))
    await expect(get(api, call)).rejects.toMatchObject({ code: 'HTTP_STATUS', details: { status: 404, reasons: undefined } })
  })

  test('a page of HTML, half an answer and nothing instead of JSON are malformed, and not asked for again', async () => {
    let body = ''
    const { server, api, call } = await start((response) => response.end(body))
    const bodies = ['<!doctype html><title>login</title>', '{"name":"Ad', '']
    for (body of bodies)
      await expect(get(api, call)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE', details: { problem: 'not JSON' } })
    expect(server.asked).toHaveLength(bodies.length)
  })

  test('an answer without a body is malformed too', async () => {
    const bare = testApi('http://127.0.0.1:9', { fetch: () => Promise.resolve(new Response(null)) })
    await expect(get(bare, { path: '/x', schema })).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
  })

  test('an answer of another shape names the place', async () => {
    const { api, call } = await start((response) => json(response, { name: 7 }))
    await expect(get(api, call)).rejects.toMatchObject({
      code: 'MALFORMED_RESPONSE',
      details: { problem: expect.stringMatching(/^name: /) as string },
    })
  })

  test('an endless answer is cut off', async () => {
    const { api, call } = await start((response) => {
      const part = 'x'.repeat(1024 * 1024)
      const write = () => {
        if (!response.destroyed && response.write(part)) setImmediate(write)
      }
      response.on('drain', write)
      write()
    })
    await expect(get(api, call)).rejects.toMatchObject({
      code: 'MALFORMED_RESPONSE',
      details: { problem: 'the answer is too long' },
    })
  })

  test('a percent sign in the password of a url that escapes nothing stands for itself', () => {
    const { authorization } = takeCredentials(new URL('https://ada:100%@host.example'))
    expect(authorization).toEqual({ authorization: `Basic ${btoa('ada:100%')}` })
  })

  test('credentials of the url travel in a header and appear in no error', async () => {
    const { server, api, call } = await start((response) => json(response, {}, 403))
    const services = server.url.replace('http://', 'http://ada:s3cret%21@')
    const error: unknown = await get({ ...api, services, projectId: 'p-s3cret' }, call).catch((reason: unknown) => reason)
    expect(server.asked[0]?.headers.authorization).toBe(`Basic ${btoa('ada:s3cret!')}`)
    const { message, details, stack } = error as Error & { details: unknown }
    expect(JSON.stringify([message, details, stack])).not.toContain('s3cret')
  })
})

describe('time', () => {
  const call = { path: '/thing' as const, schema }
  const fetchWith = (reply: () => Promise<Response>) => {
    vi.useFakeTimers()
    const fetch = vi.fn<typeof globalThis.fetch>(reply)
    return { fetch, api: testApi('https://services.example', { fetch }) }
  }

  test('a server that never answers meets the time limit, and is not asked again', async () => {
    const { fetch, api } = fetchWith(() => new Promise(() => undefined))
    const settled = vi.fn<(error: unknown) => void>()
    get(api, call).catch(settled)
    await vi.advanceTimersByTimeAsync(RPC_TIMEOUT_MS - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ code: 'HTTP_TIMEOUT' }))
    await vi.runAllTimersAsync()
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('a body that stops half way meets it too', async () => {
    const half = () => new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"name":')) })
    const { api } = fetchWith(() => Promise.resolve(new Response(half())))
    const outcome = expect(get(api, { ...call, timeoutMs: 60 })).rejects.toMatchObject({ code: 'HTTP_TIMEOUT' })
    await vi.advanceTimersByTimeAsync(60)
    await outcome
  })

  test('leaving between two tries stops the second', async () => {
    const controller = new AbortController()
    const { fetch, api } = fetchWith(() => Promise.resolve(Response.json({}, { status: 500 })))
    const outcome = expect(get(api, { ...call, signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.advanceTimersByTimeAsync(HTTP_RETRY_DELAY_MS - 1)
    controller.abort()
    await outcome
    await vi.runAllTimersAsync()
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('a caller who leaves is told so, and the server sees the connection end', async () => {
    const controller = new AbortController()
    let closed: Promise<unknown> | undefined
    const { api, call } = await start((response) => {
      closed = once(response, 'close')
      controller.abort('left')
    })
    await expect(get(api, { ...call, signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED', cause: 'left' })
    await closed
  })

  test('who has left already asks nothing', async () => {
    const { server, api, call } = await start((response) => json(response, { name: 'Ada' }))
    await expect(get(api, { ...call, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
    expect(server.asked).toHaveLength(0)
  })
})
