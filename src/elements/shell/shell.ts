// What `<wallet-modal>` becomes on its first open: the dialog, the design tokens and the theme. One import, so that opening waits for one chunk.
import type { Core } from '../../state/core.js'
import { adopt } from '../lib/adopt.js'
import { afterOpen, painted } from '../lib/after-open.js'
import { matchesMedia } from '../lib/media.js'
import { root } from '../styles/root.js'
import './dialog.js'

export { noteFocus } from '../lib/focus-note.js'

/**
 * Puts tokens and theme on a host, under its own rules, until the returned function is called. The look that the settings ask for is there at
 * once; what may change later is followed by code that comes a moment after.
 */
export function dress(host: HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment }, core: Core): () => void {
  const { mode, variables } = core.config.theme
  adopt(host.renderRoot, root, true)
  host.dataset['mode'] ??= mode === 'system' ? (matchesMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light') : mode
  for (const [name, value] of Object.entries(variables)) host.style.setProperty(name, value)
  let stop: (() => void) | undefined
  let isOver = false
  const follow = async () => {
    if (core.session.$open.get()) await painted() // what opens comes first
    const { followTheme } = await afterOpen(core)
    if (!isOver && !core.signal.aborted) stop = followTheme(host, core)
  }
  follow().catch((error: unknown) => core.deps.log.error('the theme is not followed', error)) // it stays as it was set
  return () => {
    isOver = true
    stop?.()
  }
}
