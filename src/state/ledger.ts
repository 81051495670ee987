// What is remembered of connections over a reload: enough to ask the same wallet again, nothing that counts as being connected.
// All pages of a site share it: what one of them ends is gone from it for all.
import { namespaces, type ChainId, type Namespace } from '../caip.js'
import type { Transport } from '../connectors/connector.js'
import type { ConnectedWallet } from '../wallet.js'
import type { Core } from './core.js'
import { createPersisted } from './lib/persisted.js'
import { fieldsOf, schemaOf, textOf } from './lib/schema.js'

export interface LedgerEntry {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly wallet: ConnectedWallet
  readonly transport: Transport
  /** Of the relay session. */
  readonly topic?: string | undefined
  readonly chain: ChainId
  /** Unix ms. */
  readonly at: number
  /** A page did not find the wallet: none asks for it again, but one that has it keeps it (an extension may run in one tab only). */
  readonly isMissing?: true | undefined
  /**
   * A relay session that a page has disconnected or replaced without holding it: whoever holds it says goodbye to the wallet, else the next page
   * load does.
   */
  readonly isEnding?: true | undefined
}

/** What tells one connection from another. */
export type EntryKey = Pick<LedgerEntry, 'namespace' | 'connectorId' | 'topic'>

/** Whether this page holds the relay session of a topic, and says goodbye to its wallet itself. */
export type IsHeld = (topic: string) => boolean

export interface Ledger {
  /** What is worth asking for: most recent first, which is the active one of its namespace. */
  read(): readonly LedgerEntry[]
  has(entry: EntryKey): boolean
  hasTopic(topic: string): boolean
  /** Replaces what `isReplaced` of the namespace; default: all of it. */
  put(entry: LedgerEntry, isHeld: IsHeld, isReplaced?: (other: LedgerEntry) => boolean): void
  patch(entry: EntryKey, change: Partial<Pick<LedgerEntry, 'chain' | 'at'>>): void
  /** What is meant, with all that shares its session. */
  remove(isMeant: (entry: LedgerEntry) => boolean, isHeld: IsHeld): void
  removeTopic(topic: string): void
  removeEntry(entry: EntryKey): void
  /** Its wallet is not in this page. */
  miss(entry: LedgerEntry): void
  /** Sessions that somebody has to say goodbye to. */
  endings(): readonly LedgerEntry[]
}

/** An icon as data url may be huge, and the wallet brings it again. */
const ICON_CHARACTERS_MAX = 2048

/** More sessions than that nobody leaves behind. */
const ENTRIES_MAX_COUNT = 16

export function createLedger(core: Core): Ledger {
  const stored = createPersisted<readonly LedgerEntry[]>(core, 'connections', schemaOf(parseEntries), [])
  const store = (entries: readonly LedgerEntry[]) => {
    if (entries.length > 0) stored.set(entries.slice(0, ENTRIES_MAX_COUNT))
    else stored.remove()
  }
  const keep = (isKept: (entry: LedgerEntry) => boolean) => {
    const before = stored.get()
    const after = before.filter(isKept)
    if (after.length === 0 || after.length < before.length) store(after)
  }
  const live = () => stored.get().filter((entry) => !entry.isEnding)
  const endings = () => stored.get().filter((entry) => entry.isEnding)
  const isSame = (a: EntryKey, b: EntryKey) =>
    a.namespace === b.namespace && a.connectorId === b.connectorId && a.topic === b.topic
  /** What is to be stored when `entries` are all that lives. */
  const ended = (entries: readonly LedgerEntry[], isHeld: IsHeld) => {
    const gone = new Map(live().flatMap((entry) => (entry.topic ? [[entry.topic, { ...entry, isEnding: true as const }]] : [])))
    for (const { topic } of entries) if (topic) gone.delete(topic)
    return [...entries, ...endings(), ...[...gone.values()].filter(({ topic = '' }) => !isHeld(topic))]
  }
  return {
    read: () =>
      live()
        .filter((entry) => !entry.isMissing)
        .sort((a, b) => b.at - a.at),
    has: (entry) => live().some((other) => isSame(entry, other)),
    hasTopic: (topic) => live().some((entry) => entry.topic === topic),
    put(entry, isHeld, isReplaced = () => true) {
      const { icon, ...wallet } = entry.wallet
      const kept = icon && icon.length <= ICON_CHARACTERS_MAX ? entry : { ...entry, wallet }
      const isKept = (other: LedgerEntry) => other.namespace !== entry.namespace || !(isSame(entry, other) || isReplaced(other))
      store(ended([kept, ...live().filter(isKept)], isHeld))
    },
    patch(key, change) {
      const isMeant = (entry: LedgerEntry) => isSame(key, entry) && !entry.isEnding
      if (live().some(isMeant)) store(stored.get().map((entry) => (isMeant(entry) ? { ...entry, ...change } : entry)))
    },
    remove(isMeant, isHeld) {
      const topics = live().flatMap((entry) => (isMeant(entry) ? [entry.topic] : []))
      const isKept = (entry: LedgerEntry) => !isMeant(entry) && !(entry.topic && topics.includes(entry.topic))
      store(ended(live().filter(isKept), isHeld))
    },
    removeTopic: (topic) => keep((entry) => entry.topic !== topic),
    removeEntry: (entry) => keep((other) => !isSame(entry, other)),
    miss(entry) {
      store(stored.get().map((other) => (isSame(other, entry) ? { ...other, isMissing: true } : other)))
    },
    endings,
  }
}

const transports: readonly Transport[] = ['injected', 'relay', 'embedded', 'custom', 'mock']

function parseEntries(value: unknown): readonly LedgerEntry[] | undefined {
  if (!Array.isArray(value) || value.length > ENTRIES_MAX_COUNT) return undefined
  const entries = value.map(parseEntry)
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

function parseEntry(value: unknown): LedgerEntry | undefined {
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
  return {
    namespace,
    connectorId,
    wallet: { id, name, ...(icon ? { icon } : {}), ...(rdns ? { rdns } : {}) },
    transport,
    ...(topic ? { topic } : {}),
    chain: chain as ChainId, // its namespace was checked two lines above
    at,
    ...(fields['isMissing'] === true ? { isMissing: true } : {}),
    ...(fields['isEnding'] === true && topic ? { isEnding: true } : {}),
  }
}
