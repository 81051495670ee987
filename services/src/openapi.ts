// The OpenAPI 3.1 document, made from the route table and the schemas that the routes parse with. `GET /openapi.json`.
import * as z from 'zod'
import type * as core from 'zod/v4/core'
import { ifChanged } from './etag.js'
import type { Route } from './route.js'

type Json = Readonly<Record<string, unknown>>

/** `:name` and `:name{pattern}` of a mounted path. */
const parameter = /:([A-Za-z0-9_]+)(?:\{[^/]*\})?\??/g

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
      responses: { Refusal: refusal('Refused; `reasons` say why'), Limited: limited },
    },
  }
}

/** Made once, when first asked for. */
export function openApiRoute(routes: () => readonly Route[], publicUrl?: string): Route {
  let body: string | undefined
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=60' }
  return {
    method: 'GET',
    path: '/openapi.json',
    cost: 1,
    access: 'open', // for whoever writes a client
    doc: { summary: 'This document', answers: documentSchema },
    answer: (c) => ifChanged(c.req.raw, (body ??= JSON.stringify(openApiDocument(routes(), publicUrl))), headers),
  }
}

const description =
  'Where the operator keeps a table of projects, each call names one: `projectId` in the query, or the header `x-project-id`. ' +
  'A parameter that is empty is absent. JSON is read whatever the content type says. Every answer has the header `x-request-id`.'

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

function operation({ method, path, cost, doc }: Route, schemas: Schemas): Json {
  const inPath = [...path.matchAll(parameter)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const name = nameOf(method, path)
  const parameters = [...inPath, ...(doc.query ? queryParameters(doc.query) : [])]
  const content = doc.answers
    ? { [doc.contentType ?? 'application/json']: { schema: schemas.ref(`${name}Answer`, doc.answers) } }
    : doc.contentType && { [doc.contentType]: {} }
  const refused = { $ref: '#/components/responses/Refusal' }
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: doc.summary,
    parameters,
    ...(doc.body && {
      requestBody: { content: bodyContent(schemas.ref(`${name}Body`, doc.body), doc.bodyType), required: true },
    }),
    responses: {
      [String(doc.status ?? 200)]: { description: 'Success', ...(content && { content }) },
      ...(parameters.length > 0 || doc.body ? { 400: refused } : {}),
      ...(doc.body && doc.bodyType === undefined ? { 413: refused } : {}),
      ...(cost > 0 ? { 429: { $ref: '#/components/responses/Limited' } } : {}),
      default: refused,
    },
  }
}

/** Some clients send JSON as text/plain, which saves a preflight. */
function bodyContent(schema: Json, type: string | undefined): Json {
  return type === undefined ? { 'application/json': { schema }, 'text/plain': { schema } } : { [type]: { schema } }
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
  /** Keeps the schema under this name, or under the one that it has already. */
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

function queryParameters(schema: core.$ZodType): readonly Json[] {
  const { properties = {}, required = [] } = toJson(schema) as { properties?: Json; required?: readonly string[] } // a query schema is an object's
  return Object.entries(properties).map(([name, of]) => ({ name, in: 'query', required: required.includes(name), schema: of }))
}

/** As it goes over the wire: before a reader makes something else of it. */
function toJson(schema: core.$ZodType): Json {
  // What a refinement or a transformation demands cannot be said in JSON Schema: the shape around it still can.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return rest
}
