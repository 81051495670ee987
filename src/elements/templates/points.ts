// A list of points that explain something: an icon, a heading and a text each.
import { html, type TemplateResult } from 'lit'
import type { IconName } from '../icons/all.js'
import type { MessageKey, Translate } from '../lib/localize.js'
import '../primitives/icon.js'

/** One point of `pointList`. */
export interface Point {
  readonly icon: IconName
  readonly heading: MessageKey
  readonly text: MessageKey
}

/** The list of points. The view needs `laterStyles` of `view-more.ts`. */
export function pointList(points: readonly Point[], t: Translate): TemplateResult {
  return html`<ul class="points" role="list">
    ${points.map(
      ({ icon, heading, text }) =>
        html`<li>
          <wm-icon name=${icon}></wm-icon>
          <div>
            <h3>${t(heading)}</h3>
            <p class="hint">${t(text)}</p>
          </div>
        </li>`,
    )}
  </ul>`
}
