// Calls to the wallet API: what is believed, how long is waited, whose clock counts.
import { decodeJwt } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { CALL_LIMIT_MS, type ApiError } from '../../../frame/api.js'
import { toFrameError } from '../../../frame/frame-errors.js'
import { fakeFetch, memoryTable, ok, openTab, refusal, sessionOf, type Answer } from './support.js'

afterEach(() => void vi.useRealTimers())

const refresh = '/api/session/refresh'
const body = { refreshToken: 'r' }

async function apiWith(answer: Answer) {
  const { fetch, to } = fakeFetch({ [refresh]: answer })
  const { api } = await openTab({ table: memoryTable() }, { fetch })
  return { api, calls: () => to(refresh) }
}
const codeOf = (error: unknown) => toFrameError(error).code
const failing = async (answer: Answer) => {
  const { api } = await apiWith(answer)
  return api.post(refresh, body).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

test('an answer is parsed, and what the schema does not know is dropped', async () => {
  const session = sessionOf()
  const { api, calls } = await apiWith(() => ok({ ...session, more: 1 }))
  expect(await api.post(refresh, body)).toEqual(session)
  const [{ headers, init }] = calls() as [ReturnType<typeof calls>[0]]
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.has('authorization')).toBe(false)
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit', redirect: 'error', cache: 'no-store' })
})

test('an answer may set a cookie where the call says so', async () => {
  const { api, calls } = await apiWith(() => ok(sessionOf()))
  await api.post(refresh, body, { isCookieKept: true })
  expect(calls()[0]?.init.credentials).toBe('same-origin')
})

test('a proxy that answers HTML with 200, or its own error page, is an unreachable service', async () => {
  // attack 81
  for (const status of [200, 404, 502])
    expect(codeOf(await failing(() => new Response('<html>sign in</html>', { status })))).toBe('SERVICES_UNAVAILABLE')
})

test('an answer of another shape, a wrong type, or none is an unreachable service', async () => {
  for (const wrong of [{}, null, { ...sessionOf(), expiresAt: 'soon' }, []])
    expect(codeOf(await failing(() => ok(wrong)))).toBe('SERVICES_UNAVAILABLE')
  expect(codeOf(await failing(() => new Response(null, { status: 204 })))).toBe('SERVICES_UNAVAILABLE')
})

test('a network that is away is OFFLINE', async () => {
  // attack 80
  expect(codeOf(await failing(() => Promise.reject(new TypeError('Failed to fetch'))))).toBe('OFFLINE')
})

test('an answer without end is not read to its end', async () => {
  let pulled = 0
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          pulled += 1
          controller.enqueue(new Uint8Array(100_000))
        },
      }),
    )
  expect(codeOf(await failing(endless))).toBe('SERVICES_UNAVAILABLE')
  expect(pulled).toBeLessThan(20)
})

test('a call that is not answered ends after 10 s', async () => {
  let signal: AbortSignal | null | undefined
  const { api } = await apiWith(({ init }) => {
    signal = init.signal
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    )
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const call = api.post(refresh, body).catch((error: unknown) => error)
  await vi.waitFor(() => expect(signal).toBeDefined(), { interval: 1 })
  await vi.advanceTimersByTimeAsync(CALL_LIMIT_MS)
  expect(codeOf(await call)).toBe('SERVICES_UNAVAILABLE')
  expect(signal?.aborted).toBe(true)
})

test('a call ends with the signal of who asked', async () => {
  const { api } = await apiWith(
    ({ init }) => new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const reason = new Error('no longer wanted')
  const controller = new AbortController()
  const call = api.post(refresh, body, { signal: controller.signal })
  controller.abort(reason)
  await expect(call).rejects.toBe(reason)
})

test('a clock that is a day off is corrected by that of the services, once', async () => {
  // attack 82
  vi.useFakeTimers({ toFake: ['Date'] })
  const served = Date.now() + 86_400_000
  const at = (call: { headers: Headers }) => (decodeJwt(call.headers.get('dpop')!).iat ?? 0) * 1000
  const { api, calls } = await apiWith((call) =>
    Math.abs(at(call) - served) > 60_000 ? refusal(401, 'clock', { date: new Date(served).toUTCString() }) : ok(sessionOf()),
  )
  await api.post(refresh, body)
  expect(calls()).toHaveLength(2)
  expect(Math.abs(api.now() - served)).toBeLessThanOrEqual(1_000) // the header has whole seconds
  await api.post(refresh, body)
  expect(calls()).toHaveLength(3)
})

test('services that refuse every time are asked twice, and the page is told of the clock', async () => {
  // attack 82
  const { api, calls } = await apiWith(() => refusal(401, 'clock', { date: new Date().toUTCString() }))
  await expect(api.post(refresh, body).catch(codeOf)).resolves.toBe('CLOCK_SKEW')
  expect(calls()).toHaveLength(2)
})

test('each refusal has its code, and no word of the services reaches the page', async () => {
  const codes: Record<string, string> = {
    origin: 'ORIGIN_NOT_ALLOWED',
    project: 'PROJECT_INVALID',
    email: 'EMAIL_INVALID',
    rate_limited: 'RATE_LIMITED',
    code: 'OTP_INVALID',
    challenge: 'OTP_EXPIRED',
    device: 'DEVICE_DENIED',
    slot: 'WALLET_LOCKED',
    held: 'RECOVERY_HELD',
    toString: 'FAILED',
    __proto__: 'FAILED',
  }
  for (const [field, code] of Object.entries(codes)) {
    const error = toFrameError(await failing(() => refusal(400, field)))
    expect(error.code).toBe(code)
    expect(error.message).not.toMatch(/text of the server/)
  }
})

test('the cooldown is told in whole seconds, rounded up, and waits without measure are not believed', async () => {
  // attack 21
  const error = toFrameError(await failing(() => refusal(429, 'cooldown', { 'retry-after': '1' })))
  expect(error).toMatchObject({ code: 'EMAIL_COOLDOWN', message: 'Please try again after 1 seconds', retryAfterMs: 1000 })
  const long = await failing(() => refusal(429, 'rate_limited', { 'retry-after': '1000000000' }))
  expect((long as ApiError).retryAfterMs).toBe(86_400_000)
  const odd = await failing(() => refusal(429, 'rate_limited', { 'retry-after': '-5' }))
  expect((odd as ApiError).retryAfterMs).toBeUndefined()
})
