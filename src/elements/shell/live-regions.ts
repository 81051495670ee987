// What a screen reader is told: one polite and one assertive region, empty and in place before there is anything to say.
import { html, nothing, type PropertyValues } from 'lit'
import { state } from 'lit/decorators.js'
import { createNotices, type Announcement, type Notice } from '../../state/notices.js'
import { define } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import { noticeText } from './notice-text.js'

/** @summary The live regions of one dialog. They must be inside it: a region outside an open modal dialog is not exposed. */
@define('wm-live-regions')
export class WmLiveRegions extends WmTextElement {
  private readonly announcement = this.watch((core) => core.use(createNotices).$announcement)
  private readonly notice = this.watch((core) => core.use(createNotices).$notice)

  @state() protected accessor polite = ''
  @state() protected accessor urgent = ''
  #announced: Announcement | undefined
  #noticed: Notice | undefined

  protected override firstUpdated() {
    // What was said before this dialog was there is no news.
    this.#announced = this.announcement.value
    this.#noticed = undefined
  }

  protected override updated(_changed: PropertyValues) {
    const messages = this.use(createMessages)
    const isNews = this.announcement.value !== this.#announced || this.notice.value !== this.#noticed
    if (isNews && !messages.ready('all')) {
      messages.load('all').then(
        () => this.requestUpdate(),
        () => undefined, // without words there is nothing to say
      )
      return
    }
    const announcement = this.announcement.value
    const notice = this.notice.value
    if (announcement !== undefined && announcement !== this.#announced) {
      this.#say(this.t(`announce.${announcement.code}`, announcement.params), announcement.assertive)
    }
    if (notice !== undefined && notice !== this.#noticed) {
      this.#say(
        noticeText((key, params) => this.t(key, params), notice),
        notice.variant === 'error',
      )
    }
    this.#announced = announcement
    this.#noticed = notice
  }

  /** In the next frame, and emptied first: the same sentence twice would otherwise be no change, hence silent. */
  #say(text: string, urgent: boolean) {
    if (urgent) this.urgent = ''
    else this.polite = ''
    requestAnimationFrame(() => {
      if (urgent) this.urgent = text
      else this.polite = text
    })
  }

  protected override render() {
    return html`<div class="visually-hidden" role="status" aria-live="polite">${this.polite || nothing}</div>
      <div class="visually-hidden" role="alert" aria-live="assertive">${this.urgent || nothing}</div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-live-regions': WmLiveRegions
  }
}
