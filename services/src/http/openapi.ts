// `GET /openapi.json`: the OpenAPI 3.1 document, made from the route definitions and the schemas that they parse with.
import * as z from 'zod'
import type * as core from 'zod/v4/core'
import { ifChanged } from './etag.js'
import { defineRoute, type Answer, type Route } from './route.js'

type Json = Readonly<Record<string, unknown>>

/** `:name` and `:name{pattern}` of a mounted path. */
const parameter = /:([A-Za-z0-9_]+)(?:\{[^/]*\})?\??/g

/**
 * The document for `routes`. Schemas that occur in several routes are listed once under `components`.
 * @param publicUrl the one server of the document; absent: none is named
 */
export function openApiDocument(routes: readonly Route[], publicUrl?: string): Json {
  const schemas = createSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.path.replace(parameter, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'wallet-modal services', version: '1', license: { name: 'MIT', identifier: 'MIT' }, description },
    ...(publicUrl ? { servers: [{ url: publicUrl }] } : {}),
    paths,
    components: {
      schemas: { ...schemas.all(), Failure: toJson(failureSchema) },
      securitySchemes,
      responses: { Refusal: refusal('Refused; `reasons` say why'), Limited: limited },
    },
  }
}

/** `GET /openapi.json`. The document is made at the first request and kept. */
export function openApiRoute(routes: () => readonly Route[], publicUrl?: string): Route {
  let body: string | undefined
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=60' }
  return defineRoute({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    cost: 1,
    project: { rule: 'none', because: 'for whoever writes a client' },
    answers: { 200: documentSchema },
    handle: ({ request }) => ifChanged(request, (body ??= JSON.stringify(openApiDocument(routes(), publicUrl))), headers),
  })
}

const description =
  'Where the operator keeps a table of projects, each call names one: `projectId` in the query, or the header `x-project-id`. ' +
  'A parameter that is empty is absent. JSON is read whatever the content type says. Every answer has the header `x-request-id`.'

const securitySchemes = {
  projectInQuery: { type: 'apiKey', in: 'query', name: 'projectId' },
  projectInHeader: { type: 'apiKey', in: 'header', name: 'x-project-id' },
}
const named = [{ projectInQuery: [] }, { projectInHeader: [] }]
/** Security requirements by project rule; the empty requirement `{}` admits everybody. */
const security = {
  required: named,
  'any-origin': named,
  'in-body': [...named, {}],
  optional: [...named, {}],
  none: [],
} as const

const documentSchema = z.looseObject({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.unknown()) })
const failureSchema = z.object({
  status: z.literal('FAILED'),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })),
})
const failureContent = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
const limited = {
  ...refusal('Asked too often'),
  headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } },
}

function refusal(text: string): Json {
  return { description: text, content: failureContent }
}

function operation(route: Route, schemas: Schemas): Json {
  const { method, path, summary, cost, project, params, query, body, answers } = route
  const name = nameOf(method, path)
  const parameters = [...(params ? parametersOf(params, 'path') : []), ...(query ? parametersOf(query, 'query') : [])]
  /** False for a route that refuses everybody: `default` describes the refusal. */
  const isAnswered = Object.keys(answers).some((status) => Number(status) < 400)
  const refused = { $ref: '#/components/responses/Refusal' }
  const content = body && { schema: schemas.ref(`${name}Body`, body.schema) }
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary,
    security: security[typeof project === 'string' ? project : project.rule],
    parameters,
    ...(body && { requestBody: { content: Object.fromEntries(body.types.map((type) => [type, content])), required: true } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [status, response(Number(status), answer, `${name}Answer`, schemas)]),
      ),
      ...(isAnswered && (parameters.length > 0 || body) ? { 400: refused } : {}),
      ...(body ? { 413: refused } : {}),
      ...(cost > 0 ? { 429: { $ref: '#/components/responses/Limited' } } : {}),
      default: refused,
    },
  }
}

function response(status: number, answer: Answer, name: string, schemas: Schemas): Json {
  const description = status < 400 ? 'Success' : 'Refused'
  if (answer === 'empty') return { description }
  if ('_zod' in answer) return { description, content: { 'application/json': { schema: schemas.ref(name, answer) } } }
  return { description, content: { [answer.type]: {} } }
}

/** `GetConvertQuotes`: the version and the parameters of the path are left out. */
function nameOf(method: string, path: string): string {
  const words =
    path
      .replace(/^\/v\d+\//, '/')
      .replace(parameter, '')
      .match(/[A-Za-z0-9]+/g) ?? []
  return [method.toLowerCase(), ...words].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

interface Schemas {
  /** A `$ref` to the schema, under `name` or under the name that an equal schema has already. */
  ref(name: string, schema: core.$ZodType): Json
  all(): Json
}

function createSchemas(): Schemas {
  const names = new Map<string, string>()
  const kept: Record<string, Json> = {}
  return {
    ref(name, schema) {
      const json = toJson(schema)
      const text = JSON.stringify(json)
      const known = names.get(text) ?? (name in kept ? `${name}${Object.keys(kept).length}` : name)
      names.set(text, known)
      kept[known] = json
      return { $ref: `#/components/schemas/${known}` }
    },
    all: () => kept,
  }
}

function parametersOf(schema: core.$ZodType, place: 'path' | 'query'): readonly Json[] {
  const { properties = {}, required = [] } = toJson(schema) as { properties?: Json; required?: readonly string[] } // the schema is an object's
  return Object.entries(properties).map(([name, of]) => ({ name, in: place, required: required.includes(name), schema: of }))
}

/** The JSON Schema of what goes over the wire, before a transformation. */
function toJson(schema: core.$ZodType): Json {
  // JSON Schema cannot express refinements and transformations; the shape around them is kept.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return rest
}
