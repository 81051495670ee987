// The window of a social login, from the press until the login has taken it over. A part of its own, because Connect opens it before the login is loaded.
import type { Core } from '../core.js'
import { openPopup } from '../lib/popup.js'

/** The window of the next social login. */
export interface LoginWindow {
  /** Opens it, with a line of text. To be called within the press. */
  open(note: string): void
  /** Hands it over, once. `popup` is undefined where the browser refused; undefined: nobody has pressed. */
  take(): { readonly popup: Window | undefined } | undefined
}

/** A part. A window that nobody takes over is closed with the modal. */
export function createLoginWindow(core: Core): LoginWindow {
  let opened: { readonly popup: Window | undefined } | undefined
  const take = () => {
    const taken = opened
    opened = undefined
    return taken
  }
  const drop = () => take()?.popup?.close()
  const stop = core.on('close', drop)
  core.onEnd(() => {
    stop()
    drop()
  })
  return {
    open(note) {
      drop()
      opened = { popup: openPopup(core, note) }
    },
    take,
  }
}
