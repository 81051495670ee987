// The rules of the wallet lists as pure functions: what is one wallet, what is hidden, what fits this device. docs/guide/wallet-lists.md says the same in words.
import type { Wallet, WalletEntry } from '../wallet.js'
import { displayName } from '../display-name.js'
import { safeIcon } from './installed.js'

/** Who a wallet says that it is. Self-claimed: good enough to put rows together, never to trust one. */
export interface Identity {
  readonly ids: readonly string[]
  readonly rdns?: string | undefined
  readonly name?: string | undefined
}

const rdnsKey = (rdns: string | null | undefined) => rdns?.toLowerCase().replace(/\.mobile$/, '') || undefined // one wallet, two apps
const nameKey = (name: string | null | undefined) => name?.trim().toLowerCase() || undefined

function identityOfEntry(entry: WalletEntry): Identity {
  const injected = (entry.injected ?? []).map(({ injected_id }) => `injected:${injected_id}`)
  return { ids: [entry.id, ...injected], rdns: rdnsKey(entry.rdns), name: nameKey(entry.name) }
}

export function identityOf(wallet: Wallet): Identity {
  const ids = [wallet.id, ...wallet.installed.map(({ id }) => id), ...(wallet.entry ? identityOfEntry(wallet.entry).ids : [])]
  return { ids, rdns: rdnsKey(wallet.rdns), name: nameKey(wallet.name) }
}

/** Same rdns; else, if one of the two has none, same name; else a common id. */
export function isSameWallet(a: Identity, b: Identity): boolean {
  if (a.rdns && b.rdns) return a.rdns === b.rdns || a.ids.some((id) => b.ids.includes(id))
  return (a.name !== undefined && a.name === b.name) || a.ids.some((id) => b.ids.includes(id))
}

/**
 * An rdns is claimed by whoever announces it. So an announcement shares the row of a list entry of that rdns only under the entry's own name, and
 * two announcements of one rdns on one namespace are two wallets: neither hides the other.
 */
function isOneRow(a: Wallet, b: Wallet): boolean {
  const [one, other] = [identityOf(a), identityOf(b)]
  if (!isSameWallet(one, other)) return false
  if (one.ids.some((id) => other.ids.includes(id))) return true
  const isClash = a.installed.some((here) => b.installed.some((there) => here.namespace === there.namespace))
  const isClaim = a.installed.length > 0 !== b.installed.length > 0
  return !isClash && (!isClaim || one.name === other.name)
}

/** `imageUrl` makes an address of an `image_id`; absent while no wallet service was reached. */
export function fromEntry(entry: WalletEntry, imageUrl?: (imageId: string) => string): Wallet {
  const icon = safeIcon(entry.image_url) ?? (entry.image_id && imageUrl ? imageUrl(entry.image_id) : undefined)
  return {
    id: entry.id,
    name: displayName(entry.name) ?? entry.id,
    ...(icon ? { icon } : {}),
    ...(entry.rdns ? { rdns: entry.rdns } : {}),
    installed: [],
    entry,
    certified: entry.badge_type === 'certified',
    recent: false,
  }
}

/** One row per wallet, where it comes first; what later ones know is added to it. Takes time in proportion to the number of wallets. */
export function mergeWallets(wallets: readonly Wallet[]): readonly Wallet[] {
  const rows: Wallet[] = []
  /** By each id, rdns and name: the rows that have it, in ascending order. */
  const places = new Map<string, number[]>()
  for (const wallet of wallets) {
    const keys = keysOf(identityOf(wallet))
    const candidates = [...new Set(keys.flatMap((key) => places.get(key) ?? []))].sort((a, b) => a - b)
    const found = candidates.find((index) => rows[index] && isOneRow(rows[index], wallet))
    const index = found ?? rows.length
    rows[index] = found === undefined ? wallet : join(rows[found] as Wallet, wallet) // a candidate is a row
    for (const key of keysOf(identityOf(rows[index]))) {
      const there = places.get(key) ?? []
      if (!there.includes(index)) places.set(key, [...there, index])
    }
  }
  return rows
}

/** Two wallets that are one share at least one of these. */
function keysOf({ ids, rdns, name }: Identity): readonly string[] {
  return [...ids.map((id) => `id ${id}`), ...(rdns ? [`rdns ${rdns}`] : []), ...(name ? [`name ${name}`] : [])]
}

/** What is installed brings name and picture, as it announces itself; what is listed brings id and links. A badge is for what is listed alone. */
function join(a: Wallet, b: Wallet): Wallet {
  const listed = a.entry ? a : b.entry ? b : a
  const present = a.installed.length > 0 ? a : b.installed.length > 0 ? b : undefined
  const icon = present?.icon ?? listed.icon ?? a.icon ?? b.icon
  const rdns = listed.rdns ?? a.rdns ?? b.rdns
  const entry = listed.entry
  // Two announcements of one wallet on one namespace are one channel: the first is kept.
  const installed = [
    ...a.installed,
    ...b.installed.filter((one) => !a.installed.some((other) => other.namespace === one.namespace)),
  ]
  return {
    id: listed.id,
    name: (present ?? listed).name,
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    installed,
    ...(entry ? { entry } : {}),
    certified: !present && (a.certified || b.certified),
    recent: a.recent || b.recent,
  }
}

/**
 * `excludeWalletIds` as a test. Each id counts as the id of a list entry, as an rdns and as an installed id; entries that are known
 * (directory, `customWallets`) add their rdns and name, so that the extension of an excluded wallet is hidden too.
 */
export function createExclusion(ids: readonly string[], known: readonly WalletEntry[]): (wallet: Wallet) => boolean {
  if (ids.length === 0) return () => false
  const hidden: Identity[] = ids.map((id) => ({ ids: [id], rdns: id.includes('.') ? rdnsKey(id) : undefined }))
  for (const entry of known) if (ids.includes(entry.id)) hidden.push(identityOfEntry(entry))
  return (wallet) => {
    const identity = identityOf(wallet)
    return hidden.some((one) => isSameWallet(one, identity) || identity.ids.some((id) => one.ids.includes(id)))
  }
}
