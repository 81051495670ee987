// Generated from src/config/settings.ts by scripts/settings.mjs: do not edit.
import type { PropertyDeclarations } from 'lit'
import type { DialogMode, PreloadMode, ThemeMode } from '../../config/values.js'
import type { ChainId } from '../../vocabulary/chain-id.js'
import type { NetworkInput } from '../../vocabulary/network.js'
import type { ModalConfig } from '../../config/types.js'
import { WmElement } from '../lib/base.js'

/** An element whose attributes are settings. */
export abstract class SettingsElement extends WmElement {
  // A table instead of a decorated accessor each: these bytes are on the page before anybody clicks.
  static override properties: PropertyDeclarations = {
    projectId: { attribute: 'project-id' },
    services: {},
    networks: {},
    defaultNetwork: { attribute: 'default-network' },
    featuredWalletIds: { attribute: 'featured-wallet-ids' },
    includeWalletIds: { attribute: 'include-wallet-ids' },
    excludeWalletIds: { attribute: 'exclude-wallet-ids' },
    termsUrl: { attribute: 'terms-url' },
    privacyUrl: { attribute: 'privacy-url' },
    theme: {},
    dialog: {},
    preload: {},
    locale: {},
    debug: {},
    config: { attribute: false },
  }

  /**
   * Labels the storage and the calls to your services.
   * @default ''
   */
  declare projectId: string | undefined
  /**
   * Base url of your services: relay, wallet list, RPC.
   * @default none
   */
  declare services: string | undefined
  /**
   * Comma list of CAIP-2 ids or names: `mainnet, base, solana`. The first is the default network.
   * @default Ethereum
   */
  declare networks: string | undefined
  /**
   * CAIP-2 id, one of `networks`.
   * @default the first
   */
  declare defaultNetwork: string | undefined
  /**
   * Comma list of wallet ids that stand first.
   * @default none
   */
  declare featuredWalletIds: string | undefined
  /**
   * Comma list of wallet ids: only these.
   * @default all
   */
  declare includeWalletIds: string | undefined
  /**
   * Comma list of wallet ids: never these.
   * @default none
   */
  declare excludeWalletIds: string | undefined
  /**
   * Your terms, linked below the wallet list.
   * @default none
   */
  declare termsUrl: string | undefined
  /**
   * Your privacy policy, linked below the wallet list.
   * @default none
   */
  declare privacyUrl: string | undefined
  /**
   * `dark`, `light` or `system`.
   * @default 'system'
   */
  declare theme: ThemeMode | undefined
  /**
   * `modal` (top layer, the page is inert), `layer` (z-index 999, the page stays alive) or `inline` (in its place, no dialog).
   * @default 'modal'
   */
  declare dialog: DialogMode | undefined
  /**
   * When the modal's code is fetched ahead of the press: `idle` (the page has loaded, a wallet button is in view and the browser is idle; also as `intent`), `intent` (the visitor points at a wallet button, focuses or touches it) or `none`.
   * @default 'idle'
   */
  declare preload: PreloadMode | undefined
  /**
   * BCP 47 language tag, such as `de-CH`: words in the nearest language there is, numbers and times as written there.
   * @default the document's, else the browser's, if there are messages for it
   */
  declare locale: string | undefined
  /**
   * Shows problems of the set-up in the modal; `false` does not.
   * @default false
   */
  declare debug: string | undefined
  /** Settings beyond what fits into an attribute; attributes win. */
  declare config: ModalConfig | undefined
}

/** The settings as far as the closed modal goes by them. An empty attribute counts as none. */
export const earlySettings = ({
  config,
  projectId,
  networks,
  defaultNetwork,
  theme,
  dialog,
  preload,
  locale,
}: SettingsElement): ModalConfig => ({
  ...config,
  ...(projectId && { projectId }),
  ...(networks && { networks: undefined }), // what the words name is known later
  ...(defaultNetwork && { defaultNetwork: defaultNetwork as NetworkInput | ChainId }), // the check of the settings refuses another text
  ...(theme && { theme: { ...config?.theme, mode: theme } }),
  ...(dialog && { dialog }),
  ...(preload && { preload }),
  ...(locale && { locale }),
})
