// What `<wallet-modal>` loads on its first open: the dialog, the design tokens and the theme. One module, so that opening waits for one chunk.
import { html } from 'lit'
import type { Core } from '../../state/core.js'
import { adopt } from '../lib/adopt.js'
import { afterOpen, painted } from '../lib/after-open.js'
import type { FocusNote } from '../lib/focus-note.js'
import { matchesMedia } from '../lib/media.js'
import { root } from '../styles/root.js'
import './dialog.js'

export { noteFocus } from '../lib/focus-note.js'

/**
 * Applies the design tokens and the theme of the settings to `host` at once, then loads the code that follows theme changes until the returned
 * function is called. The token style sheets come before the host's own, so that its own rules win.
 */
export function applyTheme(host: HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment }, core: Core): () => void {
  const { mode, variables } = core.config.theme
  adopt(host.renderRoot, root, true)
  host.dataset['mode'] ??= mode === 'system' ? (matchesMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light') : mode
  for (const [name, value] of Object.entries(variables)) host.style.setProperty(name, value)
  let stop: (() => void) | undefined
  let isOver = false
  const follow = async () => {
    if (core.publicState.$open.get()) await painted() // painting the dialog comes first
    const { followTheme } = await afterOpen(core)
    if (!isOver && !core.signal.aborted) stop = followTheme(host, core)
  }
  follow().catch((error: unknown) => core.deps.log.error('the theme is not followed', error)) // the theme of the settings stays
  return () => {
    isOver = true
    stop?.()
  }
}

/** Those that a page may style from outside; documented at `ModalElement`. */
const parts = 'dialog, header, title, close, network, body, footer, notice'

/** What `<wallet-modal>` renders from its first open on. `opener`: where focus goes back to when the modal closes. */
export const renderDialog = (core: Core, opener: FocusNote | undefined) =>
  html`<wm-dialog exportparts=${parts} .core=${core} .opener=${opener}>
    <slot name="frame" slot="frame"></slot>
  </wm-dialog>`
