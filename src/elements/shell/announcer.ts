// What a screen reader is told, and what is shown over a view's edge: fetched once the first view is there, before which there is nothing to
// say. The two live regions stand in the dialog's template from the start, because a region that comes with its text is not read out.
import { createAlerts } from '../../state/alerts.js'
import { NOTICE_AUTO_CLOSE_MS } from '../../constants.js'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/modal.js'
import { createNotices, type Announcement, type Notice } from '../../state/notices.js'
import { checkLocale } from '../lib/check-locale.js'
import { createMessages, type Feature } from '../lib/localize.js'
import './alert-bar.js'
import { noticeText } from './notice-text.js'
import './notices.js'

/** How long a sentence stays after the dialog has gone. */
const STAYS_MS = NOTICE_AUTO_CLOSE_MS

/**
 * Speaks through the regions in `root`, until the core ends. `since`: what was said before that moment (unix ms) is no news.
 * The returned function says the notice that stands there already, for a dialog that was opened under it.
 */
export function createAnnouncer(core: Core, since: number, root: ShadowRoot): () => void {
  const messages = core.use(createMessages)
  const { $announcement, $notice } = core.use(createNotices)
  const { $open } = core.use(createModal)

  // The dialog's own regions go with it, and while it stands no other is heard. What is said as it closes, such as that a wallet is connected,
  // is heard from this one afterwards, whatever the page has put in place of its button.
  const outside = document.createElement('div')
  outside.className = 'visually-hidden'
  outside.setAttribute('role', 'status')
  root.prepend(outside) // what stands behind its own content is cleared by Lit
  core.onEnd(() => outside.remove())
  let emptied: ReturnType<typeof setTimeout> | undefined
  const speakOutside = (words: () => string) => {
    if (core.signal.aborted || $open.get()) return // opened again: another view, other news
    if (root.querySelector('.card')) return void requestAnimationFrame(() => speakOutside(words))
    outside.textContent = words()
    clearTimeout(emptied)
    emptied = setTimeout(() => (outside.textContent = ''), STAYS_MS)
  }

  /** In the next frame, and emptied first: the same sentence twice would otherwise be no change, hence silent. */
  const say = async (isUrgent: boolean, words: () => string, ...features: Feature[]) => {
    try {
      await messages.load('shell', ...features)
    } catch {
      return // without words there is nothing to say
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
    core.use(createAlerts).$alert.subscribe((alert) => {
      if (alert) messages.load('shell', 'errors').catch(() => undefined) // logged; the code is shown without words
    }),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))
  return () => notify($notice.get())
}
