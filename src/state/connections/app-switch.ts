// What became of the link to a wallet's app that was opened last. A browser does not tell whether an app has opened; what it tells is that the page went
// out of sight, and came back.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'

/** A page that is still in sight this long after a link was opened, in ms, has probably opened nothing. */
const NOTHING_OPENED_MS = 1_500

/** The link that was opened last, and what the page has seen since. */
export interface AppSwitch {
  /** Id of the wallet. */
  readonly wallet: string
  /**
   * `opening`: within the first 1.5 s. `nothing`: the page was still in sight after them. `away`: the page is out of sight. `back`: the visitor has come back
   * to the page.
   */
  readonly outcome: 'opening' | 'nothing' | 'away' | 'back'
}

/** What `createAppSwitch` makes. */
export interface AppSwitchPart {
  /** Undefined before a link is opened, and when what it led to is over. */
  readonly $appSwitch: ReadableAtom<AppSwitch | undefined>
  /** To be called when a link is opened. `isProgram`: its program opens beside the browser, so that the page loses focus and stays in sight. */
  note(wallet: string, isProgram: boolean): void
  /** To be called when the pairing of the link has ended, or the visitor has left it. */
  forget(): void
}

/** A part. Listens to the window from the first link on, for the life of the core. */
export function createAppSwitch(core: Core): AppSwitchPart {
  const { window } = core.deps
  const $appSwitch = atom<AppSwitch | undefined>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isProgram = false
  let isListening = false
  const change = (outcome: AppSwitch['outcome']) => {
    const opened = $appSwitch.get()
    if (opened) $appSwitch.set({ ...opened, outcome })
  }
  const look = ({ type }: { readonly type: string }) => {
    const document = window?.document
    // Safari on iOS may freeze the page for an app with `pagehide` alone.
    const isAway = type === 'pagehide' || document?.visibilityState === 'hidden' || (isProgram && document?.hasFocus() === false)
    const before = $appSwitch.get()?.outcome
    if (isAway && before !== 'away') change('away')
    else if (!isAway && before === 'away') change('back')
  }
  const listen = () => {
    if (isListening) return
    isListening = true
    const { signal } = core
    window?.document.addEventListener('visibilitychange', look, { signal })
    for (const event of ['pagehide', 'pageshow', 'blur', 'focus']) window?.addEventListener(event, look, { signal })
  }
  const stop = () => clearTimeout(timer)
  core.onEnd(stop)
  return {
    $appSwitch: readonlyType($appSwitch),
    note(wallet, opensProgram) {
      stop()
      isProgram = opensProgram
      listen()
      $appSwitch.set({ wallet, outcome: 'opening' })
      timer = setTimeout(() => $appSwitch.get()?.outcome === 'opening' && change('nothing'), NOTHING_OPENED_MS)
    },
    forget() {
      stop()
      $appSwitch.set(undefined)
    },
  }
}
