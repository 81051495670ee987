import { afterAll, beforeAll, expect, test } from 'vitest'
import * as mini from 'zod/mini'
import * as z from 'zod'
import { openApiDocument } from '../../src/openapi.js'
import { startServices, type TestServices } from '../support/services.js'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: object
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<Record<string, object>>
}
interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

let services: TestServices
let document: Document
beforeAll(async () => {
  services = await startServices({
    config: { metrics: { onMain: true }, adminToken: 'a'.repeat(24), secretKey: '0123456789abcdef'.repeat(4) },
  })
  document = (await (await fetch(`${services.url}/openapi.json`)).json()) as Document
})
afterAll(() => services.stop())

test('every mounted route is in it, and nothing else', () => {
  const mounted = services.parts?.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:([A-Za-z0-9_]+)(?:\{[^/]*\})?/g, '{$1}')}`)
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(document.openapi).toBe('3.1.0')
  expect(described.sort()).toEqual([...new Set(mounted)].sort())
  expect(described.length).toBeGreaterThan(12)
})

test('each operation has a name of its own, its path parameters, and a success and a refusal', () => {
  const operations = Object.entries(document.paths).flatMap(([path, of]) =>
    Object.values(of).map((operation) => ({ path, operation })),
  )
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named)
    expect(Object.keys(operation.responses)).toHaveLength(2)
    expect(operation.summary, path).not.toBe('')
  }
})

test('queries and bodies come from the schemas, of either kind of zod', () => {
  const route = { method: 'POST' as const, path: '/v1/:account/x', cost: 1, answer: () => new Response() }
  const { paths } = openApiDocument([
    {
      ...route,
      doc: {
        summary: 'An example',
        query: mini.object({ page: mini.optional(mini.string()), name: mini.string() }),
        body: z.object({ amount: z.string().regex(/^\d+$/).transform(Number) }),
        status: 202,
      },
    },
  ]) as unknown as Document
  const operation = paths['/v1/{account}/x']?.['post']
  expect(operation?.parameters.map(({ name, required }) => [name, required])).toEqual([
    ['account', true],
    ['page', false],
    ['name', true],
  ])
  expect(operation?.requestBody?.content['text/plain']?.schema).toMatchObject({
    type: 'object',
    properties: { amount: { type: 'string', pattern: '^\\d+$' } },
    required: ['amount'],
  })
  expect(Object.keys(operation?.responses ?? {})).toEqual(['202', 'default'])
})
