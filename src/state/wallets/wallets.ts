// The wallets of the Connect view: installed, recent, featured, the page's own (`customWallets`) and recommended ones, one row each.
import { atom, type ReadableAtom } from 'nanostores'
import type { ConnectorPort } from '../../connectors/connector.js'
import type { Namespace } from '../../vocabulary/caip.js'
import type { InstalledWallet, Wallet, WalletEntry } from '../../vocabulary/wallet.js'
import { RECOMMENDED_WALLETS_COUNT } from '../../vocabulary/constants.js'
import type { ConnectRows } from './connect-rows.js'
import type { Core } from '../core.js'
import { derived, whileRead } from '../lib/derived.js'
import { isPhone } from '../interface/phone.js'
import { createInstalled, fromInstalled } from './installed.js'
import { createExclusion, fromEntry, mergeWallets } from './merge-wallets.js'
import type { ListedWallets } from './listed-wallets.js'
import type { PhoneReach } from './phone-reach.js'
import { createRecents, placeRecents } from './recents.js'

/** All wallets that this modal knows without the pages of the wallet list. */
export interface Wallets {
  readonly $installed: ReadableAtom<readonly InstalledWallet[]>
  /** Resolves when each ecosystem has been looked for once, never where that cannot be loaded; undefined from then on. */
  readonly searching: Promise<void> | undefined
  /** The rows of the Connect view. The first reader requests the wallet list, if one is configured; a failure only leaves rows out. */
  readonly $connect: ReadableAtom<ConnectRows>
  /** A row by list id, installed id, rdns or name, among those that are loaded. Sends no request. */
  find(id: string): Wallet | undefined
  /** Merges the rows of one wallet, and leaves out those that the page excludes or this phone cannot open. */
  arrange(wallets: readonly Wallet[]): readonly Wallet[]
  /** The featured wallets, as far as they are known, in the order of the setting. */
  readonly $featured: ReadableAtom<readonly Wallet[]>
  /** On a phone: whether a wallet connects on `namespace` by opening this page in its own browser. Always false on a desktop. */
  browses(wallet: Wallet, namespace: Namespace): boolean
  /** The page's own wallets (`customWallets`). */
  readonly custom: readonly Wallet[]
}

/** A part. Reads the stored recent wallets, and loads on phones the rules of `phone-reach.ts`. */
export function createWallets(core: Core): Wallets {
  const { config } = core
  const isMobile = isPhone(core)
  const { $recents } = core.use(createRecents)
  const hasList = config.services.wallets !== undefined
  let endSearch: (firstLook: unknown) => void = () => {}
  const firstSearch = new Promise<unknown>((resolve) => (endSearch = resolve))
  let searching: Promise<void> | undefined
  const end = () => (searching = undefined)
  searching = firstSearch.then(end, end) // `createInstalled` logs a failure
  // A search of its own, once the table of ecosystems is complete (`afterOpen`): that of the first view knows only part of it.
  const connectors = async (): Promise<ConnectorPort> => {
    await core.deps.afterOpen()
    const port = await core.deps.connectors()
    return {
      ...port,
      discover(...args) {
        const firstLook = port.discover(...args)
        endSearch(firstLook)
        return firstLook
      },
    }
  }
  const [$first, $all] = [core.use(createInstalled), createInstalled({ ...core, deps: { ...core.deps, connectors } })]
  const $installed = derived([$first, $all], () => {
    const all = $all.get()
    return [...all, ...$first.get().filter(({ uid }) => all.every((other) => other.uid !== uid))]
  })
  const $listed = atom<{ readonly listed?: ListedWallets; readonly loading: boolean }>({ loading: hasList })
  const custom = config.customWallets.map((entry) => fromEntry(entry))

  // On a phone only wallets that can be opened there are shown; the code for their links is loaded on phones only.
  const $reach = atom<PhoneReach | undefined>()
  const findReach = async () => {
    const { createPhoneReach } = await import('./phone-reach.js')
    if (!core.signal.aborted) $reach.set(createPhoneReach(core))
  }
  if (isMobile)
    findReach().catch((error: unknown) => {
      report(core)(error)
      $reach.set({ reaches: () => true, browses: () => false }) // better a wallet without a link than an empty list
    })
  const isReachable = (wallet: Wallet) => !isMobile || ($reach.get()?.reaches(wallet) ?? wallet.installed.length > 0)

  const arrange = (wallets: readonly Wallet[]): readonly Wallet[] => {
    const excluded: readonly WalletEntry[] = $listed.get().listed?.excluded ?? []
    const isExcluded = createExclusion(config.excludeWalletIds, [...config.customWallets, ...excluded])
    // Test each wallet before it is merged too: a row could take the id or rdns by which one of its wallets is excluded.
    return mergeWallets(wallets.filter((wallet) => !isExcluded(wallet))).filter(
      (wallet) => !isExcluded(wallet) && isReachable(wallet),
    )
  }
  const featured = () => featuredOf(config.featuredWalletIds, $listed.get().listed?.featured ?? [], custom)
  const rowsOf = (): ConnectRows => {
    const { listed, loading } = $listed.get()
    const present = $installed.get().map(fromInstalled)
    const recommended = (listed?.recommended ?? []).slice(0, RECOMMENDED_WALLETS_COUNT)
    const today = arrange([...present, ...featured(), ...custom, ...recommended])
    const rows = placeRecents(today, $recents.get(), { config, listed, arrange })
    return {
      detected: rows.filter((row) => row.installed.length > 0),
      other: rows.filter((row) => row.installed.length === 0),
      total: listed?.total,
      loading,
    }
  }

  /** Ids of the recent wallets that the service may list: those with an entry that is not the page's own. */
  const recentIds = () => $recents.get().flatMap(({ id, entry }) => (entry && !custom.some((own) => own.id === id) ? [id] : []))

  const follow = (): (() => void) => {
    if (!hasList) return () => {}
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
    get searching() {
      return searching
    },
    $connect,
    browses: (wallet, namespace) => $reach.get()?.browses(wallet, namespace) ?? false,
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

/** The featured wallets in the order of the setting; `customWallets` may be featured too. */
function featuredOf(ids: readonly string[], listed: readonly Wallet[], custom: readonly Wallet[]): readonly Wallet[] {
  return ids.flatMap((id) => listed.find((wallet) => wallet.id === id) ?? custom.find((wallet) => wallet.id === id) ?? [])
}

/** Logs a failed load. The rest of the lists, and pairing, work without it. */
const report = (core: Core) => (error: unknown) => core.deps.log.error('a part of the wallet list could not be had', error)
