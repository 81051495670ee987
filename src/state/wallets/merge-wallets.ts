// The rules of the wallet lists as pure functions: which entries are one wallet, and which are hidden. docs/guide/wallet-lists.md describes them.
import type { Wallet, WalletEntry } from '../../vocabulary/wallet.js'
import { displayName } from '../../vocabulary/display-name.js'
import { safeIcon } from './installed.js'

/** By what a wallet is recognised. The wallet claims it itself: enough to merge rows, never a reason to trust a wallet. */
export interface WalletIdentity {
  readonly ids: readonly string[]
  readonly rdns?: string | undefined
  readonly name?: string | undefined
}

const rdnsKey = (rdns: string | null | undefined) => rdns?.toLowerCase().replace(/\.mobile$/, '') || undefined // one wallet, two apps
const nameKey = (name: string | null | undefined) => name?.trim().toLowerCase() || undefined

function identityOfEntry(entry: WalletEntry): WalletIdentity {
  const injected = (entry.injected ?? []).map(({ injected_id }) => `injected:${injected_id}`)
  return { ids: [entry.id, ...injected], rdns: rdnsKey(entry.rdns), name: nameKey(entry.name) }
}

/** Ids, rdns and name of a row, in the form in which they are compared. */
export function identityOf(wallet: Wallet): WalletIdentity {
  const ids = [wallet.id, ...wallet.installed.map(({ id }) => id), ...(wallet.entry ? identityOfEntry(wallet.entry).ids : [])]
  return { ids, rdns: rdnsKey(wallet.rdns), name: nameKey(wallet.name) }
}

/** Whether two identities are one wallet: a common id; or the same rdns; or, if one of the two has no rdns, the same name. */
export function isSameWallet(a: WalletIdentity, b: WalletIdentity): boolean {
  if (a.rdns && b.rdns) return a.rdns === b.rdns || a.ids.some((id) => b.ids.includes(id))
  return (a.name !== undefined && a.name === b.name) || a.ids.some((id) => b.ids.includes(id))
}

/**
 * Whether two rows are merged. Any extension can announce any rdns: so an installed wallet shares the row of a list entry of its rdns only if it has
 * the entry's name too, and two installed wallets of one rdns on one namespace stay two rows, so that neither hides the other.
 */
function isOneRow(a: Wallet, b: Wallet): boolean {
  const [one, other] = [identityOf(a), identityOf(b)]
  if (!isSameWallet(one, other)) return false
  if (one.ids.some((id) => other.ids.includes(id))) return true
  const isClash = a.installed.some((here) => b.installed.some((there) => here.namespace === there.namespace))
  const isClaim = a.installed.length > 0 !== b.installed.length > 0
  return !isClash && (!isClaim || one.name === other.name)
}

/** The row of an entry of a wallet list. `imageUrl` makes the url of an `image_id`; without it only `image_url` counts. */
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

/** Merges the rows of one wallet into its first one, see `join`. Keeps the order. Takes time in proportion to the number of rows. */
export function mergeWallets(wallets: readonly Wallet[]): readonly Wallet[] {
  const rows: Wallet[] = []
  /** The indices in `rows` by id, rdns and name, in ascending order. */
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

/** The keys of an identity: two identities of one wallet have at least one in common. */
function keysOf({ ids, rdns, name }: WalletIdentity): readonly string[] {
  return [...ids.map((id) => `id ${id}`), ...(rdns ? [`rdns ${rdns}`] : []), ...(name ? [`name ${name}`] : [])]
}

/** Merges two rows: the installed wallet gives name and icon, the list entry id and links. Only a row without installed wallet keeps its badge. */
function join(a: Wallet, b: Wallet): Wallet {
  const listed = a.entry ? a : b.entry ? b : a
  const present = a.installed.length > 0 ? a : b.installed.length > 0 ? b : undefined
  const icon = present?.icon ?? listed.icon ?? a.icon ?? b.icon
  const rdns = listed.rdns ?? a.rdns ?? b.rdns
  const entry = listed.entry
  // Of two announcements on one namespace the first is kept.
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
 * Returns a function that tells whether `excludeWalletIds` hides a wallet. Each id is compared with ids of list entries, rdns and installed ids. The
 * `known` entries with these ids (of the list, of `customWallets`) add their rdns and name, so that the extension of an excluded entry is hidden too.
 */
export function createExclusion(ids: readonly string[], known: readonly WalletEntry[]): (wallet: Wallet) => boolean {
  if (ids.length === 0) return () => false
  const hidden: WalletIdentity[] = ids.map((id) => ({ ids: [id], rdns: id.includes('.') ? rdnsKey(id) : undefined }))
  for (const entry of known) if (ids.includes(entry.id)) hidden.push(identityOfEntry(entry))
  return (wallet) => {
    const identity = identityOf(wallet)
    return hidden.some((one) => isSameWallet(one, identity) || identity.ids.some((id) => one.ids.includes(id)))
  }
}
