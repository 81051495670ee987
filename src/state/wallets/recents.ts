// The wallets that were connected last: at most two (specification §9), newest first, stored over reloads. Used by `wallets.ts` and by whatever connects.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { RECENT_WALLETS_COUNT } from '../../vocabulary/constants.js'
import type { Config } from '../../config/types.js'
import { displayName } from '../../vocabulary/display-name.js'
import { isImageUrl, isWebUrl } from '../../vocabulary/image-url.js'
import { isAppLink } from '../../vocabulary/safe-url.js'
import type { Wallet, WalletEntry } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { createPersisted } from '../lib/persisted.js'
import { fieldsOf, schemaOf, textOf } from '../lib/schema.js'
import type { ListedWallets } from './listed-wallets.js'
import { safeIcon } from './installed.js'
import { identityOf, isSameWallet } from './merge-wallets.js'

/** The wallets that were connected last. */
export interface Recents {
  /** As stored: each with `recent: true` and with nothing in `installed`. */
  readonly $recents: ReadableAtom<readonly Wallet[]>
  /** Stores a wallet as the newest one. A wallet that is stored already moves to the front. */
  remember(wallet: Wallet): void
  /** Removes a wallet. */
  forget(wallet: Wallet): void
}

/** What `placeRecents` needs to know besides the rows. */
export interface RecentRules {
  readonly config: Config
  /** The answer of the wallet list service; undefined before it, and without such a service. */
  readonly listed: ListedWallets | undefined
  /** `Wallets.arrange`: one row per wallet, without those that the page excludes. */
  arrange(wallets: readonly Wallet[]): readonly Wallet[]
}

/** Longest icon that is stored, in characters. A longer one is left out: the extension or the wallet list brings it again. */
const ICON_CHARACTERS_MAX = 4096

/** A part. */
export function createRecents(core: Core): Recents {
  const stored = createPersisted<readonly Wallet[]>(core, 'recents', schemaOf(parseRecents), [])
  const $recents = atom(stored.get())
  return {
    $recents: readonlyType($recents),
    remember(wallet) {
      const { icon, ...rest } = wallet
      const kept: Wallet = {
        ...rest,
        ...(icon && icon.length <= ICON_CHARACTERS_MAX ? { icon } : {}),
        installed: [],
        recent: true,
      }
      const identity = identityOf(wallet)
      const others = $recents.get().filter((other) => !isSameWallet(identityOf(other), identity))
      const recents = [kept, ...others].slice(0, RECENT_WALLETS_COUNT)
      $recents.set(recents)
      stored.set(recents)
    },
    forget(wallet) {
      const identity = identityOf(wallet)
      const left = $recents.get().filter((other) => !isSameWallet(identityOf(other), identity))
      $recents.set(left)
      if (left.length > 0) stored.set(left)
      else stored.remove()
    },
  }
}

/** Puts `recents` in front of `rows`; pure. */
export function placeRecents(rows: readonly Wallet[], recents: readonly Wallet[], rules: RecentRules): readonly Wallet[] {
  return inFront(rules.arrange(currentRecents(rules.config, recents, rows, rules.listed)), rows)
}

/**
 * The recent wallets as they are now. Name, links and badge come from the installed wallet, the page's settings or the wallet list, because the stored
 * copy may be old. The stored copy is used until the wallet list has answered, and where there is no wallet list. A wallet that is neither installed nor
 * listed any more is left out.
 */
function currentRecents(
  { includeWalletIds, featuredWalletIds }: Config,
  recents: readonly Wallet[],
  rows: readonly Wallet[],
  listedToday: ListedWallets | undefined,
): readonly Wallet[] {
  const isIncluded = (id: string) => includeWalletIds.length === 0 || [...includeWalletIds, ...featuredWalletIds].includes(id)
  const listed = (recent: Wallet) => (listedToday?.recent.has(recent.id) ? listedToday.recent.get(recent.id) : recent)
  return recents.flatMap((recent) => {
    const identity = identityOf(recent)
    const known = rows.find((row) => isSameWallet(identityOf(row), identity))
    const today = known ?? (recent.entry && isIncluded(recent.id) ? listed(recent) : undefined)
    return today ? [{ ...today, recent: true }] : []
  })
}

const inFront = (first: readonly Wallet[], rows: readonly Wallet[]) => [
  ...first,
  ...rows.filter(({ id }) => !first.some((one) => one.id === id)),
]

function parseRecents(value: unknown): readonly Wallet[] | undefined {
  if (!Array.isArray(value)) return undefined
  const wallets = value.slice(0, RECENT_WALLETS_COUNT).map(parseRecent)
  return wallets.every((wallet) => wallet !== undefined) ? wallets : undefined
}

function parseRecent(value: unknown): Wallet | undefined {
  const fields = fieldsOf(value)
  const [id, name] = [textOf(fields?.['id'], 256), textOf(fields?.['name'], 256)]
  if (!fields || !id || !name) return undefined
  const icon = safeIcon(textOf(fields['icon'], ICON_CHARACTERS_MAX))
  const rdns = textOf(fields['rdns'], 256)
  const entry = parseEntry(fields['entry'])
  return {
    id,
    name: displayName(name) ?? id,
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    installed: [],
    ...(entry ? { entry } : {}),
    certified: fields['certified'] === true,
    recent: true,
  }
}

const isAny = () => true
/** The text fields of a stored entry with their checks, which are those of an answer of the services (`api/wallets.ts`): storage is untrusted too. */
const textFields: Readonly<Record<string, (text: string) => boolean>> = {
  homepage: isWebUrl,
  image_id: isAny,
  image_url: isImageUrl,
  rdns: isAny,
  mobile_link: isAppLink,
  link_mode: isAppLink,
  desktop_link: isAppLink,
  webapp_link: isWebUrl,
  app_store: isWebUrl,
  play_store: isWebUrl,
  chrome_store: isWebUrl,
}

function parseEntry(value: unknown): WalletEntry | undefined {
  const fields = fieldsOf(value)
  const [id, name] = [textOf(fields?.['id'], 256), textOf(fields?.['name'], 256)]
  if (!fields || !id || !name) return undefined
  const { chains } = fields
  return {
    id,
    name,
    ...Object.fromEntries(
      Object.entries(textFields).flatMap(([key, isGood]) => {
        const text = textOf(fields[key])
        return text !== undefined && isGood(text) ? [[key, text]] : []
      }),
    ),
    ...(Array.isArray(chains) && chains.every((chain) => typeof chain === 'string') ? { chains } : {}),
    ...(fields['badge_type'] === 'certified' ? { badge_type: 'certified' as const } : {}),
  }
}
