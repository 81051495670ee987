// The OpenAPI document: as the standard wants it, with every route of the application and every schema that the routes parse with.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as mini from 'zod/mini'
import * as z from 'zod'
import { jsonBody } from '../../src/http/body.js'
import { openApiDocument } from '../../src/http/openapi.js'
import { defineRoute } from '../../src/http/route.js'
import { problemsOf } from './openapi-structure.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, type TestServices } from '../support/services.js'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly security: readonly object[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: object
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>>
}
interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
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

const operations = () =>
  Object.entries(document.paths).flatMap(([path, of]) =>
    Object.entries(of).map(([method, operation]) => ({ path, method, operation })),
  )

test('every mounted route is in it, and nothing else', () => {
  const mounted = services.parts?.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:([A-Za-z0-9_]+)(?:\{[^/]*\})?/g, '{$1}')}`)
  const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(described.sort()).toEqual([...new Set(mounted)].sort())
  expect(described.length).toBeGreaterThan(40)
})

test('it is a document of OpenAPI 3.1', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(problemsOf(document)).toEqual([])
})

test('each operation says what it takes and gives', () => {
  for (const { path, method, operation } of operations()) {
    const seen = `${method} ${path}`
    expect(operation.summary, seen).toMatch(/^[A-Z].{8,}/)
    const [status, success] = Object.entries(operation.responses).find(([key]) => /^[2-4]\d\d$/.test(key)) ?? []
    const [type, { schema }] = Object.entries(success?.content ?? {})[0] ?? ['none', {}]
    // Pages, pictures and figures have no schema; a redirection, a refusal and an acknowledgement have no body.
    if (type === 'application/json') expect(schema, seen).toHaveProperty('$ref')
    else if (type === 'none') expect(['200', '303', '426'], seen).toContain(status)
    else expect(type, seen).toMatch(/^(?:image\/svg\+xml|text\/html|text\/plain)$/)
    if (method === 'post') expect(operation.requestBody, seen).toBeDefined()
  }
})

test('each operation says whether a project is named', () => {
  const securityOf = (path: string, method: string) => document.paths[path]?.[method]?.security
  const named = [{ projectInQuery: [] }, { projectInHeader: [] }]
  expect(securityOf('/getWallets', 'get')).toEqual(named)
  expect(securityOf('/getWalletImage/{id}', 'get')).toEqual([...named, {}])
  expect(securityOf('/health', 'get')).toEqual([])
})

test('each schema has its name, is used, and can be read back', () => {
  const text = JSON.stringify(document.paths) + JSON.stringify(document.components)
  const names = Object.keys(document.components.schemas)
  expect(names.length).toBeGreaterThan(40)
  for (const name of names) {
    expect(text.includes(`"#/components/schemas/${name}"`), name).toBe(true)
    expect(
      () => z.fromJSONSchema(document.components.schemas[name] as Parameters<typeof z.fromJSONSchema>[0]),
      name,
    ).not.toThrow()
  }
})

test('queries and bodies come from the schemas, of either kind of zod', () => {
  const route = defineRoute({
    method: 'POST',
    path: '/v1/:account/x',
    summary: 'An example',
    cost: 1,
    project: 'required',
    params: z.object({ account: z.string() }),
    query: mini.object({ page: mini.optional(mini.string()), name: mini.string() }),
    body: jsonBody(z.object({ amount: z.string().regex(/^\d+$/).transform(Number) })),
    answers: { 202: 'empty' },
    handle: () => new Response(),
  })
  const { paths, components } = openApiDocument([route]) as unknown as Document
  const operation = paths['/v1/{account}/x']?.['post']
  expect(operation?.parameters.map(({ name, required }) => [name, required])).toEqual([
    ['account', true],
    ['page', false],
    ['name', true],
  ])
  expect(operation?.requestBody?.content['text/plain']?.schema).toEqual({ $ref: '#/components/schemas/PostXBody' })
  expect(components.schemas['PostXBody']).toMatchObject({
    type: 'object',
    properties: { amount: { type: 'string', pattern: '^\\d+$' } },
    required: ['amount'],
  })
  expect(Object.keys(operation?.responses ?? {})).toEqual(['202', '400', '413', '429', 'default'])
})

describe('the check of the structure finds', () => {
  const operation = { operationId: 'a', responses: { 200: { description: 'x' } } }
  const base = { openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: { '/a': { get: operation } } }
  const inPath = (parameters: unknown) => ({ ...base, paths: { '/a/{b}': { get: { ...operation, parameters } } } })
  const schema = (of: unknown) => ({ ...base, components: { schemas: { A: of } } })
  test('each mistake', () =>
    checkEach(
      [
        ['nothing in a small document', base, []],
        ['no title', { ...base, info: { version: '1' } }, ['info.title']],
        ['a path without a slash', { ...base, paths: { a: {} } }, ['paths.a']],
        ['a parameter that is not said', inPath([]), ['paths./a/{b}.get: b']],
        [
          'a parameter that may be absent',
          inPath([{ name: 'b', in: 'path', schema: {} }]),
          ['paths./a/{b}.get.parameters.0.required'],
        ],
        [
          'two of one name',
          { ...base, paths: { '/a': { get: operation }, '/b': { get: operation } } },
          ['paths./b.get.operationId'],
        ],
        ['no responses', { ...base, paths: { '/a': { get: { operationId: 'a' } } } }, ['paths./a.get.responses']],
        [
          'a response without words',
          { ...base, paths: { '/a': { get: { ...operation, responses: { 200: {} } } } } },
          ['paths./a.get.responses.200.description'],
        ],
        ['a type that is none', schema({ type: 'text' }), ['components.schemas.A.type']],
        ['a pattern that is none', schema({ type: 'string', pattern: '(' }), ['components.schemas.A.pattern']],
        ['a reference to nothing', schema({ items: { $ref: '#/components/schemas/B' } }), ['components.schemas.A.items.$ref']],
        ['a name that is not allowed', { ...base, components: { schemas: { 'a b': {} } } }, ['components.schemas.a b']],
      ] as const,
      '%s',
      (_, document, problems) => {
        expect(problemsOf(document)).toEqual(problems)
      },
    ))
})
