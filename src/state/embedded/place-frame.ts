// Where the frame stands in the document: as a child of the modal's element, which shows it through its slot `frame`. It is put there once, because a
// frame that is moved is loaded anew.
import { walletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'

/** What the frame has while it is not needed: it stays loaded, takes no room, no press and no focus. */
export const hiddenFrame: Readonly<Record<string, string>> = {
  position: 'fixed',
  inset: 'auto',
  'inline-size': '0',
  'block-size': '0',
  border: '0',
  visibility: 'hidden',
  'pointer-events': 'none',
  // Whatever the page's own style sheet says of frames: one that is seen through something disarms its buttons.
  opacity: '1',
  transform: 'none',
  filter: 'none',
  'color-scheme': 'normal',
}

/** Sets styles that no style sheet of the page overrules. */
export const styleFrame = (frame: HTMLElement, styles: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(styles)) frame.style.setProperty(name, value, 'important')
}

/** Hides the frame without unloading it. */
export function hideFrame(frame: HTMLElement): void {
  styleFrame(frame, hiddenFrame)
}

/** Puts the frame into the element of `core`, hidden. Returns what takes it away. @throws WalletError NO_MODAL without an element in the document */
export function placeFrame(core: Core, iframe: HTMLIFrameElement): () => void {
  const host = core.deps.window && hostIn(core, core.deps.window.document)
  if (!host) throw walletError('NO_MODAL')
  iframe.slot = 'frame'
  hideFrame(iframe)
  host.append(iframe)
  return () => iframe.remove()
}

interface Host extends Element {
  readonly modal?: { readonly core?: Core | undefined } | undefined
}

/** The `<wallet-modal>` of a core, also in a shadow root that is open. */
function hostIn(core: Core, root: ParentNode): Element | undefined {
  for (const element of root.querySelectorAll<Host>('wallet-modal')) if (element.modal?.core === core) return element
  for (const { shadowRoot } of root.querySelectorAll('*')) {
    const found = shadowRoot && hostIn(core, shadowRoot)
    if (found) return found
  }
  return undefined
}
