// The contract: every route's answer against the schema that the client reads it with and against the wire reference's example, and every
// refusal with its status and its shape. The list of routes, the list of the wire reference and this table must be the same.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { safeParse } from 'zod/v4/core'
import { collectFailures } from '../../../test/support/rows.js'
import { exampleOf, PAGE, type Row } from './row.js'
import { allRows as rows } from './rows.js'
import { sow, type Seeds } from './seeds.js'
import { differences } from './shape.js'
import { PROJECT, startWorld, type Answer, type Ask, type World } from './world.js'
import { wireRows } from './wire-rows.js'

/** Routes whose body may name the project. */
const namedInBody = ['POST /v1/fungible/price', 'POST /v1/convert/build-transaction']

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let world: World
let seeds: Seeds
let document: Document
beforeAll(async () => {
  world = await startWorld()
  seeds = await sow(world)
  document = (await world.ask({ path: '/openapi.json' })).body as Document
})
afterAll(() => world.stop())

test('every route of the application has a row, and every row a route', () => {
  const mounted = world.apps.open.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(rows).sort()).toEqual([...new Set(mounted)].sort())
})

test('every call that clients make has a row that says so', () => {
  for (const [route, section] of wireRows) expect(rows[route]?.wire, route).toBe(section)
  const promised = new Set(wireRows.map(([route]) => route))
  for (const [route, { wire }] of Object.entries(rows)) if (wire !== 'own') expect(promised.has(route), route).toBe(true)
})

describe('keeps its contract:', () => {
  test.each(Object.entries(rows))('%s', async (route, row) => {
    const method = route.slice(0, route.indexOf(' '))
    const failures = collectFailures()
    const ask = async (): Promise<Ask> => row.ask(seeds)
    const expectRefusal = refusalOf(row)

    await failures.check('answers as clients read it, and as its example says', async () => {
      const answer = await world.ask(await ask())
      const { status = 200, type = 'application/json' } = row
      expect({ status: answer.status, text: answer.text.slice(0, 500) }).toMatchObject({ status })
      expect(answer.headers.get('x-request-id')).toMatch(uuidV4)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('cache-control') ?? answer.headers.get('content-type')).toBeTruthy()
      if (type === 'none') return expect(answer.text).toBe('')
      expect(answer.headers.get('content-type')).toContain(type)
      if (row.answers) expect(safeParse(row.answers, answer.body).error?.issues ?? []).toEqual([])
      if (type === 'application/json' && status < 300) expect(describedBy(document, route, status)(answer.body)).toEqual([])
      if (row.example) expect(differences(exampleOf(row.example).answer, answer.body, row)).toEqual([])
    })

    for (const { when, ask: wrong, status, field, variant } of row.refusals ?? [])
      await failures.check(`refuses: ${when}`, async () =>
        expectRefusal(await world.ask(await wrong(seeds), variant), status, field),
      )

    await failures.check('is asked with the right method only, and by any page', async () => {
      const { path } = await ask()
      const answer = await world.ask({ method: 'DELETE', path })
      expectRefusal(answer, 405, 'method')
      expect(answer.headers.get('allow')?.split(', ')).toContain(method)
      const preflight = await world.ask({ method: 'OPTIONS', path, headers: { origin: 'https://anyone.example' } })
      expect([preflight.status, preflight.text]).toEqual([204, ''])
      expect(preflight.headers.get('access-control-allow-methods')).toContain(method)
    })

    if (!row.isUnlimited)
      await failures.check('counts its calls', async () => {
        const answer = await world.ask(await ask(), 'empty')
        expectRefusal(answer, 429, 'rate_limited')
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      })

    if (method === 'POST' && !route.includes('checkout'))
      await failures.check('reads a body only when it is JSON of reasonable size', async () => {
        const sent = await ask()
        const send = async (body: string) => world.ask({ ...sent, body })
        expectRefusal(await send('nonsense'), 400, 'body')
        expectRefusal(await send(''), 400, 'body')
        expectRefusal(await send('['.repeat(40) + ']'.repeat(40)), 400, 'body')
        expectRefusal(await send(`"${'a'.repeat(1024 * 1024)}"`), 413, 'body')
      })

    const { access = 'project' } = row
    const needsProject = access === 'project' || access === 'any-origin'
    const bare = strip(await ask())
    if (needsProject)
      await failures.check('wants a project that is known, by query or header or body', async () => {
        const stranger = { ...bare, headers: { ...bare.headers, 'x-project-id': 'nobody' } }
        expectRefusal(await world.ask(bare, 'projects'), 401, 'projectId')
        expectRefusal(await world.ask(stranger, 'projects'), 401, 'projectId')
        const isIn = async (asked: Ask) => (await world.ask(asked, 'projects')).body?.reasons?.[0]?.field !== 'projectId'
        expect(await isIn({ ...bare, headers: { ...bare.headers, 'x-project-id': PROJECT } })).toBe(true)
        expect(await isIn({ ...bare, path: `${bare.path}${bare.path.includes('?') ? '&' : '?'}projectId=${PROJECT}` })).toBe(true)
      })

    await failures.check(`is for pages of its origins (${access})`, async () => {
      const from = async (origin: string, named: boolean) => {
        const project = named ? { 'x-project-id': PROJECT } : {}
        const answer = await world.ask({ ...bare, headers: { ...bare.headers, ...project, origin } }, 'projects')
        if (access !== 'open') expect(answer.headers.get('vary')).toContain('origin')
        return answer
      }
      const isFree = async (origin: string, named: boolean) => (await from(origin, named)).body?.reasons?.[0]?.field !== 'origin'
      expect(await isFree('https://shop.example', true)).toBe(true)
      if (access === 'open' || access === 'any-origin') expect(await isFree('https://evil.example', true)).toBe(true)
      else expectRefusal(await from('https://evil.example', true), 403, 'origin')
      if (access === 'open') expect(await isFree('https://evil.example', false)).toBe(true)
      else if (needsProject) expectRefusal(await from('https://evil.example', false), 401, 'projectId')
      else expectRefusal(await from('https://evil.example', false), 403, 'origin')
      if (namedInBody.includes(route)) {
        const body = { ...(bare.body as object), projectId: PROJECT }
        const named = { ...bare, body, headers: { origin: 'https://evil.example' } }
        expectRefusal(await world.ask(named, 'projects'), 403, 'origin')
      }
    })

    expect(failures.list).toEqual([])
  })
})

