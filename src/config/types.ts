// The settings as a page gives them, and as the modal works with them.
import type { Namespace } from '../chain-id.js'
import type { Network } from '../network.js'
import type { FilledSettings } from './setting-types.js'

export type { Features, FilledSettings, ModalConfig } from './setting-types.js'
export type { ConnectMethod, DialogMode, ThemeMode } from './values.js'

/** The settings, checked and with every default filled in. */
export interface Config extends Omit<FilledSettings, 'defaultNetwork'> {
  /** One of `networks`. */
  readonly defaultNetwork: Network
  /** Namespaces of `networks`, in their order. */
  readonly namespaces: readonly Namespace[]
}
