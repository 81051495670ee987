// The wallets of the Connect view: found in this browser, recent, featured, the page's own, recommended – one row each.
import { atom, type ReadableAtom } from 'nanostores'
import type { InstalledWallet, Wallet, WalletEntry } from '../wallet.js'
import { RECOMMENDED_WALLETS_COUNT } from '../constants.js'
import type { ConnectRows } from './connect-rows.js'
import type { Core } from './core.js'
import { derived, whileRead } from './lib/derived.js'
import { isStored } from './lib/storage.js'
import { isPhone } from './phone.js'
import { createInstalled, fromInstalled } from './installed.js'
import { createExclusion, fromEntry, mergeWallets } from './wallet-list.js'
import type { ListedWallets } from './listed-wallets.js'
import { createRecentRows } from './recent-rows.js'

export interface Wallets {
  readonly $installed: ReadableAtom<readonly InstalledWallet[]>
  /** Its first reader asks the directory, if one is configured; a failure there only leaves rows out. */
  readonly $connect: ReadableAtom<ConnectRows>
  /** Resolves when those of an earlier visit are in the lists, so that no row moves under a pointer. Never rejects. */
  readonly recalled: Promise<void>
  /** By list id, installed id, rdns or name, among what is known so far: asks nobody. */
  find(id: string): Wallet | undefined
  /** For `directory.ts`: the rules of this page applied to more wallets. */
  arrange(wallets: readonly Wallet[]): readonly Wallet[]
  readonly $featured: ReadableAtom<readonly Wallet[]>
  readonly custom: readonly Wallet[]
}

export function createWallets(core: Core): Wallets {
  const { config } = core
  const isMobile = isPhone(core)
  const $recents = core.use(createRecentRows)
  const hasDirectory = config.services.wallets !== undefined
  const $installed = core.use(createInstalled)
  const $listed = atom<{ readonly listed?: ListedWallets; readonly loading: boolean }>({ loading: hasDirectory })
  const custom = config.customWallets.map((entry) => fromEntry(entry))

  const recalled = recallStored(core).catch(report(core))

  // Which wallets a phone can open is decided by their links, whose code only phones load.
  const $reach = atom<((wallet: Wallet) => boolean) | undefined>()
  const findReach = async () => {
    const { createPhoneReach } = await import('./phone-reach.js')
    if (!core.signal.aborted) $reach.set(createPhoneReach(core))
  }
  if (isMobile) findReach().catch(report(core))
  const isReachable = (wallet: Wallet) => !isMobile || ($reach.get()?.(wallet) ?? wallet.installed.length > 0)

  const arrange = (wallets: readonly Wallet[]): readonly Wallet[] => {
    const excluded: readonly WalletEntry[] = $listed.get().listed?.excluded ?? []
    const isExcluded = createExclusion(config.excludeWalletIds, [...config.customWallets, ...excluded])
    // Each announcement is judged alone, so that a hidden one does not hide behind a row that it was merged into.
    return mergeWallets(wallets.filter((wallet) => !isExcluded(wallet))).filter(
      (wallet) => !isExcluded(wallet) && isReachable(wallet),
    )
  }
  const featured = () => featuredOf(config.featuredWalletIds, $listed.get().listed?.featured ?? [], custom)
  const rowsOf = (): ConnectRows => {
    const { listed, loading } = $listed.get()
    const { recents, place } = $recents.get()
    const present = $installed.get().map(fromInstalled)
    const recommended = (listed?.recommended ?? []).slice(0, RECOMMENDED_WALLETS_COUNT)
    const today = arrange([...present, ...featured(), ...custom, ...recommended])
    const rows = place(today, recents, { config, listed, arrange })
    return {
      detected: rows.filter((row) => row.installed.length > 0),
      other: rows.filter((row) => row.installed.length === 0),
      total: listed?.total,
      loading,
    }
  }

  /** Those that the service may list: not the page's own. */
  const recentIds = async () => {
    await recalled
    return $recents.get().recents.flatMap(({ id, entry }) => (entry && !custom.some((own) => own.id === id) ? [id] : []))
  }

  const follow = (): (() => void) => {
    if (!hasDirectory) return () => {}
    let stop: (() => void) | undefined
    let isOver = false
    const begin = async () => {
      const { createListedWallets } = await import('./listed-wallets.js')
      if (isOver || core.signal.aborted) return
      stop = createListedWallets(core, recentIds).$state.subscribe(({ value, status, fetchStatus }) => {
        $listed.set({
          ...(value ? { listed: value } : {}),
          loading: !value && (status === 'pending' || fetchStatus === 'fetching'),
        })
      })
    }
    begin().catch((error: unknown) => {
      report(core)(error)
      $listed.set({ loading: false })
    })
    return () => {
      isOver = true
      stop?.()
    }
  }
  const $connect = derived([$installed, $listed, $recents, $reach], () => rowsOf())
  whileRead($connect, follow)

  return {
    $installed,
    $connect,
    recalled,
    find(wanted) {
      const { detected, other } = rowsOf()
      const key = wanted.toLowerCase()
      const rows = [...detected, ...other]
      return (
        rows.find((row) => row.id === wanted || row.installed.some(({ id }) => id === wanted)) ??
        rows.find((row) => row.rdns?.toLowerCase() === key || row.name.toLowerCase() === key)
      )
    },
    arrange,
    $featured: derived([$listed], featured),
    custom,
  }
}

/** In the order of the setting; the page's own wallets may be featured too. */
function featuredOf(ids: readonly string[], listed: readonly Wallet[], custom: readonly Wallet[]): readonly Wallet[] {
  return ids.flatMap((id) => listed.find((wallet) => wallet.id === id) ?? custom.find((wallet) => wallet.id === id) ?? [])
}

/** Lists and codes still work without what did not load. */
const report = (core: Core) => (error: unknown) => core.deps.log.error('a part of the wallet list could not be had', error)

/** Only who connected before has something to recall. */
async function recallStored(core: Core): Promise<void> {
  if (!isStored(core, 'recents')) return
  const { createRecents } = await import('./recents.js')
  if (!core.signal.aborted) core.use(createRecents)
}
