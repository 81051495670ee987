// The data side as a whole: the areas that exist, their routes, jobs and lines of the start-up table.
import type { Job } from '../jobs.js'
import type { ProviderRow } from '../providers.js'
import type { Route } from '../route.js'
import { analyticsArea } from './analytics/area.js'
import { balancesArea } from './balances/area.js'
import type { DataContext } from './context.js'
import { historyArea } from './history/area.js'
import { identityArea } from './identity/area.js'
import { namesArea } from './names/area.js'
import { nftsArea } from './nfts/area.js'
import { onrampArea } from './onramp/area.js'
import { pricesArea } from './prices/area.js'
import { rpcExtrasArea } from './rpc-extras.js'
import { sessionsArea } from './sessions/area.js'
import { swapsArea } from './swaps/area.js'
import { tokensArea } from './tokens/area.js'

export interface Area {
  readonly routes: readonly Route[]
  /** Its lines of the start-up table, as they are now. */
  readonly rows: () => readonly ProviderRow[]
  readonly jobs?: readonly Job[]
}

/** One line per area, in the order of the start-up table. */
const areas: readonly ((ctx: DataContext) => Area)[] = [
  rpcExtrasArea,
  tokensArea,
  pricesArea,
  balancesArea,
  swapsArea,
  historyArea,
  nftsArea,
  sessionsArea,
  analyticsArea,
  identityArea,
  namesArea,
  onrampArea,
]

export function createData(ctx: DataContext): Area & { readonly jobs: readonly Job[] } {
  const made = areas.map((area) => area(ctx))
  return {
    routes: made.flatMap(({ routes }) => routes),
    rows: () => made.flatMap(({ rows }) => rows()),
    jobs: made.flatMap(({ jobs = [] }) => jobs),
  }
}
