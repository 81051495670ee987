// The places of an address for sockets. Behind one address may be a whole office, and one client may take all places: each other still gets one.
import type { Prove } from './admission.js'
import type { Regulars } from './regulars.js'

/** A full address has this part of its places more for clients without a socket, and as much again for regulars. */
const RESERVE_PARTS = 8

interface Address {
  /** Sockets and upgrades that have not ended. */
  open: number
  /** How many of them are of a client. */
  readonly byClient: Map<string, number>
}

/** The place of an upgrade, and of the socket that comes of it. */
export interface Place {
  /** The client has proved its key. Only the first call counts. */
  name(client: string): void
  /** Frees the place. Only to be called once. */
  leave(): void
}

/** Counts the sockets of each address. */
export interface Places {
  /**
   * Counts an upgrade, in general before its token is checked. Undefined: there is no place.
   * @param claim the client that the token names, unproved: a full address spends no check of a signature on who has no place in it anyway
   * @param prove the client that has proved its key; what a full address has in reserve is for nobody else
   */
  enter(address: string, claim: string | undefined, prove: Prove): Place | undefined
}

/** @param max places of each address */
export function createPlaces(max: number, regulars: Regulars): Places {
  const byAddress = new Map<string, Address>()
  const reserve = Math.max(1, Math.floor(max / RESERVE_PARTS))

  function placesFor(address: string, client: string | undefined): number {
    if (client === undefined || byAddress.get(address)?.byClient.has(client)) return max
    return max + reserve * (regulars.has(address, client) ? 2 : 1)
  }

  function leave(address: string, client: string | undefined): void {
    const here = byAddress.get(address)
    if (!here) return
    add(here.byClient, client, -1)
    here.open -= 1
    if (here.open === 0) byAddress.delete(address)
  }

  return {
    enter(address, claim, prove) {
      const here = byAddress.get(address) ?? { open: 0, byClient: new Map<string, number>() }
      const isFull = here.open >= max
      if (isFull) regulars.noteFull(address)
      if (here.open >= placesFor(address, claim)) return undefined
      let client = isFull ? prove() : undefined
      if (isFull && client === undefined) return undefined
      here.open += 1
      add(here.byClient, client, 1)
      byAddress.set(address, here)
      return {
        name(proved) {
          if (client !== undefined) return
          client = proved
          add(here.byClient, client, 1)
        },
        leave: () => leave(address, client),
      }
    },
  }
}

function add(counts: Map<string, number>, client: string | undefined, change: number): void {
  if (client === undefined) return
  const count = (counts.get(client) ?? 0) + change
  if (count > 0) counts.set(client, count)
  else counts.delete(client)
}
