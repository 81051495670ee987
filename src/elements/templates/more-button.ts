// The button under a list of which there is more.
import { html, nothing, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import type { Paged } from '../../state/lib/paged-query.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/button.js'

/** Nothing at the end of the list; after a page that did not come it is for another try. */
export function moreButton(core: Core, more: Paged<unknown>['more'], load: () => void): TemplateResult | typeof nothing {
  const { t } = core.use(createMessages)
  if (more === 'end') return nothing
  return html`<div class="actions">
    <wm-button data-key="more" variant="secondary" ?busy=${more === 'fetching'} @click=${load}
      >${t(more === 'failed' ? 'common.retry' : 'common.showMore')}</wm-button
    >
  </div>`
}
