// What the wallet has granted, which may be less than what was asked for.
import { html, type TemplateResult } from 'lit'
import { filledMetadata } from '../../../state/interface/metadata.js'
import { createModal } from '../../../state/interface/modal.js'
import { abilitiesOf } from '../../../state/smart-sessions/abilities.js'
import { createTokenNames } from '../../../state/smart-sessions/token-names.js'
import { parseAccountId } from '../../../vocabulary/caip.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import { abilityList, momentOf, tokensOf } from '../../templates/abilities.js'
import '../../primitives/button.js'
import '../../primitives/icon.js'

/**
 * @summary What an app may do from now on. Done closes the modal, because the page has asked.
 */
export class WmSmartSessionCreatedView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'SmartSessionCreated'>
  /** Watched, so that amounts are written once the tokens are known. */
  private readonly names = this.watch((core) => core.use(createTokenNames).$names)

  private get abilities() {
    const { permissions, expiry } = this.view.smartSession
    return abilitiesOf(permissions, { from: Math.floor(this.core.deps.now() / 1000), until: expiry })
  }

  protected override willUpdate() {
    if (this.hasUpdated) return
    const { chainId } = parseAccountId(this.view.smartSession.account)
    this.use(createTokenNames).ask(chainId, tokensOf(this.abilities))
  }

  override render(): TemplateResult {
    const { account, expiry } = this.view.smartSession
    const { chainId } = parseAccountId(account)
    return html`<div class="center hero">
        <span class="mark good" aria-hidden="true"><wm-icon name="check"></wm-icon></span>
        <h3>${this.t('permissions.created', { app: filledMetadata(this.core).name })}</h3>
        <p class="hint">${this.t('permissions.until', { date: momentOf(this.core, expiry * 1000) })}</p>
      </div>
      ${abilityList(this.core, { chainId, abilities: this.abilities, names: this.names.value })}
      <p class="hint center">${this.t('permissions.createdBody')}</p>
      <div class="actions">
        <wm-button data-key="done" @click=${this.done}>${this.t('common.done')}</wm-button>
      </div>`
  }

  private readonly done = () => void this.use(createModal).close({ force: true })
}
register('wm-smart-session-created-view', WmSmartSessionCreatedView)
