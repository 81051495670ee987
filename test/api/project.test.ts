import { expect, test } from 'vitest'
import { getSupportedChains } from '../../src/api/chains.js'
import { getAllowedOrigins, getAnalyticsEnabled, isOriginAllowed } from '../../src/api/project.js'
import { json, serve, testApi } from './server.js'

const origins = [
  ['https://app.example', [], true],
  ['https://app.example', ['https://app.example'], true],
  ['https://app.example', ['https://APP.example/'], true],
  ['http://app.example', ['https://app.example'], false],
  ['https://app.example:8443', ['https://app.example'], false],
  ['https://app.example:8443', ['https://app.example:8443'], true],
  ['https://app.example:8443', ['https://app.example:*'], true],
  ['https://app.example', ['https://app.example:443'], true],
  ['http://app.example', ['app.example:80'], true],
  ['https://app.example', ['app.example'], true],
  ['https://app.example:8443', ['app.example'], true],
  ['https://app.example:8443', ['app.example:9000'], false],
  ['https://x.a.com', ['*.a.com'], true],
  ['https://a.com', ['*.a.com'], false],
  ['https://x.y.a.com', ['*.a.com'], true],
  ['https://x.y.a.com', ['*.*.a.com'], false],
  ['https://x.a.com', ['https://x.*.com', 'https://*.com', 'https://x*.a.com'], false],
  ['https://x.y.a.com:8443', ['https://*.a.com:8443'], true],
  ['https://.a.com', ['*.a.com'], false],
  ['https://evil-a.com', ['*.a.com'], false],
  ['https://xa.com', ['*a.com'], false],
  ['https://a.com.evil.example', ['https://a.com'], false],
  ['https://anything.example', ['*'], false],
  ['https://single', ['*'], false],
  ['https://b.example', ['https://b.example;', 'https://b.example\uff1b', '\uff0a.example', 'https://b.example,'], false],
  ['https://b.example;', ['https://b.example', 'https://b.example;'], false],
  ['http://localhost:5173', ['https://app.example'], true],
  ['http://127.0.0.1:3000', ['https://app.example'], true],
  ['http://localhost.evil.example', ['https://app.example'], false],
  ['http://[::1]:3000', ['http://[::1]:3000'], true],
  ['https://app.example', ['not an origin at all', ''], false],
  ['null', [], false],
  ['not an origin', [], false],
] as const

test('an origin is allowed by the list of a project, by an empty list, or on this machine', () => {
  const wrong = origins.filter(([origin, allowed, expected]) => isOriginAllowed(origin, allowed) !== expected)
  expect(wrong).toEqual([])
})

test('origins, analytics and chains are read from their paths', async () => {
  const answers: Record<string, unknown> = {
    '/projects/v1/origins': { allowedOrigins: ['https://app.example'] },
    '/getAnalyticsConfig': { isAnalyticsEnabled: true },
    '/v1/supported-chains': { http: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ws: [] },
  }
  const server = await serve((response, { url }) => json(response, answers[url.pathname]))
  const api = testApi(server.url)
  await expect(getAllowedOrigins(api)).resolves.toEqual(['https://app.example'])
  await expect(getAnalyticsEnabled(api)).resolves.toBe(true)
  await expect(getSupportedChains(api)).resolves.toEqual(answers['/v1/supported-chains'])
  await server.stop()
})

test('origins, analytics and chains of the wrong shape are malformed', async () => {
  const server = await serve((response) =>
    json(response, { allowedOrigins: 'all', isAnalyticsEnabled: 'yes', http: ['ethereum'], ws: [] }),
  )
  for (const ask of [getAllowedOrigins, getAnalyticsEnabled, getSupportedChains])
    await expect(ask(testApi(server.url))).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
  await server.stop()
})
