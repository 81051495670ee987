// Approvals one at a time: the oldest is shown, the others wait, and each is decided once.
import type { Approval } from './types.js'
import { defineApproval, type Approved, type WmApproval } from './view/approval-element.js'
import { canSeeCovers } from './view/arming.js'
import { languageOf } from './view/format.js'

// What the screens of a window of the wallet's own need of these: by way of this module the build keeps all of it in one file.
export { defineApproval, languageOf }
export { lineOf, say, type Language } from './view/format.js'
export { LiveElement } from './view/live-element.js'
export { styles } from './view/styles.js'

/** What the visitor has decided. */
export type Decision =
  | { readonly outcome: 'rejected' }
  | {
      readonly outcome: 'approved'
      /** As it was when the visitor approved: with the allowance that he has set. Sign what this says. */
      readonly approval: Approval
      /** The work is done: the screen makes room for the next request. */
      done(): void
      /** The work has failed: the code is shown until the visitor closes the screen. */
      failed(code: string): Promise<void>
    }

/** Where and how approvals are shown. */
export interface ApprovalStackOptions {
  readonly document: Document
  /** BCP 47. */
  readonly locale?: string | undefined
  readonly theme?: 'light' | 'dark' | 'auto' | undefined
  /** The frame needs to be seen, or no longer. */
  onSurface?(isShown: boolean): void
  /** Loads what stands for an approval that is decided in a window of the wallet's own: a risky one, and each where the browser cannot tell that the frame is covered. */
  elsewhere?: (() => Promise<() => ApprovalScreen>) | undefined
}

/** What the stack needs of a screen. */
export type ApprovalScreen = HTMLElement & Pick<WmApproval, 'approval' | 'language' | 'theme' | 'place' | 'progress'>

/** The approvals of a frame. */
export interface ApprovalStack {
  /** Shows the approval as soon as those before it are decided. Aborting takes it away, and rejects. @param origin of the page that asks */
  ask(approval: Approval, signal: AbortSignal, origin?: string): Promise<Decision>
  /** How many are shown or wait. */
  readonly size: number
  setTheme(theme: 'light' | 'dark' | 'auto'): void
}

interface Entry {
  readonly approval: Approval
  readonly signal: AbortSignal
  readonly origin: string | undefined
  readonly make: () => ApprovalScreen
  readonly settle: (decision: Decision) => void
  readonly fail: (reason: unknown) => void
}

export function createApprovalStack({
  document,
  locale,
  theme = 'auto',
  onSurface,
  elsewhere,
}: ApprovalStackOptions): ApprovalStack {
  const waiting: Entry[] = []
  let shown: { readonly entry: Entry; readonly screen: ApprovalScreen } | undefined
  let [decided, mode, isShown] = [0, theme, false]
  const language = languageOf(locale).catch(() => languageOf('en'))
  const { defaultView } = document
  if (defaultView) defineApproval(defaultView.customElements)

  const tell = (next: boolean): void => {
    if (next === isShown) return
    isShown = next
    onSurface?.(next)
  }
  const place = () => ({ at: decided + 1, all: decided + waiting.length + (shown ? 1 : 0) })
  const count = (): void => {
    if (shown) shown.screen.place = place()
  }
  const next = (): void => {
    if (shown) return
    const entry = waiting.shift()
    if (!entry) {
      decided = 0
      tell(false)
      return
    }
    const screen = entry.make()
    shown = { entry, screen }
    Object.assign(screen, { approval: entry.approval, origin: entry.origin, theme: mode, place: place() })
    void language.then((texts) => (screen.language = texts))
    screen.addEventListener('wm-reject', () => {
      entry.settle({ outcome: 'rejected' })
      leave(entry)
    })
    screen.addEventListener('wm-approve', (event) => {
      const { approval } = (event as CustomEvent<Approved>).detail
      screen.progress = { step: 'working' }
      entry.settle({
        outcome: 'approved',
        approval,
        done: () => leave(entry),
        failed: (code) =>
          new Promise((resolve) => {
            if (shown?.entry !== entry) return resolve()
            screen.progress = { step: 'failed', code }
            const close = (): void => {
              leave(entry)
              resolve()
            }
            screen.addEventListener('wm-close', close, { once: true })
            entry.signal.addEventListener('abort', close, { once: true })
          }),
      })
    })
    document.body.append(screen)
    tell(true)
  }
  const leave = (entry: Entry): void => {
    const at = waiting.indexOf(entry)
    if (at >= 0) waiting.splice(at, 1)
    else if (shown?.entry === entry) {
      shown.screen.remove()
      shown = undefined
      decided++
      next()
    }
    count()
  }
  return {
    async ask(approval, signal, origin) {
      const isSeen = defaultView && canSeeCovers(defaultView)
      const make =
        elsewhere && (approval.risk === 'risky' || !isSeen) ? await elsewhere() : () => document.createElement('wm-approval')
      return new Promise<Decision>((settle, fail) => {
        signal.throwIfAborted()
        const entry: Entry = { approval, signal, origin, make, settle, fail }
        signal.addEventListener(
          'abort',
          () => {
            fail(signal.reason instanceof Error ? signal.reason : new Error('Request was aborted'))
            leave(entry)
          },
          { once: true },
        )
        waiting.push(entry)
        next()
        count()
      })
    },
    get size() {
      return waiting.length + (shown ? 1 : 0)
    },
    setTheme(other) {
      mode = other
      if (shown) shown.screen.theme = other
    },
  }
}
