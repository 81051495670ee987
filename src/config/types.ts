// The types of the settings: as a page gives them (`ModalConfig`), and as the modal works with them (`Config`).
import type { Namespace } from '../vocabulary/chain-id.js'
import type { Network } from '../vocabulary/network.js'
import type { FilledSettings } from './setting-types.js'

export type { Features, FilledSettings, ModalConfig } from './setting-types.js'
export type { ConnectMethod, DialogMode, PreloadMode, ThemeMode } from './values.js'

/** The settings with all defaults, as the modal works with them. */
export interface Config extends Omit<FilledSettings, 'defaultNetwork'> {
  /** One of `networks`. */
  readonly defaultNetwork: Network
  /** Namespaces of `networks`, in their order. */
  readonly namespaces: readonly Namespace[]
}
