import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serverNow } from '../../src/api/clock.js'
import { get, post } from '../../src/api/http.js'
import { json, serve, testApi, type TestServer } from './server.js'

const schema = z.unknown()
const OWN = Date.UTC(2026, 0, 2, 3, 4, 5)
const MINUTE = 60_000
const at = (ms: number) => new Date(ms).toUTCString()

/** What the server says next: whole seconds, as in life. */
let headers: Record<string, string>
let status: number
let server: TestServer
beforeEach(async () => {
  status = 200
  server = await serve((response) => json(response, {}, status, headers))
})
afterEach(() => server.stop())

const apiAt = (now: number) => testApi(server.url, { now: () => now })
const call = { path: '/thing' as const, schema, retries: 0 }

test('before the first answer the own clock counts', () => {
  expect(serverNow(apiAt(OWN))).toBe(OWN)
})

test('an answer tells how far off a clock is: by the middle of the second that the answer names', async () => {
  for (const ahead of [-5 * MINUTE, 0, 45_000]) {
    headers = { date: at(OWN - ahead) }
    const api = apiAt(OWN)
    await post(api, { ...call, body: {} })
    expect(serverNow(api)).toBe(OWN - ahead + 500)
    headers = { date: at(OWN), 'cache-control': 'no-store' }
    await get(api, call)
    expect(serverNow(api)).toBe(OWN + 500) // the last one counts
  }
})

test('an answer was made half way between the question and its arrival', async () => {
  let now = OWN
  const slow = await serve((response) => {
    now += 2_000
    json(response, {}, 200, { date: at(OWN) })
  })
  const api = testApi(slow.url, { now: () => now })
  await post(api, { ...call, body: {} })
  await slow.stop()
  expect(serverNow(api)).toBe(OWN + 500 + 1_000)
})

test('a refusal tells it as well', async () => {
  headers = { date: at(OWN - MINUTE) }
  status = 400
  const api = apiAt(OWN)
  await expect(post(api, { ...call, body: {} })).rejects.toMatchObject({ code: 'HTTP_STATUS' })
  expect(serverNow(api)).toBeLessThan(OWN - MINUTE + 1_000)
})

test('an answer that a browser may have kept since yesterday tells nothing', async () => {
  for (const more of [{ 'cache-control': 'private, max-age=86400' }, {}]) {
    headers = { date: at(OWN - 24 * 60 * MINUTE), ...more }
    const api = apiAt(OWN)
    await get(api, call)
    expect(serverNow(api)).toBe(OWN)
  }
})

test('nonsense instead of a date tells nothing', async () => {
  headers = { date: 'yesterday' }
  const api = apiAt(OWN)
  await post(api, { ...call, body: {} })
  expect(serverNow(api)).toBe(OWN)
})
