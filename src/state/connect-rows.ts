// The rows of the Connect view. At first these are the wallets of this browser; who else belongs there, and in which order, is known to `wallets.ts`,
// which comes before the first row only where its rules may change that row.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Wallet } from '../wallet.js'
import type { Core } from './core.js'
import { createInstalled, fromInstalled } from './installed.js'
import { whileRead } from './lib/derived.js'
import { isStored } from './lib/storage.js'
import { isPhone } from './phone.js'

export interface ConnectRows {
  /** Installed ones; a recent one first. */
  readonly detected: readonly Wallet[]
  /** Reachable by code or link: recent → featured → custom → recommended. */
  readonly other: readonly Wallet[]
  /** Number behind "All wallets" (see `roundedCount`); undefined while unknown. */
  readonly total: number | undefined
  /** The wallet list service was asked and has not answered yet. */
  readonly loading: boolean
}

export interface ConnectRowsPart {
  /** While it is read, and from `complete` on, the wallet list service is asked, if one is configured; a failure there only leaves rows out. */
  readonly $rows: ReadableAtom<ConnectRows>
  /** Resolves when no rule can take a row back or move it under a pointer. Never rejects. */
  readonly ready: Promise<unknown>
  /** Brings the rest of the rows. Never rejects: what does not come leaves rows out. */
  complete(): Promise<void>
}

export function createConnectRows(core: Core): ConnectRowsPart {
  const { config, deps } = core
  const $installed = core.use(createInstalled)
  const mayHide = config.excludeWalletIds.length > 0
  const isRuled = mayHide || isStored(core, 'recents') || config.customWallets.length > 0 || config.connectors.length > 0
  /** Nothing where a wallet may have to be hidden: that is for the rules to say. */
  const alone = (loading: boolean): ConnectRows => ({
    detected: mayHide ? [] : $installed.get().map(fromInstalled),
    other: [],
    total: undefined,
    loading,
  })
  const $rows = atom(alone(hasList(core)))
  const stopAlone = $installed.listen(() => $rows.set(alone(hasList(core))))
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
      const { $connect, recalled } = core.use(createWallets)
      await recalled
      stopAlone()
      all = $connect
      if (isRead) follow()
      else $rows.set($connect.get())
    } catch (error) {
      loading = undefined // the next view asks again
      deps.log.error('the rules of the wallet lists did not load', error)
      $rows.set(alone(false))
    }
  }
  const complete = () => (loading ??= load())
  return { $rows: readonlyType($rows), ready: isRuled ? complete() : Promise.resolve(), complete }
}

const hasList = ({ config }: Core) => config.services.wallets !== undefined

/** Whether there is an "All wallets" row: the page's setting, and a list to show. */
export function showsAllWallets(core: Core): boolean {
  const { allWallets } = core.config
  return hasList(core) && (allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isPhone(core)))
}

/** The label of "All wallets": exact below ten, else whole tens with `more` (shown as `120+`). */
export function roundedCount(total: number): { readonly count: number; readonly more: boolean } {
  return total < 10 ? { count: total, more: false } : { count: Math.floor(total / 10) * 10, more: true }
}
