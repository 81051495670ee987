// The frame of the embedded wallet: made with its first use, told of the page and its theme, and asked who has signed in. Its connections are those of
// `connection.ts`, as of any other wallet; logging in is in `email-login.ts`.
import type { EmbeddedConnectOptions, EmbeddedSession, EmbeddedWallet } from '../../connectors/connector.js'
import type { FramePayload, FrameReply, FrameRequestName } from '../../frame/messages.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { isWalletError, walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { createAccountTypes } from '../connections/account-types.js'
import { loadSignIns, requestSignIn } from '../connections/one-click.js'
import { createLocale } from '../interface/locale.js'
import { filledMetadata } from '../interface/metadata.js'
import { createTheme } from '../interface/theme.js'
import { asWalletError } from '../lib/operation.js'
import { reportSetupError } from '../lib/report-setup-error.js'
import { createNetworks } from '../networks/networks.js'
import { askNodes } from '../networks/reads.js'
import { createEmbeddedUser } from './embedded-user.js'
import { createLoginCache } from './login-cache.js'
import { offersLogin } from './offered.js'
import { placeFrame } from './place-frame.js'
import { refuse } from './refused.js'
import { createSurface } from './surface.js'
import { followSurface } from './surface-reactions.js'

/** The embedded wallet of one modal. */
export interface Embedded {
  /** Makes the frame ahead of its first request. @throws WalletError as `request` */
  start(): Promise<void>
  /** The frame's element; undefined before its first use. */
  frame(): HTMLIFrameElement | undefined
  /**
   * Sends a request to the frame, which is made for it.
   * @throws WalletError FRAME_UNREACHABLE after 20 s, FRAME_TIMEOUT after 30 s, ABORTED, and what the frame's code stands for
   */
  request<Name extends FrameRequestName>(
    name: Name,
    payload?: FramePayload<Name>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<FrameReply<Name>>
  /**
   * The session of who has just logged in. On a page with the setting `siwx` they are asked to sign in to it in the same step.
   * @throws WalletError NOT_CONNECTED, RECOVERY_HELD, NO_ACCOUNTS, and as `request`
   */
  connect(signal: AbortSignal): Promise<EmbeddedSession>
  /**
   * The session of an earlier page load. What is kept of the login is deleted where the frame says that nobody has signed in, or does not say it.
   * @throws WalletError NOT_CONNECTED also when no login was used in this browser; NO_SERVICES without a frame; as `connect`
   */
  restore(signal: AbortSignal, chain?: ChainId): Promise<EmbeddedSession>
  /** Ends what waits for an approval: the visitor has closed it. */
  abortApprovals(): void
  /** Tells the frame which theme the modal has. Never rejects. */
  syncTheme(): Promise<void>
  /** Replaces the address of who has signed in. */
  setEmail(email: string): void
}

/** A part. Nothing is loaded, and no frame is made, before the first request. */
export function createEmbedded(core: Core): Embedded {
  const cache = core.use(createLoginCache)
  const networks = core.use(createNetworks)
  const surface = core.use(createSurface)
  const theme = core.use(createTheme)
  const user = core.use(createEmbeddedUser)
  let opened: Promise<EmbeddedWallet> | undefined
  let wallet: EmbeddedWallet | undefined
  let session: EmbeddedSession | undefined
  let followsAccount = false

  const open = (): Promise<EmbeddedWallet> =>
    (opened ??= make().catch((error: unknown) => {
      opened = undefined // the next use tries again
      throw error
    }))

  async function make(): Promise<EmbeddedWallet> {
    const { config, deps, signal } = core
    const url = config.services.frame
    if (!url || !deps.window) throw walletError('NO_SERVICES')
    const port = await deps.connectors()
    const made = await port.embed({
      name: new URL(url).host,
      frame: {
        url,
        projectId: config.projectId,
        chainId: cache.lastChain() ?? networks.$network.get().caipNetworkId,
        enableLogger: config.debug,
        locale: core.use(createLocale).$locale.get(),
        title: new URL(url).host,
        window: deps.window,
        mount: (iframe) => placeFrame(core, iframe),
        dappData: () => ({
          metadata: metadataOf(core),
          sdkType: 'wallet-modal',
          sdkVersion: 'html-0.1.0',
          projectId: config.projectId,
        }),
        signal,
      },
    })
    made.frame.onEvent((event) => {
      if (event.type === 'surface') surface.set(event.shown)
      else void check() // another session, or the frame was loaded anew
      if (event.type === 'unloaded') surface.set(false)
    })
    followSurface(core, abortApprovals)
    for (const store of [theme.$mode, theme.$variables]) core.onEnd(store.listen(() => void syncTheme()))
    core.onEnd(
      networks.$network.listen(({ caipNetworkId }) => {
        if (session) followNetwork(caipNetworkId)
      }),
    )
    wallet = made
    return made
  }

  /** The frame goes where the page goes. It is told with each call too, so that a failure harms nothing. */
  function followNetwork(chainId: ChainId): void {
    cache.setLastChain(chainId)
    request('SWITCH_NETWORK', { chainId }).catch((error: unknown) => core.deps.log.debug('the frame did not switch', error))
  }

  async function request<Name extends FrameRequestName>(
    name: Name,
    payload?: FramePayload<Name>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<FrameReply<Name>> {
    const { frame, toError } = await open()
    try {
      return await frame.request(name, payload, options)
    } catch (thrown) {
      const error = toError(thrown)
      report(error)
      throw error
    }
  }

  function report(error: WalletError): void {
    reportSetupError(core, error)
    if (error.code === 'FRAME_UNREACHABLE')
      void import('./origin-check.js').then(
        ({ checkOrigin }) => checkOrigin(core),
        () => undefined,
      )
  }

  async function join(signal: AbortSignal): Promise<EmbeddedSession> {
    const signIns = await loadSignIns(core)
    const joined = await connect(signal, undefined, signIns && (() => requestSignIn(core, signIns, signal)))
    const endSignIns = joined.signed && signIns?.take(joined.signed) // whoever asks who has signed in waits for it
    if (endSignIns) signal.addEventListener('abort', endSignIns, { once: true })
    return joined
  }

  async function connect(
    signal: AbortSignal,
    chain?: ChainId,
    authenticate?: EmbeddedConnectOptions['authenticate'],
  ): Promise<EmbeddedSession> {
    const { connect: begin } = await open()
    const accountType = core.use(createAccountTypes).preferred('eip155')
    const begun = await begin({
      networks: networks.networks,
      chain: chain ?? cache.lastChain() ?? networks.$network.get().caipNetworkId,
      accountType,
      authenticate,
      read: (on, call) => askNodes(core, on, call),
      signOut,
      onRefused: (method) => refuse(core, method, abortApprovals),
      signal,
    }).catch((error: unknown) => {
      report(asWalletError(error))
      throw error
    })
    const made: EmbeddedSession = {
      ...begun,
      /** Another tab has signed out: what is kept is the other tab's to delete. */
      forget() {
        begun.forget()
        if (session !== made) return
        session = undefined
        user.set(undefined)
      },
    }
    session = made
    user.set(made.user)
    void syncTheme()
    const { smartAccountNetworks } = (await open()).frame
    cache.setSmartAccountNetworks(smartAccountNetworks) // empty where it did not say
    if (smartAccountNetworks.length > 0) followAccount(accountType)
    return made
  }

  /** The frame is told which account the visitor has chosen. */
  function followAccount(told: string | undefined): void {
    if (followsAccount) return
    followsAccount = true
    import('./account-type.js').then(
      ({ followAccountType }) => core.signal.aborted || followAccountType(core, request, told),
      (error: unknown) => {
        followsAccount = false
        core.deps.log.error('what tells the frame of accounts did not load', error)
      },
    )
  }

  /** What is kept here goes first, because the page may be closed while the frame is told (specification §4). */
  async function signOut(): Promise<void> {
    forget()
    await request('SIGN_OUT').catch((error: unknown) => core.deps.log.debug('the frame was not told of the end', error))
  }

  function forget(): void {
    cache.forget()
    session = undefined
    user.set(undefined)
  }

  /** Ends the session where the frame says that it has ended: in another tab, or because it has expired. */
  async function check(): Promise<void> {
    const asked = session
    if (!asked) return
    const isConnected = await request('IS_CONNECTED').then(
      (answer) => answer.isConnected,
      (error: unknown) => isWalletError(error, 'ABORTED') || isWalletError(error, 'DESTROYED'),
    )
    if (isConnected || session !== asked) return
    forget()
    asked.end()
  }

  async function restore(signal: AbortSignal, chain?: ChainId): Promise<EmbeddedSession> {
    if (!offersLogin(core.config)) throw walletError('NO_SERVICES')
    if (!cache.isUsed()) throw walletError('NOT_CONNECTED')
    try {
      const { isConnected } = await request('IS_CONNECTED', undefined, { signal })
      if (!isConnected) throw walletError('NOT_CONNECTED')
    } catch (error) {
      if (!signal.aborted) forget()
      throw error
    }
    return connect(signal, chain)
  }

  function abortApprovals(): void {
    wallet?.frame.abortApprovals()
  }

  async function syncTheme(): Promise<void> {
    if (!wallet?.frame.isReady) return // it is told when it is ready: `connect` calls this
    const variables = { ...theme.$variables.get() }
    await request('SYNC_THEME', { themeMode: theme.$mode.get(), themeVariables: variables }).catch((error: unknown) =>
      core.deps.log.debug('the frame did not take the theme', error),
    )
  }

  core.onEnd(() => wallet?.frame.close())
  return {
    async start() {
      const { frame, toError } = await open()
      await frame.start().catch((error: unknown) => {
        throw toError(error)
      })
    },
    frame: () => wallet?.frame.iframe,
    request,
    connect: join,
    restore,
    abortApprovals,
    syncTheme,
    setEmail(email) {
      cache.setEmail(email)
      const known = user.$user.get()
      if (known) user.set({ ...known, email })
    },
  }
}

/** Data of the page; texts that are too long for the protocol are cut by `filledMetadata`. */
function metadataOf(core: Core) {
  const { name, description, url, icons } = filledMetadata(core)
  return { name, description, url, icons: icons.filter((icon) => icon.length <= ICON_CHARACTERS_MAX).slice(0, ICONS_MAX_COUNT) }
}
const ICON_CHARACTERS_MAX = 8192
const ICONS_MAX_COUNT = 32
