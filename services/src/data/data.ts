// The data side as a whole: the features that exist, their routes, jobs and lines of the start-up table.
import type { Job } from '../operations/jobs.js'
import { analyticsFeature } from './analytics/feature.js'
import { approvalsFeature } from './approvals/feature.js'
import { balancesFeature } from './balances/feature.js'
import type { DataContext } from './context.js'
import type { Feature } from './feature.js'
import { historyFeature } from './history/feature.js'
import { identityFeature } from './identity/feature.js'
import { namesFeature } from './names/feature.js'
import { nftsFeature } from './nfts/feature.js'
import type { MaybeSandbox } from './onramp/sandbox.js'
import { onrampFeature } from './onramp/feature.js'
import { pricesFeature } from './prices/feature.js'
import { rpcExtrasFeature } from './rpc-extras.js'
import { sessionsFeature } from './sessions/feature.js'
import { swapsFeature } from './swaps/feature.js'
import { tokensFeature } from './tokens/feature.js'

/** One line per feature, in the order of the start-up table. */
const features: readonly ((ctx: DataContext & MaybeSandbox) => Feature)[] = [
  rpcExtrasFeature,
  tokensFeature,
  pricesFeature,
  balancesFeature,
  swapsFeature,
  historyFeature,
  nftsFeature,
  approvalsFeature,
  sessionsFeature,
  analyticsFeature,
  identityFeature,
  namesFeature,
  onrampFeature,
]

/** Makes all features; routes, rows and jobs are those of all of them. */
export function createData(ctx: DataContext & MaybeSandbox): Feature & { readonly jobs: readonly Job[] } {
  const made = features.map((feature) => feature(ctx))
  return {
    routes: made.flatMap(({ routes }) => routes),
    rows: () => made.flatMap(({ rows }) => rows()),
    jobs: made.flatMap(({ jobs = [] }) => jobs),
  }
}
