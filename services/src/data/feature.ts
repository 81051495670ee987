// What each feature of the data services is to the others: routes, jobs, and lines of the start-up table.
import type { Job } from '../operations/jobs.js'
import type { ProviderRow } from '../upstream/providers.js'
import type { Route } from '../http/route.js'

/** A feature of the data side. */
export interface Feature {
  readonly routes: readonly Route[]
  /** Its lines of the start-up table, as they are now. */
  readonly rows: () => readonly ProviderRow[]
  readonly jobs?: readonly Job[]
}
