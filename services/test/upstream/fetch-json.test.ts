import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { json, serve, type Reply } from '../../../test/api/server.js'
import { AdapterError, fetchJson } from '../../src/upstream/fetch-json.js'

const schema = z.object({ a: z.number() })

async function failureOf(reply: Reply, signal?: AbortSignal) {
  const server = await serve(reply)
  onTestFinished(() => server.stop())
  return fetchJson(fetch, server.url, { schema, signal }).catch((error: unknown) => error)
}

test('gives what fits the shape, and the status of what does not', async () => {
  expect(await failureOf((response) => json(response, { a: 1 }))).toEqual({ a: 1 })
  expect(await failureOf((response) => json(response, { a: 'x' }))).toMatchObject({ status: 200 })
  expect(await failureOf((response) => json(response, 'no', 403))).toMatchObject({ status: 403, explanation: '"no"' })
  const endless = await failureOf((response) => response.writeHead(200).end('x'.repeat(9 * 1024 * 1024)))
  expect(endless).toMatchObject({ status: 200, explanation: 'the answer is too long' })
})

test('a connection that breaks within the answer is a failure of the provider', async () => {
  const failure = await failureOf((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"a":', () => response.destroy())
  })
  expect(failure).toBeInstanceOf(AdapterError)
  expect(failure).toMatchObject({ status: 0, explanation: 'not reachable' })
})

test('a limit that passes before or within the answer is a failure of the provider', async () => {
  const limit = new AbortController()
  const reason = new DOMException('late', 'TimeoutError')
  const within = await failureOf((response) => {
    response.writeHead(200).write('{"a":', () => limit.abort(reason))
  }, limit.signal)
  expect(within).toBeInstanceOf(AdapterError)
  expect(within).toMatchObject({ status: 0, explanation: 'aborted' })
  expect(await failureOf((response) => response.end(), AbortSignal.abort(reason))).toMatchObject({ explanation: 'aborted' })
})