/** Expects the refusal that a route gives, with its status and the field that it names. */
const refusalOf = (row: Row) => (answer: Answer, status: number, field: string) => {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status })
  if (field === PAGE) return expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const named = field.includes('|') ? (expect.stringMatching(`^(?:${field})$`) as string) : field
  const reasons = [{ field: named, description: expect.stringMatching(/^\S.{4,}/) as string }]
  const error = {
    jsonrpc: '2.0',
    id: null,
    error: { code: expect.any(Number) as number, message: expect.any(String) as string },
  }
  expect(answer.body).toEqual({ status: 'FAILED', reasons, ...(row.isRpc && status !== 405 ? error : {}) })
}

/** The question without any word of its project. */
function strip({ body, ...sent }: Ask): Ask {
  const path = sent.path.replace(/([?&])projectId=[^&]*&?/g, '$1').replace(/[?&]$/, '')
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ...sent, path, ...(body !== undefined && { body }) }
  return { ...sent, path, body: { ...body, projectId: undefined } }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Json>> }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}
interface Json {
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>
}

/** What the OpenAPI document's own schema of this answer finds wrong with it. */
function describedBy({ paths, components }: Document, route: string, status: number): (answer: unknown) => readonly unknown[] {
  const [method = '', path = ''] = route.split(' ')
  const response = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses[String(status)]
  const name = response?.content?.['application/json']?.schema.$ref.split('/').at(-1) ?? ''
  const schema = z.fromJSONSchema(components.schemas[name] as Parameters<typeof z.fromJSONSchema>[0])
  return (answer) => schema.safeParse(answer).error?.issues ?? []
}
