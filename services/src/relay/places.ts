// The places of an address for sockets. Behind one address may be a whole office, and one client may take all places: each other still gets one.
import type { Regulars } from './regulars.js'

/** A full address has this part of its places more for clients without a socket, and as much again for regulars. */
const RESERVE_PARTS = 8

interface Address {
  /** Sockets and upgrades that have not ended. */
  open: number
  /** How many of them are of a client. */
  readonly byClient: Map<string, number>
}

/** Counts the sockets of each address. */
export interface Places {
  /**
   * Counts an upgrade before its token is checked; what is returned ends it. Undefined: there is no place.
   * @param claimed the client that the token names, unproved. Who takes the place of another must know its key, which only that client and the relay do.
   */
  enter(address: string, claimed: string | undefined): (() => void) | undefined
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
    enter(address, claimed) {
      const here = byAddress.get(address) ?? { open: 0, byClient: new Map<string, number>() }
      if (here.open >= max) regulars.noteFull(address)
      if (here.open >= placesFor(address, claimed)) return undefined
      here.open += 1
      add(here.byClient, claimed, 1)
      byAddress.set(address, here)
      return () => leave(address, claimed)
    },
  }
}

function add(counts: Map<string, number>, client: string | undefined, change: number): void {
  if (client === undefined) return
  const count = (counts.get(client) ?? 0) + change
  if (count > 0) counts.set(client, count)
  else counts.delete(client)
}
