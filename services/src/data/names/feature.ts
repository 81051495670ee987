// Account names: look-ups, suggestions, registration (`/v1/profile/…`) and the gateway through which they resolve on chain.
import * as z from 'zod/mini'
import { jsonBody } from '../../http/body.js'
import { nameWriteBodySchema, registerSchema } from '../../../../src/api/name-writes.js'
import {
  nameAddressesSchema,
  nameAttributesSchema,
  nameLookupSchema,
  nameQuerySchema,
  nameReverseSchema,
  suggestionsQuerySchema,
  suggestionsSchema,
  zoneSchema,
} from '../../../../src/api/names.js'
import { HttpError } from '../../http/errors.js'
import { wrongParameter } from '../../http/parse.js'
import { defineRoute, type Route } from '../../http/route.js'
import { readAccount } from '../assets/ids.js'
import { answerJson } from '../assets/answer.js'
import type { NamesContext } from '../context.js'
import type { Feature } from '../feature.js'
import { createGateway, gatewayRoutes } from './gateway.js'
import { readLabel, readName } from './grammar.js'
import { createNameStore } from './store.js'
import { candidates, SUGGESTIONS_MAX } from './suggest.js'
import { createNameWrites } from './writes.js'

const SWEEP_MS = 600_000
const PROVIDER = 'names'

const nameParams = z.object({ name: z.string() })
const addressParams = z.object({ address: z.string() })
/** Clients tell a wrong signature from a wrong body by the status. */
const writeBody = jsonBody(nameWriteBodySchema, { refusal: wrongParameter((field) => (field === 'signature' ? 400 : 422)) })

/** Clients of the first version know a 404, those of the second an empty list. */
const isSecondVersion = ({ apiVersion }: z.output<typeof nameQuerySchema>) => apiVersion === '2'

/**
 * The routes of names and of the gateway, and a job that deletes expired signed texts. Without a zone there are no names: nobody has one, and what is about
 * registering them is refused with 410 `names`.
 */
export function namesFeature(ctx: NamesContext): Feature {
  const { zone } = ctx.data.names
  const store = createNameStore(ctx.db, ctx.budget, ctx.now)
  const given = zone === undefined ? undefined : { zone, writes: createNameWrites(ctx, store, zone) }
  const registry = () => {
    if (!given) throw new HttpError(410, 'names', 'Names are off here: there is no zone for them')
    return given
  }
  const gateway = given ? gatewayRoutes(createGateway(ctx, store)) : []

  const lookup = defineRoute({
    method: 'GET',
    path: '/v1/profile/account/:name',
    summary: 'Who has a name',
    cost: 1,
    project: { rule: 'optional', because: 'public servers want no project, and clients leave it out' },
    params: nameParams,
    query: nameQuerySchema,
    answers: { 200: nameLookupSchema },
    async handle({ params, query }) {
      const found = given && (await store.find(readName(params.name, given.zone)))
      if (!found && !isSecondVersion(query)) throw new HttpError(404, 'name', 'Nobody has this name')
      return answerJson(found?.record ?? [], PROVIDER)
    },
  })

  const reverse = defineRoute({
    method: 'GET',
    path: '/v1/profile/reverse/:address',
    summary: 'Names of an address, newest first',
    cost: 1,
    project: 'required',
    params: addressParams,
    query: nameQuerySchema,
    answers: { 200: nameReverseSchema },
    async handle({ params, query }) {
      const { address } = readAccount(params.address)
      const records = given ? await store.ofAddress(address) : []
      if (records.length === 0 && !isSecondVersion(query)) throw new HttpError(404, 'address', 'This address has no name')
      return answerJson(records, PROVIDER)
    },
  })

  const zoneOfNames = defineRoute({
    method: 'GET',
    path: '/v1/profile/zone',
    summary: 'What names end with',
    cost: 1,
    project: 'required',
    answers: { 200: zoneSchema },
    handle: () => answerJson({ zone: registry().zone }, PROVIDER),
  })

  const suggestions = defineRoute({
    method: 'GET',
    path: '/v1/profile/suggestions/:name',
    summary: 'Whether a name is free, and others like it',
    cost: 1,
    project: 'required',
    params: nameParams,
    query: suggestionsQuerySchema,
    answers: { 200: suggestionsSchema },
    async handle({ params, query }) {
      const { zone } = registry()
      if (query.zone.toLowerCase() !== zone) throw new HttpError(400, 'zone', `Names here end with .${zone}`)
      const label = readLabel(params.name, zone)
      const names = [label, ...candidates(label)].map((each) => `${each}.${zone}`)
      const taken = await store.areTaken([...names, ...ctx.data.names.reserved.map((word) => `${word}.${zone}`)])
      const [wished = '', ...others] = names
      const isGone = (name: string) => taken.has(name) || ctx.data.names.reserved.includes(name.slice(0, -zone.length - 1))
      const free = others.filter((name) => !isGone(name)).slice(0, SUGGESTIONS_MAX - 1)
      const suggestions = [{ name: wished, registered: isGone(wished) }, ...free.map((name) => ({ name, registered: false }))]
      return answerJson({ suggestions }, PROVIDER)
    },
  })

  const write = { method: 'POST', cost: 2, project: 'required', body: writeBody } as const
  const routes: readonly Route[] = [
    lookup,
    reverse,
    zoneOfNames,
    suggestions,
    defineRoute({
      ...write,
      path: '/v1/profile/account',
      summary: 'Registers a name',
      answers: { 200: registerSchema },
      async handle({ body, address, projectId }) {
        const registered = await registry().writes.register(body, { from: address, project: projectId })
        return answerJson({ ...registered, success: true }, PROVIDER)
      },
    }),
    defineRoute({
      ...write,
      path: '/v1/profile/account/:name/attributes',
      summary: 'Sets what a name says',
      params: nameParams,
      answers: { 200: nameAttributesSchema },
      handle: async ({ params, body }) => answerJson(await registry().writes.setAttributes(params.name, body), PROVIDER),
    }),
    defineRoute({
      ...write,
      path: '/v1/profile/account/:name/address',
      summary: 'Sets an address of a name',
      params: nameParams,
      answers: { 200: nameAddressesSchema },
      handle: async ({ params, body }) => answerJson(await registry().writes.setAddress(params.name, body), PROVIDER),
    }),
    ...gateway,
  ]

  return {
    routes,
    rows: () => [
      { capability: 'names', provider: given ? `registry .${given.zone}` : 'none', kind: given ? 'embedded' : 'off' },
      {
        capability: 'names on chain',
        provider: gateway.length > 0 ? 'gateway' : 'none',
        kind: gateway.length > 0 ? 'embedded' : 'off',
      },
    ],
    jobs: [{ name: 'used name texts', everyMs: SWEEP_MS, run: () => store.sweep() }],
  }
}
