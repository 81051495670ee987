// The OpenAPI 3.1 document, made from the route table and the schemas that the routes parse with. `GET /openapi.json`.
import * as z from 'zod'
import type * as core from 'zod/v4/core'
import { ifChanged } from './etag.js'
import type { Route } from './route.js'

type Json = Readonly<Record<string, unknown>>

/** `:name` and `:name{pattern}` of a mounted path. */
const parameter = /:([A-Za-z0-9_]+)(?:\{[^/]*\})?\??/g

export function openApiDocument(routes: readonly Route[], publicUrl?: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.path.replace(parameter, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'wallet-modal services', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    ...(publicUrl ? { servers: [{ url: publicUrl }] } : {}),
    paths,
    components: { schemas: { Failure: jsonSchema(failureSchema, 'output') } },
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
    doc: { summary: 'This document' },
    answer: (c) => ifChanged(c.req.raw, (body ??= JSON.stringify(openApiDocument(routes(), publicUrl))), headers),
  }
}

const failureSchema = z.object({
  status: z.literal('FAILED'),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })),
})

function operation({ method, path, doc }: Route): Json {
  const inPath = [...path.matchAll(parameter)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const content = doc?.contentType ?? 'application/json'
  const answer = doc?.answers ? { schema: jsonSchema(doc.answers, 'output') } : {}
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: doc?.summary ?? path,
    parameters: [...inPath, ...(doc?.query ? queryParameters(doc.query) : [])],
    // Some clients send JSON as text/plain, which saves a preflight.
    ...(doc?.body && { requestBody: { content: both(jsonSchema(doc.body, 'input')), required: true } }),
    responses: {
      [String(doc?.status ?? 200)]: { description: 'Success', content: { [content]: answer } },
      default: {
        description: 'Refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

function both(schema: Json): Json {
  return { 'application/json': { schema }, 'text/plain': { schema } }
}

function queryParameters(schema: core.$ZodType): readonly Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: readonly string[] } // a query schema is an object's
  return Object.entries(properties).map(([name, of]) => ({ name, in: 'query', required: required.includes(name), schema: of }))
}

function jsonSchema(schema: core.$ZodType, io: 'input' | 'output'): Json {
  // What a refinement or a transformation demands cannot be said in JSON Schema: the shape around it still can.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}
