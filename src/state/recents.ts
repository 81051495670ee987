// The wallets that were connected last: at most two, newest first, kept over reloads. Loaded for a visitor who connected before, or does so now.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { RECENT_WALLETS_COUNT } from '../constants.js'
import type { Wallet, WalletEntry } from '../wallet.js'
import type { Core } from './core.js'
import { createPersisted } from './lib/persisted.js'
import { fieldsOf, schemaOf, textOf } from './lib/schema.js'
import { createWallets } from './wallets.js'
import { cleanName, identityOf, isSameWallet, safeIcon } from './wallet-list.js'

export interface Recents {
  /** `recent: true`; nothing installed: that is known only once the page was searched. */
  readonly $recents: ReadableAtom<readonly Wallet[]>
  /** A wallet that is already there moves to the front. */
  remember(wallet: Wallet): void
}

/** A larger picture is brought again by the extension, or left out. */
const ICON_CHARACTERS_MAX = 4096

export function createRecents(core: Core): Recents {
  const stored = createPersisted<readonly Wallet[]>(core, 'recents', schemaOf(parseRecents), [])
  const { recall } = core.use(createWallets)
  const $recents = atom(stored.get())
  recall($recents.get())
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
      recall(recents)
      stored.set(recents)
    },
  }
}

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
    name: cleanName(name, id),
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    installed: [],
    ...(entry ? { entry } : {}),
    certified: fields['certified'] === true,
    recent: true,
  }
}

const texts = [
  'homepage',
  'image_id',
  'image_url',
  'rdns',
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
] as const

function parseEntry(value: unknown): WalletEntry | undefined {
  const fields = fieldsOf(value)
  const [id, name] = [textOf(fields?.['id'], 256), textOf(fields?.['name'], 256)]
  if (!fields || !id || !name) return undefined
  const { chains } = fields
  return {
    id,
    name,
    ...Object.fromEntries(texts.flatMap((key) => (textOf(fields[key]) ? [[key, fields[key]]] : []))),
    ...(Array.isArray(chains) && chains.every((chain) => typeof chain === 'string') ? { chains } : {}),
    ...(fields['badge_type'] === 'certified' ? { badge_type: 'certified' as const } : {}),
  }
}
