// Who was at an address before it was full. Behind one address of a carrier or of an office are thousands of clients, and keys cost nothing: what a full
// address has in reserve for those that were there before, a stranger with new keys must not spend.

/** A client is a regular once it was first seen this long ago; an address is full until it had room for this long. */
const SETTLED_MS = 600_000
/** A client that was seen within this time is not forgotten for a new one. */
const IDLE_MS = 3_600_000
const CLIENTS_PER_ADDRESS = 1_000
/** Addresses and clients together; the address that was used longest ago goes first. */
const ENTRIES_MAX = 50_000

interface Visit {
  readonly firstAt: number
  readonly seenAt: number
}

interface Visitors {
  /** In the order of use. */
  readonly clients: Map<string, Visit>
  /** The first and the last refusal since the address had room. */
  fullSince: number
  fullAt: number
}

/** What one instance remembers of the clients of each address; a restart forgets it. */
export interface Regulars {
  /** A client that proved its key is here, or was until now. While the address is full, no new one is remembered. */
  note(address: string, client: string): void
  /** The address has spent one of its limits. */
  noteFull(address: string): void
  /** Whether the client was here ten minutes ago, or where the address is full, ten minutes before it became full. */
  has(address: string, client: string): boolean
}

/** @param now Unix milliseconds */
export function createRegulars(now: () => number): Regulars {
  const addresses = new Map<string, Visitors>()
  let entries = 0

  function visitorsOf(address: string): Visitors {
    const here = addresses.get(address) ?? { clients: new Map<string, Visit>(), fullSince: -Infinity, fullAt: -Infinity }
    if (!addresses.delete(address)) entries += 1
    addresses.set(address, here) // at the end: the map's order is the order of use
    return here
  }

  function forgetAddresses(): void {
    for (const [address, { clients }] of addresses) {
      if (entries <= ENTRIES_MAX) return
      addresses.delete(address)
      entries -= 1 + clients.size
    }
  }

  function hasRoom({ clients }: Visitors): boolean {
    const [oldest] = clients
    if (!oldest || clients.size < CLIENTS_PER_ADDRESS) return true
    if (now() - oldest[1].seenAt < IDLE_MS) return false
    clients.delete(oldest[0])
    entries -= 1
    return true
  }

  const isFull = ({ fullAt }: Visitors) => now() - fullAt < SETTLED_MS

  return {
    note(address, client) {
      const here = visitorsOf(address)
      const known = here.clients.get(client)
      if (!known && (isFull(here) || !hasRoom(here))) return
      if (!here.clients.delete(client)) entries += 1
      here.clients.set(client, { firstAt: known?.firstAt ?? now(), seenAt: now() })
      forgetAddresses()
    },
    noteFull(address) {
      const here = visitorsOf(address)
      if (!isFull(here)) here.fullSince = now()
      here.fullAt = now()
      forgetAddresses()
    },
    has(address, client) {
      const here = addresses.get(address)
      const visit = here?.clients.get(client)
      return here !== undefined && visit !== undefined && visit.firstAt + SETTLED_MS <= (isFull(here) ? here.fullSince : now())
    },
  }
}
