// Every call of the Data API against a real server. What all calls share is tried once, in `http.test.ts`, `gate.test.ts` and `retry.test.ts`; here is
// what each call decides for itself: what it asks, how it reads the example, what stands for a chain that is not served or for a missing answer,
// whether it is repeated, and that it hands its signal on.
import { expect, test } from 'vitest'
import { activateSmartSession, activateSmartSessionBodySchema } from '../../src/api/smart-sessions.js'
import { answerOf, type Case, pci, requestOf } from './case.js'
import { checkEach } from '../support/rows.js'
import { json } from './server.js'
import { serviceCases } from './service-cases.js'
import { tokenCases } from './token-cases.js'
import { example, user, wire } from './wire.js'

const cases = Object.entries({ ...tokenCases, ...serviceCases })

async function expectOnEach(check: (row: Case) => unknown): Promise<void> {
  await checkEach(cases, '%s', (_, row) => check(row))
}

test('each call asks what the wire reference says, and reads its example', () =>
  expectOnEach(async (row) => {
    const { path, request, answer } = example(row.fixture)
    const { api, asked, stop } = await wire(answer, { api: { clientId: 'did:key:z6Mk' } })
    const result = await row.run(api)
    await stop()
    if (typeof row.result === 'object') expect(result).toMatchObject(row.result as object)
    else expect(result).toBe(row.result)
    expect(asked()).toHaveLength(1)
    const [call] = asked()
    expect(call?.method).toBe(row.post ? 'POST' : 'GET')
    expect(decodeURIComponent(call?.url.pathname ?? '')).toBe(path)
    expect(call?.url.search).toBe(`?${row.search}&clientId=did%3Akey%3Az6Mk`)
    expect(call?.headers['content-type']).toBe(row.post)
    if (request) expect(JSON.parse(call?.body ?? '')).toEqual({ ...request, ...row.adds })
  }))

test('each call keeps to the chains that are served', () =>
  expectOnEach(async ({ fixture, gated, run }) => {
    const { api, asked, stop } = await wire(answerOf(fixture), { chains: { http: ['eip155:999'], ws: [] } })
    const outcome = run(api)
    if (gated === 'asked all the same') await outcome
    else if ('code' in gated) await expect(outcome).rejects.toMatchObject({ code: gated.code })
    else expect(await outcome).toEqual(gated.value)
    await stop()
    expect(asked()).toHaveLength(gated === 'asked all the same' ? 1 : 0)
  }))

test('each call knows what a 404 means to it, and whether it may be repeated after a 503', () =>
  expectOnEach(async (row) => {
    let status = 404
    const { api, asked, stop } = await wire(undefined, { reply: (response) => json(response, {}, status) })
    const refused = { code: 'HTTP_STATUS' }
    const missing = row.run(api)
    if (row.fallback) expect(await missing).toMatchObject({ estimate: true })
    else if (row.missing) expect(await missing).toEqual(row.missing.value)
    else await expect(missing).rejects.toMatchObject({ ...refused, details: { status } })
    expect(asked()).toHaveLength(1)
    status = 503
    const failed = row.run(api)
    if (row.fallback) expect(await failed).toMatchObject({ estimate: true })
    else await expect(failed).rejects.toMatchObject({ ...refused, details: { status } })
    await stop()
    expect(asked()).toHaveLength(row.once ? 2 : 4)
  }))

test('no call takes the form of a refusal for its answer', () =>
  expectOnEach(async (row) => {
    const answer = { status: 'FAILED' }
    const { api, stop } = await wire(answer)
    const outcome = row.run(api)
    if (row.fallback) expect(await outcome).toMatchObject({ estimate: true })
    else if (row.fixture === 'name-attributes') expect(await outcome).toEqual(answer) // a table whose keys are free
    else await expect(outcome).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
    await stop()
  }))

test('each call stops when its caller leaves, and asks nothing for a caller who has left', () =>
  expectOnEach(async (row) => {
    const controller = new AbortController()
    const { api, asked, stop } = await wire(undefined, { reply: () => controller.abort() })
    await expect(row.run(api, controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(row.run(api, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
    await stop()
    expect(asked()).toHaveLength(1)
  }))

test('no call has a value where the services are not set', () =>
  expectOnEach(async (row) => {
    await expect(row.run({ fetch, sdk: { type: 'wm', version: '0' } })).rejects.toMatchObject({ code: 'NO_SERVICES' })
  }))

test('an activation is done whatever the body of the answer', async () => {
  const account = `eip155:31337:${user}`
  for (const body of ['', 'null', '{}']) {
    const { api, asked, stop } = await wire(undefined, { reply: (response) => response.writeHead(200).end(body) })
    const activation = activateSmartSessionBodySchema.parse({
      ...(requestOf('session-create') as object),
      pci,
      context: '0xabcd',
    })
    await expect(activateSmartSession(api, { account, activation })).resolves.toBeUndefined()
    expect(asked()[0]?.url.pathname).toBe(`/v1/sessions/${account}/activate`)
    expect(JSON.parse(asked()[0]?.body ?? '')).toEqual(activation)
    await stop()
  }
})
