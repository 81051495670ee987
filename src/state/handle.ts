// What the elements of a page need of a modal to work with it. The root's `WalletModal` is more; types only.
import type { View, ViewName } from '../view.js'
import type { Core } from './core.js'

export interface ModalHandle {
  readonly core: Core
  /** Opens at `view`; by default at Account when connected, else at Connect. */
  open(view?: ViewName | View): void | Promise<void>
  close(): void
}
