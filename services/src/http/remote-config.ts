// Two routes that newer public clients ask before they show anything: which features are on, and what the plan allows. There are no plans here.
import * as z from 'zod'
import { defineRoute, type Route } from './route.js'

const features = [
  'multi_wallet',
  'activity',
  'onramp',
  'swap',
  'social_login',
  'reown_branding',
  'email_capture',
  'fund_from_exchange',
  'payments',
  'reown_authentication',
  'headless',
] as const
/** Features of the vendor's own services, which these services do not have. */
const absent: readonly string[] = [
  'reown_branding',
  'fund_from_exchange',
  'payments',
  'reown_authentication',
  'email_capture',
  'social_login',
]

const configSchema = z.object({ features: z.array(z.object({ id: z.enum(features), isEnabled: z.boolean(), config: z.null() })) })
const limitsSchema = z.object({
  planLimits: z.object({ tier: z.literal('self-hosted'), isAboveRpcLimit: z.literal(false), isAboveMauLimit: z.literal(false) }),
})

/** `GET /appkit/v1/config` and `GET /appkit/v1/project-limits`: fixed answers, the same for every project. */
export function remoteConfigRoutes(): readonly Route[] {
  const headers = { 'cache-control': 'public, max-age=60' }
  const config = { features: features.map((id) => ({ id, isEnabled: !absent.includes(id), config: null })) }
  const limits = { planLimits: { tier: 'self-hosted', isAboveRpcLimit: false, isAboveMauLimit: false } }
  return [
    defineRoute({
      method: 'GET',
      path: '/appkit/v1/config',
      summary: 'Which features a client may show',
      cost: 1,
      project: 'required',
      answers: { 200: configSchema },
      handle: () => Response.json(config, { headers }),
    }),
    defineRoute({
      method: 'GET',
      path: '/appkit/v1/project-limits',
      summary: 'What the plan of a project allows: there are no plans here',
      cost: 1,
      project: 'required',
      answers: { 200: limitsSchema },
      handle: () => Response.json(limits, { headers }),
    }),
  ]
}
