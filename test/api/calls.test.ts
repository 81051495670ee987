// Every call of the Data API against a real server: what is asked exactly, what comes back, and what happens when the chain is not served, the server fails or answers nonsense.
import { describe, expect, test } from 'vitest'
import { activateSmartSession, activateSmartSessionBodySchema } from '../../src/api/smart-sessions.js'
import { answerOf, pci, requestOf } from './case.js'
import { json } from './server.js'
import { serviceCases } from './service-cases.js'
import { tokenCases } from './token-cases.js'
import { example, user, wire } from './wire.js'

const rows = Object.entries({ ...tokenCases, ...serviceCases })

describe.each(rows)('%s', (_, row) => {
  test('asks what the wire reference says, and reads its example', async () => {
    const { path, request, answer } = example(row.fixture)
    const { api, asked, stop } = await wire(answer)
    const result = await row.run(api)
    if (typeof row.result === 'object') expect(result).toMatchObject(row.result as object)
    else expect(result).toBe(row.result)
    expect(asked()).toHaveLength(1)
    const [call] = asked()
    expect(call?.method).toBe(row.post ? 'POST' : 'GET')
    expect(decodeURIComponent(call?.url.pathname ?? '')).toBe(path)
    expect(call?.url.search).toBe(`?${row.search}`)
    expect(call?.headers['content-type']).toBe(row.post)
    if (request) expect(JSON.parse(call?.body ?? '')).toEqual({ ...request, ...row.adds })
    await stop()
  })

  test('carries the id of the relay client once it is known', async () => {
    const { api, asked, stop } = await wire(answerOf(row.fixture), { api: { clientId: 'did:key:z6Mk' } })
    await row.run(api)
    expect(asked()[0]?.url.searchParams.get('clientId')).toBe('did:key:z6Mk')
    await stop()
  })

  test('keeps to the chains that are served', async () => {
    const { gated } = row
    const { api, asked, stop } = await wire(answerOf(row.fixture), { chains: { http: ['eip155:999'], ws: [] } })
    const outcome = row.run(api)
    if (gated === 'asked all the same') await outcome
    else if ('code' in gated) await expect(outcome).rejects.toMatchObject({ code: gated.code })
    else expect(await outcome).toEqual(gated.value)
    expect(asked()).toHaveLength(gated === 'asked all the same' ? 1 : 0)
    await stop()
  })

  test('hands on each refusal with its status, field and reasons', async () => {
    let status = 0
    const reasons = [{ field: 'chainId', description: 'no such chain' }]
    const reply = { reply: (response: Parameters<typeof json>[0]) => json(response, { status: 'FAILED', reasons }, status) }
    const { api, asked, stop } = await wire(undefined, reply)
    for (status of [400, 401, 403, 404, 422, 429, 503]) {
      const before = asked().length
      const outcome = row.run(api)
      if (row.fallback) expect(await outcome).toMatchObject({ estimate: true })
      else if (status === 404 && row.missing) expect(await outcome).toEqual(row.missing.value)
      else await expect(outcome).rejects.toMatchObject({ code: 'HTTP_STATUS', details: { status, field: 'chainId' } })
      expect(asked().length - before).toBe(status === 503 && !row.once ? 3 : 1)
    }
    await stop()
  })

  // What else is no answer is the schema's: `schemas.test.ts` tries it without a server.
  test.each(['text', { status: 'FAILED' }])('refuses %j as an answer', async (answer) => {
    const isReadable = row.fixture === 'name-attributes' && typeof answer === 'object'
    const { api, stop } = await wire(answer)
    const outcome = row.run(api)
    if (row.fallback) expect(await outcome).toMatchObject({ estimate: true })
    else if (isReadable) expect(await outcome).toEqual(answer)
    else await expect(outcome).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
    await stop()
  })

  test('stops when the caller leaves', async () => {
    const controller = new AbortController()
    const { api, stop } = await wire(undefined, { reply: () => controller.abort() })
    await expect(row.run(api, controller.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(row.run(api, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
    await stop()
  })

  test('needs services', async () => {
    await expect(row.run({ fetch, sdk: { type: 'wm', version: '0' } })).rejects.toMatchObject({ code: 'NO_SERVICES' })
  })
})

const account = `eip155:31337:${user}`

test.each(['', 'null', '{}'])('an activation is done whatever the body of the answer: %j', async (body) => {
  const { api, asked, stop } = await wire(undefined, { reply: (response) => response.writeHead(200).end(body) })
  const activation = activateSmartSessionBodySchema.parse({ ...(requestOf('session-create') as object), pci, context: '0xabcd' })
  await expect(activateSmartSession(api, { account, activation })).resolves.toBeUndefined()
  expect(asked()[0]?.url.pathname).toBe(`/v1/sessions/${account}/activate`)
  expect(JSON.parse(asked()[0]?.body ?? '')).toEqual(activation)
  await stop()
})
