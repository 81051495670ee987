// To whom was sent before, from here: what an address or a name is compared with before something is sent to it.
import type { Core } from '../core.js'
import type { Namespace } from '../../vocabulary/caip.js'
import { createTransactions } from '../account/transactions.js'
import { createPersisted } from '../lib/persisted.js'
import { fieldsOf, schemaOf, textOf } from '../lib/schema.js'

/** Receivers that are remembered. */
const RECEIVERS_MAX_COUNT = 20
/** Characters at both ends by which people compare addresses, without `0x`. */
const LOOK_CHARACTERS = 4

/** A receiver of an earlier transfer. */
export interface FormerReceiver {
  readonly address: string
  /** The name that led to it, in its normal form. */
  readonly name?: string | undefined
}

/** What is known of a receiver from earlier transfers. */
export interface ReceiverHistory {
  /** Nothing was sent there before. */
  readonly isFirst: boolean
  /** A former receiver, or the sender, whose address begins and ends alike, and is another one. */
  readonly looksLike?: string | undefined
  /** The address that the name led to at the last transfer to it, if that was another one. */
  readonly movedFrom?: string | undefined
}

/** The receivers of earlier transfers. */
export interface FormerReceivers {
  look(namespace: Namespace, receiver: FormerReceiver, sender: string): ReceiverHistory
  remember(receiver: FormerReceiver): void
}

/** A part. */
export function createFormerReceivers(core: Core): FormerReceivers {
  const stored = createPersisted<readonly FormerReceiver[]>(core, 'receivers', schemaOf(parse), [])
  const { $transactions } = core.use(createTransactions)
  return {
    look(namespace, { address, name }, sender) {
      const kept = stored.get()
      const sent = $transactions.get().flatMap(({ kind, to }) => (kind === 'send' && to !== undefined ? [to] : []))
      const before = [...kept.map((each) => each.address), ...sent]
      const last = name === undefined ? undefined : kept.find((each) => each.name === name)
      return {
        isFirst: !before.includes(address),
        looksLike: [...before, sender].find((each) => each !== address && ends(namespace, each) === ends(namespace, address)),
        movedFrom: last && last.address !== address ? last.address : undefined,
      }
    },
    remember({ address, name }) {
      const others = stored.get().filter((each) => each.address !== address || (each.name ?? name) !== name)
      stored.set([{ address, ...(name === undefined ? {} : { name }) }, ...others].slice(0, RECEIVERS_MAX_COUNT))
    },
  }
}

/** What people look at of an address. */
function ends(namespace: Namespace, address: string): string {
  const text = namespace === 'eip155' ? address.slice(2).toLowerCase() : address
  return text.slice(0, LOOK_CHARACTERS) + text.slice(-LOOK_CHARACTERS)
}

/** Entries of another shape are left out. */
function parse(value: unknown): readonly FormerReceiver[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, RECEIVERS_MAX_COUNT).flatMap((each): FormerReceiver[] => {
    const { address, name } = fieldsOf(each) ?? {}
    const known = textOf(address, 128)
    return known === undefined ? [] : [{ address: known, name: textOf(name, 255) }]
  })
}
