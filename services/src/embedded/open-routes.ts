// Routes of the frame's origin that everybody may read.
import * as z from 'zod'
import { HttpError } from '../http/errors.js'
import { defineRoute, type Route } from '../http/route.js'
import type { ChainNames } from '../settings/chain-names.js'
import type { KnownContractSetting } from '../settings/known-contracts.js'
import type { SmartAccountSettings } from '../settings/smart-accounts.js'
import type { EmbeddedContext } from './context.js'
import { publicKeys } from './identity.js'
import { configAnswerSchema, projectIdSchema, type FrameConfig } from './wire.js'

const common = {
  method: 'GET',
  project: { rule: 'none', because: 'the frame has an origin of its own, and asks for the project by its id' },
  isLoopFree: true,
} as const

/** What is offered beside logins by mail. */
export interface Offered {
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
  readonly chainNames: ChainNames
  readonly socials: readonly string[]
  readonly farcaster: boolean
  readonly smartAccounts: SmartAccountSettings
  readonly knownContracts: readonly KnownContractSetting[]
}

export function openRoutes(ctx: EmbeddedContext, offered: Offered): readonly Route[] {
  const { settings } = ctx
  const { chains, chainNames, socials, farcaster, smartAccounts, knownContracts } = offered
  const named = knownContracts.map(({ chain, address, name }) => [`${chain}:${address.toLowerCase()}`, name] as const)
  return [
    defineRoute({
      ...common,
      path: '/api/config',
      summary: 'What the frame of a project may do',
      cost: 1,
      query: z.object({ projectId: projectIdSchema }),
      answers: { 200: configAnswerSchema },
      handle({ query: { projectId } }) {
        const project = ctx.projects(projectId)
        if (!project) throw new HttpError(403, 'project', 'This project is not known here')
        const answer: FrameConfig = {
          origins: [...project.origins],
          allowLoopback: settings.allowLoopback,
          legacyClients: true,
          features: { email: true, socials: [...socials], farcaster },
          chains: [...chains],
          chainNames: { ...chainNames },
          smartAccounts: shownOf(smartAccounts),
          knownContracts: Object.fromEntries(named),
          recovery: settings.recovery,
          approvalSurface: settings.approvalSurface,
          deviceVerification: settings.deviceCheck,
          now: ctx.now(),
        }
        return Response.json(answer)
      },
    }),
    defineRoute({
      ...common,
      path: '/.well-known/jwks.json',
      summary: 'Public keys of identity tokens',
      cost: 1,
      answers: { 200: z.object({ keys: z.array(z.looseObject({})) }) },
      handle: async () => Response.json(await publicKeys(ctx), { headers: { 'cache-control': 'public, max-age=300' } }),
    }),
    defineRoute({
      ...common,
      path: '/health',
      summary: 'Whether this origin answers',
      cost: 0,
      answers: { 200: z.object({ status: z.literal('ok') }) },
      handle: () => Response.json({ status: 'ok' }),
    }),
  ]
}

/** Without the urls: the frame asks bundler and paymaster through the proxy, and their keys are nobody's business. */
function shownOf(settings: SmartAccountSettings): FrameConfig['smartAccounts'] {
  const entries = Object.entries(settings).map(([chain, { entryPoint, factory, implementation, paymasterUrl }]) => {
    return [chain, { entryPoint, factory, implementation, paymaster: paymasterUrl !== undefined }] as const
  })
  return Object.fromEntries(entries)
}
