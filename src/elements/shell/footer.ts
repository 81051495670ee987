// The one line below some views: what connecting agrees to, or a word about networks.
import { css, html, nothing } from 'lit'
import { createRouter } from '../../state/router.js'
import type { ViewName } from '../../view.js'
import { define } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import { createMessages } from '../lib/localize.js'
import { externalLink, richText } from '../templates/rich-text.js'

/** Here connecting begins, wherever they stand. */
const beginnings: ReadonlySet<ViewName> = new Set(['Connect', 'ConnectWallets', 'ConnectingWalletConnectBasic'])

/**
 * @summary The line under the views that connecting begins with, and under Networks.
 * @csspart footer - The line.
 */
@define('wm-footer')
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
    button {
      color: var(--_wm-accent-text);
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
  `

  private readonly view = this.watch((core) => core.use(createRouter).$view)

  protected override render() {
    const content = this.#content()
    return content === nothing ? nothing : html`<p part="footer">${content}</p>`
  }

  #content() {
    if (!this.use(createMessages).ready('all')) return nothing // they come right after the first view
    const { name } = this.view.value
    // Who begins at a wallet's own view, because the page opened it there, has not read the line yet.
    const isFirst = this.use(createRouter).$history.get().length === 1
    if (beginnings.has(name) || (isFirst && /^Connecting|^AllWallets$/.test(name))) return this.#consent()
    if (name === 'Networks') return this.#networks()
    return nothing
  }

  #consent() {
    const { termsUrl, privacyUrl, features } = this.core.config
    if (features.legalCheckbox || !(termsUrl ?? privacyUrl)) return nothing // the checkbox says it already
    const t = this.t.bind(this)
    const links = {
      ...(termsUrl ? { terms: externalLink(t, termsUrl, t('shell.terms')) } : {}),
      ...(privacyUrl ? { privacy: externalLink(t, privacyUrl, t('shell.privacy')) } : {}),
    }
    if (termsUrl && privacyUrl) return richText(t, 'shell.consent', links)
    return richText(t, termsUrl ? 'shell.consentTerms' : 'shell.consentPrivacy', links)
  }

  #networks() {
    const learn = () => {
      this.core.emit('event', { name: 'CLICK_NETWORK_HELP' })
      this.use(createRouter).push({ name: 'WhatIsANetwork' })
    }
    return html`${this.t('networks.note')}
      <button type="button" data-key="network-help" @click=${learn}>${this.t('whatIsANetwork.title')}</button>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-footer': WmFooter
  }
}
