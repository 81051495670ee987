// The line below some views: what the visitor agrees to by connecting, or the note of the view's row.
import { css, html, nothing } from 'lit'
import { createRouter } from '../../state/interface/router.js'
import { register } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import { type Note, routeOf } from '../routes.js'
import { externalLink, richText } from '../templates/rich-text.js'

/**
 * @summary The line under a view: consent to terms and privacy policy, or the note of the view's row.
 * @csspart footer - The line.
 */
export class WmFooter extends WmTextElement {
  static override styles = css`
    p {
      margin: 0;
      padding: 0.25em 1.5em 1.25em;
      text-align: center;
      font-size: 0.75em;
      line-height: 1.5;
      color: var(--_wm-text-3);
    }
    a,
    button {
      color: var(--_wm-accent-text);
      text-decoration: underline;
      text-underline-offset: 0.2em;
      border-radius: 4px;
    }
  `

  private readonly view = this.watch((core) => core.use(createRouter).$view)

  protected override render() {
    const content = this.#content()
    return content === nothing ? nothing : html`<p part="footer">${content}</p>`
  }

  #content() {
    if (!this.use(createMessages).ready('shell')) return nothing // the texts of the shell are loaded after the first view
    const { views } = this.core.deps
    if (!views.find(this.view.value)) {
      views.load().then(
        () => this.requestUpdate(),
        () => undefined, // the outlet shows the failure
      )
      return nothing
    }
    const { consent, note } = routeOf(this.core, this.view.value)
    if (note) return this.#note(note)
    // A visitor for whom the page opened a wallet's view directly has not seen the line under Connect.
    const isFirst = this.use(createRouter).$history.get().length === 1
    return consent === 'always' || (consent && isFirst) ? this.#consent() : nothing
  }

  #consent() {
    const { termsUrl, privacyUrl, features } = this.core.config
    if (features.legalCheckbox || !(termsUrl ?? privacyUrl)) return nothing // the checkbox has the same text
    const { t } = this
    const links = {
      ...(termsUrl ? { terms: externalLink(t, termsUrl, t('shell.terms')) } : {}),
      ...(privacyUrl ? { privacy: externalLink(t, privacyUrl, t('shell.privacy')) } : {}),
    }
    if (termsUrl && privacyUrl) return richText(t, 'shell.consent', links)
    return richText(t, termsUrl ? 'shell.consentTerms' : 'shell.consentPrivacy', links)
  }

  #note({ text, label, explain }: Note) {
    return html`${this.t(text)}
      <button type="button" data-key="explain" @click=${() => explain(this.core)}>${this.t(label)}</button>`
  }
}
register('wm-footer', WmFooter)

declare global {
  interface HTMLElementTagNameMap {
    'wm-footer': WmFooter
  }
}
