// One short message at a time to the person in front of it, and one line at a time to a screen reader. Codes only: the wording is the elements'.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { NOTICE_AUTO_CLOSE_MS, NOTICE_REPLACE_DELAY_MS } from '../constants.js'
import type { ErrorCode } from '../errors.js'
import type { Core } from './core.js'
import { asWalletError } from './lib/operation.js'

export type NoticeCode = 'copied' | 'copyFailed' | 'networkSwitched' | 'networkChangedInWallet' | 'sessionEnded' | ErrorCode

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
  | 'restoring'
  | 'restored'
  | 'balanceFailed'

export type NoticeVariant = 'success' | 'error' | 'loading' | 'info'
export type NoticeParams = Readonly<Record<string, string | number>>

export interface Notice {
  readonly id: number
  readonly code: NoticeCode
  readonly variant: NoticeVariant
  readonly params?: NoticeParams | undefined
}

export interface Announcement {
  readonly id: number
  /** Unix ms. */
  readonly at: number
  readonly code: AnnouncementCode
  readonly params: NoticeParams
  readonly assertive: boolean
}

export interface Notices {
  readonly $notice: ReadableAtom<Notice | undefined>
  /** Replaces an open one: that closes first, the new one follows after 150 ms. Closes by itself after 5 s, unless it is `loading`. */
  show(variant: NoticeVariant, code: NoticeCode, params?: NoticeParams): void
  /** Shows whatever was thrown; what the person or the page aborted is no news to them. */
  showError(thrown: unknown): void
  hide(): void
  /** Holds the clock while somebody points at or stands on the notice. */
  pause(): void
  resume(): void
  readonly $announcement: ReadableAtom<Announcement | undefined>
  announce(code: AnnouncementCode, params?: NoticeParams, options?: { readonly assertive?: boolean | undefined }): void
}

export function createNotices(core: Core): Notices {
  const { now } = core.deps
  const $notice = atom<Notice | undefined>()
  const $announcement = atom<Announcement | undefined>()
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closing: { readonly at: number; left: number } | undefined // of the open notice, while its clock runs or is held
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

  let waiting = false // between a notice that was closed and the one that replaces it
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
