// Opening, closing, the first view, "back", and when closing is refused (specification §2). It reads only the public state, so that opening the modal
// loads no wallet code.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { View } from '../../vocabulary/view.js'
import { createConsent } from './consent.js'
import type { Core } from '../core.js'
import { derived } from '../lib/derived.js'
import { createRouter } from './router.js'

/** The modal as open or closed. */
export interface Modal {
  readonly $open: ReadableAtom<boolean>
  /** How many times closing was refused; `shake.ts` follows it. */
  readonly $refusals: ReadableAtom<number>
  /**
   * The wallet is on a network that is not configured, and the settings want another one chosen first (`enableNetworkSwitch` without
   * `allowUnsupportedChain`).
   */
  readonly $needsNetworkSwitch: ReadableAtom<boolean>
  /**
   * Opens at `view`, by default at `home()`. An open modal changes to `view`, if one is given. `Consent.admit` may replace a view that connects by
   * Connect.
   */
  open(view?: View): void
  /**
   * Closes the modal. Refused with `false`, unless forced, when a view of the history refuses it (`ViewRow.refusesClosing`). With `dialog: 'inline'` it
   * returns to the first view instead.
   */
  close(options?: { readonly force?: boolean | undefined }): boolean
  /** Returns to the view before; closes when there is none, or when the history has a view that may refuse closing (specification §2). */
  back(): void
  /** The view at which the modal opens by default: Connect; with a connection Account, or UnsupportedChain while `$needsNetworkSwitch` is true. */
  home(): View
}

/** A part. Emits `open` and `close`. */
export function createModal(core: Core): Modal {
  const router = core.use(createRouter)
  const { config, publicState } = core
  const { $open } = publicState
  const $refusals = atom(0)
  const $needsNetworkSwitch = derived(
    [publicState.$isUnsupported],
    () => publicState.$isUnsupported.get() && config.enableNetworkSwitch && !config.allowUnsupportedChain,
  )
  const isConnected = () => publicState.$account.get() !== undefined
  const home = (): View => ({ name: !isConnected() ? 'Connect' : $needsNetworkSwitch.get() ? 'UnsupportedChain' : 'Account' })
  /** The rules about closing of the views in the history; their argument is the core. */
  const rules = () => router.$history.get().map((view) => core.deps.views.find(view)?.refusesClosing)

  const close = ({ force = false }: { readonly force?: boolean | undefined } = {}): boolean => {
    if (!$open.get()) return true
    if (!force && rules().some((rule) => rule?.(core))) {
      $refusals.set($refusals.get() + 1)
      return false
    }
    const isInline = config.dialog === 'inline'
    if (!isInline) publicState.setOpen(false)
    core.emit('close', undefined)
    core.emit('event', { name: 'MODAL_CLOSE', connected: isConnected() })
    if (isInline) router.reset(home()) // now, that every listener has seen which view is closed
    return true
  }

  return {
    $open,
    $refusals: readonlyType($refusals),
    $needsNetworkSwitch,
    open(wanted) {
      if (core.signal.aborted) return
      const view = wanted && core.use(createConsent).admit(wanted)
      if ($open.get()) {
        if (view) router.reset(view)
        return
      }
      router.reset(view ?? home())
      publicState.setOpen(true)
      core.emit('open', undefined)
      core.emit('event', { name: 'MODAL_OPEN', connected: isConnected() })
    },
    close,
    back() {
      if (rules().some((rule) => rule) || !router.pop()) close({ force: true })
    },
    home,
  }
}
