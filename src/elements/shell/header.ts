// The header of the card: Back (or help, or the network), the title, Close. A template of the dialog and not an element, because the <h2> must share a
// root with the dialog that it labels. A <div> and not a <header>, which would be a second banner landmark of the page.
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/interface/modal.js'
import { createRouter } from '../../state/interface/router.js'
import type { Translate } from '../lib/localize.js'
import { drawing } from '../icons/drawing.js'
import { paths } from '../icons/first.js'

/** Styles of the header, for the dialog's shadow root. */
export const headerStyles = css`
  .icon {
    display: grid;
    place-items: center;
    inline-size: 2.75em;
    block-size: 2.75em;
    border: 1px solid transparent;
    border-radius: var(--_wm-radius-control);
  }
  .icon:focus-visible {
    outline-offset: -2px;
  }
  .icon:hover {
    background: var(--_wm-hover);
  }
  .icon:active {
    background: var(--_wm-pressed);
  }
  @media (forced-colors: active) {
    .icon {
      border-color: ButtonText;
    }
  }
  .bar {
    display: grid;
    grid-template-columns: minmax(2.75em, 1fr) auto minmax(2.75em, 1fr);
    align-items: center;
    gap: 0.25em;
    min-block-size: 4em;
    padding: 0.625em;
  }
  h2 + div {
    justify-self: end;
  }
  h2 {
    min-inline-size: 0;
    margin: 0;
    padding: 0.25em 0.375em;
    border-radius: 8px;
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.4;
    text-align: center;
    overflow-wrap: anywhere;
  }
  h2:focus-visible {
    outline-offset: 0;
  }
`

/** What the header shows. */
export interface HeaderContent {
  readonly core: Core
  readonly t: Translate
  readonly heading: string
  /** The button on the left when there is no view to go back to; empty: there is never a button, Back included. */
  readonly left: 'help' | 'network' | '' | undefined
}

/** The header's template. An inline card has no Close; the button closes even where `close()` refuses (`force`). */
export function header(content: HeaderContent): TemplateResult {
  const { core, t, heading } = content
  const canClose = core.config.dialog !== 'inline'
  return html`<div part="header" class="bar">
    <div>${start(content)}</div>
    <h2 id="title" part="title" tabindex="-1">${heading}</h2>
    <div>${canClose ? iconButton('close', t('common.close'), () => core.use(createModal).close({ force: true })) : nothing}</div>
  </div>`
}

function start({ core, t, left }: HeaderContent) {
  if (left !== '' && core.use(createRouter).$history.get().length > 1)
    return iconButton('back', t('common.back'), () => core.use(createModal).back())
  if (left === 'help') {
    return iconButton('help', t('shell.help'), () => {
      core.emit('event', { name: 'CLICK_WALLET_HELP' })
      core.use(createRouter).push({ name: 'WhatIsAWallet' })
    })
  }
  return left === 'network' ? html`<wm-network-chip exportparts="network"></wm-network-chip>` : nothing
}

const iconButton = (name: 'back' | 'close' | 'help', label: string, click: () => unknown) =>
  html`<button part=${name} class="icon" type="button" data-key=${name} aria-label=${label} title=${label} @click=${click}>
    ${drawing(name, paths[name])}
  </button>`
