// What is stored of a connection over a reload: enough to ask the same wallet again; the wallet's answer decides whether it is connected.
// All tabs of a site share the stored connections: an entry that one tab removes is gone for all.
import { namespaces, type ChainId, type Namespace } from '../../vocabulary/caip.js'
import type { Transport } from '../../connectors/connector.js'
import type { ConnectedWallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { createPersisted } from '../lib/persisted.js'
import { fieldsOf, schemaOf, textOf } from '../lib/schema.js'

/** One stored connection. */
export interface StoredConnection {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly wallet: ConnectedWallet
  readonly transport: Transport
  /** Topic of the relay session; undefined for other transports. */
  readonly topic?: string | undefined
  /** The chain that the wallet was on last. */
  readonly chain: ChainId
  /** When it was made or last activated, Unix ms. */
  readonly at: number
  /** The account that the visitor has selected, as the wallet wrote it. */
  readonly address?: string | undefined
  /**
   * A tab did not find the wallet: no tab restores it any more, but a tab that is connected to it keeps the connection (an extension may run in one
   * tab only).
   */
  readonly isMissing?: true | undefined
  /** A relay session that was ended in a tab which does not hold it: the tab that holds it disconnects the wallet, else the next page load does. */
  readonly isEnding?: true | undefined
}

/** The fields that identify a stored connection. */
export type StoredConnectionKey = Pick<StoredConnection, 'namespace' | 'connectorId' | 'topic'>

/** Whether this tab holds the relay session of a topic, and so disconnects its wallet itself. */
export type IsHeld = (topic: string) => boolean

/** The stored connections of a site. Each call reads the storage anew, because another tab may have changed it. */
export interface StoredConnections {
  /** The connections to restore: most recent first; the first of a namespace is its active one. */
  read(): readonly StoredConnection[]
  /** A connection that is stored and not marked as `isEnding`. */
  find(entry: StoredConnectionKey): StoredConnection | undefined
  /** Whether a connection is stored and not marked as `isEnding`. */
  has(entry: StoredConnectionKey): boolean
  /** Whether a relay session is stored and not marked as `isEnding`. */
  hasTopic(topic: string): boolean
  /** Stores `entry`, in place of the entries of its namespace for which `isReplaced` is true; default: all of them. */
  put(entry: StoredConnection, isHeld: IsHeld, isReplaced?: (other: StoredConnection) => boolean): void
  /** Changes an entry that is stored; does nothing for any other. */
  patch(entry: StoredConnectionKey, change: Partial<Pick<StoredConnection, 'chain' | 'at' | 'address'>>): void
  /** Removes the entries for which `isMeant` is true, and all that share their sessions. Sessions that are not held are marked as `isEnding` instead. */
  remove(isMeant: (entry: StoredConnection) => boolean, isHeld: IsHeld): void
  /** Removes all entries of a relay session, those marked as `isEnding` included. */
  removeTopic(topic: string): void
  /** Removes the entries of a relay session in the namespaces for which `isDropped` is true, those marked as `isEnding` not. */
  removeDropped(topic: string, isDropped: (namespace: Namespace) => boolean): void
  /** Removes one entry, also one that is marked as `isEnding`. */
  removeEntry(entry: StoredConnectionKey): void
  /** Marks an entry as `isMissing`. */
  miss(entry: StoredConnection): void
  /** The entries marked as `isEnding`: their wallets are still to be disconnected. */
  endings(): readonly StoredConnection[]
}

/** Longest icon that is stored, in characters: a data url may be huge, and the wallet brings its icon again. */
const ICON_CHARACTERS_MAX = 2048

/** Most entries that are stored or read. */
const ENTRIES_MAX_COUNT = 16

/** A part. A storage that fails is only logged; the entries then live as long as the page (see `createPersisted`). */
export function createStoredConnections(core: Core): StoredConnections {
  const stored = createPersisted<readonly StoredConnection[]>(core, 'connections', schemaOf(parseEntries), [])
  const store = (entries: readonly StoredConnection[]) => {
    if (entries.length > 0) stored.set(entries.slice(0, ENTRIES_MAX_COUNT))
    else stored.remove()
  }
  const keep = (isKept: (entry: StoredConnection) => boolean) => {
    const before = stored.get()
    const after = before.filter(isKept)
    if (after.length === 0 || after.length < before.length) store(after)
  }
  const live = () => stored.get().filter((entry) => !entry.isEnding)
  const endings = () => stored.get().filter((entry) => entry.isEnding)
  const isSame = (a: StoredConnectionKey, b: StoredConnectionKey) =>
    a.namespace === b.namespace && a.connectorId === b.connectorId && a.topic === b.topic
  /** The list to store when `entries` replace all live ones: with them the sessions that are to be disconnected, except those held by this tab. */
  const ended = (entries: readonly StoredConnection[], isHeld: IsHeld) => {
    const gone = new Map(live().flatMap((entry) => (entry.topic ? [[entry.topic, { ...entry, isEnding: true as const }]] : [])))
    for (const { topic } of entries) if (topic) gone.delete(topic)
    return [...entries, ...endings(), ...[...gone.values()].filter(({ topic = '' }) => !isHeld(topic))]
  }
  return {
    read: () =>
      live()
        .filter((entry) => !entry.isMissing)
        .sort((a, b) => b.at - a.at),
    find: (entry) => live().find((other) => isSame(entry, other)),
    has: (entry) => live().some((other) => isSame(entry, other)),
    hasTopic: (topic) => live().some((entry) => entry.topic === topic),
    put(entry, isHeld, isReplaced = () => true) {
      const { icon, ...wallet } = entry.wallet
      const kept = icon && icon.length <= ICON_CHARACTERS_MAX ? entry : { ...entry, wallet }
      const isKept = (other: StoredConnection) =>
        other.namespace !== entry.namespace || !(isSame(entry, other) || isReplaced(other))
      store(ended([kept, ...live().filter(isKept)], isHeld))
    },
    patch(key, change) {
      const isMeant = (entry: StoredConnection) => isSame(key, entry) && !entry.isEnding
      if (live().some(isMeant)) store(stored.get().map((entry) => (isMeant(entry) ? { ...entry, ...change } : entry)))
    },
    remove(isMeant, isHeld) {
      const topics = live().flatMap((entry) => (isMeant(entry) ? [entry.topic] : []))
      const isKept = (entry: StoredConnection) => !isMeant(entry) && !(entry.topic && topics.includes(entry.topic))
      store(ended(live().filter(isKept), isHeld))
    },
    removeTopic: (topic) => keep((entry) => entry.topic !== topic),
    removeDropped: (topic, isDropped) =>
      keep((entry) => entry.isEnding === true || entry.topic !== topic || !isDropped(entry.namespace)),
    removeEntry: (entry) => keep((other) => !isSame(entry, other)),
    miss(entry) {
      store(stored.get().map((other) => (isSame(other, entry) ? { ...other, isMissing: true } : other)))
    },
    endings,
  }
}

const transports: readonly Transport[] = ['injected', 'relay', 'embedded', 'custom', 'mock']

function parseEntries(value: unknown): readonly StoredConnection[] | undefined {
  if (!Array.isArray(value) || value.length > ENTRIES_MAX_COUNT) return undefined
  const entries = value.map(parseEntry)
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

function parseEntry(value: unknown): StoredConnection | undefined {
  const fields = fieldsOf(value)
  const wallet = fieldsOf(fields?.['wallet'])
  const namespace = namespaces.find((name) => name === fields?.['namespace'])
  const transport = transports.find((name) => name === fields?.['transport'])
  const [connectorId, chain, id, name] = [
    textOf(fields?.['connectorId']),
    textOf(fields?.['chain']),
    textOf(wallet?.['id']),
    textOf(wallet?.['name']),
  ]
  const at = fields?.['at']
  if (!fields || !wallet || !namespace || !transport || !connectorId || !chain || !id || !name || typeof at !== 'number')
    return undefined
  if (!chain.startsWith(`${namespace}:`)) return undefined
  const [icon, rdns, topic] = [textOf(wallet['icon']), textOf(wallet['rdns']), textOf(fields['topic'])]
  const address = textOf(fields['address'], 128)
  return {
    namespace,
    connectorId,
    wallet: { id, name, ...(icon ? { icon } : {}), ...(rdns ? { rdns } : {}) },
    transport,
    ...(topic ? { topic } : {}),
    chain: chain as ChainId, // its namespace was checked two lines above
    at,
    ...(address ? { address } : {}),
    ...(fields['isMissing'] === true ? { isMissing: true } : {}),
    ...(fields['isEnding'] === true && topic ? { isEnding: true } : {}),
  }
}
