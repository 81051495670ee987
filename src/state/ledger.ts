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
}

export interface Ledger {
  /** What is worth asking for: most recent first, at most one per namespace. */
  read(): readonly LedgerEntry[]
  has(entry: Pick<LedgerEntry, 'namespace' | 'connectorId' | 'topic'>): boolean
  hasTopic(topic: string): boolean
  put(entry: LedgerEntry): void
  patch(namespace: Namespace, change: { readonly chain: ChainId }): void
  remove(namespace: Namespace): void
  removeTopic(topic: string): void
  removeEntry(entry: LedgerEntry): void
  /** Its wallet is not in this page. */
  miss(entry: LedgerEntry): void
  clear(): void
}

/** An icon as data url may be huge, and the wallet brings it again. */
const ICON_CHARACTERS_MAX = 2048

export function createLedger(core: Core): Ledger {
  const stored = createPersisted<readonly LedgerEntry[]>(core, 'connections', schemaOf(parseEntries), [])
  const keep = (isKept: (entry: LedgerEntry) => boolean) => {
    const before = stored.get()
    const after = before.filter(isKept)
    if (after.length === 0) stored.remove()
    else if (after.length < before.length) stored.set(after)
  }
  const isSame = (a: Parameters<Ledger['has']>[0], b: LedgerEntry) =>
    a.namespace === b.namespace && a.connectorId === b.connectorId && a.topic === b.topic
  return {
    read: () => [...stored.get()].filter((entry) => !entry.isMissing).sort((a, b) => b.at - a.at),
    has: (entry) => stored.get().some((other) => isSame(entry, other)),
    hasTopic: (topic) => stored.get().some((entry) => entry.topic === topic),
    put(entry) {
      const { icon, ...wallet } = entry.wallet
      const kept = icon && icon.length <= ICON_CHARACTERS_MAX ? entry : { ...entry, wallet }
      stored.set([kept, ...stored.get().filter((other) => other.namespace !== entry.namespace)])
    },
    patch(namespace, change) {
      const entries = stored.get()
      if (entries.some((entry) => entry.namespace === namespace)) {
        stored.set(entries.map((entry) => (entry.namespace === namespace ? { ...entry, ...change } : entry)))
      }
    },
    remove: (namespace) => keep((entry) => entry.namespace !== namespace),
    removeTopic: (topic) => keep((entry) => entry.topic !== topic),
    removeEntry: (entry) => keep((other) => !isSame(other, entry)),
    miss(entry) {
      stored.set(stored.get().map((other) => (isSame(other, entry) ? { ...other, isMissing: true } : other)))
    },
    clear: () => stored.remove(),
  }
}

const transports: readonly Transport[] = ['injected', 'relay', 'embedded', 'mock']

function parseEntries(value: unknown): readonly LedgerEntry[] | undefined {
  if (!Array.isArray(value) || value.length > namespaces.length) return undefined
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
  }
}
