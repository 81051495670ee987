// What a relay stands on, made for one instance. An engine other than SQL (`sql/`) implements this and passes its tests (`services/test/relay/engine/`).
import type { StorageBudget } from '../limits/storage-budget.js'
import type { Bus } from './bus.js'
import type { Mailbox } from './mailbox.js'

/** The store of messages, the notices between instances, and whose storage a client's messages count against. */
export interface RelayEngine {
  readonly mailbox: Mailbox
  readonly bus: Bus
  readonly holderOf: StorageBudget['holderOf']
}
