// Open or closed, the first view, what "back" means, and when closing is refused (specification §2).
// It reads the session only, so that opening the modal loads no wallet code.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { MODAL_SHAKE_MS } from '../constants.js'
import type { View } from '../view.js'
import { createConsent } from './consent.js'
import type { Core } from './core.js'
import { derived } from './lib/derived.js'
import { createRouter } from './router.js'

export interface Modal {
  readonly $open: ReadableAtom<boolean>
  /** True for 500 ms after a refused close. */
  readonly $shaking: ReadableAtom<boolean>
  /** Something that was asked of a wallet is under way. */
  readonly $loading: ReadableAtom<boolean>
  /** The wallet is on a network that is not configured, and the settings want that solved before anything else. */
  readonly $isStranded: ReadableAtom<boolean>
  /**
   * At `view`, by default at `home()`. An open modal only moves when a view is given.
   * A view that connects is Connect while the visitor has not given the consent that the page asks for.
   */
  open(view?: View): void
  /**
   * False (and a shake) when refused: while the wallet is stranded, on a view that refuses closing and on what was reached from there, unless forced.
   * With `dialog: 'inline'` there is nothing to close: it returns to the first view.
   */
  close(options?: { readonly force?: boolean | undefined }): boolean
  /** One view back; closes when only one remained or the history has a view that refuses closing. */
  back(): void
  shake(): void
  /** Where the modal opens by itself: Connect; with a connection Account, or UnsupportedChain while stranded. */
  home(): View
  /** Whether the history has a view that refuses closing. */
  isHeld(): boolean
}

export function createModal(core: Core): Modal {
  const router = core.use(createRouter)
  const { config, session } = core
  const { $open } = session
  const $shaking = atom(false)
  const $isStranded = derived(
    [session.$isUnsupported],
    () => session.$isUnsupported.get() && config.enableNetworkSwitch && !config.allowUnsupportedChain,
  )
  const isConnected = () => session.$account.get() !== undefined
  const home = (): View => ({ name: !isConnected() ? 'Connect' : $isStranded.get() ? 'UnsupportedChain' : 'Account' })
  const isHeld = () => router.$history.get().some((view) => core.deps.views.find(view)?.refusesClosing)

  let shaking: ReturnType<typeof setTimeout> | undefined
  const shake = () => {
    if (shaking !== undefined || core.signal.aborted) return // a second refusal within the shake adds nothing
    $shaking.set(true)
    shaking = setTimeout(() => {
      shaking = undefined
      $shaking.set(false)
    }, MODAL_SHAKE_MS)
  }
  core.onEnd(() => clearTimeout(shaking))

  const close = ({ force = false }: { readonly force?: boolean | undefined } = {}): boolean => {
    if (!$open.get()) return true
    if (!force && $isStranded.get() && isHeld()) {
      shake()
      return false
    }
    if (config.dialog === 'inline') router.reset(home())
    else session.setOpen(false)
    core.emit('close', undefined)
    core.emit('event', { name: 'MODAL_CLOSE', connected: isConnected() })
    return true
  }

  return {
    $open,
    $shaking: readonlyType($shaking),
    $loading: session.$isBusy,
    $isStranded,
    open(wanted) {
      if (core.signal.aborted) return
      const view = wanted && core.use(createConsent).admit(wanted)
      if ($open.get()) {
        if (view) router.reset(view)
        return
      }
      router.reset(view ?? home())
      session.setOpen(true)
      core.emit('open', undefined)
      core.emit('event', { name: 'MODAL_OPEN', connected: isConnected() })
    },
    close,
    back() {
      if (isHeld() || !router.pop()) close({ force: true })
    },
    shake,
    home,
    isHeld,
  }
}
