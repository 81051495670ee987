// What `<wallet-modal>` becomes on its first open: the dialog, the design tokens and the theme. One import, so that opening waits for one chunk.
import type { Core } from '../../state/core.js'
import { adopt } from '../lib/adopt.js'
import { followTheme } from '../lib/theme.js'
import { root } from '../styles/root.js'
import './dialog.js'

export { noteFocus } from '../lib/focus-note.js'

/** Puts tokens and theme on a host, under its own rules, until the returned function is called. */
export function dress(host: HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment }, core: Core): () => void {
  adopt(host.renderRoot, root, true)
  return followTheme(host, core)
}
