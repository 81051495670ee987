// The memory that strangers make an instance hold: unsent and unfinished messages of sockets, bodies of requests. It is counted per address and for
// the instance, and whoever holds most is closed when there is too much.
import * as z from 'zod'
import { addressGroup } from './limits.js'

/** Bytes that may be held at once. */
export interface MemoryLimits {
  /** For one address. */
  readonly address: number
  /** For all addresses. */
  readonly instance: number
}

/** The limits where a deployment sets none. */
export const defaultMemoryLimits: MemoryLimits = { address: 16 * 1024 * 1024, instance: 64 * 1024 * 1024 }

const setting = z.coerce
  .number('a number of bytes is needed')
  .int('a whole number is needed')
  .min(4 * 1024 * 1024, 'at least 4194304: one socket may hold some 2 MiB')
  .max(1e12)
  .optional()

/** The variables with their schemas, to spread into the schema of the environment (`settings/config.ts`). */
export const memoryVariables = { WM_MEMORY_PER_ADDRESS: setting, WM_MEMORY_PER_INSTANCE: setting }

/** The default limits with the values of the environment in their place. */
export function memoryLimitsOf(
  values: Readonly<Partial<Record<keyof typeof memoryVariables, number | undefined>>>,
): MemoryLimits {
  return {
    address: values.WM_MEMORY_PER_ADDRESS ?? defaultMemoryLimits.address,
    instance: values.WM_MEMORY_PER_INSTANCE ?? defaultMemoryLimits.instance,
  }
}

const kinds = ['relay', 'rpc', 'request'] as const
/** What holds memory: a socket of the relay, a socket of chain RPC, a request over HTTP. */
export type MemoryKind = (typeof kinds)[number]

/** What one socket or request holds. */
export interface MemoryAccount {
  readonly bytes: number
  /**
   * Counts `bytes` more, or less when negative. False: this account was closed for it, or earlier, and nothing is counted any more.
   */
  add(bytes: number): boolean
  /** The socket or request is over: it holds nothing. Idempotent. */
  end(): void
}

/** What an instance holds for strangers. */
export interface MemoryStats {
  readonly bytes: Readonly<Record<MemoryKind, number>>
  /** Of the address that holds most. */
  readonly largestAddress: number
  /** Accounts closed because an address, or all together, held too much. */
  readonly closed: Readonly<Record<MemoryKind, number>>
}

/** The accounts of an instance. */
export interface MemoryBudget {
  /** @param close ends the socket or request at once; called when this account is the largest of an address, or of all, with too much */
  open(kind: MemoryKind, address: string, close: () => void): MemoryAccount
  stats(): MemoryStats
}

interface Entry {
  readonly kind: MemoryKind
  readonly close: () => void
  bytes: number
}

/** What one address holds. */
interface Group {
  readonly entries: Set<Entry>
  bytes: number
}

/** A budget without accounts. @param onClosed is told of each account that was closed */
export function createMemoryBudget(
  limits: MemoryLimits = defaultMemoryLimits,
  onClosed: (kind: MemoryKind, scope: keyof MemoryLimits) => void = () => undefined,
): MemoryBudget {
  const groups = new Map<string, Group>()
  const byKind = zeros()
  const closed = zeros()
  let total = 0

  function change(entry: Entry, group: Group, bytes: number): void {
    entry.bytes += bytes
    group.bytes += bytes
    byKind[entry.kind] += bytes
    total += bytes
  }

  function remove(entry: Entry, group: Group, address: string): boolean {
    if (!group.entries.delete(entry)) return false
    change(entry, group, -entry.bytes)
    if (group.entries.size === 0 && groups.get(address) === group) groups.delete(address)
    return true
  }

  function closeLargest(address: string, group: Group, scope: keyof MemoryLimits): void {
    const largest = largestBy([...group.entries], ({ bytes }) => bytes)
    if (!largest) return
    remove(largest, group, address)
    closed[largest.kind] += 1
    onClosed(largest.kind, scope)
    largest.close()
  }

  function settle(address: string, group: Group): void {
    while (group.bytes > limits.address) closeLargest(address, group, 'address')
    while (total > limits.instance) {
      // Of the address that holds most: who spreads over few addresses is closed before those who hold little.
      const [other, most] = largestBy([...groups], ([, { bytes }]) => bytes) ?? [address, group]
      closeLargest(other, most, 'instance')
    }
  }

  return {
    open(kind, of, close) {
      const address = addressGroup(of)
      const group = groups.get(address) ?? { entries: new Set(), bytes: 0 }
      const entry: Entry = { kind, close, bytes: 0 }
      groups.set(address, group)
      group.entries.add(entry)
      return {
        get bytes() {
          return entry.bytes
        },
        add(bytes) {
          if (!group.entries.has(entry)) return false
          change(entry, group, bytes)
          if (bytes > 0) settle(address, group)
          return group.entries.has(entry)
        },
        end: () => void remove(entry, group, address),
      }
    },
    stats: () => ({
      bytes: { ...byKind },
      largestAddress: Math.max(0, ...[...groups.values()].map(({ bytes }) => bytes)),
      closed: { ...closed },
    }),
  }
}

function zeros(): Record<MemoryKind, number> {
  return { relay: 0, rpc: 0, request: 0 }
}

function largestBy<T>(items: readonly T[], size: (item: T) => number): T | undefined {
  let largest: T | undefined
  for (const item of items) if (largest === undefined || size(item) > size(largest)) largest = item
  return largest
}
