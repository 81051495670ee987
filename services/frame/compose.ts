// Joins the parts of the frame. What belongs to a browser comes in from `start.ts`, or from a test.
import type { FrameHandlers } from '../../src/frame/host.js'
import type { FrameConfig } from '../src/embedded/wire.js'
import { createAccounts } from './accounts.js'
import type { Api } from './api.js'
import { createChains } from './chains.js'
import { createConsents } from './consents.js'
import type { Device } from './device.js'
import { createHandlers } from './handlers.js'
import type { Keyring } from './keys/keyring.js'
import type { Lock } from './locks.js'
import type { FrameLocale } from './messages.js'
import { createNodes } from './nodes.js'
import type { Authenticators } from './passkeys/webauthn.js'
import type { FrameParts } from './parts.js'
import type { ApproveOptions, createApprove } from './rpc/approve.js'
import type { createSender } from './rpc/send.js'
import type { Screens } from './screens.js'
import { createSession, type FrameSession, type TabChannel } from './session.js'
import type { FrameStore } from './store.js'
import type { Mode, ThemeStyles } from './theme.js'
import { createWallet } from './wallet.js'

export interface ComposeOptions {
  readonly origin: string
  readonly projectId: string
  /** The chain that the page names first. */
  readonly chainId: string | undefined
  readonly config: FrameConfig
  readonly locale: () => FrameLocale
  readonly fetch: typeof globalThis.fetch
  readonly api: Api
  readonly store: FrameStore
  readonly lock: Lock
  readonly tabs: TabChannel | undefined
  readonly device: Device
  /** Of this device in lists. */
  readonly label: string
  readonly keyring: () => Keyring
  readonly screens: Screens
  /** Loaded with the first request that has to be approved. */
  readonly loadApproving: () => Promise<{
    readonly createApprove: typeof createApprove
    readonly createSender: typeof createSender
  }>
  readonly authenticators?: Authenticators | undefined
  readonly show: ApproveOptions['show']
  readonly emitToken: (token: string) => void
  readonly onTheme: (mode: Mode | undefined, styles: ThemeStyles) => void
  readonly reload: () => void
}

export interface Frame {
  readonly handlers: FrameHandlers
  readonly session: FrameSession
}

export function composeFrame(options: ComposeOptions): Frame {
  const { origin, projectId, chainId, config, locale, fetch, api, store, lock, tabs, device, label, keyring, screens } = options
  const session = createSession({ api, store, lock, tabs })
  const { recovery } = config
  const { authenticators } = options
  const wallet = createWallet({ session, keyring, device, store, lock, screens, recovery, authenticators, label })
  const consents = createConsents(session, store)
  const nodes = createNodes({ origin, fetch, projectId, chains: config.chains })
  const chains = createChains(store, config.chains, chainId)
  // Also when another tab signs out, or the services end the session.
  session.onEnd(() => void wallet.lock().catch(() => undefined))
  session.onEnd(() => void consents.forget())
  const { emitToken, loadApproving, onTheme, reload, show } = options
  const parts: FrameParts = {
    origin,
    projectId,
    config,
    locale,
    api,
    store,
    session,
    consents,
    chains,
    accounts: createAccounts({ config, store }),
    nodes,
    wallet,
    screens,
    emitToken,
  }
  const loadApprove = async () => {
    const approving = await loadApproving()
    const sender = approving.createSender({ nodes, store, now: api.now })
    return approving.createApprove({ parts, sender, show })
  }
  return { handlers: createHandlers({ parts, loadApprove, onTheme, reload }), session }
}
