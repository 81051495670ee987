// Writes announcements and notices into the live regions of the dialog. Loaded after the first view. The dialog's template contains the two live
// regions from the start, because screen readers do not read a region that is inserted together with its text.
import { createSetupAlerts } from '../../state/interface/setup-alerts.js'
import { NOTICE_AUTO_CLOSE_MS } from '../../vocabulary/constants.js'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/interface/modal.js'
import { createNotices, type Announcement, type Notice } from '../../state/interface/notices.js'
import { checkLocale } from '../lib/check-locale.js'
import { createMessages, type Feature } from '../lib/localize.js'
import './alert-bar.js'
import { noticeText } from './notice-text.js'
import './notices.js'

/** How long an announcement stays in the region outside the dialog, ms. */
const STAYS_MS = NOTICE_AUTO_CLOSE_MS

/** A part: whether there is an announcer, which speaks also while the dialog is closed. */
export const createAnnouncing = (): { isOn: boolean } => ({ isOn: false })

/**
 * Announces through the live regions in `root` until the core ends. Announcements from before `since` (unix ms) are skipped.
 * Returns a function that announces the present notice again; the dialog calls it after it has opened under a notice.
 */
export function createAnnouncer(core: Core, since: number, root: ShadowRoot): () => void {
  const messages = core.use(createMessages)
  const { $announcement, $notice } = core.use(createNotices)
  const { $open } = core.use(createModal)
  core.use(createAnnouncing).isOn = true

  // While the dialog is open, screen readers read only its own regions, and those are removed when it closes. This region outlives the dialog and
  // announces what happens as it closes, such as that a wallet is connected.
  const outside = document.createElement('div')
  outside.className = 'visually-hidden'
  outside.setAttribute('role', 'status')
  root.prepend(outside) // before Lit's own content: Lit clears what follows it
  core.onEnd(() => outside.remove())
  let emptied: ReturnType<typeof setTimeout> | undefined
  const speakOutside = (words: () => string) => {
    if (core.signal.aborted || $open.get()) return // opened again: the text belongs to the view that was closed
    if (root.querySelector('.card')) return void requestAnimationFrame(() => speakOutside(words))
    outside.textContent = words()
    clearTimeout(emptied)
    emptied = setTimeout(() => (outside.textContent = ''), STAYS_MS)
  }

  /** Empties the region and writes in the next frame: screen readers do not read a region whose text stays the same. */
  const say = async (isUrgent: boolean, words: () => string, ...features: Feature[]) => {
    try {
      await messages.load('shell', ...features)
    } catch {
      return // the texts did not load; `messages` has logged it
    }
    if (core.signal.aborted) return
    if (!$open.get()) return speakOutside(words)
    const place = root.querySelector(`.card [role=${isUrgent ? 'alert' : 'status'}]`)
    if (!place) return
    place.textContent = ''
    requestAnimationFrame(() => (place.textContent = words()))
  }
  const announce = (news: Announcement | undefined) => {
    if (news) void say(news.assertive, () => messages.t(`announce.${news.code}`, news.params))
  }
  const notify = (notice: Notice | undefined) => {
    if (!notice) return
    void say(notice.variant === 'error', () => noticeText(messages.t, notice), 'errors')
  }
  const { locale } = core.config
  if (locale) checkLocale(core, locale)
  const news = $announcement.get()
  if (news && news.at >= since) announce(news)
  const stops = [
    $announcement.listen(announce),
    $notice.subscribe(notify),
    core.use(createSetupAlerts).$alert.subscribe((alert) => {
      if (alert) messages.load('shell', 'errors').catch(() => undefined) // logged; the alert bar shows the code without its text
    }),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))
  return () => notify($notice.get())
}
