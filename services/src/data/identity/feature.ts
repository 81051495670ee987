// The name and picture of an address (`GET /v1/identity/{address}`): asked of the own registry and of ENS, in the order of the settings.
import { getAddress, type Address } from 'viem'
import * as z from 'zod/mini'
import { identityQuerySchema, identitySchema } from '../../../../src/api/identity.js'
import { HttpError } from '../../http/errors.js'
import { ownBases, ownHosts } from '../../http/loop.js'
import { createProviders, type ProviderRow } from '../../upstream/providers.js'
import { defineRoute } from '../../http/route.js'
import { readAccount } from '../assets/ids.js'
import { answerJson } from '../assets/answer.js'
import type { IdentityContext } from '../context.js'
import type { Feature } from '../feature.js'
import { createGateway } from '../names/gateway.js'
import { createNameStore, instant } from '../names/store.js'
import { avatarUrl } from './avatar.js'
import { createIdentityCache, type CachedIdentity } from './cache.js'
import { ensChain, ensIdentities } from './ens.js'
import { createAskUrl } from './gateways.js'
import { lookupRoutes } from './lookup-route.js'
import { registryIdentities } from './registry.js'
import type { Identity } from './source.js'

const SWEEP_MS = 600_000
const paramsSchema = z.object({ address: z.string() })
const NOBODY = { name: null, avatar: null, resolvedAt: null }

/** The route of identities, and a job that deletes expired answers. */
export function identityFeature(ctx: IdentityContext): Feature {
  const { ipfsGateway, identity, names } = ctx.data
  // Without a zone nobody has a name here.
  const order = identity.order.filter((name) => name !== 'names' || names.zone !== undefined)
  const fetch = ctx.createGuardedFetch({ ipfsGateway, ownHosts: ownHosts(ctx.config) })
  const cache = createIdentityCache(ctx.db, ctx.now)
  const ens = ensChain(ctx)
  const store = createNameStore(ctx.db, ctx.budget, ctx.now)
  const hasOwnName = async (address: Address) => order.includes('names') && (await store.ofAddress(address)).length > 0
  const askUrl = createAskUrl({ fetch, gateway: createGateway(ctx, store), bases: ownBases(ctx.config) })
  const known = {
    names: registryIdentities(store),
    ens: ens && ensIdentities(ctx, ens, askUrl),
  }
  const sources = order.flatMap((name) => {
    const source = known[name]
    return source ? [{ name: source.name, asked: createProviders('identity', [source], ctx) }] : []
  })

  async function resolve(address: Address, signal: AbortSignal): Promise<CachedIdentity> {
    const held = await cache.get(address)
    // A kept "no name" is checked against our own registry: the address may have got a name while other sources were being asked.
    if (held && (held.name !== null || !(await hasOwnName(address)))) return held
    const { found, provider } = await ask(address, signal)
    const avatar = found?.avatar ? await avatarUrl(ctx, fetch, found.avatar) : null
    return cache.put(address, { name: found?.name ?? null, avatar, provider })
  }

  /** The first that knows a name. One that fails is passed over, but then nobody's answer is no proof that there is none. */
  async function ask(address: Address, signal: AbortSignal): Promise<{ found: Identity | undefined; provider: string }> {
    const failures: unknown[] = []
    for (const { name, asked } of sources) {
      try {
        const { answer } = await asked.ask(address, signal)
        if (answer) return { found: answer, provider: name }
      } catch (error) {
        failures.push(error)
      }
    }
    const [failure] = failures
    if (failure !== undefined) throw failure instanceof HttpError ? failure : new HttpError(503, 'provider', 'No source answered')
    return { found: undefined, provider: 'none' }
  }

  const route = (path: '/v1/identity/:address' | '/v1/account/:address/identity') =>
    defineRoute({
      method: 'GET',
      path,
      summary: 'Name and picture of an address',
      cost: 2,
      project: 'required',
      params: paramsSchema,
      query: identityQuerySchema,
      answers: { 200: identitySchema },
      handle: ({ params, signal }) => answer(params.address, signal),
    })

  async function answer(text: string, signal: AbortSignal): Promise<Response> {
    const account = readAccount(text)
    // No source here knows names of other namespaces.
    if (account.namespace !== 'eip155') return answerJson(NOBODY, 'none')
    const { name, avatar, provider, resolvedAt, expiresAt } = await resolve(getAddress(account.address), signal)
    if (name === null) return answerJson(NOBODY, provider)
    const left = Math.max(0, Math.floor((expiresAt - ctx.now()) / 1000))
    return answerJson({ name, avatar, resolvedAt: instant(resolvedAt) }, provider, {
      'cache-control': `private, max-age=${left}`,
    })
  }

  return {
    routes: [route('/v1/identity/:address'), route('/v1/account/:address/identity'), ...lookupRoutes(ctx, ens, askUrl)],
    rows: (): readonly ProviderRow[] => sources.flatMap(({ asked }) => asked.rows()),
    jobs: [{ name: 'old identities', everyMs: SWEEP_MS, run: () => cache.sweep() }],
  }
}
