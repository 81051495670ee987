// Account names: look-ups, suggestions, registration (`/v1/profile/…`) and the gateway through which they resolve on chain.
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { nameWriteBodySchema, registerSchema } from '../../../../src/api/name-writes.js'
import {
  nameAddressesSchema,
  nameAttributesSchema,
  nameLookupSchema,
  nameQuerySchema,
  nameReverseSchema,
  suggestionsQuerySchema,
  suggestionsSchema,
} from '../../../../src/api/names.js'
import { HttpError } from '../../errors.js'
import type { Route } from '../../route.js'
import { readAccount } from '../assets/ids.js'
import { answerJson, readBody, readQuery } from '../assets/request.js'
import type { DataContext } from '../context.js'
import type { Area } from '../data.js'
import { projectIdOf } from '../project-id.js'
import { createGateway, gatewayRoutes } from './gateway.js'
import { readLabel, readName } from './grammar.js'
import { createNameStore } from './store.js'
import { candidates, SUGGESTIONS_MAX } from './suggest.js'
import { createNameWrites } from './writes.js'

const SWEEP_MS = 600_000
const PROVIDER = 'names'

const nameOf = (c: Context) => c.req.param('name') ?? ''

/** Clients of the first version know a 404, those of the second an empty list. */
const isSecondVersion = (c: Context) => readQuery(c, nameQuerySchema).apiVersion === '2'

export function namesArea(ctx: DataContext): Area {
  const { zone } = ctx.data.names
  const store = createNameStore(ctx.db, ctx.budget, ctx.now)
  const writes = createNameWrites(ctx, store)
  const gateway = gatewayRoutes(createGateway(ctx, store))

  async function suggest(c: Context): Promise<Response> {
    const query = readQuery(c, suggestionsQuerySchema)
    if (query.zone.toLowerCase() !== zone) throw new HttpError(400, 'zone', `Names here end with .${zone}`)
    const label = readLabel(c.req.param('name') ?? '', zone)
    const names = [label, ...candidates(label)].map((each) => `${each}.${zone}`)
    const taken = await store.areTaken([...names, ...ctx.data.names.reserved.map((word) => `${word}.${zone}`)])
    const [wished = '', ...others] = names
    const isGone = (name: string) => taken.has(name) || ctx.data.names.reserved.includes(name.slice(0, -zone.length - 1))
    const free = others.filter((name) => !isGone(name)).slice(0, SUGGESTIONS_MAX - 1)
    const suggestions = [{ name: wished, registered: isGone(wished) }, ...free.map((name) => ({ name, registered: false }))]
    return answerJson({ suggestions }, PROVIDER)
  }

  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: '/v1/profile/account/:name',
      cost: 1,
      access: 'listed-origin', // public servers want no project, and clients leave it out
      doc: { summary: 'Who has a name', query: nameQuerySchema, answers: nameLookupSchema },
      async answer(c) {
        const isSecond = isSecondVersion(c)
        const found = await store.find(readName(c.req.param('name') ?? '', zone))
        if (!found && !isSecond) throw new HttpError(404, 'name', 'Nobody has this name')
        return answerJson(found?.record ?? [], PROVIDER)
      },
    },
    {
      method: 'GET',
      path: '/v1/profile/reverse/:address',
      cost: 1,
      doc: { summary: 'Names of an address, newest first', query: nameQuerySchema, answers: nameReverseSchema },
      async answer(c) {
        const isSecond = isSecondVersion(c)
        const records = await store.ofAddress(readAccount(c.req.param('address') ?? '').address)
        if (records.length === 0 && !isSecond) throw new HttpError(404, 'address', 'This address has no name')
        return answerJson(records, PROVIDER)
      },
    },
    {
      method: 'GET',
      path: '/v1/profile/suggestions/:name',
      cost: 1,
      doc: { summary: 'Whether a name is free, and others like it', query: suggestionsQuerySchema, answers: suggestionsSchema },
      answer(c) {
        return suggest(c)
      },
    },
    write('/v1/profile/account', 'Registers a name', registerSchema, async (body, c) => ({
      ...(await writes.register(body, { from: c.get('address'), project: projectIdOf(c) })),
      success: true,
    })),
    write('/v1/profile/account/:name/attributes', 'Sets what a name says', nameAttributesSchema, (body, c) =>
      writes.setAttributes(nameOf(c), body),
    ),
    write('/v1/profile/account/:name/address', 'Sets an address of a name', nameAddressesSchema, (body, c) =>
      writes.setAddress(nameOf(c), body),
    ),
    ...gateway,
  ]

  function write(
    path: string,
    summary: string,
    answers: z.ZodMiniType,
    work: (body: z.output<typeof nameWriteBodySchema>, c: Context) => Promise<unknown>,
  ): Route {
    return {
      method: 'POST',
      path,
      cost: 2,
      doc: { summary, body: nameWriteBodySchema, answers },
      async answer(c) {
        const body = await readBody(c, nameWriteBodySchema, (field) => (field === 'signature' ? 400 : 422))
        return answerJson(await work(body, c), PROVIDER)
      },
    }
  }

  return {
    routes,
    rows: () => [
      { capability: 'names', provider: `registry .${zone}`, kind: 'embedded' },
      {
        capability: 'names on chain',
        provider: gateway.length > 0 ? 'gateway' : 'none',
        kind: gateway.length > 0 ? 'embedded' : 'off',
      },
    ],
    jobs: [{ name: 'used name texts', everyMs: SWEEP_MS, run: () => store.sweep() }],
  }
}
