// The rows of the Connect view. At first these are the installed wallets. `wallets.ts` adds the others and their order; it is loaded before the first
// row is shown only where its rules may change that row.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Wallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { createInstalled, fromInstalled } from './installed.js'
import { whileRead } from '../lib/derived.js'
import { isStored } from '../lib/storage.js'
import { isPhone } from '../interface/phone.js'

/** The wallets of the Connect view. */
export interface ConnectRows {
  /** Installed wallets; the recent ones first. */
  readonly detected: readonly Wallet[]
  /** Wallets to reach by QR code or link: recent → featured → custom → recommended. */
  readonly other: readonly Wallet[]
  /** Number of wallets in the wallet list, for the row "All wallets" (see `roundedCount`); undefined while unknown. */
  readonly total: number | undefined
  /** The wallet list service has not answered yet. */
  readonly loading: boolean
}

/** The rows of the Connect view, and when they are complete. */
export interface ConnectRowsPart {
  /** After `complete` and while it has readers, the wallet list service is asked, if one is configured. A failure only leaves rows out. */
  readonly $rows: ReadableAtom<ConnectRows>
  /** Resolves when the rows may be shown: no rule of `wallets.ts` can remove or move one of the first rows any more. Never rejects. */
  readonly ready: Promise<unknown>
  /** Loads `wallets.ts` for the other rows. Never rejects: a failure is logged and leaves rows out. */
  complete(): Promise<void>
}

/** A part. It loads `wallets.ts` at once when the page excludes or adds wallets, or a recent wallet is stored; else at `complete`. */
export function createConnectRows(core: Core): ConnectRowsPart {
  const { config, deps } = core
  const $installed = core.use(createInstalled)
  const mayHide = config.excludeWalletIds.length > 0
  const needsRules = mayHide || isStored(core, 'recents') || config.customWallets.length > 0 || config.connectors.length > 0
  /** The rows before `wallets.ts` is loaded: the installed wallets, but none where one may have to be hidden. */
  const installedRows = (loading: boolean): ConnectRows => ({
    detected: mayHide ? [] : $installed.get().map(fromInstalled),
    other: [],
    total: undefined,
    loading,
  })
  const $rows = atom(installedRows(hasList(core)))
  const stopInstalled = $installed.listen(() => $rows.set(installedRows(hasList(core))))
  let all: ReadableAtom<ConnectRows> | undefined
  let loading: Promise<void> | undefined
  let isRead = false
  let stop: (() => void) | undefined
  const follow = () => {
    if (isRead) stop ??= all?.subscribe((rows) => $rows.set(rows))
  }
  whileRead($rows, () => {
    isRead = true
    follow()
    return () => {
      isRead = false
      stop = void stop?.()
    }
  })

  const load = async () => {
    try {
      const { createWallets } = await import('./wallets.js')
      if (core.signal.aborted) return
      const { $connect } = core.use(createWallets)
      stopInstalled()
      all = $connect
      if (isRead) follow()
      else $rows.set($connect.get())
    } catch (error) {
      loading = undefined // the next call of `complete` tries again
      deps.log.error('the rules of the wallet lists did not load', error)
      $rows.set(installedRows(false))
    }
  }
  const complete = () => (loading ??= load())
  return { $rows: readonlyType($rows), ready: needsRules ? complete() : Promise.resolve(), complete }
}

const hasList = ({ config }: Core) => config.services.wallets !== undefined

/** Whether there is an "All wallets" row: the page's setting, and a list to show. */
export function showsAllWallets(core: Core): boolean {
  const { allWallets } = core.config
  return hasList(core) && (allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isPhone(core)))
}

/** The number of the row "All wallets": exact below ten, else rounded down to tens with `more` (shown as `120+`). */
export function roundedCount(total: number): { readonly count: number; readonly more: boolean } {
  return total < 10 ? { count: total, more: false } : { count: Math.floor(total / 10) * 10, more: true }
}
