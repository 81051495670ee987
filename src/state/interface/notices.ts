// Notices, of which one at a time is shown in the modal, and announcements, of which one at a time is read out by a screen reader. Both are codes; the
// elements have the texts.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { NOTICE_AUTO_CLOSE_MS, NOTICE_REPLACE_DELAY_MS } from '../../vocabulary/constants.js'
import type { ErrorCode } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { asWalletError } from '../lib/operation.js'

/** What a notice says. An error code has its text from the error's messages. */
export type NoticeCode =
  | 'copied'
  | 'copyFailed'
  | 'networkSwitched'
  | 'networkChangedInWallet'
  | 'walletSwitched'
  | 'sessionEnded'
  | 'approvalRevoked'
  | 'smartSessionRevoked'
  | 'swapped'
  | 'emailResent'
  | 'emailChanged'
  | ErrorCode

/** What an announcement says. */
export type AnnouncementCode =
  | 'connecting'
  | 'connected'
  | 'disconnected'
  | 'declined'
  | 'failed'
  | 'walletsFound'
  | 'networksFound'
  | 'codeReady'
  | 'codeRenewed'
  | 'codeExpires'
  | 'nothingOpened'
  | 'requestWaits'
  | 'restoring'
  | 'restored'
  | 'balanceFailed'
  | 'nameFree'
  | 'nameTaken'
  | 'itemsShown'
  | 'swapDone'
  | 'emailSent'

/** How a notice looks. `loading` stays until it is hidden or replaced; the others close by themselves. */
export type NoticeVariant = 'success' | 'error' | 'loading' | 'info'
/** Values for the placeholders of a text. */
export type NoticeParams = Readonly<Record<string, string | number>>

/** One message in the modal. */
export interface Notice {
  /** Different for each notice, so that the same text twice is two notices. */
  readonly id: number
  /** Key of the text. */
  readonly code: NoticeCode
  readonly variant: NoticeVariant
  readonly params?: NoticeParams | undefined
}

/** One message to a screen reader. */
export interface Announcement {
  /** Different for each announcement, so that the same text is read out again. */
  readonly id: number
  /** Unix ms. */
  readonly at: number
  readonly code: AnnouncementCode
  readonly params: NoticeParams
  /** It interrupts what is being read out (`aria-live="assertive"`). */
  readonly assertive: boolean
}

/** The notice and the announcement of one modal. */
export interface Notices {
  /** The open notice. */
  readonly $notice: ReadableAtom<Notice | undefined>
  /**
   * Shows a notice. An open one closes first, and the new one follows after 150 ms (specification §4). It closes by itself after 5 s (specification
   * §9), unless it is `loading`.
   */
  show(variant: NoticeVariant, code: NoticeCode, params?: NoticeParams): void
  /** Shows the code of a thrown error; ABORTED and DESTROYED are not shown. */
  showError(thrown: unknown): void
  /** Closes the open notice, and drops one that waits to replace it. */
  hide(): void
  /** Stops the time of the open notice, while it has the pointer or the focus. */
  pause(): void
  /** Continues with the time that was left at `pause`. */
  resume(): void
  /** The newest announcement. It stays when it has been read out. */
  readonly $announcement: ReadableAtom<Announcement | undefined>
  /** Reads a text out, in place of the announcement before. */
  announce(code: AnnouncementCode, params?: NoticeParams, options?: { readonly assertive?: boolean | undefined }): void
}

/** A part. */
export function createNotices(core: Core): Notices {
  const { now } = core.deps
  const $notice = atom<Notice | undefined>()
  const $announcement = atom<Announcement | undefined>()
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closing: { readonly at: number; left: number } | undefined // when the open notice closes, or how much time it has left while paused
  let isHeld = false

  const after = (ms: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }
  const run = (left: number) => {
    closing = { at: now() + left, left }
    if (!isHeld) after(left, hide)
  }
  const open = (notice: Notice) => {
    $notice.set(notice)
    if (notice.variant !== 'loading') run(NOTICE_AUTO_CLOSE_MS)
  }
  function hide() {
    clearTimeout(timer)
    closing = undefined
    isHeld = false // the element that was pointed at is gone
    $notice.set(undefined)
  }
  core.onEnd(() => clearTimeout(timer))

  let waiting = false // one notice was closed, and the next one is not open yet
  const show: Notices['show'] = (variant, code, params) => {
    if (core.signal.aborted) return
    const notice: Notice = { id: ++count, code, variant, ...(params ? { params } : {}) }
    if (!$notice.get() && !waiting) return open(notice)
    hide()
    waiting = true
    after(NOTICE_REPLACE_DELAY_MS, () => {
      waiting = false
      open(notice)
    })
  }
  return {
    $notice: readonlyType($notice),
    $announcement: readonlyType($announcement),
    show,
    showError(thrown) {
      const { code, details } = asWalletError(thrown)
      if (code === 'ABORTED' || code === 'DESTROYED') return
      const params = Object.entries(details).flatMap(([key, value]): [string, string | number][] =>
        typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [],
      )
      show('error', code, params.length > 0 ? Object.fromEntries(params) : undefined)
    },
    hide() {
      waiting = false
      hide()
    },
    pause() {
      if (isHeld || !closing) return
      isHeld = true
      clearTimeout(timer)
      closing.left = Math.max(0, closing.at - now())
    },
    resume() {
      if (!isHeld) return
      isHeld = false
      if (closing) run(closing.left)
    },
    announce(code, params = {}, { assertive = false } = {}) {
      $announcement.set({ id: ++count, at: now(), code, params, assertive })
    },
  }
}
